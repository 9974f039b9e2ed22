import { isStarterDocument } from './documents.ts'
import { isKind, type KindName, kinds } from '../kinds/kinds.ts'
import { categoryOf, type MediaType } from './mediaTypes.ts'
import { isStarterPicture } from './pictureName.ts'
import type { Focus } from '../calls/rules.ts'

/** A picture, film or document that was uploaded, in a list. */
export interface MediaRow {
  mediaId: string
  /**
   * Such as `/uploads/media/<hash>.1920x1280.c8d2e0.480w.960w.jpg`; a film's is `/uploads/film/<hash>.1280x720.mp4`, a document's
   * `/uploads/document/<hash>.pdf`. What is part of the program is under `/media/`.
   */
  address: string
  /** For staff; at first the name of the file that was sent. */
  name: string
  /** The alternative text, which is '' before anybody has written one. */
  alt: string
  type: MediaType
  /** Variants are not counted. */
  bytes: number
  /** A document has 0 for both. */
  width: number
  height: number
  seconds?: number
  /** The address of a film's picture, or of what shared links show of a picture. */
  poster?: string
  createDate: string
  /** The name of the account; '' for a file that was found without a record. */
  by: string
  /** The point that stays visible where the picture is cropped; absent: its middle. */
  focus?: Focus
  /** The number of places where it is used. */
  uses: number
  /** The file is not there any more. */
  missing?: true
}

/** A picture or document that is part of the program, as starter content uses it. */
export const isStarterFile = (address: string): boolean => isStarterPicture(address) || isStarterDocument(address)

/** A picture of the company's own that says nothing to those who cannot see it. */
export const lacksAlt = ({ address, type, alt }: Pick<MediaRow, 'address' | 'type' | 'alt'>): boolean =>
  categoryOf(type) === 'picture' && alt === '' && !isStarterPicture(address)

/** What the library knows of a picture or document and pages draw it with; only what is set. */
export interface PictureNote {
  alt?: string
  focus?: Focus
  bytes?: number
  /** The address of a film's captions. */
  captions?: string
}
/** The keys are the addresses of the pictures. */
export type PictureNotes = Readonly<Record<string, PictureNote>>

/** Where the captions of uploaded films are. */
export const captionsPrefix = '/captions/'
export const captionedFilmId = (path: string): string => path.slice(captionsPrefix.length).replace(/\.vtt$/, '')

export interface MediaDetail extends MediaRow {
  /** Where it is used; there are `uses` of them. */
  places: MediaPlace[]
  version: string
  /** A film's, as WebVTT. */
  captions?: string
}

/**
 * What can hold an address: a record, the site's facts, the name and logo of the back office, a film with its poster, or a kept version of
 * a legal text.
 */
export type MediaUser = KindName | 'site' | 'item' | 'media' | 'notice'

/** A field in which a file is used, once or several times. */
export interface MediaPlace {
  kind: MediaUser
  id: string
  /** Its title; '' where it has none. */
  title: string
  /** The label that staff see at the field. */
  field: string
  /** The group of settings that has it, if it is a field of the site's facts. */
  group?: string
  /** Where the record is, if it is not published. */
  state?: 'draft' | 'deleted'
}

/** What staff call such a place; undefined where there is only one, which is called by its title. */
export function placeNoun({ kind, state }: MediaPlace): string | undefined {
  let noun: string | undefined
  if (kind === 'media') noun = '视频'
  else if (isKind(kind)) noun = kinds[kind].noun
  if (noun === undefined || state === undefined) return noun
  return state === 'draft' ? `${noun}草稿` : `回收站里的${noun}`
}

/** What a replacement changes: all but the kept versions of legal texts, which are history, and the trash. */
export type ReplaceablePlace = MediaPlace & { kind: Exclude<MediaUser, 'notice'>; state?: 'draft' }
export const isReplaceable = (place: MediaPlace): place is ReplaceablePlace =>
  place.kind !== 'notice' && place.state !== 'deleted'

/** A picture of another site: stored at `url`, or why not; `bytes`, in base64, are those of one that a browser may draw as another. */
export type FetchedPicture = { address: string; url: string } | { address: string; reason: string; bytes?: string }

export interface MediaPage {
  data: MediaRow[]
  count: number
  /** The largest film that can be uploaded, in bytes; 0 where none can. */
  filmBytes: number
}

/** A film or document that is being uploaded. */
export interface FilmUpload {
  uploadId: string
  /** The name that the file had when it was sent. */
  name: string
  bytes: number
  /** How many bytes are stored, from the first on: where to go on. */
  received: number
  /** The largest chunk in bytes. */
  chunk: number
}
