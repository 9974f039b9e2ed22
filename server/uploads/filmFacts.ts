export interface FilmReader {
  size: number
  /** Fewer bytes at the end of the file. */
  read(at: number, length: number): Promise<Buffer>
}

/** Bytes to write, and a range to fill with zeroes. */
export interface Blanked {
  at: number
  bytes: Buffer
  zeroes: { from: number; to: number }
}

export interface FilmFacts {
  type: 'video/mp4' | 'video/webm'
  extension: 'mp4' | 'webm'
  width: number
  height: number
  /** Absent where the file does not say it. */
  seconds?: number
  /** The metadata about place, camera and author. */
  blanked: readonly Blanked[]
}

/** Why a file is not a film that every browser plays; shown to staff. */
export class UnplayableFilm extends Error {}
