/** What a picture is by its bytes, and those of them that are kept. */
export interface Picture {
  type: 'jpg' | 'png' | 'webp'
  /** As it is stored; it may be shown turned. */
  width: number
  height: number
  /** Of its Exif, 1 to 8. */
  orientation: number
  /** Without metadata: place, time, author, device, thumbnails, and any bytes after its end. */
  kept: Buffer
}

/** Collects blocks of a picture. They are as long as the picture at most. */
export function keptBytes(bytes: Buffer) {
  const copy = Buffer.allocUnsafe(bytes.length)
  let length = 0
  const put = (block: Buffer): void => {
    length += block.copy(copy, length)
  }
  return {
    put,
    keep: (from: number, to: number): void => put(bytes.subarray(from, to)),
    all: (): Buffer => copy.subarray(0, length),
  }
}
