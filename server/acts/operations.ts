import { minuteMs } from '../../contract/text/durations.ts'
import type { Site } from '../../contract/kinds/entities.ts'
import { reasons } from '../../contract/kinds/foreignReading.ts'
import type { OutsidePage } from '../../contract/kinds/outsidePages.ts'
import { operationKeptMs, type OperationWhat } from '../../contract/calls/operations.ts'
import { siteFields } from '../../contract/site/siteFields.ts'
import { Failure } from '../failure.ts'
import type { SiteChange } from '../site/siteCalls.ts'
import type { OperationRecord, UserRecord } from '../store/records.ts'
import { newId } from '../store/newId.ts'
import type { SaveFailure } from '../store/writeQueue.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Jobs } from '../system/jobs.ts'
import type { Log } from '../system/log.ts'
import { accountFor, type ActingParts, createActing, createUndoing, type Done, isPassing, isTrouble } from './acting.ts'
import { createActs } from './acts.ts'
import { createOperationRows, type KeptRow } from './operationRows.ts'
import { isLeftPublic } from './states.ts'

interface OperationParts extends ActingParts {
  readPage(input: { address: string; beside: string | undefined }, userId: string): Promise<OutsidePage>
  jobs: Pick<Jobs, 'add' | 'wake' | 'stopping'>
  log: Log
}

/** After so many rows, or so long, other operations and jobs have their turn. */
export const slice = { rows: 20, ms: 200 }
/** In characters: what a site sends must not fill the disk. */
const maxPageLength = 1_000_000
const mostNamed = 100
const mostWords = 100
/** One that has stood still for longer goes on only when somebody says so: a restore or another version of the program lies between. */
const staleMs = 10 * minuteMs
/** So long one waits whose disk is full, or whose database does not answer. */
const retryMs = 30_000

const isMoving = ({ state }: OperationRecord): boolean => state === 'running' || state === 'undoing'

export type Operations = ReturnType<typeof createOperations>

