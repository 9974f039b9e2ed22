import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PublicSite, Site } from '../../contract/kinds/entities.ts'
import { fillText, wordsOfSite } from '../../contract/site/companyText.ts'
import { hoursText } from '../../contract/text/hours.ts'
import { type KindName, kindNames } from '../../contract/kinds/kinds.ts'
import { listedKinds } from '../../contract/kinds/listedKinds.ts'
import { isValidOn, proofsOf } from '../../contract/site/proofs.ts'
import { completed } from '../../contract/kinds/read.ts'
import { emptyValue, type SiteField } from '../../contract/site/siteFieldKinds.ts'
import { siteFields } from '../../contract/site/siteFields.ts'
import { pageLabels, type SitePage, switchablePages } from '../../contract/site/sitePages.ts'
import { chinaDayNumber, chinaTime } from '../system/chinaTime.ts'
import type { SiteRecord } from './records.ts'
import type { Store } from './store.ts'

export type CurrentSite = SiteRecord & PublicSite

/** Returns a function that gives the current site record; where nothing is stored the one that was found instead, or the shipped one. */
export function currentSite(
  store: Pick<Store, KindName | 'site' | 'revision'>,
  shipped: SiteRecord,
  now: () => number,
  found: SiteRecord = shipped,
): () => CurrentSite {
  const complete = readSite(shipped)
  const words = withoutOwnFacts(complete)
  const unstored = readSite(found, complete)
  let cached: { revision: number; day: number; site: CurrentSite } | undefined
  return () => {
    const time = now()
    const { revision } = store
    const day = chinaDayNumber(time)
    if (cached?.revision !== revision || cached.day !== day) {
      const [stored] = store.site.newest()
      const site = stored ? readSite(stored, words) : unstored
      const pagePaths = store.page.all().map(({ pagePath }) => pagePath)
      const today = chinaTime(time).slice(0, 10)
      cached = {
        revision,
        day,
        site: {
          ...site,
          ...derivedFacts(site, { pagePaths, today, filled: filledKinds(store), products: store.product.size }),
        },
      }
    }
    return cached.site
  }
}

/** The kinds of which a record is published. */
export const filledKinds = (store: Pick<Store, KindName>): KindName[] =>
  kindNames.filter((kind) => store[kind].size > 0)

/** So many are asked about one by one. */
const fewProducts = 5

/** What follows from the fields of the site record and from what is beside it. */
export function derivedFacts(
  site: Site,
  {
    pagePaths,
    today,
    filled,
    products,
  }: Pick<PublicSite, 'pagePaths' | 'today'> & { filled: readonly KindName[]; products: number },
): Omit<PublicSite, keyof Site> {
  const isEmpty: { [P in SitePage]?: boolean } = {
    scenarios: site.scenarios.length === 0,
    proofs: !proofsOf(site).some(isValidOn(today)),
  }
  for (const { list, name } of listedKinds) isEmpty[list] = !filled.includes(name)
  const emptyPages = switchablePages.filter((page) => isEmpty[page])
  const { quoteList } = site.inquiry
  const quoteListOn = quoteList === 'on' || (quoteList === 'auto' && products > fewProducts)
  return { pagePaths, emptyPages, today, hoursText: hoursText(site.hours), quoteListOn }
}

/** The newest version in the history of a site record that is lost, without texts that name the shipped company or lead to it. */
export async function lostSite(
  { site, history }: Pick<Store, 'site' | 'history'>,
  shipped: SiteRecord,
): Promise<SiteRecord | undefined> {
  const versions = site.size > 0 ? [] : await history.list('site', 'site')
  if (versions.length === 0) return undefined
  let newest = shipped
  for (const version of versions) {
    const record = await history.read('site', 'site', version)
    if (record) newest = record as SiteRecord
  }
  const { siteName, companyName, hotline, phones, mailbox, address } = shipped
  const facts = [siteName, companyName, hotline, ...phones, mailbox, address].filter((fact) => fact !== '')
  const isShipped = (text: string): boolean => facts.some((fact) => text.includes(fact))
  return JSON.parse(JSON.stringify(newest), (_, value) =>
    typeof value === 'string' && isShipped(value) ? '' : value,
  ) as SiteRecord
}

/** A company that has not stored its licence, its title or its hours has none: those of the starter content are another company's. */
function withoutOwnFacts(site: SiteRecord): SiteRecord {
  const ownFacts = Object.entries<SiteField>(siteFields).filter(
    ([, field]) => isTextField(field) && !('required' in field),
  )
  const hours = emptyValue(siteFields.hours) as SiteRecord['hours']
  return { ...site, ...Object.fromEntries(ownFacts.map(([name]) => [name, ''])), hours }
}
const isTextField = ({ kind }: SiteField): boolean =>
  !['number', 'flag', 'choice', 'object', 'list', 'sections'].includes(kind)

/** A page that the shipped record does not name is called as the office calls it. */
const labels = { pageNames: pageLabels }
/** Words that an older record lacks come from the shipped one, so that every page finds them. */
export const readSite = (record: SiteRecord, shipped: object = labels): SiteRecord =>
  completed({ fields: siteFields }, { ...withQuestionSwitch(record) }, { ...shipped }) as object as SiteRecord

/** Up to 0.6.0 one switch hid the number and the question. */
function withQuestionSwitch(record: SiteRecord): SiteRecord {
  const inquiry: Partial<Site['inquiry']> | undefined = record.inquiry
  if (inquiry?.maskPhone === undefined || inquiry.hideQuestion !== undefined) return record
  return { ...record, inquiry: { ...record.inquiry, hideQuestion: inquiry.maskPhone } }
}

/**
 * Returns a function that gives the back office's agreement as Markdown: the company's own, or the shipped one. Names in braces are
 * replaced by the fields of the site record.
 */
export function currentAgreement(own: string | undefined, seedFolder: string, site: () => Site): () => string {
  const template = own ?? readFileSync(join(seedFolder, 'agreement.md'), 'utf8')
  return () => {
    const facts: Readonly<Record<string, unknown>> = { ...site() }
    return fillText(template, wordsOfSite(site())).replace(/\{(\w+)\}/g, (placeholder, name: string) =>
      typeof facts[name] === 'string' ? facts[name] : placeholder,
    )
  }
}
