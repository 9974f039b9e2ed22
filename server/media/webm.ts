import { type Blanked, createPartCounter, type FilmFacts, type FilmReader, UnplayableFilm } from './filmFacts.ts'

/** The elements that are looked at. */
const ids = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timecodeScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  codec: 0x86,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  cluster: 0x1f43b675,
  tags: 0x1254c367,
  attachments: 0x1941a469,
} as const

interface Element {
  id: number
  start: number
  body: number
  /** Undefined where the length is not known, as in a recording. */
  end: number | undefined
}

/** The largest element that is read into memory. */
const maxBytes = 1_048_576
const playable: Readonly<Record<number, readonly string[]>> = {
  1: ['V_VP8', 'V_VP9', 'V_AV1'],
  2: ['A_OPUS', 'A_VORBIS'],
}

/** Reads the elements of a WebM file: undefined for another kind of file. Throws an UnplayableFilm for codecs that browsers do not play. */
export async function readWebm(reader: FilmReader): Promise<FilmFacts | undefined> {
  const segment = await readSegment(reader)
  if (!segment) return undefined
  let track: { width: number; height: number } | undefined
  let seconds: number | undefined
  let hasContent = false
  const blanked: Blanked[] = []
  const count = createPartCounter()
  for (let position = segment.body; position < (segment.end ?? reader.size); ) {
    count('box')
    const element = await readElement(reader, position)
    if (!element || (element.end !== undefined && element.end > reader.size)) return undefined
    const { id, start, body, end } = element
    hasContent ||= id === ids.cluster
    // A recording's clusters have no length; what describes it comes before them.
    if (end === undefined) break
    if (id === ids.tags || id === ids.attachments) blanked.push(blankElement(start, body, end))
    if (id === ids.info || id === ids.tracks) {
      if (end - start > maxBytes) return undefined
      const bytes = await reader.read(body, end - body)
      if (id === ids.info) seconds = secondsOf(bytes, count)
      else track = readTracks(bytes, count)
    }
    position = end
  }
  if (!track || !hasContent) return undefined
  return { type: 'video/webm', extension: 'webm', ...track, ...(seconds && { seconds }), blanked }
}

/** The element that holds the film; undefined for another kind of file. */
async function readSegment(reader: FilmReader): Promise<Element | undefined> {
  const head = await reader.read(0, 4096)
  const header = parseElement(head, 0)
  if (header?.id !== ids.header || header.end === undefined || header.end > head.length) return undefined
  const docType = childrenOf(head, header.body, header.end, () => {}).find(({ id }) => id === ids.docType)
  if (!docType || stringIn(head, docType) !== 'webm') return undefined
  const segment = await readElement(reader, header.end)
  return segment?.id === ids.segment && (segment.end === undefined || segment.end <= reader.size) ? segment : undefined
}

async function readElement(reader: FilmReader, start: number): Promise<Element | undefined> {
  const element = parseElement(await reader.read(start, 12), 0)
  return (
    element && {
      id: element.id,
      start,
      body: start + element.body,
      end: element.end === undefined ? undefined : start + element.end,
    }
  )
}

/** An id and a length; the leading zero bits of the first byte of each say how long it is. */
function parseElement(bytes: Buffer, start: number): Element | undefined {
  const idLength = lengthOf(bytes[start])
  const lengthLength = lengthOf(bytes[start + idLength])
  const body = start + idLength + lengthLength
  if (idLength === 0 || idLength > 4 || lengthLength === 0 || body > bytes.length) return undefined
  let length = (bytes[start + idLength] ?? 0) & (0xff >> lengthLength)
  let isUnknown = length === 0xff >> lengthLength
  for (const byte of bytes.subarray(start + idLength + 1, body)) {
    isUnknown &&= byte === 0xff
    length = length * 256 + byte
  }
  return { id: bytes.readUIntBE(start, idLength), start, body, end: isUnknown ? undefined : body + length }
}

const lengthOf = (byte = 0): number => (byte === 0 ? 0 : Math.clz32(byte) - 23)

type Count = ReturnType<typeof createPartCounter>

function childrenOf(bytes: Buffer, from: number, to: number, count: Count): (Element & { end: number })[] {
  const children: (Element & { end: number })[] = []
  for (let start = from; start < to; ) {
    const element = parseElement(bytes, start)
    if (element?.end === undefined || element.end > to) break
    count('box')
    children.push({ ...element, end: element.end })
    start = element.end
  }
  return children
}

const stringIn = (bytes: Buffer, { body, end = body }: Element): string =>
  bytes.toString('latin1', body, Math.min(end, body + 64)).replace(/\0+$/, '')
const uintIn = (bytes: Buffer, { body, end = body }: Element): number =>
  end - body >= 1 && end - body <= 6 ? bytes.readUIntBE(body, end - body) : 0

function secondsOf(info: Buffer, count: Count): number | undefined {
  const parts = childrenOf(info, 0, info.length, count)
  const duration = parts.find(({ id }) => id === ids.duration)
  const scale = parts.find(({ id }) => id === ids.timecodeScale)
  const length = duration ? duration.end - duration.body : 0
  if (!duration || (length !== 4 && length !== 8)) return undefined
  const ticks = length === 4 ? info.readFloatBE(duration.body) : info.readDoubleBE(duration.body)
  const seconds = (ticks * (scale ? uintIn(info, scale) : 1_000_000)) / 1e9
  return Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 10) / 10 : undefined
}

function readTracks(bytes: Buffer, count: Count): { width: number; height: number } | undefined {
  let size: { width: number; height: number } | undefined
  for (const track of childrenOf(bytes, 0, bytes.length, count).filter(({ id }) => id === ids.track)) {
    count('track')
    const parts = childrenOf(bytes, track.body, track.end, count)
    const find = (id: number) => parts.find((part) => part.id === id)
    const type = find(ids.trackType)
    const codec = find(ids.codec)
    const video = find(ids.video)
    const codecs = type && playable[uintIn(bytes, type)]
    if (!codecs) continue
    const name = codec ? stringIn(bytes, codec) : ''
    if (!codecs.includes(name)) throw new UnplayableFilm(`视频的编码是${name.replace(/[^\w/.-]/g, '?')}`)
    if (!video || size) continue
    const inVideo = childrenOf(bytes, video.body, video.end, count)
    const side = (sideId: number): number => {
      const part = inVideo.find(({ id }) => id === sideId)
      return part ? uintIn(bytes, part) : 0
    }
    size = { width: side(ids.width), height: side(ids.height) }
  }
  return size
}

/** An element of the same length that players skip; its id is shorter, so its length gets more bytes. */
function blankElement(start: number, body: number, end: number): Blanked {
  const lengthBytes = Math.min(8, body - start - 1)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(end - start - 1 - lengthBytes) | (1n << BigInt(7 * lengthBytes)))
  const bytes = Buffer.alloc(body - start)
  bytes[0] = 0xec
  length.copy(bytes, 1, 8 - lengthBytes)
  return { position: start, bytes, zeroes: { from: body, to: end } }
}
