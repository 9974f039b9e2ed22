import { type KindName, recordKind } from '../../contract/kinds/kinds.ts'
import { Failure } from '../failure.ts'
import type { Collection } from './collection.ts'
import type { Disk } from './disk.ts'
import { textOf } from './kind.ts'
import type { AnyRecord } from './records.ts'
import type { State } from './states.ts'

/** The published record with this value of the field that identifies one of its kind. */
export function recordWith(
  live: Pick<Collection<AnyRecord>, 'newest'>,
  kind: KindName,
  value: string,
): AnyRecord | undefined {
  const { unique = '' } = recordKind(kind)
  for (const record of live.newest()) if (textOf(record, unique) === value) return record
  return undefined
}

/**
 * Refuses to publish a record while another one of the kind has the same value of its unique field. Writes of the same value wait for each
 * other, also on other servers; one has the lock of its record by then, and takes no other.
 */
export const admitUnique =
  (kind: KindName, disk: Pick<Disk, 'exclusive'>) =>
  async (next: AnyRecord, { trash }: State, live: Collection<AnyRecord>, write: () => Promise<void>): Promise<void> => {
    const { unique, title } = recordKind(kind)
    if (unique === undefined) return write()
    const value = textOf(next, unique)
    return disk.exclusive(`${kind}/${value}`, async () => {
      const other = recordWith(live, kind, value)
      if (!other || other.id === next.id) return write()
      const message = `地址“${value}”已被“${textOf(other, title)}”使用，请先修改其中一个`
      // The call that restores a record does not name the field.
      throw trash ? new Failure(409, message) : new Failure(400, message, { data: { field: unique } })
    })
  }
