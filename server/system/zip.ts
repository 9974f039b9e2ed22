import { crc32 } from 'node:zlib'

/** A file that is packed. It is read twice, so that nothing of it has to be kept in memory; once where its checksum is known. */
export interface ZipEntry {
  name: string
  bytes: number
  crc?: number
  read(): AsyncIterable<Uint8Array>
}

/** Sizes and places have four bytes each; what is larger would need the other format, which old programs do not read. */
export const maxZipBytes = 2 ** 32 - 1
export const maxZipEntries = 2 ** 16 - 1

const localBytes = 30
const directoryBytes = 46
const endBytes = 22

/** The size of the whole archive. */
export const zipBytes = (entries: readonly Pick<ZipEntry, 'name' | 'bytes'>[]): number =>
  entries.reduce(
    (sum, { name, bytes }) => sum + localBytes + directoryBytes + 2 * Buffer.byteLength(name) + bytes,
    endBytes,
  )

/**
 * Packs files without compressing them: pictures and documents are compressed already. Throws where a file is not as long as was said, since
 * the size of the archive has been announced by then.
 */
export async function* zip(entries: readonly ZipEntry[], madeAt: number): AsyncGenerator<Uint8Array, void, undefined> {
  const time = dosTime(madeAt)
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { name, bytes, read } = entry
    const crc = entry.crc ?? (await checksumOf(entry))
    const facts = sharedFields({ crc, bytes, time, name })
    const local = Buffer.concat([signature('PK\x03\x04'), version, facts, Buffer.from(name)])
    directory.push(
      Buffer.concat([signature('PK\x01\x02'), version, version, facts, directoryFields(offset), Buffer.from(name)]),
    )
    yield local
    yield* read()
    offset += local.length + bytes
  }
  const all = Buffer.concat(directory)
  yield all
  yield endOf(entries.length, all.length, offset)
}

async function checksumOf({ name, bytes, read }: ZipEntry): Promise<number> {
  let crc = 0
  let length = 0
  for await (const chunk of read()) {
    crc = crc32(chunk, crc)
    length += chunk.length
  }
  if (length !== bytes) throw new Error(`${name} has ${length} bytes instead of ${bytes}`)
  return crc
}

const signature = (text: string): Buffer => Buffer.from(text, 'latin1')
/** 2.0, the first with folders in names. */
const version = Buffer.of(20, 0)
/** The name is in UTF-8. */
const utf8Names = 0x0800

interface Facts {
  crc: number
  bytes: number
  time: { day: number; time: number }
  name: string
}

/** What both headers of a file have in common. */
function sharedFields({ crc, bytes, time: { day, time }, name }: Facts): Buffer {
  const facts = Buffer.alloc(24)
  facts.writeUInt16LE(utf8Names, 0)
  facts.writeUInt16LE(time, 4)
  facts.writeUInt16LE(day, 6)
  facts.writeUInt32LE(crc, 8)
  facts.writeUInt32LE(bytes, 12)
  facts.writeUInt32LE(bytes, 16)
  facts.writeUInt16LE(Buffer.byteLength(name), 20)
  return facts
}

/** No comment, the first of all disks, no attributes. */
function directoryFields(offset: number): Buffer {
  const place = Buffer.alloc(14)
  place.writeUInt32LE(offset, 10)
  return place
}

function endOf(count: number, directory: number, offset: number): Buffer {
  const end = Buffer.alloc(endBytes)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

/** In China, as programs show it: no zone is stored. */
function dosTime(ms: number): Facts['time'] {
  const date = new Date(ms + 8 * 3_600_000)
  return {
    day: ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
    time: (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1),
  }
}
