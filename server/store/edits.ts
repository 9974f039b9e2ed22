import { Failure, notFound } from '../failure.ts'
import { chinaTime } from './chinaTime.ts'
import { type Edited, shownTime, versionOf } from './kind.ts'

interface Edit {
  /** Fields that are undefined stay unchanged. */
  fields: Readonly<Record<string, unknown>>
  /** The version that was edited. If the record has changed since, the edit fails with a conflict. */
  basedOn: string | undefined
  by: string
  now: number
}

/** A collection of any kind of records that staff edit. */
export interface EditedCollection {
  get(id: string): Edited | undefined
  update(id: string, change: (current: Edited) => Edited): Promise<Edited | undefined>
}

export async function edit(collection: EditedCollection, id: string, { fields, basedOn, by, now }: Edit): Promise<null> {
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const updated = await collection.update(id, (current) => {
    refuseIfChanged(current, basedOn)
    return { ...current, ...changes, changedAt: nextVersion(current, now), changedBy: by }
  })
  if (!updated) throw notFound()
  return null
}

/** Two changes within a millisecond are two versions. A time that was written by hand may be none. */
export const nextVersion = (current: Edited, now: number): string => chinaTime(Math.max(now, (Date.parse(versionOf(current)) || 0) + 1))

export function refuseIfChanged(current: Edited, basedOn: string | undefined): void {
  if (basedOn === undefined || basedOn === versionOf(current)) return
  const changedBy = current.changedBy ?? ''
  const changedAt = shownTime(versionOf(current))
  throw new Failure(409, `${changedBy || '其他人'}已于${changedAt}修改过这条数据`, { data: { changedBy, changedAt } })
}
