import type { Rule } from '../../../contract/fields.ts'
import { type KindName, kinds, type RecordKind } from '../../../contract/kinds.ts'
import { fieldList } from '../../../contract/merge.ts'
import { isContent, type RecordField, ruleOf } from '../../../contract/recordFields.ts'
import { moment } from '../../../contract/rules.ts'
import type { DialogKind } from '../form/record.ts'
import { recordCalls } from '../form/recordCalls.ts'
import type { Special } from '../list/recordSource.ts'
import { recordDisplay } from '../described/readable.ts'
import { mapFields } from '../described/settingsForm.ts'

/** As they are compared: a picker has no seconds. */
const times = { createDate: moment, publishAt: moment, unpublishAt: moment }

/** A form has a list as JSON. */
function formRule(field: RecordField): Rule<unknown> {
  const rule = ruleOf(field)
  return field.kind === 'list' ? { validate: (value) => rule.validate(fieldList(String(value))), parse: String } : rule
}

/** How the records of a kind are edited and compared. */
export function dialogOf(name: KindName, { titles }: Special): DialogKind {
  const { noun, described, fields, options }: RecordKind = kinds[name]
  // The other options, and the schedule, are edited by the form's own rail.
  const content = Object.fromEntries(Object.entries(described).filter(([, field]) => isContent(field)))
  const empty = Object.fromEntries([...Object.keys(options), 'publishAt', ...Object.keys(fields)].map((each) => [each, '']))
  return {
    name, empty, ...recordCalls(name, empty),
    titles: titles ?? { add: `新增${noun}`, edit: `编辑${noun}`, view: `查看${noun}` },
    rules: { ...times, ...mapFields(content, (_name, field) => formRule(field)) },
    display: mapFields(content, (_name, field) => recordDisplay(field)),
  }
}
