import { pagedKinds } from '../../contract/kinds/kinds.ts'
import { type RedirectInput, sentAddress, wrongPlace } from '../../contract/calls/redirects.ts'
import { pagedKind } from '../store/shown.ts'
import type { Store } from '../store/store.ts'
import type { RedirectLookup } from './redirectLookup.ts'
import { unshared } from './spellings.ts'

interface RulesParts {
  store: Store
  lookup: RedirectLookup
  siteOrigin: () => string
}

export type RedirectRules = ReturnType<typeof createRedirectRules>

/** What an old address may lead to. */
export function createRedirectRules({ store, lookup, siteOrigin }: RulesParts) {
  /** Of pages that are still drafts: until one is published, nobody is led there. */
  const draftAddresses = (): ReadonlySet<string> =>
    new Set(
      pagedKinds.flatMap((kind) =>
        store.drafts[kind].all().map(({ id, fields }) => sentAddress(pagedKind(kind).page.address(id, fields))),
      ),
    )
  /** Finds why an address cannot lead to another. Those that are `leaving` are pages that are about to go. */
  const problemFinder = (leaving = false): ((from: string, inSite: string) => string | undefined) => {
    let known: ReadonlySet<string> | undefined
    const ofDrafts = (): ReadonlySet<string> => (known ??= draftAddresses())
    return (from, inSite) => {
      const elsewhere = wrongPlace(inSite)
      if (elsewhere !== undefined) return elsewhere
      const to = sentAddress(inSite)
      if (!leaving && lookup.isPage(from)) return '旧地址现在就是一个能打开的页面，不用跳转'
      if (from === to) return '新地址和旧地址相同'
      const { is, on } = lookup.placeAt(to)
      const opens = on && (is === 'page' || is === 'record' || is === 'file')
      return opens || ofDrafts().has(to) ? undefined : '新地址打不开，请选一个能打开的页面'
    }
  }
  return {
    problemFinder,
    /** Rows as they are kept, each with what is wrong with it. An address of this site may be written with the host. */
    checked(rows: readonly RedirectInput[], leaving = false) {
      const origin = siteOrigin()
      const problemOf = problemFinder(leaving)
      return rows.map((row) => {
        const from = unshared(sentAddress(row.from))
        const to = row.to.startsWith(`${origin}/`) ? row.to.slice(origin.length) : row.to
        return { from, to: sentAddress(to), problem: problemOf(from, to) }
      })
    },
  }
}
