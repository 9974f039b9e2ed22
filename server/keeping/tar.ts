import { BadArchive } from './backupFailure.ts'

const block = 512
/** The size of a file has 11 octal digits. */
export const maxBytes = 8 ** 11 - 1

/** The header of a plain file in the ustar format, which every tar reads. Throws for names that are long or not ASCII. */
export function tarHeader(name: string, size: number, seconds: number, mode = 0o600): Buffer {
  const [prefix, base] = splitName(name)
  if (!/^[\x21-\x7e]+$/.test(name) || base.length > 100 || prefix.length > 155)
    throw new BadArchive(`文件名无法写入备份：${name}`)
  if (size > maxBytes) throw new BadArchive(`文件过大，无法写入备份：${name}`)
  const header = Buffer.alloc(block)
  header.write(base, 0, 'latin1')
  header.write(`${octal(mode, 7)}\x000000000\x000000000\x00`, 100, 'latin1')
  header.write(octal(size, 11), 124, 'latin1')
  header.write(octal(seconds, 11), 136, 'latin1')
  header.write('        0', 148, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  header.write(prefix, 345, 'latin1')
  header.write(`${octal(checksum(header), 6)}\x00 `, 148, 'latin1')
  return header
}

/** The zeros that pad a file to full blocks. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block)
export const tarEnd = Buffer.alloc(2 * block)

export interface TarEntry {
  name: string
  size: number
  /** Read it to its end before requesting the next entry. */
  body: AsyncIterable<Buffer>
}

/**
 * Yields the plain files of a tar in order. Anything else (links, devices, folders, long names, sparse files) is an error: this reads
 * what `tarHeader` writes, and nothing that could escape the folder it is unpacked into.
 */
export async function* tarEntries(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry, void, undefined> {
  const bytes = new ByteReader(source)
  for (;;) {
    const header = await bytes.exactly(block)
    if (isZero(header)) break
    const { name, size } = readHeader(header)
    let remaining = size
    const body = async function* (): AsyncGenerator<Buffer, void, undefined> {
      while (remaining > 0) {
        const chunk = await bytes.some(remaining)
        remaining -= chunk.length
        yield chunk
      }
      if (!isZero(await bytes.exactly((block - (size % block)) % block)))
        throw new BadArchive('备份文件已损坏：文件之间有多余的内容')
    }
    yield { name, size, body: body() }
    if (remaining > 0) throw new Error(`${name} was not read to its end`)
  }
  await onlyZeros(bytes)
}

function readHeader(header: Buffer) {
  const text = (offset: number, length: number): string =>
    header.toString('latin1', offset, offset + length).replace(/\0.*$/s, '')
  const stated = Number.parseInt(text(148, 8), 8)
  if (header.toString('latin1', 257, 262) !== 'ustar' || stated !== checksum(header))
    throw new BadArchive('不是筑站的备份文件，或已损坏：读不到文件头')
  const prefix = text(345, 155)
  const name = prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`
  const type = header.toString('latin1', 156, 157)
  if (type !== '0' && type !== '\0')
    throw new BadArchive(
      `压缩包里有不允许的内容（链接、设备、文件夹等，类型“${printableName(type)}”）：${printableName(name)}`,
    )
  const size = text(124, 12)
  if (!/^[0-7]{1,12} *$/.test(size)) throw new BadArchive(`备份文件已损坏：${printableName(name)}的大小无法识别`)
  return { name, size: Number.parseInt(size, 8) }
}

/** After the end tar writes zeros up to a multiple of 10 KB; more than a megabyte is refused. */
async function onlyZeros(bytes: ByteReader): Promise<void> {
  let length = 0
  for (let part = await bytes.next(); part !== undefined; part = await bytes.next()) {
    length += part.length
    if (length > 1_048_576 || !isZero(part)) throw new BadArchive('备份文件已损坏：末尾有多余的内容')
  }
  if (length < block) throw new BadArchive('备份文件不完整：缺少结尾')
}

class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next bytes, at most this many. */
  async some(max: number): Promise<Buffer> {
    const part = await this.next()
    if (part === undefined) throw new BadArchive('备份文件不完整：内容在中途结束')
    this.#held = part.subarray(max)
    return part.subarray(0, max)
  }

  async exactly(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let remaining = length; remaining > 0; ) {
      const part = await this.some(remaining)
      parts.push(part)
      remaining -= part.length
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
  }

  /** The next chunk, of any length; undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    if (this.#held.length > 0) {
      const held = this.#held
      this.#held = Buffer.alloc(0)
      return held
    }
    for (;;) {
      const next = await this.#source.next()
      if (next.done) return undefined
      if (next.value.length > 0) return next.value
    }
  }
}

/** A name longer than its field is split at the last slash. */
function splitName(name: string): [prefix: string, base: string] {
  if (name.length <= 100) return ['', name]
  const offset = name.lastIndexOf('/')
  return [name.slice(0, Math.max(0, offset)), name.slice(offset + 1)]
}

const octal = (value: number, digits: number): string => Math.floor(value).toString(8).padStart(digits, '0')

/** The checksum field itself counts as eight spaces. */
function checksum(header: Buffer): number {
  let sum = 8 * 32
  for (let offset = 0; offset < block; offset++) if (offset < 148 || offset >= 156) sum += header[offset] ?? 0
  return sum
}

const zeros = Buffer.alloc(65_536)
const isZero = (bytes: Buffer): boolean => {
  for (let offset = 0; offset < bytes.length; offset += zeros.length) {
    const part = bytes.subarray(offset, offset + zeros.length)
    if (!part.equals(zeros.subarray(0, part.length))) return false
  }
  return true
}

/** An untrusted name, escaped and cut for messages. */
export const printableName = (name: string): string => JSON.stringify(name.slice(0, 200)).slice(1, -1)
