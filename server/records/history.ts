import { dayMs } from '../../contract/text/durations.ts'
import type { HistoryDetail, HistoryRow } from '../../contract/kinds/entities.ts'
import { type KindName, kindNames } from '../../contract/kinds/kinds.ts'
import { notFound } from '../failure.ts'
import { type Log, warnOnce } from '../system/log.ts'
import { KeyedQueue } from '../system/keyedQueue.ts'
import { createDate, type Edited, shownTime, versionOf } from '../store/kind.ts'
import { fieldsOf } from '../store/records.ts'
import type { Store } from '../store/store.ts'

type HistoryKind = KindName | 'site'

/** All of this time, then one a day; of a record at least and at most so many. */
const kept = { ms: 30 * dayMs, atLeast: 10, atMost: 100 }

export type History = ReturnType<typeof createHistory>

export function createHistory(store: Store, siteFields: (record: Edited) => HistoryDetail['fields']) {
  const isKnown = (kind: HistoryKind, id: string): boolean =>
    kind === 'site'
      ? id === 'site'
      : [store[kind], store.drafts[kind], store.trash[kind]].some((collection) => collection.get(id))
  const row = (record: Edited): HistoryRow => {
    const version = versionOf(record)
    return { version, savedBy: record.changedBy ?? '', savedAt: shownTime(version) }
  }
  /** Legal texts that an earlier version of the program has kept. */
  const notices = (): HistoryDetail[] =>
    [...store.notice.newest()].map(({ id, name, lead, body, date, savedBy, ...record }) => ({
      version: `notice-${id}`,
      savedBy,
      savedAt: createDate(record as Edited),
      fields: { [name]: { lead, body, date } },
    }))

  return {
    async list(kind: HistoryKind, id: string): Promise<HistoryRow[]> {
      if (!isKnown(kind, id)) throw notFound()
      const current: Edited | undefined = store[kind].get(id)
      const rows: HistoryRow[] = []
      for (const name of (await store.history.list(kind, id)).reverse().slice(0, kept.atMost)) {
        const record = await store.history.read(kind, id, name)
        if (record && !(current && versionOf(record) === versionOf(current))) rows.push(row(record))
      }
      return kind === 'site' ? [...rows, ...notices().map(({ fields: _fields, ...notice }) => notice)] : rows
    },

    async detail(kind: HistoryKind, id: string, version: string): Promise<HistoryDetail> {
      if (!isKnown(kind, id)) throw notFound()
      const notice = kind === 'site' ? notices().find((notice) => notice.version === version) : undefined
      if (notice) return notice
      const record = await store.history.read(kind, id, version)
      if (!record) throw notFound()
      return { ...row(record), fields: kind === 'site' ? siteFields(record) : fieldsOf(kind, record) }
    },
  }
}

/** Removes versions that are too many or too old, whenever a record is saved. Returns a function that waits for the last of it. */
export function thinHistories(store: Store, now: () => number, log: Log): () => Promise<void> {
  const queue = new KeyedQueue()
  const thin = async (kind: HistoryKind, id: string): Promise<void> =>
    store.history.remove(kind, id, expiredVersions(await store.history.list(kind, id), now()))
  for (const kind of [...kindNames, 'site'] as const) {
    const thinOrWarn = (id: string): Promise<void> =>
      warnOnce(log, `old versions of ${kind}/${id} were not removed`, () => thin(kind, id))()
    store[kind].watch('histories', ({ record, before, byOtherServer }) => {
      if (record && before && !byOtherServer) void queue.run(`${kind}/${record.id}`, () => thinOrWarn(record.id))
    })
  }
  return () => queue.drain()
}

/** The names of the versions to remove, of all, the oldest first. */
export function expiredVersions(names: readonly string[], now: number): string[] {
  const days = new Set<string>()
  return [...names].reverse().filter((name, index) => {
    const day = name.slice(0, 10)
    const isOld = !(timeOf(name) >= now - kept.ms)
    const isFirstOfDay = !days.has(day)
    days.add(day)
    return index >= kept.atMost || (index >= kept.atLeast && isOld && !isFirstOfDay)
  })
}

/** `2026-11-22T12-00-00-000-08-00`: times of records are in China. */
const timeOf = (name: string): number => Date.parse(name.replace(/^(.{10}T..)-(..)-(..).*$/, '$1:$2:$3+08:00'))
