import { type KindName, kinds, type RecordKind } from '../../contract/kinds.ts'
import { Failure } from '../failure.ts'
import { textOf } from '../store/kind.ts'
import type { AnyRecord } from '../store/records.ts'
import { editedCollection, type Store } from '../store/store.ts'

/** The published record with this value of the field that identifies one of its kind. */
export function recordWith(store: Store, kind: KindName, value: string): AnyRecord | undefined {
  const { unique = '' }: RecordKind = kinds[kind]
  for (const record of editedCollection(store, kind).newest()) if (textOf(record, unique) === value) return record
  return undefined
}

/**
 * Runs a write that publishes these fields, unless another record of the kind has the same value of its unique field; `code` is 409 for a
 * call that does not name the field. Writes of the same value wait for each other, also on other servers.
 */
export async function withUniqueField<T>(
  store: Store, kind: KindName, id: string, fields: Readonly<Record<string, unknown>>, write: () => Promise<T>,
  code: 400 | 409 = 400,
): Promise<T> {
  const { unique, title }: RecordKind = kinds[kind]
  const value = unique && fields[unique]
  if (unique === undefined || typeof value !== 'string') return write()
  return store.exclusive(`${kind}/${value}`, async () => {
    const other = recordWith(store, kind, value)
    if (other && other.id !== id) {
      const message = `地址“${value}”已被“${textOf(other, title)}”使用，请先修改其中一个`
      throw new Failure(code, message, code === 400 ? { data: { field: unique } } : {})
    }
    return write()
  })
}
