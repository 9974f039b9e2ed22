import type { SiteField, SiteFields } from '../../../contract/siteFieldKinds.ts'
import type { Form } from '../form/form.ts'

/** Where a value is: names of fields and keys of items, as items move. */
export type KeyPath = readonly (string | number)[]

/** Changes a list, of items or of their keys. */
type Edit = <T>(all: readonly T[], added: readonly T[]) => readonly T[]

/** The paths of what follows other values, with the paths of those. */
const followersIn = (fields: SiteFields, path: readonly string[] = []): (readonly [follower: readonly string[], followed: string])[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    ...(field.follows === undefined ? [] : [[[...path, name], field.follows] as const]),
    ...(field.kind === 'object' ? followersIn(field.fields, [...path, name]) : []),
  ])

export type GroupValues = ReturnType<typeof createGroupValues>

/** A form has its values as texts. */
export interface Codec {
  decode(field: SiteField, text: string | undefined): unknown
  encode(value: unknown): string
}

/**
 * The values of a form, read and changed by where they are. What ends later, as an upload does, finds its item even if that was moved or
 * folded.
 */
export function createGroupValues(fields: SiteFields, form: Pick<Form, 'view' | 'set'>, { decode, encode }: Codec) {
  const allFields: Readonly<Record<string, SiteField | undefined>> = fields
  const keys = new Map<string, readonly number[]>()
  let lastKey = 0
  const followers = followersIn(fields)

  /** Items have no ids. After a change from elsewhere, such as a restored draft, all of a list get new keys. */
  function keysOf(list: KeyPath, items: readonly unknown[]): readonly number[] {
    const known = keys.get(list.join('.'))
    if (known?.length === items.length) return known
    const all = items.map(() => ++lastKey)
    keys.set(list.join('.'), all)
    return all
  }
  const indexOf = (list: KeyPath, items: readonly unknown[], key: number): number => keysOf(list, items).indexOf(key)

  function topOf([step]: KeyPath): { name: string; value: unknown } | undefined {
    const name = String(step)
    const field = allFields[name]
    return field && { name, value: decode(field, form.view.peek().values[name]) }
  }
  /** Undefined where an item on the way was removed. */
  const valueAt = (path: KeyPath): unknown =>
    path.slice(1).reduce<unknown>((value, step, index) => {
      if (typeof step === 'string') return (value as Readonly<Record<string, unknown>> | undefined)?.[step]
      const items = (value ?? []) as readonly unknown[]
      return items[indexOf(path.slice(0, index + 1), items, step)]
    }, topOf(path)?.value)
  const itemsOf = (list: KeyPath): readonly unknown[] => (valueAt(list) ?? []) as readonly unknown[]

  /** A copy with the value of `path` replaced; the same where its item was removed. */
  function replaced(value: unknown, path: KeyPath, depth: number, next: unknown): unknown {
    const step = path[depth]
    if (step === undefined) return next
    if (typeof step === 'string') {
      const values = value as Readonly<Record<string, unknown>>
      return { ...values, [step]: replaced(values[step], path, depth + 1, next) }
    }
    const items = value as readonly unknown[]
    const index = indexOf(path.slice(0, depth), items, step)
    return items.map((item, each) => (each === index ? replaced(item, path, depth + 1, next) : item))
  }

  function set(path: KeyPath, next: unknown): void {
    const top = topOf(path)
    if (top) form.set(top.name, encode(replaced(top.value, path, 1, next)))
  }

  /** What follows this value and is the same changes with it. */
  function setFollowed(path: KeyPath, next: unknown): void {
    const before = valueAt(path)
    set(path, next)
    for (const [follower, followed] of followers) if (followed === path.join('.') && valueAt(follower) === before) set(follower, next)
  }

  /** A group of products gets its id from the server. */
  function asNew([list, ...inside]: KeyPath, items: readonly unknown[]): readonly unknown[] {
    const field = inside.length === 0 ? allFields[String(list)] : undefined
    const hasIds = field?.kind === 'list' && field.of.kind === 'object' && field.of.fields['id']?.kind === 'groupId'
    return hasIds ? (items as readonly object[]).map((item) => ({ ...item, id: '' })) : items
  }

  /** Changes a list and its keys alike. */
  function change(list: KeyPath, edit: Edit, values: readonly unknown[] = [], newKeys: readonly number[] = []): void {
    const items = itemsOf(list)
    const known = keysOf(list, items)
    keys.set(list.join('.'), edit(known, newKeys))
    set(list, edit(items, values))
  }

  return {
    set: setFollowed,
    itemsOf,
    keysOf,
    /** At this index, or at the end of a shorter list. Returns the keys. An item that was removed gets its key back. */
    insert(list: KeyPath, index: number, values: readonly unknown[], given?: readonly number[]): readonly number[] {
      const itemKeys = given ?? values.map(() => ++lastKey)
      const items = given ? values : asNew(list, values)
      change(list, (all, more) => [...all.slice(0, index), ...more, ...all.slice(index)], items, itemKeys)
      return itemKeys
    },
    remove: (list: KeyPath, index: number): void => change(list, (all) => all.filter((_, each) => each !== index)),
    move(list: KeyPath, from: number, to: number): void {
      change(list, (all) => {
        const others = all.filter((_, each) => each !== from)
        return [...others.slice(0, to), ...all.slice(from, from + 1), ...others.slice(to)]
      })
    },
  }
}
