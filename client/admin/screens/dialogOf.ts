import type { Rule } from '../../../contract/fields.ts'
import { contentOptionsOf, isList, type KindName, kinds, type RecordKind } from '../../../contract/kinds.ts'
import { fieldList } from '../../../contract/merge.ts'
import { moment } from '../../../contract/rules.ts'
import type { DialogKind } from '../forms/record.ts'
import { recordCalls } from '../forms/recordCalls.ts'
import type { Special } from '../lists/recordSource.ts'
import { recordDisplay } from '../settings/readable.ts'

/** As they are compared: a picker has no seconds. */
const times = { createDate: moment, publishAt: moment, unpublishAt: moment }
/** A list as a form has it. */
const listText = (rule: Rule<unknown>): Rule<string> => ({ validate: (value) => rule.validate(fieldList(String(value))), parse: String })

/** How the records of a kind are edited and compared. */
export function dialogOf(name: KindName, { titles }: Special): DialogKind {
  const { noun, described, fields, options }: RecordKind = kinds[name]
  const content: readonly string[] = contentOptionsOf(name)
  // The other options, and the schedule, are edited by the form's own rail.
  const rules = content.flatMap((each) => {
    const rule = options[each]
    return rule ? [[each, isList(name, each) ? listText(rule) : rule] as const] : []
  })
  const empty = Object.fromEntries([...Object.keys(options), 'publishAt', ...Object.keys(fields)].map((each) => [each, '']))
  const shown = [...Object.keys(fields), ...content].flatMap((each) => {
    const field = described[each]
    return field ? [[each, recordDisplay(field)] as const] : []
  })
  return {
    name, empty, ...recordCalls(name, empty),
    titles: titles ?? { add: `新增${noun}`, edit: `编辑${noun}`, view: `查看${noun}` },
    rules: { ...fields, ...times, ...Object.fromEntries(rules) },
    display: Object.fromEntries(shown),
  }
}
