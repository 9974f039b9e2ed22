export interface FilmReader {
  size: number
  /** Fewer bytes at the end of the file. */
  read(position: number, length: number): Promise<Buffer>
}

/** Bytes to write, and a range to fill with zeroes. */
export interface Blanked {
  position: number
  bytes: Buffer
  zeroes: { from: number; to: number }
}

export interface FilmFacts {
  type: 'video/mp4'
  extension: 'mp4'
  width: number
  height: number
  /** Absent where the file does not say it. */
  seconds?: number
  /** They overwrite the metadata about place, camera and author. */
  blanked: readonly Blanked[]
}

/** Why a file is not a film that every browser plays; shown to staff. */
export class UnplayableFilm extends Error {}

/** Fragments of half a second make four boxes a second. */
const maxParts = { track: 100, box: 100_000 }

/** Counts what a film consists of, and throws for more than any film needs: nobody else is served while it is parsed. */
export function createPartCounter(): (part: keyof typeof maxParts) => void {
  const counts = { track: 0, box: 0 }
  return (part) => {
    if (++counts[part] > maxParts[part]) throw new UnplayableFilm('视频的结构过于复杂')
  }
}
