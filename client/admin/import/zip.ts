import { SheetProblem } from './sheetProblem.ts'

/** A file in an archive. Nothing is written anywhere, and no name is a path. */
export interface ZipEntry {
  name: string
  /** Its content, of at most so many bytes. */
  read(room: number): Promise<Blob>
}

const localHeader = 30
const directoryEntry = 46
/** The end of the directory stands behind everything else, before a comment of up to 64 KB. */
const directoryEnd = 22
const maxTail = 65_535 + directoryEnd

/** The files of a zip archive. None is read before somebody asks for it. Windows names them in Chinese where it does not say otherwise. */
export async function filesInArchive(archive: Blob): Promise<ZipEntry[]> {
  const { count, offset } = endRecord(await viewOf(archive.slice(-maxTail)))
  const directory = await viewOf(archive.slice(offset))
  const entries: ZipEntry[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + directoryEntry > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50) throw damaged()
    const nameLength = directory.getUint16(at + 28, true)
    const start = at + directoryEntry
    const isUnicode = (directory.getUint16(at + 8, true) & 0x800) > 0 || directory.getUint8(at + 5) > 0
    const names = new TextDecoder(isUnicode ? 'utf-8' : 'gb18030')
    const name = names.decode(new Uint8Array(directory.buffer).subarray(start, start + nameLength))
    const packed: Packed = {
      archive,
      method: directory.getUint16(at + 10, true),
      crc: directory.getUint32(at + 16, true),
      length: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true),
      offset: directory.getUint32(at + 42, true),
    }
    if (!name.endsWith('/')) entries.push({ name, read: (room) => unpack(packed, room) })
    at += directoryEntry + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)
  }
  return entries
}

const viewOf = async (part: Blob): Promise<DataView> => new DataView(await part.arrayBuffer())

function endRecord(view: DataView): { count: number; offset: number } {
  for (let at = view.byteLength - directoryEnd; at >= 0; at--) {
    if (view.getUint32(at, true) === 0x06054b50)
      return { count: view.getUint16(at + 10, true), offset: view.getUint32(at + 16, true) }
  }
  throw damaged()
}

interface Packed {
  archive: Blob
  method: number
  crc: number
  length: number
  size: number
  offset: number
}

async function unpack({ archive, method, crc, length, size, offset }: Packed, room: number): Promise<Blob> {
  // What it claims is only a hint; what comes out is counted as well.
  if (size > room || length > room) throw tooLarge()
  const header = await viewOf(archive.slice(offset, offset + localHeader))
  if (header.byteLength < localHeader || header.getUint32(0, true) !== 0x04034b50) throw damaged()
  const start = offset + localHeader + header.getUint16(26, true) + header.getUint16(28, true)
  const data = archive.slice(start, start + length)
  if (data.size < length) throw damaged()
  if (method === 0) return data
  if (method !== 8) throw damaged()
  if (typeof DecompressionStream === 'undefined')
    throw new SheetProblem('这个浏览器太旧，读不了xlsx。请把表格另存为CSV再导入，或者换新版的浏览器')
  return inflate(data, crc, size, room)
}

/** Browsers know gzip for longer than bare deflate: the archive has all that gzip has beside it. */
async function inflate(data: Blob, crc: number, size: number, room: number): Promise<Blob> {
  const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255)
  const tail = new DataView(new ArrayBuffer(8))
  tail.setUint32(0, crc, true)
  tail.setUint32(4, size, true)
  const reader = new Blob([head, data, tail]).stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  const parts: BlobPart[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return new Blob(parts)
      length += value.length
      if (length > room) throw tooLarge()
      parts.push(value)
    }
  } catch (cause) {
    await reader.cancel().catch(() => {})
    if (cause instanceof SheetProblem) throw cause
    throw damaged()
  }
}

export const damaged = (): SheetProblem =>
  new SheetProblem('文件打不开，可能已经损坏，或者不是表格。请在Excel或WPS里另存一次再试')
const tooLarge = (): SheetProblem => new SheetProblem('表格太大，请分成几份导入')
