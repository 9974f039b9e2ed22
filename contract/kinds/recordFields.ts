import { type Fields, flag, maybe, type OptionalRule, type Rule } from '../calls/fields.ts'
import { maybePlace } from '../calls/redirects.ts'
import { location, moment, richText } from '../calls/rules.ts'
import {
  type ListField,
  mapFields,
  parseField,
  problemsOf,
  ruleFor,
  type SiteField,
  textRule,
  type ValueOf,
} from '../site/siteFieldKinds.ts'

/** A field of a record, in the words that the settings are described with. Its value is a text, a list, or whether it is on. */
export type RecordField = Exclude<SiteField, { kind: 'number' | 'object' | 'sections' }> & {
  /** Beside the title and the body in the form, in this order; first of all there. */
  aside?: true | 'first'
  /** Of a text, a choice, or a list with one item: the page of the record shows it among its facts, with 'head' at its top. */
  fact?: true | 'head'
  /** Search engines do not read it among the facts: they have a property of its own for it, or none. */
  inStructuredData?: false
  /** The search finds a record that has it by its label, too. */
  foundByLabel?: true
  /** The heading of its column in a sheet, where that is not its label. A text or picture that is no fact has a column by it alone. */
  sheet?: string
  /** Of a list of names and texts: the columns of a sheet that are nothing else become its items. */
  pairs?: true
}
export type RecordFields = Readonly<Record<string, RecordField>>

type KeysOf<T> = T extends unknown ? keyof T : never
type Only<T, Keys> = T & Record<Exclude<keyof T, Keys>, never>
/** Refuses a misspelt property of a field. */
export type Exact<F> = { [K in keyof F]: Only<F[K], KeysOf<RecordField>> }
/** Refuses a property that `Of` has not. */
export type OnlyKeysOf<T, Of> = Only<T, KeysOf<Of>>

/** The names of the fields whose values are texts. */
export type TextsOf<F> = { [K in keyof F]: ValueOf<F[K]> extends string ? K : never }[keyof F] & string
/** The same of options, without those that say how long a record is listed. */
export type TextOptionsOf<O> = { [K in keyof O]: O[K] extends { kind: 'moment' | 'place' } ? never : K }[keyof O] &
  TextsOf<O>
export type RulesOf<F> = { [K in keyof F]: F[K] extends { required: unknown } ? Rule<string> : OptionalRule<string> }
export type OptionRulesOf<F> = { [K in keyof F]: OptionalRule<ValueOf<F[K]> | undefined> }

/** The other fields only say how and how long a record is listed. */
export const isContent = ({ kind }: RecordField): boolean => kind !== 'flag' && kind !== 'moment' && kind !== 'place'

export const rulesOf = (fields: RecordFields): Fields => mapFields(fields, (_, field) => ruleOf(field))
/** Absent stays absent, so that an update changes only what was sent. */
export const optionRulesOf = (fields: RecordFields): Fields => mapFields(fields, (_, field) => maybe(ruleOf(field)))

export function ruleOf(field: RecordField): Rule<unknown> {
  switch (field.kind) {
    case 'richText':
      return richText
    case 'group':
      return location
    case 'moment':
      return moment
    case 'place':
      return maybePlace
    case 'list':
      return listRule(field)
    case 'flag':
      return flag()
    case 'choice':
      return ruleFor(field)
    default:
      return textRule(field)
  }
}

/** One message is shown for the list, and it names the item by its place. */
function listRule(field: ListField): Rule<unknown[]> {
  const { of, max, full = `${field.label}最多${max}项`, measure = '项' } = field
  return {
    validate(value, stored) {
      const [problem] = problemsOf({ ...field, full }, value, '', stored)
      const place = problem?.path.split('.')[1]
      if (of.kind !== 'object' || place === undefined) return problem?.message
      return `第${Number(place) + 1}${measure}：${problem?.message}`
    },
    parse: (value) => parseField(field, value) as unknown[],
  }
}
