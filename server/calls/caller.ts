import type { CallName, Calls, InputOf, OutputOf, UploadCall } from '../../contract/calls.ts'
import type { SessionRecord, UserRecord } from '../store/records.ts'

/** A file as it came in: still under a temporary name, and not yet believed to be anything. */
export interface ReceivedFile {
  path: string
  size: number
}

/** A smaller one of the same picture, as its form field says; not yet believed either. */
export interface ReceivedVariant extends ReceivedFile {
  width: number
}

export interface SignedInUser {
  user: UserRecord
  session: SessionRecord
}

/** Whoever makes the call, as far as handlers may know. */
export interface Caller {
  /** Stands for the sender in throttles; kept nowhere else. */
  address: string
  /** The credential as sent, valid or not. */
  token: string | undefined
  signedIn: SignedInUser | undefined
  /** Hands the credential to the sender; without a lifetime it ends with the browser. */
  keepToken(token: string, lifetimeSeconds: number | undefined): void
  dropToken(): void
  /** The device cookie of that account as sent, valid or not. */
  device(userId: string): string | undefined
  keepDevice(userId: string, cookie: string): void
}

const nothing = (): undefined => undefined
/** Someone who is not signed in and is handed no cookie. */
export const visitorAt = (address: string): Caller => ({
  address,
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

/** What a call's handler is given: its fields, and its picture where the call carries one. */
export type HandlerInput<N extends CallName> = Calls[N] extends UploadCall ? InputOf<N> & ReceivedPicture : InputOf<N>
export type Handler<N extends CallName> = (input: HandlerInput<N>, caller: Caller) => OutputOf<N> | Promise<OutputOf<N>>
/** One for every call of the contract: leave one out and it does not compile. */
export type Handlers = { readonly [N in CallName]: Handler<N> }
