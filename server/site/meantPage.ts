import { pagedKinds } from '../../contract/kinds/kinds.ts'
import { readableAddress } from '../../contract/calls/redirects.ts'
import { addressOfPage, isPageOn, type SitePage } from '../../contract/site/sitePages.ts'
import { pinyinOf } from '../records/pinyin.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { recordPage, shownRecords } from '../store/shown.ts'
import type { Store } from '../store/store.ts'
import { inSlices } from '../system/timeSlices.ts'

interface Meant {
  path: string
  title: string
}

/** What old sites call their pages in addresses. */
const usualNames: Readonly<Record<string, SitePage>> = {
  about: 'about',
  aboutus: 'about',
  company: 'about',
  gsjj: 'about',
  contact: 'about',
  contactus: 'about',
  lxwm: 'about',
  product: 'product',
  products: 'product',
  cpzx: 'product',
  chanpin: 'product',
  news: 'news',
  xinwen: 'news',
  xwzx: 'news',
  case: 'cases',
  cases: 'cases',
  anli: 'cases',
  join: 'agent',
  agent: 'agent',
  jiameng: 'agent',
  honor: 'proofs',
  zizhi: 'proofs',
  index: 'home',
  default: 'home',
}

/** A record's title is only compared with words so long: shorter ones are in too many. */
const shortestLatin = 5
const shortestHan = 2

/**
 * Finds the pages that are meant by addresses that nothing is at: the first title that contains a word of the address, also in pinyin, or
 * else the page that old sites call so.
 */
export async function meantPages(
  addresses: readonly string[],
  { store, site }: { store: Store; site: CurrentSite },
): Promise<(address: string) => Meant | undefined> {
  const wanted = new Set(addresses.flatMap(wordsIn).filter(isTelling))
  const byWord = new Map<string, Meant>()
  for (const kind of pagedKinds) {
    await inSlices(shownRecords(kind, { store, site }), (record) => {
      if (wanted.size === 0) return
      const { title, address } = recordPage(kind, record, site)
      const pinyin = pinyinOf(title).toLowerCase()
      for (const word of wanted) {
        if (!title.includes(word) && !pinyin.includes(word)) continue
        byWord.set(word, { path: address, title })
        wanted.delete(word)
      }
    })
  }
  return (address) => {
    const words = wordsIn(address)
    const named = words.find((word) => byWord.has(word))
    if (named !== undefined) return byWord.get(named)
    for (const word of words) {
      const page = Object.hasOwn(usualNames, word) ? usualNames[word] : undefined
      if (page && isPageOn(site, addressOfPage(page))) return { path: addressOfPage(page), title: site.pageNames[page] }
    }
    return undefined
  }
}

/** The last part of an address says most. */
const wordsIn = (address: string): string[] =>
  (
    readableAddress(address)
      .toLowerCase()
      .match(/[a-z]+|\p{Script=Han}+/gu) ?? []
  ).reverse()

const isTelling = (word: string): boolean =>
  word.length >= (/^[a-z]/.test(word) ? shortestLatin : shortestHan) && !Object.hasOwn(usualNames, word)
