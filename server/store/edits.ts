import { Failure, notFound } from '../failure.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Collection } from './collection.ts'
import { type Edited, shownTime, versionOf } from './kind.ts'

interface Edit {
  /** Fields that are undefined stay unchanged. */
  fields: Readonly<Record<string, unknown>>
  /** The version that was edited. If the record has changed since, the edit fails with a conflict. */
  basedOn: string | undefined
  by: string
  now: number
}

export async function edit<R extends Edited>(collection: Collection<R>, id: string, change: Edit): Promise<null> {
  await collection.change(id, (current) => edited(current, change))
  return null
}

export function edited<R extends Edited>(current: R | undefined, { fields, basedOn, by, now }: Edit): R {
  if (!current) throw notFound()
  refuseIfChanged(current, basedOn)
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { ...current, ...changes, changedAt: nextVersion(current, now), changedBy: by }
}

/** Two changes within a millisecond are two versions. A time that was written by hand may be none. */
export const nextVersion = (current: Edited, now: number): string =>
  chinaTime(Math.max(now, (Date.parse(versionOf(current)) || 0) + 1))

export function refuseIfChanged(current: Edited, basedOn: string | undefined): void {
  if (basedOn === undefined || basedOn === versionOf(current)) return
  const changedBy = current.changedBy ?? ''
  const changedAt = shownTime(versionOf(current))
  throw new Failure(409, `${changedBy || '其他人'}已于${changedAt}修改过这条数据`, { data: { changedBy, changedAt } })
}