/** Acts on the rows of operations, a few at a time, and puts them back. */
export function createOperations(parts: OperationParts) {
  const { store, readPage, jobs, now, log } = parts
  const { operation: records } = store
  const rows = createOperationRows(store)
  const acts = createActs(parts)
  const doRow = createActing(parts, rows, acts)
  const undoRow = createUndoing(parts, rows)

  /** In the order of their turns. */
  const moving = new Set<string>()
  /** Those that wait for others; asked again when any begins or ends. */
  const waiting = new Set<string>()
  /** How often one has begun or ended. */
  let moves = 0
  const held = new Map<string, { until: number; because: string }>()
  const stale = new Set<string>()
  const follow = (record: OperationRecord | undefined, id: string): void => {
    if (record && isMoving(record)) moving.add(id)
    else {
      moving.delete(id)
      rows.forgetAllBut(moving)
    }
    moves++
    waiting.clear()
    jobs.wake()
  }
  for (const record of records.all()) {
    follow(record, record.id)
    if (isMoving(record) && Date.parse(record.movedAt) < now() - staleMs) stale.add(record.id)
  }
  records.watch('operations', ({ id, record, before }) => {
    if (record?.state === before?.state) return
    held.delete(id)
    stale.delete(id)
    follow(record, id)
  })

  /** Whose operation has one of its records, and comes first. */
  async function blockerOf(record: OperationRecord): Promise<OperationRecord | undefined> {
    const all = await rows.all(record)
    for (const id of moving) {
      const other = records.get(id)
      if (!other || id === record.id || `${other.since} ${id}` > `${record.since} ${record.id}`) continue
      const theirs = await rows.all(other)
      if ([...all.keys()].some((key) => theirs.has(key))) return other
    }
    return undefined
  }

  async function takeTurn(id: string): Promise<void> {
    const record = records.get(id)
    if (!record) return
    if (stale.delete(id)) {
      const paused = { state: 'paused', pausedBecause: '服务器停了一段时间，请核对以后再继续' } as const
      return void (await records.update(id, (current) => ({ ...current, ...paused, step: current.step + 1 })))
    }
    const movesBefore = moves
    const waitsFor = (await blockerOf(record))?.by
    if (waitsFor !== record.waitsFor)
      await records.update(id, ({ waitsFor: _before, ...current }) => ({
        ...current,
        step: current.step + 1,
        ...(waitsFor !== undefined && { waitsFor }),
      }))
    if (waitsFor !== undefined) {
      // Or what it waits for may have ended meanwhile.
      if (moves === movesBefore) waiting.add(id)
      return
    }
    await store.exclusive(`operation/${id}`, () => actOnSome(id))
  }

  async function actOnSome(id: string): Promise<void> {
    const begun = records.get(id)
    if (!begun || !isMoving(begun)) return
    const phase = begun.state
    const list = [...(await rows.all(begun)).values()]
    const startedAt = performance.now()
    let progress: Progress = begun
    let trouble: SaveFailure | undefined
    for (let count = 0; count < slice.rows && performance.now() - startedAt < slice.ms; count++) {
      if (progress.done >= begun.total || records.get(id)?.state !== phase) break
      try {
        progress = await step(begun, progress, list)
      } catch (cause) {
        if (!isTrouble(cause)) throw cause
        trouble = cause
        break
      }
    }
    const { done, named, namedCount, words } = progress
    const isEnd = done >= begun.total
    try {
      if (isEnd && phase === 'undoing' && begun.what === 'import') await closePublications(begun)
      await records.update(id, (current) => ({
        ...current,
        ...{ done, named, namedCount, words },
        step: current.step + 1,
        movedAt: chinaTime(now()),
        ...(isEnd && current.state === phase && { state: phase === 'running' ? 'done' : 'undone' }),
      }))
    } catch (cause) {
      // What is not counted is found done.
      if (!isTrouble(cause)) throw cause
      trouble = cause
    }
    if (trouble) held.set(id, { until: now() + retryMs, because: trouble.message })
  }

  /** A publication of which the undo of an import has left nothing is undone with it. */
  async function closePublications(record: OperationRecord): Promise<void> {
    const { undo } = record
    for (const publication of rows.since(record).filter(({ what }) => what === 'publish')) {
      const { id, state } = publication
      if ((state !== 'done' && state !== 'stopped') || !(await rows.isPutBack(publication))) continue
      const undone = { state: 'undone', named: [], namedCount: 0, ...(undo && { undo }) } as const
      await records.update(id, (current) =>
        current.state === state ? { ...current, ...undone, total: current.done, step: current.step + 1 } : current,
      )
    }
  }

  /** Acts on the next row. */
  async function step(record: OperationRecord, progress: Progress, list: readonly KeptRow[]): Promise<Progress> {
    const { id, what, total, undo } = record
    const place = undo ? total - 1 - progress.done : progress.done
    // The first of a list is published last, so that it is the newest.
    const index = what === 'publish' ? list.length - 1 - place : place
    const row = list[index]
    if (!row) throw new Error(`operation ${id} has no row ${index}`)
    const {
      note,
      words = [],
      ...others
    } = await attempt(() => {
      if (what === 'read') return readRow(record, index, row, list)
      return (undo ? undoRow : doRow)(record, index, row)
    })
    return {
      done: progress.done + 1,
      words: [...new Set([...progress.words, ...words])].slice(0, mostWords),
      named: note === undefined ? progress.named : [...progress.named, { ...row, note, ...others }].slice(0, mostNamed),
      namedCount: progress.namedCount + (note === undefined ? 0 : 1),
    }
  }

  /** Keeps what a page of another site says. By the one beside it it is known what is on every page. */
  async function readRow(
    record: OperationRecord,
    index: number,
    row: KeptRow,
    list: readonly KeptRow[],
  ): Promise<Done> {
    const { id, userId, round } = record
    const beside = list[index + 1] ?? list[index - 1]
    const known = await rows.outcome(id, index)
    if (known && 'page' in known) return {}
    accountFor(parts, userId, record, row)
    const page = await readPage({ address: row.id, beside: beside?.id }, userId)
    if (JSON.stringify(page).length > maxPageLength) throw new Failure(422, reasons.tooLarge)
    await rows.keep(id, index, { row, round, page })
    return {}
  }

  /** A row that cannot be done keeps no other from it; what keeps all of them from it is thrown. */
  async function attempt(work: () => Promise<Done>): Promise<Done> {
    try {
      return await work()
    } catch (cause) {
      if (isPassing(cause)) throw cause
      if (cause instanceof Failure) return { note: cause.message, ...(isLeftPublic(cause) && { isPublic: true }) }
      log('error', 'a row of an operation could not be done', cause)
      return { note: '服务器出错' }
    }
  }

  const stopped = new Promise<void>((resolve) => jobs.stopping.addEventListener('abort', () => resolve()))
  /** Pages are slow to come, and keep no other operation waiting. */
  for (const isReading of [false, true]) {
    const ready = (): string[] =>
      [...moving].filter((id) => !waiting.has(id) && (records.get(id)?.what === 'read') === isReading)
    jobs.add({
      failed: 'operations do not go on; they are tried again',
      onlyLeader: 'acts',
      next: () => Math.min(...ready().map((id) => held.get(id)?.until ?? now())),
      async run() {
        const id = ready().find((each) => (held.get(each)?.until ?? 0) <= now())
        if (id === undefined) return
        held.delete(id)
        const turn = takeTurn(id)
        // The next start asks for a page again that the stop cuts.
        await (isReading ? Promise.race([turn, stopped]) : turn)
        // The next turn is another's.
        if (moving.delete(id)) moving.add(id)
      },
    })
  }

  const newOperation = ({ id: userId, name: by }: UserRecord, what: OperationWhat) => {
    const time = chinaTime(now())
    return {
      ...{ what, options: {}, userId, by, state: 'staged' as OperationRecord['state'], step: 0, round: 0 },
      ...{ kinds: [], first: [], portions: 0, total: 0, done: 0, since: time, movedAt: time },
      ...{ named: [], namedCount: 0, words: [] },
    }
  }

  return {
    rows,
    acts,
    newOperation,
    /** What somebody has saved in the settings, to be undone like what an operation has done. */
    async keepSettings(user: UserRecord, settings: SiteChange): Promise<string | undefined> {
      const names = Object.keys(settings.after) as (keyof Site)[]
      const row: KeptRow = { kind: 'site', id: 'site', title: names.map((name) => siteFields[name].label).join('、') }
      const done = { state: 'done', kinds: [row.kind], first: [row], portions: 1, total: 1, done: 1 } as const
      const id = newId(now())
      try {
        // An operation that is listed can be undone, wherever this is cut.
        await rows.add(id, 0, [row])
        await rows.keep(id, 0, { row, round: 0, settings })
        await records.insert({ ...newOperation(user, 'settings'), ...done }, id)
        return id
      } catch (cause) {
        // They are saved all the same.
        if (isPassing(cause)) return undefined
        throw cause
      }
    },
    /** Why one that runs does not go on. */
    heldBecause: (id: string): string | undefined => held.get(id)?.because,
    /** Goes on with one that waits for room. */
    release(id: string): void {
      held.delete(id)
      jobs.wake()
    },
    /** Removes those that cannot be undone any more. Resolves to how many. */
    async sweep(): Promise<number> {
      const old = records
        .all()
        .filter((record) => !isMoving(record) && Date.parse(record.createdAt) < now() - operationKeptMs)
      for (const { id } of old) {
        await store.operationFiles.remove(id)
        await records.remove(id)
      }
      return old.length
    },
  }
}

type Progress = Pick<OperationRecord, 'done' | 'named' | 'namedCount' | 'words'>
