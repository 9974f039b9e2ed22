import { type FilmFacts, type FilmReader, UnplayableFilm } from './filmFacts.ts'
import { type ByteRange, chunksOf, within } from './mp4Samples.ts'

interface Box {
  type: string
  /** The positions of its header, its content and the next box. */
  start: number
  body: number
  end: number
}

/** Enough for an hour in fragments of half a second. */
const maxBoxes = 20_000
/** The index of a film of several hours. */
const maxIndexBytes = 32 * 1_048_576

/**
 * Reads the boxes of an MP4 file: undefined for another kind of file. Throws an UnplayableFilm for codecs other than H.264 and AAC. The
 * content is not read. `blanked` are the boxes with places, names and comments, and the tracks beside picture and sound with their content:
 * a drone and some cameras record where they are many times a second.
 */
export async function readMp4(reader: FilmReader): Promise<FilmFacts | undefined> {
  const start = await reader.read(0, 12)
  if (start.length < 12 || start.toString('latin1', 4, 8) !== 'ftyp' || start.toString('latin1', 8, 12) === 'qt  ') return undefined
  const top = await topBoxes(reader)
  const index = top?.filter(({ type }) => type === 'moov') ?? []
  const [moov] = index
  if (!top || !moov || index.length > 1 || moov.end - moov.start > maxIndexBytes || !top.some(({ type }) => type === 'mdat')) return undefined
  const bytes = await reader.read(moov.start, moov.end - moov.start)
  // The content of a film in fragments is described in each of them.
  const isFragmented = top.some(({ type }) => type === 'moof')
  const movie = readMovie(bytes, moov.body - moov.start, isFragmented)
  if (!movie) return undefined
  const { blanked, recorded, ...facts } = movie
  const outside = top.filter(({ type }) => metadataTypes.has(type))
  const content = top.flatMap(({ type, body, end }) => (type === 'mdat' ? [{ from: body, to: end }] : []))
  const boxes = [...outside, ...blanked.map((box) => moved(box, moov.start))].map(blankBox)
  // The content first: a server that is killed in between finds it by the boxes again.
  return { type: 'video/mp4', extension: 'mp4', ...facts, blanked: [...within(recorded, content).map(blankRange), ...boxes] }
}

const metadataTypes = new Set(['udta', 'meta', 'uuid'])
const moved = ({ type, start, body, end }: Box, by: number): Box => ({ type, start: start + by, body: body + by, end: end + by })
/** A box of the same length that players skip, so that every position in the file stays as it is. */
const blankBox = ({ start, body, end }: Box) => ({ at: start + 4, bytes: Buffer.from('free', 'latin1'), zeroes: { from: body, to: end } })

const blankRange = ({ from, to }: ByteRange) => ({ at: from, bytes: Buffer.alloc(0), zeroes: { from, to } })

/** Undefined when they do not fill the file. */
async function topBoxes(reader: FilmReader): Promise<Box[] | undefined> {
  const boxes: Box[] = []
  for (let at = 0; at < reader.size; ) {
    const box = boxAt(await reader.read(at, 16), 0, reader.size - at)
    if (!box || boxes.length === maxBoxes) return undefined
    boxes.push(moved(box, at))
    at += box.end
  }
  return boxes
}

/** `limit` is where the box that contains it ends. */
function boxAt(bytes: Buffer, at: number, limit: number): Box | undefined {
  if (at + 8 > bytes.length || at + 8 > limit) return undefined
  const short = bytes.readUInt32BE(at)
  const isLong = short === 1
  if (isLong && at + 16 > bytes.length) return undefined
  const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? limit - at : short
  const header = isLong ? 16 : 8
  if (length < header || at + length > limit) return undefined
  return { type: bytes.toString('latin1', at + 4, at + 8), start: at, body: at + header, end: at + length }
}

/** The boxes inside another; stops at an invalid one. */
function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let at = from; at < to && boxes.length < maxBoxes; ) {
    const box = boxAt(bytes, at, to)
    if (!box) break
    boxes.push(box)
    at = box.end
  }
  return boxes
}

interface Movie {
  width: number
  height: number
  seconds?: number
  blanked: Box[]
  /** The content of the tracks among them. */
  recorded: ByteRange[]
}

/** An hour of telemetry at sixty samples a second, each in a chunk of its own. */
const maxChunks = 216_000

function readMovie(bytes: Buffer, body: number, isFragmented: boolean): Movie | undefined {
  const boxes = boxesIn(bytes, body, bytes.length)
  const blanked = boxes.filter(({ type }) => metadataTypes.has(type))
  const recorded: ByteRange[] = []
  let size: { width: number; height: number } | undefined
  for (const track of boxes.filter(({ type }) => type === 'trak')) {
    const parts = boxesIn(bytes, track.body, track.end)
    const media = parts.find(({ type }) => type === 'mdia')
    if (!media) return undefined
    const kind = handlerOf(bytes, media)
    if (kind !== 'vide' && kind !== 'soun' && !isFragmented) {
      blanked.push(track)
      for (const chunk of trackChunks(bytes, media, maxChunks - recorded.length)) recorded.push(chunk)
      continue
    }
    blanked.push(...parts.filter(({ type }) => metadataTypes.has(type)))
    if (kind === 'vide') {
      requireCodec(bytes, media, isH264)
      size ??= shownSize(bytes, parts.find(({ type }) => type === 'tkhd'))
    } else if (kind === 'soun') requireCodec(bytes, media, isAac)
  }
  const seconds = secondsOf(bytes, boxes.find(({ type }) => type === 'mvhd'))
  return size && { ...size, ...(seconds && { seconds }), blanked, recorded }
}

