import { createHash } from 'node:crypto'
import {
  type AddedRedirects,
  maxRedirects,
  readableAddress,
  type RedirectInput,
  type RedirectRow,
  rowMessage,
  sentAddress,
  wrongPlace,
} from '../../contract/redirects.ts'
import { type KindName, kinds, pagedKinds, type RecordKind } from '../../contract/kinds.ts'
import type { ListPage } from '../../contract/entities.ts'
import { fieldFailure } from '../failure.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { shownTime } from '../store/kind.ts'
import { pagedKind } from '../store/recordPage.ts'
import type { AnyRecord, RedirectRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { whatIsAt } from '../site/addressBook.ts'

interface RedirectParts {
  store: Store
  site: () => CurrentSite
  siteOrigin: () => string
  now: () => number
}

/** Where a visitor is led. */
interface Led {
  to: string
  /** The page that was asked for may be there again: it is closed, a draft or in the trash. */
  mayReturn: boolean
}

/** More redirects than this behind each other are a mistake. */
const maxSteps = 10

export type Redirects = ReturnType<typeof createRedirects>

/** Where old addresses lead. A page that exists comes before any of them. */
export function createRedirects({ store, site, siteOrigin, now }: RedirectParts) {
  const { redirect } = store
  /** The beginnings of addresses, without the star. */
  const prefixes = new Map<string, RedirectRecord>()
  let prefixLengths: readonly number[] = []
  const unsaved = new Map<string, { hits: number; lastAt: string }>()

  const follow = (record: RedirectRecord | undefined, before: RedirectRecord | undefined): void => {
    const { from } = record ?? before ?? { from: '' }
    if (!from.endsWith('*')) return
    if (record) prefixes.set(from.slice(0, -1), record)
    else prefixes.delete(from.slice(0, -1))
    prefixLengths = [...new Set(Array.from(prefixes.keys(), (each) => each.length))].sort((a, b) => b - a)
  }
  for (const record of redirect.all()) follow(record, undefined)
  redirect.watch('redirects', ({ record, before }) => follow(record, before))

  const exactly = (address: string): RedirectRecord | undefined => redirect.get(idOf(address))
  /** The longest beginning counts. */
  const byBeginning = (address: string): RedirectRecord | undefined => {
    for (const length of prefixLengths) {
      const record = length <= address.length ? prefixes.get(address.slice(0, length)) : undefined
      if (record) return record
    }
    return undefined
  }
  const placeAt = (address: string) => whatIsAt({ store, site: site() }, address)
  const isPage = (address: string): boolean => {
    const place = placeAt(address)
    return place.on && place.address === address
  }
  /** Whether the page of a draft, or of what is in the trash, was or will be there. */
  const isKept = (address: string): boolean => {
    const { pathname, searchParams } = new URL(address, 'http://this.site')
    return pagedKinds.some((kind) => {
      const { id: idName, page } = pagedKind(kind)
      const [drafts, trash] = [store.drafts[kind], store.trash[kind]]
      const isThere = (id: string, record: object | undefined): boolean =>
        record !== undefined && sentAddress(page.address(id, { createDate: '', ...record })) === address
      if (!page.route.endsWith('*')) {
        const id = searchParams.get(idName) ?? ''
        return pathname === page.route && (drafts.get(id) ?? trash.get(id)) !== undefined
      }
      return (
        drafts.all().some(({ id, fields }) => isThere(id, fields)) ||
        trash.all().some(({ id, record, draft }) => isThere(id, record ?? draft?.fields))
      )
    })
  }
  const mayReturn = (address: string): boolean => {
    const { is, on } = placeAt(address)
    return is === 'nothing' ? isKept(address) : !on
  }
  /** Where somebody arrives at last: a page that was moved twice is one step away. */
  const arrival = (asked: string, { to: first }: RedirectRecord): Led | undefined => {
    const led = { to: first, mayReturn: mayReturn(asked) }
    for (let step = 0; step < maxSteps; step++) {
      if (placeAt(led.to).on) return led
      const next = exactly(led.to) ?? byBeginning(led.to)
      if (!next) return undefined
      led.mayReturn ||= mayReturn(led.to)
      led.to = next.to
    }
    return undefined
  }
  /** Of pages that are still drafts: until one is published, nobody is led there. */
  const draftAddresses = (): ReadonlySet<string> =>
    new Set(
      pagedKinds.flatMap((kind) =>
        store.drafts[kind].all().map(({ id, fields }) => sentAddress(pagedKind(kind).page.address(id, fields))),
      ),
    )
  const count = ({ id }: RedirectRecord): void => {
    const { hits } = unsaved.get(id) ?? { hits: 0 }
    unsaved.set(id, { hits: hits + 1, lastAt: chinaTime(now()) })
  }
  const take = (asked: string, record: RedirectRecord | undefined): Led | undefined => {
    const led = record && arrival(asked, record)
    if (led) count(record)
    return led
  }

  const put = async (from: string, to: string, keepsOther = false): Promise<void> => {
    await redirect.change(idOf(from), (current) => ({
      ...(current ?? { id: idOf(from), createdAt: chinaTime(now()), hits: 0, lastAt: '' }),
      from,
      to: current && keepsOther ? current.to : to,
    }))
  }
  const rowOf = ({ id, from, to, hits, lastAt }: RedirectRecord): RedirectRow => {
    const more = unsaved.get(id)
    return {
      from,
      to,
      hits: hits + (more?.hits ?? 0),
      lastAt: shownTime(more?.lastAt ?? lastAt),
      ...(isPage(from) && { unused: true }),
    }
  }

  return {
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

    async remove(froms: readonly string[]): Promise<void> {
      await Promise.all(froms.map((from) => redirect.remove(idOf(sentAddress(from)))))
    },

    /**
     * From an address that a record is about to leave, visitors are led to its next one. It is called before the record changes: the page
     * that is still there comes first, so a crash in between is harmless.
     */
    async recordChanges(kind: KindName, before: AnyRecord | undefined, after: AnyRecord | undefined): Promise<void> {
      const page = before && after && (kinds[kind] as RecordKind).page
      if (!page) return
      const [left, next] = [page.address(before.id, before), page.address(after.id, after)].map(sentAddress)
      if (left === undefined || next === undefined || left === next) return
      // Another record has that address, so this change is about to be refused.
      if (isPage(next)) return
      await put(left, next)
    },

    /** Redirects a page that ends at its time to the one that staff have chosen; before the record goes, for the same reason. */
    async recordEnds(kind: KindName, record: AnyRecord): Promise<void> {
      const page = (kinds[kind] as RecordKind).page
      const to = record.unpublishTo ?? ''
      if (!page || to === '') return
      const from = sentAddress(page.address(record.id, record))
      // What cannot be opened any more is no reason to keep the page.
      if (isPage(from) && problemFinder(true)(from, to) === undefined) await put(from, sentAddress(to))
    },

    /** An address that has come back needs no other. It is removed last: until then the page comes first all the same. */
    async pageIsThere(kind: KindName, record: AnyRecord | undefined): Promise<void> {
      const page = record && (kinds[kind] as RecordKind).page
      if (!page) return
      const address = sentAddress(page.address(record.id, record))
      if (exactly(address) && isPage(address)) await redirect.remove(idOf(address))
    },

    /** The same for all pages, after groups or pages were switched on. */
    async removeUnused(): Promise<void> {
      const unused = redirect.all().filter(({ from }) => !from.endsWith('*') && isPage(from))
      await Promise.all(unused.map(({ id }) => redirect.remove(id)))
    },

    /** Writes how often each was used, once an hour. */
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

  /** An address of this site may be written with the host. */
  function inThisSite({ from, to }: RedirectInput): RedirectInput {
    const origin = siteOrigin()
    return { from: sentAddress(from), to: to.startsWith(`${origin}/`) ? to.slice(origin.length) : to }
  }

  function problemFinder(leaving = false): (from: string, inSite: string) => string | undefined {
    let known: ReadonlySet<string> | undefined
    const ofDrafts = (): ReadonlySet<string> => (known ??= draftAddresses())
    return (from, inSite) => {
      const elsewhere = wrongPlace(inSite)
      if (elsewhere !== undefined) return elsewhere
      const to = sentAddress(inSite)
      if (!leaving && isPage(from)) return '旧地址现在就是一个能打开的页面，不用跳转'
      if (from === to) return '新地址和旧地址相同'
      const { is, on } = placeAt(to)
      const opens = on && (is === 'page' || is === 'record' || is === 'file')
      return opens || ofDrafts().has(to) ? undefined : '新地址打不开，请选一个能打开的页面'
    }
  }

  async function putAll(targets: ReadonlyMap<string, string>, keepsOther = false): Promise<void> {
    const added = [...targets.keys()].filter((from) => !exactly(from)).length
    if (redirect.size + added > maxRedirects)
      throw fieldFailure('rows', `最多保存${maxRedirects}个旧地址，请先删除没有人再用的`)
    // Written at once, they are one group of the disk; after a crash in the middle the same rows can be saved again.
    await Promise.all([...targets].map(([from, to]) => put(from, to, keepsOther)))
  }
}

/** Any address is too long or has signs that a file's name may not have. */
const idOf = (from: string): string => createHash('sha256').update(from).digest('base64url').slice(0, 27)
