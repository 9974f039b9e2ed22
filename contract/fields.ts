import { hasOwn } from './standIns.ts'

/**
 * The small language in which the rules of a field are written: once, for the forms that ask and for the server that checks.
 * A rule answers in words fit to show to a person. Absent means undefined or null; a value of the wrong type is a fault and is
 * never turned silently into another.
 */
export interface Rule<T> {
  /** What is wrong with the value; undefined when nothing is. */
  fault(value: unknown): string | undefined
  /** The value as the program wants it; call it only when fault() found nothing. */
  take(value: unknown): T
}

/** A rule that a sender may leave out. The brand is for the types of what is sent. */
export interface OptionalRule<T> extends Rule<T> {
  readonly optional: true
}

export type Fields = Readonly<Record<string, Rule<unknown>>>
export type Taken<F extends Fields> = { [K in keyof F]: F[K] extends Rule<infer T> ? T : never }

type OptionalNames<F extends Fields> = { [K in keyof F]: F[K] extends OptionalRule<unknown> ? K : never }[keyof F]
/** What a sender writes for these fields: the required ones, and any of the others. */
export type Sent<F extends Fields> = { [K in Exclude<keyof F, OptionalNames<F>>]: Taken<F>[K] } & {
  [K in OptionalNames<F>]?: Taken<F>[K] | null
}

/** One field of an input at fault. */
export class FieldFault extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.name = 'FieldFault'
    this.field = field
  }
}

export type Body = Readonly<Record<string, unknown>>

/** Reads the fields in their written order; the first at fault is thrown. Unknown ones are left alone. */
export function readFields<F extends Fields>(fields: F, body: Body): Taken<F> {
  const taken: Record<string, unknown> = {}
  for (const [name, rule] of Object.entries(fields)) {
    const value = hasOwn(body, name) ? body[name] : undefined
    const fault = rule.fault(value)
    if (fault !== undefined) throw new FieldFault(name, fault)
    taken[name] = rule.take(value)
  }
  return taken as Taken<F>
}

/** Every fault of a form at once, for messages beside the fields. */
export function faultsOf<F extends Fields>(fields: F, body: Body): Partial<Record<keyof F, string>> {
  const faults: Partial<Record<keyof F, string>> = {}
  for (const [name, rule] of Object.entries(fields)) {
    const fault = rule.fault(body[name])
    if (fault !== undefined) faults[name as keyof F] = fault
  }
  return faults
}

export const absent = (value: unknown): value is null | undefined => value === undefined || value === null

/** Length as a person counts it: 𠮷 is one character. */
export const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of text) length++
  return length
}

/** Without control characters and noncharacters, of which XML takes none; line feeds and tabs stay. */
export const printable = (text: string): string => text.replace(/(?![\t\n])[\p{Cc}\uFFFE\uFFFF]/gu, '')

/** Half of a surrogate pair cannot be stored as UTF-8; it becomes the replacement mark at the door, so memory and disk agree. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD')

/** The spaces around a text that are trimmed away rather than counted. */
const mostSpace = 1_000

interface TextLimits {
  /** The message when it is absent or empty (after trimming, where asked). */
  required?: string
  trim?: boolean
  /** Nothing is removed, as in a password. */
  exact?: boolean
  min?: readonly [number, string]
  /** In characters as a person counts them. A text that is far longer is refused before anything is done with it. */
  max: readonly [number, string]
  /** Checked on what is there; an empty optional text passes. */
  check?: (text: string) => string | undefined
}

export function text(limits: TextLimits & { required: string }): Rule<string>
export function text(limits: TextLimits): OptionalRule<string>
export function text(limits: TextLimits): Rule<string> {
  const { required, trim, exact, min, max, check } = limits
  const tidy = (value: string): string => {
    const kept = exact ? value : wellFormed(printable(value))
    return trim ? kept.trim() : kept
  }
  return {
    ...(required === undefined && { optional: true }),
    fault(value) {
      if (absent(value)) return required
      if (typeof value !== 'string') return '应为文字'
      if (value.length > 2 * max[0] + mostSpace) return max[1]
      const said = tidy(value)
      if (said === '') return required
      const length = lengthOf(said)
      if (min && length < min[0]) return min[1]
      if (length > max[0]) return max[1]
      return check?.(said)
    },
    take: (value) => (absent(value) ? '' : tidy(value as string)),
  }
}

/** A text that is only compared with others, or read by another rule later: as it was sent, however long. */
export function untouched(required: string): Rule<string>
export function untouched(): OptionalRule<string>
export function untouched(required?: string): Rule<string> {
  return {
    ...(required === undefined && { optional: true }),
    fault: (value) => (absent(value) || value === '' ? required : typeof value === 'string' ? undefined : '应为文字'),
    take: (value) => (absent(value) ? '' : (value as string)),
  }
}

/** A long text, as it was sent. `size` counts its bytes, of which there are at least as many as characters. */
export function longText([most, message]: readonly [number, string], size: (text: string) => number): OptionalRule<string> {
  return {
    optional: true,
    fault(value) {
      if (absent(value)) return undefined
      if (typeof value !== 'string') return '应为文字'
      return value.length > most || size(value) > most ? message : undefined
    },
    take: (value) => (absent(value) ? '' : (value as string)),
  }
}

/** The same rule for a field that may be left out: absent stays absent, so an update changes only what was sent. */
export function maybe<T>(rule: Rule<T>): OptionalRule<T | undefined> {
  return {
    optional: true,
    fault: (value) => (absent(value) ? undefined : rule.fault(value)),
    take: (value) => (absent(value) ? undefined : rule.take(value)),
  }
}

/** A whole number, also as digits in a string; absent and '' are the fallback. */
export function whole<D extends number | undefined>(from: number, to: number, fallback: D): OptionalRule<number | D> & { digits: true } {
  const number = (value: unknown): number => (typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : (value as number))
  return {
    optional: true,
    digits: true,
    fault(value) {
      if (absent(value) || value === '') return undefined
      const n = number(value)
      if (Number.isSafeInteger(n) && n >= from && n <= to) return undefined
      return to === Number.MAX_SAFE_INTEGER ? `应为不小于${from}的整数` : `应为${from}到${to}之间的整数`
    },
    take: (value) => (absent(value) || value === '' ? fallback : number(value)),
  }
}

/** From one to `most` values of the same rule; how many there are is looked at before any of them. */
export function several<T>(rule: Rule<T>, most: number): Rule<T[]> {
  return {
    fault(value) {
      if (!Array.isArray(value) || value.length === 0 || value.length > most) return `应为1到${most}项的列表`
      return value.map(rule.fault).find((fault) => fault !== undefined)
    },
    take: (value) => (value as unknown[]).map(rule.take),
  }
}

export function flag(): OptionalRule<boolean> {
  return {
    optional: true,
    fault: (value) => (absent(value) || typeof value === 'boolean' ? undefined : '应为是或否'),
    take: (value) => value === true,
  }
}

/** One of a few words; '' passes where `orEmpty` is set. */
export function oneOf<const W extends string>(words: readonly W[], message: string): Rule<W> {
  return {
    fault: (value) => (words.some((word) => word === value) ? undefined : message),
    take: (value) => value as W,
  }
}
