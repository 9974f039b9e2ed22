import type { ListPage } from '../../contract/entities.ts'
import { type KindName, kinds, type RecordKind } from '../../contract/kinds.ts'
import {
  type AddedRedirects,
  maxRedirects,
  readableAddress,
  type RedirectInput,
  type RedirectRow,
  rowMessage,
  sentAddress,
} from '../../contract/redirects.ts'
import { fieldFailure } from '../failure.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { shownTime, type Stored } from '../store/kind.ts'
import type { RecordChanges } from '../store/recordPage.ts'
import type { AnyRecord, RedirectRecord } from '../store/records.ts'
import type { State } from '../store/states.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { createRedirectLookup, type Led, redirectId } from './redirectLookup.ts'
import { createRedirectRules } from './redirectRules.ts'

interface RedirectParts {
  store: Store
  site: () => CurrentSite
  siteOrigin: () => string
  now: () => number
}

export type Redirects = ReturnType<typeof createRedirects>

/** Where old addresses lead. A page that exists comes before any of them. */
export function createRedirects({ store, site, siteOrigin, now }: RedirectParts) {
  const { redirect } = store
  const lookup = createRedirectLookup({ store, site })
  const { exactly, byBeginning, arrival, isPage } = lookup
  const { inThisSite, problemFinder } = createRedirectRules({ store, lookup, siteOrigin })
  const uses = createUses(redirect, now)

  const take = (asked: string, record: RedirectRecord | undefined): Led | undefined => {
    const led = record && arrival(asked, record)
    if (led) uses.count(record)
    return led
  }
  const rowOf = (record: RedirectRecord): RedirectRow => {
    const { from, to } = record
    const { hits, lastAt } = uses.of(record)
    return { from, to, hits, lastAt: shownTime(lastAt), ...(isPage(from) && { unused: true }) }
  }

  const put = async (from: string, to: string, keepsOther = false): Promise<void> => {
    const id = redirectId(from)
    await redirect.change(id, (current) => ({
      ...(current ?? { id, createdAt: chinaTime(now()), hits: 0, lastAt: '' }),
      from,
      to: current && keepsOther ? current.to : to,
    }))
  }
  const isFull = (added: number): boolean => redirect.size + added > maxRedirects
  async function putAll(targets: ReadonlyMap<string, string>, keepsOther = false): Promise<void> {
    if (isFull([...targets.keys()].filter((from) => !exactly(from)).length)) throw fieldFailure('rows', fullMessage)
    // Written at once, they are one group of the disk; after a crash in the middle the same rows can be saved again.
    await Promise.all([...targets].map(([from, to]) => put(from, to, keepsOther)))
  }

  /** From the address that a record is about to leave, visitors are led to its next one, or to where staff have chosen. */
  async function leave(
    kind: KindName,
    { before, after, redirectTo }: { before: AnyRecord | undefined; after: AnyRecord | undefined; redirectTo: string },
  ): Promise<void> {
    const { page }: RecordKind = kinds[kind]
    if (!page || !before) return
    const from = sentAddress(page.address(before.id, before))
    if (after) {
      const next = sentAddress(page.address(after.id, after))
      // Where another record has that address, this change is about to be refused.
      if (from !== next && !isPage(next)) await put(from, next)
      return
    }
    // What cannot be opened any more is no reason to keep the page.
    const leads = redirectTo !== '' && isPage(from) && problemFinder(true)(from, redirectTo) === undefined
    if (leads && (exactly(from) || !isFull(1))) await put(from, sentAddress(redirectTo))
  }

  /** An address that has come back needs no other. */
  async function comeBack(kind: KindName, id: string): Promise<void> {
    const { page }: RecordKind = kinds[kind]
    const record = store.states[kind].live.get(id)
    if (!page || !record) return
    const address = sentAddress(page.address(record.id, record))
    if (exactly(address) && isPage(address)) await redirect.remove(redirectId(address))
  }

  const recordChanges: RecordChanges = {
    refuseTarget(redirectTo) {
      const problem = redirectTo === '' ? undefined : problemFinder(true)('', redirectTo)
      if (problem !== undefined) throw fieldFailure('redirectTo', problem)
      if (redirectTo !== '' && isFull(1)) throw fieldFailure('redirectTo', fullMessage)
    },
    async change(kind, id, plan, journal) {
      const { change } = store.states[kind]
      try {
        const leaving = async (state: State): Promise<State> => {
          const { redirectTo = '', ...next } = await plan(state)
          await leave(kind, { before: state.live, after: next.live, redirectTo })
          return next
        }
        return await change(id, leaving, journal)
      } finally {
        // Also where the record has stayed.
        await comeBack(kind, id)
      }
    },
  }

  return {
    ...recordChanges,
    comeBack,

    /** For an address that no page has: where it leads instead. */
    from(url: string): Led | undefined {
      const address = sentAddress(url)
      // What is set by itself may be of a draft.
      return take(address, exactly(address)) ?? take(address, byBeginning(address))
    },

    /** For an address with a query that the page at its path does not know, as of old systems: only where it is set by itself. */
    fromExactly(url: string): Led | undefined {
      if (redirect.size === 0) return undefined
      const address = sentAddress(url)
      const record = exactly(address)
      return record && !isPage(address) ? take(address, record) : undefined
    },

    /** Whether somebody who asks for it is led somewhere. */
    leads(url: string): boolean {
      const address = sentAddress(url)
      return [exactly(address), byBeginning(address)].some((record) => record && arrival(address, record) !== undefined)
    },

    list({ page, limit, word }: { page: number; limit: number; word: string }): ListPage<RedirectRow> {
      const { data, count } = redirect.page({ page, limit, word: word.trim() })
      return { data: data.map(rowOf), count }
    },

    /**
     * Saves all of them, or none where one is wrong; each replaces what its old address had. Those that are `leaving` are pages that are about
     * to go: while one is still there it comes first, so a crash before it goes is harmless.
     */
    async save(rows: readonly RedirectInput[], leaving = false): Promise<void> {
      const problemOf = problemFinder(leaving)
      const targets = new Map<string, string>()
      for (const [index, row] of rows.entries()) {
        const { from, to } = inThisSite(row)
        const problem = problemOf(from, to)
        if (problem !== undefined) throw fieldFailure('rows', rowMessage(index, problem))
        targets.set(from, sentAddress(to))
      }
      for (const to of targets.values())
        if (targets.has(to)) throw fieldFailure('rows', `${readableAddress(to)}自己也要跳走，请选别的页面`)
      await putAll(targets)
    },

    /** Adds those whose old address leads nowhere yet, without those that are wrong; the later of two counts. */
    async add(rows: readonly RedirectInput[]): Promise<AddedRedirects> {
      const problemOf = problemFinder()
      const targets = new Map<string, string>()
      const refused = new Map<string, string>()
      for (const row of rows) {
        const { from, to } = inThisSite(row)
        const problem = problemOf(from, to)
        if (problem !== undefined) refused.set(from, problem)
        else if (!exactly(from)) targets.set(from, sentAddress(to))
      }
      // What staff save at the same moment counts.
      await putAll(targets, true)
      return { added: [...targets.keys()], refused: Array.from(refused, ([from, why]) => ({ from, why })) }
    },

    /** What leads on from the page of a record. */
    at(kind: KindName, record: Stored): RedirectRecord | undefined {
      const { page }: RecordKind = kinds[kind]
      return page && exactly(sentAddress(page.address(record.id, record)))
    },

    async remove(froms: readonly string[]): Promise<void> {
      await Promise.all(froms.map((from) => redirect.remove(redirectId(sentAddress(from)))))
    },

    /** Addresses of pages that have come back, after groups or pages were switched on, need no other. */
    async removeUnused(): Promise<void> {
      const unused = redirect.all().filter(({ from }) => !from.endsWith('*') && isPage(from))
      await Promise.all(unused.map(({ id }) => redirect.remove(id)))
    },

    flush: uses.flush,
  }
}

