import { newGroupId } from '../../../contract/kinds/groups.ts'
import type { SiteField, SiteFields } from '../../../contract/site/siteFieldKinds.ts'
import type { FieldValues } from '../../../contract/kinds/merge.ts'
import { moved } from '../../lib/moved.ts'

/** Where a value is: names of fields and keys of items, as items move. */
export type KeyPath = readonly (string | number)[]

/** Changes a list, of items or of their keys. */
type Edit = <T>(all: readonly T[], added: readonly T[]) => readonly T[]

/** The paths of what follows other values, with the paths of those. */
export const followersIn = (
  fields: SiteFields,
  path: readonly string[] = [],
): (readonly [follower: readonly string[], followed: string])[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    ...(field.follows === undefined ? [] : [[[...path, name], field.follows] as const]),
    ...(field.kind === 'object' ? followersIn(field.fields, [...path, name]) : []),
  ])

export type GroupValues = ReturnType<typeof createGroupValues>

/** What has the values. */
interface Source {
  view: { peek(): { values: FieldValues } }
  set(name: string, value: unknown): void
}

/**
 * The values of a form, read and changed by where they are. What ends later, as an upload does, finds its item even if that was moved or
 * folded.
 */
export function createGroupValues(fields: SiteFields, form: Source) {
  const allFields: Readonly<Record<string, SiteField | undefined>> = fields
  const keys = createItemKeys()
  const followers = followersIn(fields)

  const current = (): FieldValues => form.view.peek().values
  const valueAt = (path: KeyPath): unknown => valueIn(current(), path, keys)
  const itemsOf = (list: KeyPath): readonly unknown[] => (valueAt(list) ?? []) as readonly unknown[]

  function set(path: KeyPath, next: unknown): void {
    const [name = ''] = path
    form.set(String(name), (replaced(current(), path, keys, next) as FieldValues)[name])
  }

  /** What follows this value and is the same changes with it. */
  function setFollowed(path: KeyPath, next: unknown): void {
    const before = valueAt(path)
    set(path, next)
    for (const [follower, followed] of followers)
      if (followed === path.join('.') && valueAt(follower) === before) set(follower, next)
  }

  /** A group of products gets an id of its own, by which others can lie in it before it is saved. */
  function asNew([list, ...inside]: KeyPath, items: readonly unknown[]): readonly unknown[] {
    const field = inside.length === 0 ? allFields[String(list)] : undefined
    const hasIds = field?.kind === 'list' && field.of.kind === 'object' && field.of.fields['id']?.kind === 'groupId'
    return hasIds ? (items as readonly object[]).map((item) => ({ ...item, id: newGroupId() })) : items
  }

  function change(list: KeyPath, edit: Edit, values: readonly unknown[] = [], newKeys: readonly number[] = []): void {
    const items = itemsOf(list)
    keys.set(list, edit(keys.of(list, items), newKeys))
    set(list, edit(items, values))
  }

  return {
    set: setFollowed,
    valueAt,
    itemsOf,
    keysOf: keys.of,
    /** At this index, or at the end of a shorter list. Returns the keys. An item that was removed gets its key back. */
    insert(
      list: KeyPath,
      index: number,
      values: readonly unknown[],
      formerKeys?: readonly number[],
    ): readonly number[] {
      const itemKeys = formerKeys ?? keys.create(values)
      const items = formerKeys ? values : asNew(list, values)
      change(list, (all, more) => [...all.slice(0, index), ...more, ...all.slice(index)], items, itemKeys)
      return itemKeys
    },
    remove: (list: KeyPath, index: number): void => change(list, (all) => all.filter((_, each) => each !== index)),
    move(list: KeyPath, from: number, to: number): void {
      change(list, (all) => moved(all, from, to))
    },
  }
}

type ItemKeys = ReturnType<typeof createItemKeys>

/** Items have no ids, so each gets a key. After a change from elsewhere, such as a restored draft, all of a list get new ones. */
function createItemKeys() {
  const keys = new Map<string, readonly number[]>()
  let lastKey = 0
  const create = (items: readonly unknown[]): readonly number[] => items.map(() => ++lastKey)
  const set = (list: KeyPath, all: readonly number[]): void => void keys.set(list.join('.'), all)
  return {
    create,
    set,
    of(list: KeyPath, items: readonly unknown[]): readonly number[] {
      const known = keys.get(list.join('.'))
      if (known?.length === items.length) return known
      const all = create(items)
      set(list, all)
      return all
    },
  }
}

/** Returns undefined where an item on the way was removed. */
const valueIn = (values: FieldValues, path: KeyPath, keys: ItemKeys): unknown =>
  path.reduce<unknown>((value, step, index) => {
    if (typeof step === 'string') return (value as FieldValues | undefined)?.[step]
    const items = (value ?? []) as readonly unknown[]
    return items[keys.of(path.slice(0, index), items).indexOf(step)]
  }, values)

/** A copy with the value of `path` replaced; the same where its item was removed. */
function replaced(value: unknown, path: KeyPath, keys: ItemKeys, next: unknown, depth = 0): unknown {
  const step = path[depth]
  if (step === undefined) return next
  if (typeof step === 'string') {
    const values = value as FieldValues
    return { ...values, [step]: replaced(values[step], path, keys, next, depth + 1) }
  }
  const items = value as readonly unknown[]
  const index = keys.of(path.slice(0, depth), items).indexOf(step)
  return items.map((item, each) => (each === index ? replaced(item, path, keys, next, depth + 1) : item))
}
