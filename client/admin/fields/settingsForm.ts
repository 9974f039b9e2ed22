import type { InputOf } from '../../../contract/calls/calls.ts'
import type { Rule } from '../../../contract/calls/fields.ts'
import type { FieldValues } from '../../../contract/kinds/merge.ts'
import {
  emptyValue,
  isObject,
  keepLocked,
  mapFields,
  parseField,
  problemsOf,
  type SiteField,
  type SiteFields,
} from '../../../contract/site/siteFieldKinds.ts'
import { type SiteGroup, siteFields } from '../../../contract/site/siteFields.ts'
import { api } from '../session/api.ts'
import type { FormOptions, FormView } from '../form/formState.ts'
import { draftsFor, formName } from '../form/record.ts'
import type { History } from '../form/HistoryList.tsx'
import { may } from '../session/session.ts'
import { followersIn } from './groupValues.ts'
import type { Site } from '../../../contract/kinds/entities.ts'
import { lookAddress, lookPath } from '../../../contract/site/look.ts'

const ruleOf = (name: string, field: SiteField): Rule<unknown> => ({
  validate: (value) => problemsOf(field, value, name)[0]?.message,
  parse: (value) => (problemsOf(field, value, name).length > 0 ? value : parseField(field, value)),
})

/** The messages for the values of the invalid fields, by path; at the field itself what only the server knows. */
export const problemsIn = (fields: SiteFields, { errors, values }: Pick<FormView, 'errors' | 'values'>) =>
  new Map<string, string>(
    Object.entries(fields).flatMap(([name, field]) => {
      const error = errors[name]
      if (error === undefined) return []
      const inside = problemsOf(field, values[name], name).filter(({ path }) => path !== name)
      return inside.length === 0
        ? [[name, error] as const]
        : inside.map(({ path, message }) => [path, placeIn(field, path) + message] as const)
    }),
  )

/** Which item of a numbered list a message is about. */
function placeIn(field: SiteField, path: string): string {
  const [, index] = path.split('.')
  return field.kind === 'list' && field.measure !== undefined && index !== undefined
    ? `第${Number(index) + 1}${field.measure}：`
    : ''
}

/** The values with what the person may not change as it is in `stored`: restoring a version or a draft leaves it alone. */
const withLocked = ({ fields }: SiteGroup, values: FieldValues, stored: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = values[name]
      return value === undefined ? [] : [[name, keepLocked(field, stored[name], value, may)]]
    }),
  )

/** What the fields of a group were, of which a version may lack some. */
export function historyOf(group: SiteGroup): History {
  let stored: FieldValues = {}
  return {
    kind: 'site',
    id: 'site',
    display: group.fields,
    async load(version) {
      const { fields } = await api('historyDetail', { kind: 'site', id: 'site', version })
      return withLocked(group, { ...fields }, stored)
    },
    latest: async () => (stored = (await groupForm(group).load('', new AbortController().signal)).values),
  }
}

/** Of members of objects. */
export const valueAt = (values: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), values)

/** What follows a changed value of this group, as long as both are the same, and is a member of an object of another group. */
function followersOf(group: SiteGroup, site: FieldValues, changes: FieldValues): FieldValues {
  const followers: Record<string, unknown> = {}
  for (const [follower, followed] of followersIn(siteFields)) {
    const [object = '', member = ''] = follower
    if (object in group.fields) continue
    const path = followed.split('.')
    const before = valueAt(site, path)
    const after = valueAt(changes, path)
    if (after === undefined || after === before || valueAt(site, follower) !== before) continue
    followers[object] = { ...(site[object] as object), [member]: after }
  }
  return followers
}

/** The form of a group. `saved` is the operation that undoes its last save. */
export function groupForm(group: SiteGroup): FormOptions & { saved(): string | undefined } {
  let stored: FieldValues = {}
  let site: FieldValues = {}
  let operation: string | undefined
  return {
    name: formName('site', group.id),
    empty: mapFields(group.fields, (_name, field) => emptyValue(field)),
    rules: mapFields(group.fields, ruleOf),
    id: group.id,
    async load(_id, signal) {
      const detail = await api('siteDetail', {}, signal)
      // An undo may have put another one back.
      if (site.look && 'look' in group.fields) showLook(detail.look)
      site = { ...detail }
      stored = mapFields(group.fields, (name) => site[name])
      return { values: stored, version: detail.version }
    },
    async update(_id, changes, { version }) {
      // A step is passed on as it is.
      if (Object.keys(changes).length === 0) return {}
      const values: Partial<InputOf<'siteUpdate'>> = withLocked(group, changes, stored)
      const all = { ...followersOf(group, site, values), ...values }
      const saved = await api('siteUpdate', { ...all, ...(version !== undefined && { basedOn: version }) })
      operation = saved.operation
      site = { ...site, ...all }
      if (values.look) showLook(values.look)
      return saved
    },
    saved: () => operation,
    staysOpen: true,
    drafts: draftsFor('site', group.id),
  }
}

/** Gives the office the look that was just saved: otherwise its markers would have the colour of before until it is loaded again. */
function showLook(look: Site['look']): void {
  const before = [...document.querySelectorAll(`link[href^="${lookPath}"]`)]
  const removeOld = (): void => before.forEach((link) => link.remove())
  const address = lookAddress(look, 'office')
  if (address === undefined) return removeOld()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address })
  // The old sheet stays until then, or the shipped colour would flash.
  link.addEventListener('load', removeOld)
  document.head.append(link)
}
