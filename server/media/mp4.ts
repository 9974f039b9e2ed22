import { type Blanked, createPartCounter, type FilmFacts, type FilmReader, UnplayableFilm } from './filmFacts.ts'

interface Box {
  type: string
  /** The positions of its header, its content and the next box. */
  start: number
  body: number
  end: number
}

/** The index of a film of several hours. */
const maxIndexBytes = 32 * 1_048_576

/**
 * Reads the boxes of an MP4 file: undefined for another kind of file. Throws an UnplayableFilm for codecs other than H.264 and AAC. The
 * content is not read. `blanked` are the boxes with places, names and comments, and the tracks beside picture and sound.
 */
export async function readMp4(reader: FilmReader): Promise<FilmFacts | undefined> {
  const start = await reader.read(0, 12)
  if (start.length < 12 || start.toString('latin1', 4, 8) !== 'ftyp' || start.toString('latin1', 8, 12) === 'qt  ')
    return undefined
  const count = createPartCounter()
  const top = await topBoxes(reader, () => count('box'))
  const [moov, another] = top?.filter(({ type }) => type === 'moov') ?? []
  if (!top || !moov || another || moov.end - moov.start > maxIndexBytes || !top.some(({ type }) => type === 'mdat'))
    return undefined
  const bytes = await reader.read(moov.start, moov.end - moov.start)
  // The content of a film in fragments is described in each of them.
  const fragments = top.filter(({ type }) => type === 'moof')
  if (fragments.reduce((sum, { start, end }) => sum + end - start, 0) > maxIndexBytes) return undefined
  const movie = readMovie(bytes, moov.body - moov.start, fragments.length > 0, count)
  if (!movie) return undefined
  const { blanked, ...facts } = movie
  const boxes = [...top.filter(isMetadata), ...blanked.map((box) => moved(box, moov.start))]
  for (const { start, body, end } of fragments) {
    const inside = childrenIn(await reader.read(start, end - start), count)
    boxes.push(...metadataIn(inside({ body: body - start, end: end - start }), inside).map((box) => moved(box, start)))
  }
  return { type: 'video/mp4', extension: 'mp4', ...facts, blanked: boxes.map(blankBox) }
}

const isMetadata = ({ type }: Box): boolean => type === 'udta' || type === 'meta' || type === 'uuid'
/** Of these the content is nothing but boxes. */
const containers = new Set(['trak', 'mdia', 'minf', 'stbl', 'dinf', 'edts', 'mvex', 'traf'])

type Inside = (box: Pick<Box, 'body' | 'end'> | undefined) => Box[]

/** The content of the innermost of them, in a `stbl` of a `minf` of a `mdia` of a `trak`. */
const deepest = 4

const metadataIn = (boxes: readonly Box[], inside: Inside, depth = 0): Box[] =>
  boxes.flatMap((box) => {
    if (isMetadata(box)) return [box]
    return containers.has(box.type) && depth < deepest ? metadataIn(inside(box), inside, depth + 1) : []
  })

type Count = ReturnType<typeof createPartCounter>

/** Returns a function that reads the boxes inside another one, each once; it stops at an invalid one. */
function childrenIn(bytes: Buffer, count: Count): Inside {
  const known = new Map<number, Box[]>()
  return (parent) => {
    if (!parent) return []
    const before = known.get(parent.body)
    if (before) return before
    const boxes: Box[] = []
    for (let box = readBox(bytes, parent.body, parent.end); box; box = readBox(bytes, box.end, parent.end)) {
      count('box')
      boxes.push(box)
    }
    known.set(parent.body, boxes)
    return boxes
  }
}

const moved = ({ type, start, body, end }: Box, by: number): Box => ({
  type,
  start: start + by,
  body: body + by,
  end: end + by,
})
/** A box of the same length that players skip, so that every position in the file stays as it is. */
const blankBox = ({ start, body, end }: Box): Blanked => ({
  position: start + 4,
  bytes: Buffer.from('free', 'latin1'),
  zeroes: { from: body, to: end },
})

/** Undefined when they do not fill the file. */
async function topBoxes(reader: FilmReader, countBox: () => void): Promise<Box[] | undefined> {
  const boxes: Box[] = []
  for (let position = 0; position < reader.size; ) {
    countBox()
    const box = readBox(await reader.read(position, 16), 0, reader.size - position)
    if (!box) return undefined
    boxes.push(moved(box, position))
    position += box.end
  }
  return boxes
}

/** `limit` is where the box that contains it ends. */
function readBox(bytes: Buffer, start: number, limit: number): Box | undefined {
  if (start + 8 > bytes.length || start + 8 > limit) return undefined
  let length = bytes.readUInt32BE(start)
  const isLong = length === 1
  if (isLong && start + 16 > bytes.length) return undefined
  if (isLong) length = Number(bytes.readBigUInt64BE(start + 8))
  else if (length === 0) length = limit - start
  const header = isLong ? 16 : 8
  if (length < header || start + length > limit) return undefined
  return { type: bytes.toString('latin1', start + 4, start + 8), start, body: start + header, end: start + length }
}

interface Movie {
  width: number
  height: number
  seconds?: number
  blanked: Box[]
}

