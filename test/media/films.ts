/** Small films of the right structure, generated so that a test knows their content. They show nothing. */

const uint = (length: 1 | 2 | 4, value: number): Buffer => {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

export const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  return Buffer.concat([uint(4, body.length + 8), Buffer.from(type, 'latin1'), body])
}

const zeroes = (length: number): Buffer => Buffer.alloc(length)
const upright = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]
const turned = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000]
const matrixOf = (values: readonly number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4)
      bytes.writeInt32BE(value)
      return bytes
    }),
  )

/** Descriptors of a decoder of that type. */
const esds = (objectType: number): Buffer =>
  box('esds', zeroes(4), Buffer.from([3, 0x80, 0x80, 0x80, 22, 0, 1, 0, 4, 17, objectType, 0x15]), zeroes(15))

interface FilmOptions {
  width?: number
  height?: number
  seconds?: number
  isTurned?: boolean
  /** The codec's name, and undefined for no such track. */
  video?: string | undefined
  audio?: string | undefined
  audioType?: number
  /** What a phone writes about the place, in the film and in its track. */
  place?: string
  brand?: string
  /** Bytes of content. */
  filler?: number
  /** The index comes after the content. */
  indexLast?: boolean
  /** A track of positions, as drones record it beside the picture. */
  hasTelemetry?: boolean
  /** What else is in the index. */
  more?: Buffer
}

const track = (
  kind: string,
  entry: Buffer,
  size: readonly [number, number],
  isTurned = false,
  about: readonly Buffer[] = [],
): Buffer =>
  box(
    'trak',
    box(
      'tkhd',
      zeroes(40),
      matrixOf(isTurned ? turned : upright),
      uint(2, size[0]),
      zeroes(2),
      uint(2, size[1]),
      zeroes(2),
    ),
    box(
      'mdia',
      box('hdlr', zeroes(8), Buffer.from(kind, 'latin1'), zeroes(13)),
      box('minf', box('stbl', box('stsd', zeroes(4), uint(4, 1), entry), ...about), ...about),
      ...about,
    ),
    ...about,
  )

export function mp4(options: FilmOptions = {}): Buffer {
  const {
    width = 1280,
    height = 720,
    seconds = 12.5,
    isTurned = false,
    place,
    brand = 'isom',
    filler = 64,
    indexLast,
    hasTelemetry,
    more = zeroes(0),
  } = options
  const { video, audio, audioType } = { video: 'avc1', audio: 'mp4a', audioType: 0x40, ...options }
  const about = place === undefined ? [] : [box('udta', box('\xa9xyz', Buffer.from(place)))]
  const index = box(
    'moov',
    box('mvhd', zeroes(12), uint(4, 1000), uint(4, seconds * 1000), zeroes(80)),
    ...(video === undefined ? [] : [track('vide', box(video, zeroes(78)), [width, height], isTurned, about)]),
    ...(audio === undefined ? [] : [track('soun', box(audio, zeroes(28), esds(audioType)), [0, 0])]),
    ...(hasTelemetry ? [track('meta', box('djmd', zeroes(8)), [0, 0])] : []),
    ...about,
    more,
  )
  const type = box('ftyp', Buffer.from(brand, 'latin1'), zeroes(4), Buffer.from('isomavc1', 'latin1'))
  const content = box('mdat', Buffer.alloc(filler, 0x61))
  return Buffer.concat([type, ...(indexLast ? [content, index] : [index, content])])
}
