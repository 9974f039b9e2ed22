import { lengthOf } from '../text/characters.ts'
import { hasOwn } from '../text/standIns.ts'

/**
 * Validation rules for fields, written once for forms and server. Messages are shown to users. Absent means undefined or null; a value
 * of the wrong type is an error and is never converted silently.
 */
export interface Rule<T> {
  /** The message for an invalid value; undefined when it is valid. Of a list it judges the items that are not as they are stored. */
  validate(value: unknown, stored?: unknown): string | undefined
  /** Converts a valid value; call it only when validate() returned undefined. */
  parse(value: unknown): T
  /** The only values, where they are named. */
  values?: readonly string[]
}

/** A rule for an optional field. `optional` marks it for the Input type. */
export interface OptionalRule<T> extends Rule<T> {
  readonly optional: true
}

export type Fields = Readonly<Record<string, Rule<unknown>>>
/** The parsed values of the fields. */
export type Parsed<F extends Fields> = { [K in keyof F]: F[K] extends Rule<infer T> ? T : never }

type OptionalNames<F extends Fields> = { [K in keyof F]: F[K] extends OptionalRule<unknown> ? K : never }[keyof F]
/** The input for the fields: the required ones, and any of the others. */
export type Input<F extends Fields> = { [K in Exclude<keyof F, OptionalNames<F>>]: Parsed<F>[K] } & {
  [K in OptionalNames<F>]?: Parsed<F>[K] | null
}

export class FieldError extends Error {
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.name = 'FieldError'
    this.field = field
  }
}

export type Body = Readonly<Record<string, unknown>>

/**
 * Parses the fields in the order of the rules. Throws for the first invalid one; ignores unknown ones. What is as it is stored may be older
 * than its rule.
 */
export function parseFields<F extends Fields>(fields: F, body: Body, stored: Body = {}): Parsed<F> {
  const parsed: Record<string, unknown> = {}
  for (const [name, rule] of Object.entries(fields)) {
    const value = hasOwn(body, name) ? body[name] : undefined
    const isStored = value !== undefined && value === stored[name]
    const message = isStored ? undefined : rule.validate(value, stored[name])
    if (message !== undefined) throw new FieldError(name, message)
    parsed[name] = isStored ? value : rule.parse(value)
  }
  return parsed as Parsed<F>
}

/** The messages of all invalid fields of a form. */
export function validateFields<F extends Fields>(fields: F, body: Body): Partial<Record<keyof F, string>> {
  const messages: Partial<Record<keyof F, string>> = {}
  for (const [name, rule] of Object.entries(fields)) {
    const message = rule.validate(body[name])
    if (message !== undefined) messages[name as keyof F] = message
  }
  return messages
}

export const absent = (value: unknown): value is null | undefined => value === undefined || value === null

/**
 * Removes control characters and noncharacters, which XML does not allow, and the marks of a previewed page that a text was copied from.
 * Keeps line feeds and tabs.
 */
export const printable = (text: string): string =>
  text.replace(/(?![\t\n])[\p{Cc}\uFFFE\uFFFF]|[\u{E0001}\u{E0002}][\u{E0020}-\u{E007E}]*\u{E007F}?/gu, '')

/** Lone surrogates cannot be stored as UTF-8. Replacing them here keeps memory and disk equal. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD')

/** How much white space around a text is trimmed; more counts as too long. */
const maxWhiteSpace = 1_000

interface TextLimits {
  /** The message when it is absent or empty (after trimming, with `trim`). */
  required?: string
  trim?: boolean
  /** Adds what people leave out. */
  complete?: (text: string) => string
  /** Keep every character, as in a password. */
  exact?: boolean
  min?: readonly [number, string]
  /** In characters as a person counts them. A much longer text is refused before it is processed. */
  max: readonly [number, string]
  /** It is not called for an empty optional text. */
  check?: (text: string) => string | undefined
}