function readMovie(bytes: Buffer, body: number, isFragmented: boolean, count: Count): Movie | undefined {
  const inside = childrenIn(bytes, count)
  const boxes = inside({ body, end: bytes.length })
  const blanked: Box[] = []
  let size: { width: number; height: number } | undefined
  for (const track of boxes.filter(({ type }) => type === 'trak')) {
    count('track')
    const parts = inside(track)
    const media = inside(find(parts, 'mdia'))
    const kind = handlerOf(bytes, find(media, 'hdlr'))
    if (kind !== 'vide' && kind !== 'soun') {
      if (!isFragmented) blanked.push(track)
      continue
    }
    const table = find(inside(find(inside(find(media, 'minf')), 'stbl')), 'stsd')
    // Its version and the number of entries come first.
    requireCodec(
      table ? inside({ body: table.body + 8, end: table.end }) : [],
      kind === 'vide' ? isH264 : (entry) => isAac(bytes, entry),
    )
    if (kind === 'vide') size ??= shownSize(bytes, find(parts, 'tkhd'))
  }
  const rest = boxes.filter((box) => !blanked.includes(box))
  blanked.push(...metadataIn(rest, inside))
  const seconds = secondsOf(bytes, find(boxes, 'mvhd'))
  return size && { ...size, ...(seconds && { seconds }), blanked }
}

const find = (boxes: readonly Box[], name: string): Box | undefined => boxes.find(({ type }) => type === name)

const handlerOf = (bytes: Buffer, handler: Box | undefined): string | undefined =>
  handler && handler.body + 12 <= handler.end
    ? bytes.toString('latin1', handler.body + 8, handler.body + 12)
    : undefined

const codecNames: Readonly<Record<string, string>> = {
  hvc1: 'H.265（HEVC）',
  hev1: 'H.265（HEVC）',
  dvh1: '杜比视界',
  dvhe: '杜比视界',
  av01: 'AV1',
  vp09: 'VP9',
  mp4v: 'MPEG-4',
  s263: 'H.263',
  mp4a: 'MP3',
  'ac-3': '杜比AC-3',
  'ec-3': '杜比AC-3',
  alac: 'ALAC',
  samr: 'AMR',
  Opus: 'Opus',
}

function requireCodec(entries: readonly Box[], isPlayable: (entry: Box) => boolean): void {
  const wrong = entries.find((entry) => !isPlayable(entry))
  if (entries.length === 0) throw new UnplayableFilm('视频没有编码信息')
  if (wrong) throw new UnplayableFilm(`视频的编码是${codecNames[wrong.type] ?? wrong.type.replace(/[^\w .-]/g, '?')}`)
}

const isH264 = ({ type }: Box): boolean => type === 'avc1' || type === 'avc3'

/** The first is AAC of MPEG-4, the others are AAC of MPEG-2. */
const aacTypes = new Set([0x40, 0x66, 0x67, 0x68])

function isAac(bytes: Buffer, { type, body, end }: Box): boolean {
  if (type !== 'mp4a') return false
  // Where the boxes inside begin depends on a version; the descriptors are found by their name.
  const offset = bytes.subarray(body, end).indexOf('esds', 0, 'latin1')
  return offset >= 0 && aacTypes.has(objectType(bytes.subarray(body + offset + 8, end)) ?? 0)
}

/** Descriptors: a tag, a length of one to four bytes, content. The decoder's (4) is inside the stream's (3). */
function objectType(bytes: Buffer): number | undefined {
  const skipLength = (start: number): number => {
    let end = start
    while (end < start + 3 && ((bytes[end] ?? 0) & 0x80) !== 0) end++
    return end + 1
  }
  if (bytes[0] !== 3) return undefined
  let offset = skipLength(1) + 2
  const flags = bytes[offset++] ?? 0
  if (flags & 0x80) offset += 2
  if (flags & 0x40) offset += 1 + (bytes[offset] ?? 0)
  if (flags & 0x20) offset += 2
  return bytes[offset] === 4 ? bytes[skipLength(offset + 1)] : undefined
}

/** The size as shown: the matrix may turn the picture. */
function shownSize(bytes: Buffer, header: Box | undefined) {
  if (!header) return undefined
  const matrix = header.body + (bytes[header.body] === 1 ? 52 : 40)
  if (matrix + 44 > header.end) return undefined
  const width = bytes.readUInt16BE(matrix + 36)
  const height = bytes.readUInt16BE(matrix + 40)
  const isTurned = bytes.readInt32BE(matrix) === 0 && bytes.readInt32BE(matrix + 16) === 0
  return isTurned ? { width: height, height: width } : { width, height }
}

function secondsOf(bytes: Buffer, header: Box | undefined): number | undefined {
  if (!header) return undefined
  const isLong = bytes[header.body] === 1
  const start = header.body + (isLong ? 20 : 12)
  if (start + (isLong ? 12 : 8) > header.end) return undefined
  const scale = bytes.readUInt32BE(start)
  const duration = isLong ? Number(bytes.readBigUInt64BE(start + 4)) : bytes.readUInt32BE(start + 4)
  // An unknown duration has all bits set.
  return scale === 0 || duration >= 0xffffffff ? undefined : Math.round((duration / scale) * 10) / 10
}
