import type { Act } from '../contract/calls/activity.ts'
import type { CallName, Calls, ParsedOf, OutputOf } from '../contract/calls/calls.ts'
import type { BytesCall, UploadCall } from '../contract/calls/callRow.ts'
import type { PublicSite } from '../contract/kinds/entities.ts'
import type { PictureNotes } from '../contract/media/media.ts'
import { type Permission, permissionsOf } from '../contract/calls/roles.ts'
import { Failure } from './failure.ts'
import type { SessionRecord, SiteRecord, UserRecord } from './store/records.ts'

/** A received file: still under a temporary name, and not validated. */
export interface ReceivedFile {
  path: string
  size: number
  /** Its name on the sender's disk, without the folder. */
  name?: string
}

/** Room for a visitor's files while they are received. */
export interface Admission {
  /** Aborted where others need it. */
  signal: AbortSignal
  end(): void
}

/** A smaller version of the same picture, with the width of its form field; not validated. */
export interface ReceivedVariant extends ReceivedFile {
  width: number
}

/** A body of raw bytes that arrives while it is read. */
export interface IncomingBytes {
  size: number
  chunks: AsyncIterable<Buffer>
}

export interface SignedInUser {
  user: UserRecord
  session: SessionRecord
  /** It may do nothing but what is its own, until it has set one up. */
  needsSecondFactor?: boolean
}

/** What handlers know of the client that makes the call. */
export interface Caller {
  /** Throttles count by it; it is not stored anywhere. */
  address: string
  /** Nobody waits for the reply any more. */
  isGone(): boolean
  /** What the client sent, for the words that a session is listed with. */
  userAgent: string | undefined
  /** The session token as sent, valid or not. */
  token: string | undefined
  signedIn: SignedInUser | undefined
  /** Sets the token's cookies; without a lifetime they end with the browser session. */
  keepToken(token: string, lifetimeSeconds: number | undefined): void
  dropToken(): void
  /** The device cookie of the account as sent, valid or not. */
  device(userId: string): string | undefined
  keepDevice(userId: string, cookie: string): void
  /** For the activity log: the names of the fields that the call has changed, where they are not those that were sent. */
  changed?: readonly string[]
  moved?: Act['moved']
}

const nothing = (): undefined => undefined
/** A caller who is not signed in and cannot be given cookies. */
export const visitorAt = (address: string): Caller => ({
  address,
  isGone: () => false,
  userAgent: undefined,
  token: undefined,
  signedIn: undefined,
  keepToken: nothing,
  dropToken: nothing,
  device: nothing,
  keepDevice: nothing,
})

interface ReceivedPicture {
  file: ReceivedFile
  variants: readonly ReceivedVariant[]
}

type BodyOf<C> = C extends UploadCall ? ReceivedPicture : C extends BytesCall ? { body: IncomingBytes } : unknown
/** The input of a call's handler: its fields, and the files of an upload. */
export type HandlerInput<N extends CallName> = ParsedOf<N> & BodyOf<Calls[N]>
type Handler<N extends CallName> = (input: HandlerInput<N>, caller: Caller) => OutputOf<N> | Promise<OutputOf<N>>
/** What the library knows of the pictures whose addresses are in a value; undefined for nothing. */
export type NotesIn = (value: unknown) => PictureNotes | undefined
/** Replies used instead of the store's records. */
export type GivenReplies = { readonly [N in CallName]?: OutputOf<N> }
/** A page that is drawn by other settings than the stored ones, and with some replies in place of what calls reply. */
export interface PreviewedPage {
  path: string
  search: string
  site: SiteRecord & PublicSite
  given?: GivenReplies
  /** The texts of the settings are marked. */
  marks?: boolean | undefined
}
export type DrawPreview = (page: PreviewedPage) => Promise<string>

/** One handler for every call of the contract; a missing one does not compile. */
export type Handlers = { readonly [N in CallName]: Handler<N> }

/** Of somebody who is signed in, or as whom the server goes on with what was begun. */
export type Account = Omit<SignedInUser, 'session'>

export const may = ({ signedIn }: { signedIn: Account | undefined }, permission: Permission): boolean =>
  signedIn !== undefined && !signedIn.needsSecondFactor && permissionsOf(signedIn.user).includes(permission)

/** The parts of a reply that the caller may see, by a table of `contract/calls/seen.ts`. */
export const seenBy = <Part extends string>(caller: Caller, parts: Readonly<Record<Part, Permission>>): Part[] =>
  (Object.keys(parts) as Part[]).filter((part) => may(caller, parts[part]))

/** Throws when the caller lacks the permission. */
export function requirePermission(permission: Permission, caller: Caller, message = '没有权限'): void {
  if (may(caller, permission)) return
  throw new Failure(403, caller.signedIn?.needsSecondFactor ? '请先在“我的账号”里开启二次验证' : message)
}

/** A call that the contract reserves to staff always has a session. */
export function signedIn({ signedIn }: Caller): SignedInUser {
  if (!signedIn) throw new Error('a staff call came without a session')
  return signedIn
}
