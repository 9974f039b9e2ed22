import type { FieldValues } from '../../../contract/kinds/merge.ts'
import type { SiteField } from '../../../contract/site/siteFieldKinds.ts'
import type { GroupValues } from '../fields/groupValues.ts'

/** The values that are still as shipped, by their paths. */
export type Examples = ReadonlyMap<string, unknown>

/** What a form of settings is as one of several steps: it leads on, also where nothing was typed. */
export interface BeginStep {
  words: string
  examples: Examples
  last: boolean
  /** Asks before it is saved. */
  question(typed: FieldValues): Promise<boolean>
  onDone(): void
  onSkip(): void
}

/** A text of the starter company is shown as an example, in a field that is empty until the company's own is typed. */
export function asExample(examples: Examples | undefined, name: string, field: SiteField, value: unknown) {
  const example = examples?.get(name)
  if (typeof example !== 'string' || field.kind === 'picture') return { field, value }
  return {
    field: { ...field, placeholder: `示例：${example}` } as SiteField,
    value: value === example ? '' : value,
  }
}

const darkLogo = ['logo', 'dark']

/** The values of the form, with what follows an answer: an example gives way, and is back when the answer is taken out. */
export function answersIn(values: GroupValues, examples: Examples): GroupValues {
  return {
    ...values,
    set(keyPath, next) {
      const path = keyPath.join('.')
      const before = values.valueAt(keyPath)
      const example = examples.get(path)
      const isTakenOut = next === '' && example !== undefined
      values.set(keyPath, isTakenOut ? example : next)
      if (path === 'hotline' && examples.has('phones'))
        values.set(['phones'], isTakenOut ? examples.get('phones') : [next])
      const dark = values.valueAt(darkLogo)
      if (path === 'logo.light' && next !== '' && (dark === examples.get('logo.dark') || dark === before))
        values.set(darkLogo, next)
    },
  }
}
