import type { PublicSite, Site } from '../../../../contract/entities.ts'
import { isValidOn } from '../../../../contract/proofs.ts'
import { addressOfPage, isEntryOpen } from '../../../../contract/sitePages.ts'
import { pick, shownSections } from '../../facts.ts'
import { excerpt, titled } from '../../head.ts'
import { figuresOf } from '../../parts/Figures.tsx'
import type { Banner, FrameFacts, Head } from '../../route.ts'

export type CompanyFacts = ReturnType<typeof companyFacts>

/** What both pages about the company show: nothing of a section that is off. */
export function companyFacts(site: PublicSite) {
  const valid = isValidOn(site.today)
  const sections = shownSections(site.aboutSections)
  return {
    ...pick(site, 'introImage', 'aboutTexts'),
    ...figuresOf(site, sections.includes('figures')),
    films: sections.includes('film') && site.introFilm.url ? [site.introFilm] : [],
    intro: sections.includes('intro') ? site.intro : [],
    honours: sections.includes('honours')
      ? site.honours.filter(valid).map((each) => pick(each, 'image', 'name', 'mark'))
      : [],
    certificates: sections.includes('honours')
      ? site.certificates.filter(valid).map((each) => pick(each, 'image', 'name'))
      : [],
    press: isEntryOpen(site, site.aboutTexts.press.target) ? site.aboutTexts.press : undefined,
  }
}

export const head = (_facts: CompanyFacts, site: Site): Head => ({
  title: titled(site.pageNames.about, site),
  description: excerpt(site.intro.join('')),
})

export const companyBanner = (title: string, { banners }: Site): Banner => ({
  image: banners.about.image || banners.all.image,
  title,
  lead: banners.about.lead,
})

/** The link from the honours to the page of all of them. */
export const moreProofs = ({ proofs }: FrameFacts['pagesOn']) =>
  proofs && { more: { href: addressOfPage('proofs'), words: '全部资质' } }
