import { type KindName, recordKind } from '../../contract/kinds/kinds.ts'
import {
  maxRedirects,
  readableAddress,
  type RedirectInput,
  rowMessage,
  sentAddress,
} from '../../contract/calls/redirects.ts'
import { fieldFailure } from '../failure.ts'
import type { Stored } from '../store/kind.ts'
import type { RedirectRecord } from '../store/records.ts'
import type { RecordChanges, State } from '../store/states.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { redirectId, type RedirectLookup } from './redirectLookup.ts'
import type { RedirectRules } from './redirectRules.ts'

interface WritesParts {
  store: Store
  lookup: RedirectLookup
  rules: RedirectRules
  now: () => number
}

const fullMessage = `最多保存${maxRedirects}个旧地址，请先删除没有人再用的`

/** Sets where old addresses lead: by staff and imports, and with the changes of the records whose addresses they were. */
export function createRedirectWrites({
  store,
  lookup: { exactly, isPage },
  rules: { checked, problemFinder },
  now,
}: WritesParts) {
  const { redirect } = store
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

  const pageOf = (kind: KindName, record: Stored | undefined): string | undefined => {
    const { page } = recordKind(kind)
    return page && record && sentAddress(page.address(record.id, record))
  }
  /** From the address that a record is about to leave, visitors are led to its next one, or to where staff have chosen. */
  async function leave(from: string | undefined, next: string | undefined, redirectTo: string): Promise<void> {
    if (from === undefined || from === next) return
    if (next !== undefined) {
      // Where another record has that address, this change is about to be refused.
      if (!isPage(next)) await put(from, next)
      return
    }
    // What cannot be opened any more is no reason to keep the page.
    const leads = redirectTo !== '' && isPage(from) && problemFinder(true)(from, redirectTo) === undefined
    if (leads && (exactly(from) || !isFull(1))) await put(from, sentAddress(redirectTo))
  }

  const recordChanges: RecordChanges = {
    refuseTarget(redirectTo) {
      if (redirectTo === '') return
      const problem = isFull(1) ? fullMessage : problemFinder(true)('', redirectTo)
      if (problem !== undefined) throw fieldFailure('redirectTo', problem)
    },
    async change(kind, id, plan, journal) {
      const leaving = async (state: State): Promise<State> => {
        const { redirectTo = '', ...next } = await plan(state)
        await leave(pageOf(kind, state.live), pageOf(kind, next.live), redirectTo)
        return next
      }
      try {
        return await store.states[kind].change(id, leaving, journal)
      } finally {
        await comeBack(kind, id)
      }
    },
  }

  /** An address that has come back needs no other, nor one whose record has stayed. */
  async function comeBack(kind: KindName, id: string): Promise<void> {
    const address = pageOf(kind, store.states[kind].live.get(id))
    if (address !== undefined && exactly(address) && isPage(address)) await redirect.remove(redirectId(address))
  }

  return {
    ...recordChanges,
    comeBack,

    /** What leads on from the page of a record. */
    at(kind: KindName, record: Stored): RedirectRecord | undefined {
      const address = pageOf(kind, record)
      return address === undefined ? undefined : exactly(address)
    },

    /**
     * Saves all of them, or none where one is wrong; each replaces what its old address had. Those that are `leaving` are pages that are about
     * to go: while one is still there it comes first, so a crash before it goes is harmless.
     */
    async save(rows: readonly RedirectInput[], leaving = false): Promise<void> {
      const targets = new Map<string, string>()
      for (const [index, { from, to, problem }] of checked(rows, leaving).entries()) {
        if (problem !== undefined) throw fieldFailure('rows', rowMessage(index, problem))
        targets.set(from, to)
      }
      for (const to of targets.values())
        if (targets.has(to)) throw fieldFailure('rows', `${readableAddress(to)}自己也要跳走，请选别的页面`)
      await putAll(targets)
    },

    /** Adds those whose old address leads nowhere yet; the later of two counts. Resolves to those that are wrong, and why. */
    async add(rows: readonly RedirectInput[]): Promise<ReadonlyMap<string, string>> {
      const targets = new Map<string, string>()
      const refused = new Map<string, string>()
      for (const { from, to, problem } of checked(rows)) {
        if (problem !== undefined) refused.set(from, problem)
        else if (!exactly(from)) targets.set(from, to)
      }
      // What staff save at the same moment counts.
      await putAll(targets, true)
      return refused
    },

    /** Those whose old address leads nowhere yet. */
    unset: (rows: readonly RedirectInput[]): RedirectInput[] => rows.filter(({ from }) => !exactly(sentAddress(from))),

    /** Removes those that still lead to where they did. */
    async takeBack(rows: readonly RedirectInput[]): Promise<void> {
      for (const { from, to } of rows) {
        const set = exactly(sentAddress(from))
        if (set?.to === sentAddress(to)) await redirect.remove(set.id)
      }
    },

    async remove(froms: readonly string[]): Promise<void> {
      await Promise.all(froms.map((from) => redirect.remove(redirectId(sentAddress(from)))))
    },

    /** Addresses of pages that have come back, after groups or pages were switched on, need no other. */
    async removeUnused(): Promise<void> {
      const unused = redirect.all().filter(({ from }) => !from.endsWith('*') && isPage(from))
      await Promise.all(unused.map(({ id }) => redirect.remove(id)))
    },
  }
}
