import type { DocumentExtension } from '../../contract/media/documents.ts'
import { type MediaType, mediaTypes } from '../../contract/media/mediaTypes.ts'
import type { FilmReader } from './filmFacts.ts'

export interface DocumentFacts {
  type: MediaType
  extension: DocumentExtension
}

/** Detects a document by its bytes: their first ones and their structure. Undefined for anything else, and for one with macros. */
export async function readDocument(reader: FilmReader): Promise<DocumentFacts | undefined> {
  const extension = (await isPdf(reader)) ? 'pdf' : await zipped(reader)
  return extension && { type: mediaTypes[extension], extension }
}

/** Whether it begins like a document and cannot be read, as one that was cut off on its way. */
export async function isBrokenDocument(reader: FilmReader): Promise<boolean> {
  const start = (await reader.read(0, 5)).toString('latin1')
  if (start === '%PDF-') return !(await isPdf(reader))
  return start.startsWith('PK\x03\x04') && (await namesIn(reader)) === undefined
}

/** A file that was cut off has no end. */
async function isPdf(reader: FilmReader): Promise<boolean> {
  const start = await reader.read(0, 8)
  if (!/^%PDF-[12]\.\d$/.test(start.toString('latin1'))) return false
  return (await tailOf(reader, 4_096)).includes('startxref')
}

const tailOf = ({ size, read }: FilmReader, length: number): Promise<Buffer> => read(Math.max(0, size - length), length)

const localHeader = 0x04034b50
const directoryEntry = 0x02014b50
const directoryEnd = 0x06054b50
const entryLength = 46
const endLength = 22
const maxComment = 65_535
/** Of the directory, some ten thousand names: nobody else is served while it is read. */
const maxDirectoryBytes = 1_048_576

/** Word and Excel write zip archives with these parts. Other programs do so, too, and their files are not what a zip is expected to be. */
async function zipped(reader: FilmReader): Promise<'docx' | 'xlsx' | 'zip' | undefined> {
  const names = await namesIn(reader)
  if (names === undefined || names.some((name) => /(?:^|\/)vbaProject\.bin$/i.test(name))) return undefined
  const has = (part: string): boolean => names.some((name) => name.startsWith(part))
  if (!names.includes('[Content_Types].xml')) return has('META-INF/') || names.includes('mimetype') ? undefined : 'zip'
  if (has('word/')) return 'docx'
  return has('xl/') ? 'xlsx' : undefined
}

/** The names in the directory at the end of a zip archive; undefined for what is none, also where something else precedes or follows it. */
async function namesIn(reader: FilmReader): Promise<string[] | undefined> {
  const start = await reader.read(0, 4)
  if (start.length < 4 || start.readUInt32LE(0) !== localHeader) return undefined
  const tail = await tailOf(reader, endLength + maxComment)
  for (let at = tail.length - endLength; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== directoryEnd || at + endLength + tail.readUInt16LE(at + 20) !== tail.length) continue
    const count = tail.readUInt16LE(at + 10)
    const length = tail.readUInt32LE(at + 12)
    const offset = tail.readUInt32LE(at + 16)
    const end = reader.size - tail.length + at
    return offset + length === end && length <= maxDirectoryBytes
      ? namesInZip(await reader.read(offset, length), count)
      : undefined
  }
  return undefined
}

function namesInZip(directory: Buffer, count: number): string[] | undefined {
  const names: string[] = []
  let at = 0
  while (at + entryLength <= directory.length && directory.readUInt32LE(at) === directoryEntry) {
    const nameLength = directory.readUInt16LE(at + 28)
    const extraLength = directory.readUInt16LE(at + 30)
    const commentLength = directory.readUInt16LE(at + 32)
    names.push(directory.toString('latin1', at + entryLength, at + entryLength + nameLength))
    at += entryLength + nameLength + extraLength + commentLength
  }
  return at === directory.length && names.length === count && count > 0 ? names : undefined
}