export function text(limits: TextLimits & { required: string }): Rule<string>
export function text(limits: TextLimits): OptionalRule<string>
export function text(limits: TextLimits): Rule<string> {
  const { required, trim, complete, exact, min, max, check } = limits
  const normalize = (value: string): string => {
    const cleaned = exact ? value : wellFormed(printable(value))
    const trimmed = trim ? cleaned.trim() : cleaned
    return complete ? complete(trimmed) : trimmed
  }
  return {
    ...(required === undefined && { optional: true }),
    validate(value) {
      if (absent(value)) return required
      if (typeof value !== 'string') return '应为文字'
      if (value.length > 2 * max[0] + maxWhiteSpace) return max[1]
      const normalized = normalize(value)
      if (normalized === '') return required
      const length = lengthOf(normalized)
      if (min && length < min[0]) return min[1]
      if (length > max[0]) return max[1]
      return check?.(normalized)
    },
    parse: (value) => (absent(value) ? '' : normalize(value as string)),
  }
}

/** A text that is only compared, or parsed by another rule later: unchanged, of any length. */
export function untouched(required: string): Rule<string>
export function untouched(): OptionalRule<string>
export function untouched(required?: string): Rule<string> {
  if (required === undefined) return optional(anyText, '')
  return { ...anyText, validate: (value) => (absent(value) || value === '' ? required : anyText.validate(value)) }
}

const anyText: Rule<string> = {
  validate: (value) => (typeof value === 'string' ? undefined : '应为文字'),
  parse: (value) => value as string,
}

/** A long text, unchanged. `size` counts its bytes; a text has at least as many bytes as UTF-16 units. */
export function longText(
  [max, message]: readonly [number, string],
  size: (text: string) => number,
): OptionalRule<string> {
  const isLong = (value: string): boolean => value.length > max || size(value) > max
  return optional(
    { ...anyText, validate: (value) => anyText.validate(value) ?? (isLong(value as string) ? message : undefined) },
    '',
  )
}

/** The same rule for an optional field: absent and '' give the fallback. */
export const optional = <T, D>(rule: Rule<T>, fallback: D): OptionalRule<T | D> => ({
  optional: true,
  validate: (value) => (absent(value) || value === '' ? undefined : rule.validate(value)),
  parse: (value) => (absent(value) || value === '' ? fallback : rule.parse(value)),
})

/** The same rule for an optional field: absent stays undefined, so that an update changes only what was sent. */
export function maybe<T>(rule: Rule<T>): OptionalRule<T | undefined> {
  return {
    ...rule,
    optional: true,
    validate: (value, stored) => (absent(value) ? undefined : rule.validate(value, stored)),
    parse: (value) => (absent(value) ? undefined : rule.parse(value)),
  }
}

/** An integer, also as a string of digits; absent and '' give the fallback. */
export function integer<D extends number | undefined>(from: number, to: number, fallback: D): OptionalRule<number | D> {
  const number = (value: unknown): number =>
    typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : (value as number)
  const message = to === Number.MAX_SAFE_INTEGER ? `应为不小于${from}的整数` : `应为${from}到${to}之间的整数`
  const isValid = (n: number): boolean => Number.isSafeInteger(n) && n >= from && n <= to
  return optional({ validate: (value) => (isValid(number(value)) ? undefined : message), parse: number }, fallback)
}

/** A list of one to `max` values of the same rule. Checks the length before the values. */
export function several<T>(rule: Rule<T>, max: number): Rule<T[]> {
  return {
    validate(value) {
      if (!Array.isArray(value) || value.length === 0 || value.length > max) return `应为1到${max}项的列表`
      return value.map((each) => rule.validate(each)).find((message) => message !== undefined)
    },
    parse: (value) => (value as unknown[]).map(rule.parse),
  }
}

export const yesOrNo: Rule<boolean> = {
  validate: (value) => (typeof value === 'boolean' ? undefined : '应为是或否'),
  parse: (value) => value === true,
}

/** Where it is absent it is no. */
export const flag = (): OptionalRule<boolean> => ({
  ...yesOrNo,
  optional: true,
  validate: (value) => (absent(value) ? undefined : yesOrNo.validate(value)),
})

/** One of the given strings. */
export function oneOf<const W extends string>(options: readonly W[], message: string): Rule<W> {
  return {
    values: options,
    validate: (value) => (options.some((option) => option === value) ? undefined : message),
    parse: (value) => value as W,
  }
}
