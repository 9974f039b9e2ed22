import { SheetProblem } from './sheetProblem.ts'

/** More than any sheet of 5,000 rows unpacks to. */
const maxUnpacked = 80 * 1_048_576
const maxEntries = 2_000

interface Entry {
  name: string
  method: number
  crc: number
  packed: number
  size: number
  offset: number
}

/** The files of a zip archive that are asked for, by their names. Nothing is written anywhere, and no name is a path. */
export async function unzip(bytes: Uint8Array, isWanted: (name: string) => boolean): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  let room = maxUnpacked
  for (const entry of entriesOf(bytes)) {
    if (!isWanted(entry.name)) continue
    const unpacked = await unpack(bytes, entry, room)
    room -= unpacked.length
    files.set(entry.name, unpacked)
  }
  return files
}

/** Of an archive with pictures, which is never read as one. */
const maxPackedFiles = 65_535
const maxTail = 65_557
const localHeader = 30

/**
 * The files of an archive that an export has made, as parts of it: none is read before somebody asks for it. Undefined where it is packed
 * otherwise.
 */
export async function filesInArchive(archive: File): Promise<File[] | undefined> {
  const bytesOf = async (from: number, to: number): Promise<Uint8Array> =>
    new Uint8Array(await archive.slice(from, to).arrayBuffer())
  const { count, offset } = endRecord(await bytesOf(Math.max(0, archive.size - maxTail), archive.size))
  if (count > maxPackedFiles || offset >= archive.size) return undefined
  const entries = directoryEntries(await bytesOf(offset, archive.size), count, 0)
  if (entries.some(({ method }) => method !== 0)) return undefined
  return Promise.all(
    entries.map(async ({ name, packed, offset: start }) => {
      const view = viewOf(await bytesOf(start, start + localHeader))
      const from = start + localHeader + view.getUint16(26, true) + view.getUint16(28, true)
      const file = name.slice(name.lastIndexOf('/') + 1)
      return new File([archive.slice(from, from + packed)], file, {
        type: typeOf(file),
        lastModified: archive.lastModified,
      })
    }),
  )
}

/** Without a type a browser does not draw a picture. */
function typeOf(name: string): string {
  if (/\.jpe?g$/i.test(name)) return 'image/jpeg'
  return /\.png$/i.test(name) ? 'image/png' : ''
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function entriesOf(bytes: Uint8Array): Entry[] {
  const { count, offset } = endRecord(bytes)
  if (count > maxEntries) throw new SheetProblem('文件里的内容太多，不像是表格')
  return directoryEntries(bytes, count, offset)
}

/** Where the directory is that says what is in the archive. It is read from the end of the archive, which may be all that is known of it. */
function endRecord(bytes: Uint8Array): { count: number; offset: number } {
  const view = viewOf(bytes)
  const end = directoryEnd(view)
  return { count: view.getUint16(end + 10, true), offset: view.getUint32(end + 16, true) }
}

function directoryEntries(bytes: Uint8Array, count: number, start: number): Entry[] {
  const view = viewOf(bytes)
  const names = new TextDecoder()
  const entries: Entry[] = []
  let at = start
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw damaged()
    const nameLength = view.getUint16(at + 28, true)
    entries.push({
      name: names.decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** It stands behind everything else, before a comment of up to 64 KB. */
function directoryEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--) {
    if (view.getUint32(at, true) === 0x06054b50) return at
  }
  throw damaged()
}

async function unpack(
  bytes: Uint8Array,
  { method, crc, packed, size, offset }: Entry,
  room: number,
): Promise<Uint8Array> {
  // What it claims is only a hint; what comes out is counted as well.
  if (size > room) throw tooLarge()
  const view = viewOf(bytes)
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== 0x04034b50) throw damaged()
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  if (start + packed > bytes.length) throw damaged()
  const data = bytes.subarray(start, start + packed)
  if (method === 0) return data
  if (method !== 8) throw damaged()
  if (typeof DecompressionStream === 'undefined')
    throw new SheetProblem('这个浏览器太旧，读不了xlsx。请把表格另存为CSV再导入，或者换新版的浏览器')
  return inflate(data, crc, size, room)
}

/** Browsers know gzip for longer than bare deflate: the archive has all that gzip has beside it. */
async function inflate(data: Uint8Array, crc: number, size: number, room: number): Promise<Uint8Array> {
  const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255)
  const tail = new Uint8Array(8)
  viewOf(tail).setUint32(0, crc, true)
  viewOf(tail).setUint32(4, size, true)
  const stream = new Blob([head, data, tail] as BlobPart[]).stream().pipeThrough(new DecompressionStream('gzip'))
  const reader = stream.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      length += value.length
      if (length > room) throw tooLarge()
      parts.push(value)
    }
  } catch (cause) {
    await reader.cancel().catch(() => {})
    if (cause instanceof SheetProblem) throw cause
    throw damaged()
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const damaged = (): SheetProblem =>
  new SheetProblem('文件打不开，可能已经损坏，或者不是表格。请在Excel或WPS里另存一次再试')
const tooLarge = (): SheetProblem => new SheetProblem('表格太大，请分成几份导入')