function handlerOf(bytes: Buffer, media: Box): string | undefined {
  const handler = boxesIn(bytes, media.body, media.end).find(({ type }) => type === 'hdlr')
  return handler && handler.body + 12 <= handler.end ? bytes.toString('latin1', handler.body + 8, handler.body + 12) : undefined
}

const codecNames: Readonly<Record<string, string>> = {
  hvc1: 'H.265（HEVC）', hev1: 'H.265（HEVC）', dvh1: '杜比视界', dvhe: '杜比视界', av01: 'AV1', vp09: 'VP9', mp4v: 'MPEG-4', s263: 'H.263', mp4a: 'MP3', 'ac-3': '杜比AC-3', 'ec-3': '杜比AC-3', alac: 'ALAC', samr: 'AMR', Opus: 'Opus',
}

const boxAtPath = (bytes: Buffer, from: Box, path: readonly string[]): Box | undefined =>
  path.reduce<Box | undefined>((box, name) => box && boxesIn(bytes, box.body, box.end).find(({ type }) => type === name), from)

function* trackChunks(bytes: Buffer, media: Box, max: number): Generator<ByteRange> {
  const table = (name: string): Buffer | undefined => {
    const box = boxAtPath(bytes, media, ['minf', 'stbl', name])
    // Its version comes first.
    return box && bytes.subarray(box.body + 4, box.end)
  }
  const [counts, sizes, short, long] = [table('stsc'), table('stsz'), table('stco'), table('co64')]
  const offsets = short ?? long
  if (counts && sizes && offsets) yield* chunksOf({ counts, sizes, offsets, offsetBytes: short ? 4 : 8 }, max)
}

function requireCodec(bytes: Buffer, media: Box, isPlayable: (bytes: Buffer, entry: Box) => boolean): void {
  const table = boxAtPath(bytes, media, ['minf', 'stbl', 'stsd'])
  // Its version and the number of entries come first.
  const entries = table ? boxesIn(bytes, table.body + 8, table.end) : []
  const wrong = entries.find((entry) => !isPlayable(bytes, entry))
  if (entries.length === 0) throw new UnplayableFilm('视频没有编码信息')
  if (wrong) throw new UnplayableFilm(`视频的编码是${codecNames[wrong.type] ?? wrong.type.replace(/[^\w .-]/g, '?')}`)
}

const isH264 = (_bytes: Buffer, { type }: Box): boolean => type === 'avc1' || type === 'avc3'

/** AAC of MPEG-4 and of MPEG-2. */
const aacTypes = new Set([0x40, 0x66, 0x67, 0x68])

function isAac(bytes: Buffer, { type, body, end }: Box): boolean {
  if (type !== 'mp4a') return false
  // Where the boxes inside begin depends on a version; the descriptors are found by their name.
  const at = bytes.subarray(body, end).indexOf('esds', 0, 'latin1')
  return at >= 0 && aacTypes.has(objectType(bytes.subarray(body + at + 8, end)) ?? 0)
}

/** Descriptors: a tag, a length of one to four bytes, content. The decoder's (4) is inside the stream's (3). */
function objectType(bytes: Buffer): number | undefined {
  const skipLength = (at: number): number => {
    let end = at
    while (end < at + 3 && ((bytes[end] ?? 0) & 0x80) !== 0) end++
    return end + 1
  }
  if (bytes[0] !== 3) return undefined
  let at = skipLength(1) + 2
  const flags = bytes[at++] ?? 0
  if (flags & 0x80) at += 2
  if (flags & 0x40) at += 1 + (bytes[at] ?? 0)
  if (flags & 0x20) at += 2
  return bytes[at] === 4 ? bytes[skipLength(at + 1)] : undefined
}

/** The size as shown: the matrix may turn the picture. */
function shownSize(bytes: Buffer, header: Box | undefined): { width: number; height: number } | undefined {
  if (!header) return undefined
  const matrix = header.body + (bytes[header.body] === 1 ? 52 : 40)
  if (matrix + 44 > header.end) return undefined
  const [width, height] = [bytes.readUInt16BE(matrix + 36), bytes.readUInt16BE(matrix + 40)]
  const isTurned = bytes.readInt32BE(matrix) === 0 && bytes.readInt32BE(matrix + 16) === 0
  return isTurned ? { width: height, height: width } : { width, height }
}

function secondsOf(bytes: Buffer, header: Box | undefined): number | undefined {
  if (!header) return undefined
  const isLong = bytes[header.body] === 1
  const at = header.body + (isLong ? 20 : 12)
  if (at + (isLong ? 12 : 8) > header.end) return undefined
  const [scale, duration] = [bytes.readUInt32BE(at), isLong ? Number(bytes.readBigUInt64BE(at + 4)) : bytes.readUInt32BE(at + 4)]
  // All ones: unknown.
  return scale === 0 || duration >= 0xffffffff ? undefined : Math.round((duration / scale) * 10) / 10
}