const fullMessage = `最多保存${maxRedirects}个旧地址，请先删除没有人再用的`

/** How often each was used, and when last. Writing it with each use would wear the disk. */
function createUses(redirect: Store['redirect'], now: () => number) {
  const unsaved = new Map<string, { hits: number; lastAt: string }>()
  return {
    count({ id }: RedirectRecord): void {
      const { hits } = unsaved.get(id) ?? { hits: 0 }
      unsaved.set(id, { hits: hits + 1, lastAt: chinaTime(now()) })
    },
    of({ id, hits, lastAt }: RedirectRecord): { hits: number; lastAt: string } {
      const more = unsaved.get(id)
      return { hits: hits + (more?.hits ?? 0), lastAt: more?.lastAt ?? lastAt }
    },
    /** Writes them, once an hour. */
    async flush(): Promise<void> {
      for (const [id, { hits, lastAt }] of [...unsaved]) {
        unsaved.delete(id)
        try {
          await redirect.update(id, (record) => ({ ...record, hits: record.hits + hits, lastAt }))
        } catch (cause) {
          const since = unsaved.get(id) ?? { hits: 0, lastAt }
          unsaved.set(id, { hits: since.hits + hits, lastAt: since.lastAt })
          throw cause
        }
      }
    },
  }
}
