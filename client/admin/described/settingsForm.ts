import type { InputOf } from '../../../contract/calls.ts'
import type { Fields, Rule } from '../../../contract/fields.ts'
import type { FieldValues } from '../../../contract/merge.ts'
import {
  emptyValue,
  isObject,
  keepLocked,
  mapFields,
  parseField,
  problemsOf,
  type SiteField,
  type SiteFields,
} from '../../../contract/siteFieldKinds.ts'
import { type SiteGroup, siteFields } from '../../../contract/siteFields.ts'
import { api } from '../api.ts'
import type { FormOptions, Parts } from '../form/formState.ts'
import { draftsFor, type Display, formName } from '../form/record.ts'
import type { History } from '../form/HistoryList.tsx'
import { may } from '../session.ts'
import { putBackSite, type SiteChange } from './putBackSite.ts'
import { followersIn } from './groupValues.ts'
import { readable } from './readable.ts'
import { showLook } from './showLook.ts'

/** The values of a group are each JSON: drafts, merging and conflicts then work as in the other forms. */
export const encode = (value: unknown): string => JSON.stringify(value)
export function decode(field: SiteField, text: string | undefined): unknown {
  try {
    return text === undefined ? emptyValue(field) : (JSON.parse(text) as unknown)
  } catch {
    // A draft of an earlier release may hold something else.
    return emptyValue(field)
  }
}

const ruleOf = (name: string, field: SiteField): Rule<string> => ({
  validate: (text) => problemsOf(field, decode(field, text as string), name)[0]?.message,
  parse: (text) => {
    const value = decode(field, text as string)
    return problemsOf(field, value, name).length > 0 ? (text as string) : encode(parseField(field, value))
  },
})

/** The messages for the values of the invalid fields, by path; at the field itself what only the server knows. */
export const problemsIn = (
  fields: SiteFields,
  { errors, values }: Record<'errors' | 'values', Partial<FieldValues>>,
  read = decode,
) =>
  new Map<string, string>(
    Object.entries(fields).flatMap(([name, field]) => {
      const error = errors[name]
      if (error === undefined) return []
      const inside = problemsOf(field, read(field, values[name]), name).filter(({ path }) => path !== name)
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

/** What a question about two versions shows of each member of an object: they are merged one by one. */
export const partsDisplayOf = ({ fields }: SiteGroup): Display =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      leavesOf(field, name).map(({ path, field: leaf, label }) => [
        path,
        { label, read: (text: string) => readable(leaf, decode(leaf, text)) },
      ]),
    ),
  )

interface Leaf {
  path: string
  field: SiteField
  /** Its own, after those of the objects around it. */
  label: string
}

/** The fields that an object is made of; others are their own. Items of a list have no names, so it is one. */
function leavesOf(field: SiteField, path: string, label = field.label): Leaf[] {
  if (field.kind !== 'object') return [{ path, field, label }]
  return Object.entries(field.fields).flatMap(([name, member]) =>
    leavesOf(member, `${path}.${name}`, member.label === '' ? label : `${label} › ${member.label}`),
  )
}

/** Two people who change two texts of one object have changed two things. */
const mergedParts = ({ fields }: SiteGroup): Parts => ({
  split: (values) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, text]) => {
        const field = fields[name]
        if (text === undefined) return []
        return field?.kind === 'object' ? split(field, name, decode(field, text)) : [[name, text]]
      }),
    ),
  join: (parts) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) => {
        const isKnown = leavesOf(field, name).every(({ path }) => parts[path] !== undefined)
        return isKnown ? [[name, joined(field, name, parts)]] : []
      }),
    ),
})

const split = (field: SiteField, path: string, value: unknown): [path: string, text: string][] =>
  field.kind === 'object'
    ? Object.entries(field.fields).flatMap(([name, member]) =>
        split(member, `${path}.${name}`, (value as SiteValues)[name]),
      )
    : [[path, encode(value)]]

const joined = (field: SiteField, path: string, parts: FieldValues): string =>
  field.kind === 'object'
    ? encode(mapFields(field.fields, (name, member) => decode(member, joined(member, `${path}.${name}`, parts))))
    : (parts[path] ?? '')

/** The values as the calls expect them. */
const decodeAll = ({ fields }: SiteGroup, values: FieldValues): Partial<InputOf<'siteUpdate'>> =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, fields[name] && decode(fields[name], text)]))

/** The values with what the person may not change as it is in `stored`: restoring a version or a draft leaves it alone. */
const withLocked = ({ fields }: SiteGroup, values: FieldValues, stored: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const text = values[name]
      return text === undefined
        ? []
        : [[name, encode(keepLocked(field, decode(field, stored[name]), decode(field, text), may))]]
    }),
  )

/** What the fields of a group were, of which a version may lack some. */
export function historyOf(group: SiteGroup): History {
  let stored: FieldValues = {}
  return {
    kind: 'site',
    id: 'site',
    display: mapFields(group.fields, (_name, field) => ({
      label: field.label,
      read: (text: string) => readable(field, decode(field, text)),
    })),
    async load(version) {
      const { fields } = await api('historyDetail', { kind: 'site', id: 'site', version })
      return withLocked(
        group,
        Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, encode(value)])),
        stored,
      )
    },
    latest: async () => (stored = (await groupForm(group).load('', new AbortController().signal)).values),
  }
}

type SiteValues = Readonly<Record<string, unknown>>

const valueAt = (values: SiteValues, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), values)

/** What follows a changed value of this group, as long as both are the same, and is a member of an object of another group. */
function followersOf(group: SiteGroup, site: SiteValues, changes: SiteValues): SiteValues {
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

/** The form of a group. `undoSave` puts back what its last save has changed. */
export function groupForm(group: SiteGroup): FormOptions & { undoSave(): (() => Promise<void>) | undefined } {
  let stored: FieldValues = {}
  let site: SiteValues = {}
  let last: SiteChange | undefined
  return {
    name: formName('site', group.id),
    empty: mapFields(group.fields, (_name, field) => encode(emptyValue(field))),
    rules: mapFields(group.fields, ruleOf) as Fields,
    parts: mergedParts(group),
    id: group.id,
    async load(_id, signal) {
      const detail = await api('siteDetail', {}, signal)
      site = { ...detail }
      stored = mapFields(group.fields, (name) => encode(site[name]))
      return { values: stored, version: detail.version }
    },
    async update(_id, changes, { version }) {
      // A step is passed on as it is.
      if (Object.keys(changes).length === 0) return {}
      const values = decodeAll(group, withLocked(group, changes, stored))
      const all = { ...followersOf(group, site, values), ...values }
      const saved = await api('siteUpdate', { ...all, ...(version !== undefined && { basedOn: version }) })
      const before = Object.fromEntries(Object.keys(all).map((name) => [name, site[name]]))
      last = { before, after: all as SiteChange['after'], version: saved.version }
      site = { ...site, ...all }
      if (values.look) showLook(values.look)
      return saved
    },
    undoSave() {
      const change = last
      return (
        change &&
        (async () => {
          const { look } = await putBackSite(change)
          if (look) showLook(look)
        })
      )
    },
    staysOpen: true,
    drafts: draftsFor('site', group.id),
  }
}
