import type { ListPage } from '../../contract/kinds/entities.ts'
import { type RedirectRow, sentAddress } from '../../contract/calls/redirects.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { shownTime } from '../store/kind.ts'
import type { RedirectRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { createRedirectLookup, type Led } from './redirectLookup.ts'
import { createRedirectRules } from './redirectRules.ts'
import { createRedirectWrites } from './redirectWrites.ts'
import { spellingsOf } from './spellings.ts'

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
  const uses = createUses(redirect, now)

  /** By the first of these that leads somewhere; it is counted. */
  const take = (asked: string, ...records: (RedirectRecord | undefined)[]): Led | undefined => {
    for (const record of records) {
      const led = record && arrival(asked, record)
      if (led) uses.count(record)
      if (led) return led
    }
    return undefined
  }
  /** What may lead on from an address, its own spelling first. What is set by itself may be of a draft, so the others follow. */
  const recordsFor = (address: string): (RedirectRecord | undefined)[] => {
    const others = spellingsOf(address).slice(1)
    return [exactly(address), byBeginning(address), ...others.map(exactly), ...others.map(byBeginning)]
  }
  const rowOf = (record: RedirectRecord): RedirectRow => {
    const { from, to } = record
    const { hits, lastAt } = uses.of(record)
    return { from, to, hits, lastAt: shownTime(lastAt), ...(isPage(from) && { unused: true }) }
  }

  return {
    ...createRedirectWrites({ store, lookup, rules: createRedirectRules({ store, lookup, siteOrigin }), now }),

    /** For an address that no page has: where it leads instead. */
    from(url: string): Led | undefined {
      const address = sentAddress(url)
      return take(address, ...recordsFor(address))
    },

    /** For an address with a query that the page at its path does not know, as of old systems: only where it is set by itself. */
    fromExactly(url: string): Led | undefined {
      if (redirect.size === 0) return undefined
      const address = sentAddress(url)
      return take(
        address,
        ...spellingsOf(address).flatMap((spelling) => (isPage(spelling) ? [] : (exactly(spelling) ?? []))),
      )
    },

    /** Whether somebody who asks for it is led somewhere. */
    leads(url: string): boolean {
      const address = sentAddress(url)
      return recordsFor(address).some((record) => record && arrival(address, record) !== undefined)
    },

    list({ page, limit, word }: { page: number; limit: number; word: string }): ListPage<RedirectRow> {
      const { data, count } = redirect.page({ page, limit, word: word.trim() })
      return { data: data.map(rowOf), count }
    },

    flush: uses.flush,
  }
}

/** How often each was used, and when last. Writing it with each use would wear the disk. */
function createUses(redirect: Store['redirect'], now: () => number) {
  const unsaved = new Map<string, { hits: number; lastAt: string }>()
  return {
    count({ id }: RedirectRecord): void {
      const { hits } = unsaved.get(id) ?? { hits: 0 }
      unsaved.set(id, { hits: hits + 1, lastAt: chinaTime(now()) })
    },
    of({ id, hits, lastAt }: RedirectRecord) {
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
