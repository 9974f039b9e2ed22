import { pagedKinds } from '../../contract/kinds.ts'
import { readableAddress } from '../../contract/redirects.ts'
import { addressOfPage, isPageOn, type SitePage } from '../../contract/sitePages.ts'
import { pinyinOf } from '../content/pinyin.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { recordPage, shownRecords } from '../store/recordPage.ts'
import type { Store } from '../store/store.ts'

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
 * Finds the page that is meant by an address that nothing is at: a title that contains its words, also in pinyin, or else the page that old
 * sites call so.
 */
export function createMeantPage({ store, site }: { store: Store; site: () => CurrentSite }) {
  const titled = (): { address: string; title: string; pinyin: string }[] =>
    pagedKinds.flatMap((kind) =>
      shownRecords(kind, { store, site: site() }).map((record) => {
        const { title, address } = recordPage(kind, record, site())
        return { address, title, pinyin: pinyinOf(title).toLowerCase() }
      }),
    )
  let known: { revision: number; titles: ReturnType<typeof titled> } = { revision: -1, titles: [] }

  return (address: string): Meant | undefined => {
    if (known.revision !== store.revision) known = { revision: store.revision, titles: titled() }
    const words = wordsIn(address)
    for (const word of words.filter(isTelling)) {
      const found = known.titles.find(({ title, pinyin }) => title.includes(word) || pinyin.includes(word))
      if (found) return { path: found.address, title: found.title }
    }
    for (const word of words) {
      const page = Object.hasOwn(usualNames, word) ? usualNames[word] : undefined
      if (page && isPageOn(site(), addressOfPage(page)))
        return { path: addressOfPage(page), title: site().pageNames[page] }
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
