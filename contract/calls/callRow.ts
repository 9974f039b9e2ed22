import type { Activity, LoggedKind } from './activity.ts'
import type { Fields, Parsed } from './fields.ts'
import type { KindName } from '../kinds/kinds.ts'
import type { Permission } from './roles.ts'
import { limits } from './rules.ts'

/** everyone; staff: any signed-in account, for what is its own; or those whose role has the permission. */
type Who = 'everyone' | 'staff' | Permission

/** What a form with a file may hold. */
export interface UploadRule {
  /** The form field that carries the file. */
  field: string
  /** The file must be smaller than this many bytes. */
  under: number
  /** The message for a larger file, by the form field `type` where there is one. */
  tooLarge: string | Readonly<Record<string, string>>
  /** How many files the field may carry; one, unless it says more. */
  files?: number
  /** How many other fields may come with it; eight, unless it says more. */
  fields?: number
  /** Smaller versions of the picture that may be sent with it: their widths in pixels. Each is in the field `rules.variantField(width)`. */
  variants?: { widths: readonly number[]; under: number }
}

export interface BytesRule {
  /** The body may have this many bytes. */
  limit: number
  /** Who sends a larger one reads this. */
  tooLarge: string
}

/** A file that a browser saves. */
export interface Download {
  name: string
  type: string
  bytes: number
  chunks: AsyncIterable<Uint8Array>
  /** A stranger's: a browser that shows it all the same runs nothing of it. */
  strange?: true
  /** Called when it is sent, or cannot be. */
  close?(): void
}

export interface Call<F extends Fields = Fields, Out = unknown, S extends Fields = Fields> {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  who: Who
  /** A permission that this input needs beside it. */
  alsoNeeds?(input: Parsed<F>): Permission | undefined
  input: F
  /** Optional fields for accounts that may edit records. For anyone else they are unknown fields, which are ignored. */
  staffInput?: S
  /** How the activity log names it; a refused one is logged, too. */
  log?: Activity
  /** The same where that depends on the input. */
  logAs?(input: Partial<Parsed<F>>): Activity | undefined
  /** The stored record that it edits: of the input only what differs from that is judged. */
  edits?: KindName | 'site'
  /** What it is about, where the input has no `kind` of a record. */
  logKind?: LoggedKind
  /** It changes something: refused when another site's page sends it. */
  changes?: true
  upload?: UploadRule
  /** The body is raw bytes, and the fields are in the query. */
  bytes?: BytesRule
  /** The size limit of its JSON body in bytes, where it is not that of the others. */
  body?: number
  /** The fields are in the query, and the reply is a file: a browser opens its address, and saves what comes piece by piece. */
  download?: true
  /** It stores files without receiving any: refused while no uploads are accepted. */
  storesFiles?: true
  /** The reply's msg on success. */
  done?: string
  /** The reply's code on success, where it is not 200. */
  code?: ''
  /** Never set: it carries the reply's type. */
  out?: Out
}

/** The size limit of a JSON body in bytes; small where anyone may send one. */
export const bodyLimit = ({ who, body = who === 'everyone' ? 16 * 1024 : limits.jsonBody }: Call): number => body

/** The fields that are parsed. */
export const inputFields = ({ input, staffInput }: Call, edits: boolean): Fields =>
  edits && staffInput ? { ...input, ...staffInput } : input

/** The body is multipart: one picture and the fields. */
export interface UploadCall<F extends Fields = Fields, Out = unknown> extends Call<F, Out> {
  upload: UploadRule
}

/** A call with a body of raw bytes. */
export interface BytesCall<F extends Fields = Fields, Out = unknown> extends Call<F, Out> {
  bytes: BytesRule
}

/** `read<Reply>()(...)` and `write<Reply>()(...)`: the reply's type is given, the input's is inferred. */
export const read =
  <Out>() =>
  <const F extends Fields>(who: Who, path: string, input: F, more: Partial<Call<F, Out>> = {}): Call<F, Out> => ({
    method: 'POST',
    path,
    who,
    input,
    ...more,
  })
/** It changes something. */
export const write =
  <Out>() =>
  <const F extends Fields>(who: Who, path: string, input: F, more: Partial<Call<F, Out>> = {}): Call<F, Out> => ({
    ...read<Out>()(who, path, input, more),
    changes: true,
  })
export const uploadCall =
  <Out>() =>
  <const F extends Fields>(row: UploadCall<F, Out>): UploadCall<F, Out> =>
    row
export const bytesCall =
  <Out>() =>
  <const F extends Fields>(row: BytesCall<F, Out>): BytesCall<F, Out> =>
    row
