import type { Site } from '../../../../contract/kinds/entities.ts'
import { isValidOn } from '../../../../contract/site/proofs.ts'
import { addressOfPage, isEntryOpen } from '../../../../contract/site/sitePages.ts'
import { pick, shownSections } from '../../facts.ts'
import { excerpt, pageHead } from '../../head.ts'
import { figuresOf } from '../../parts/Figures.tsx'
import type { FrameFacts, Head, PageRequest } from '../../route.ts'

export type CompanyFacts = Awaited<ReturnType<typeof load>>

/** What both pages about the company show: nothing of a section that is off. */
export async function load({ site }: PageRequest) {
  const valid = isValidOn(site.today)
  const sections = shownSections(site.aboutSections)
  return {
    ...pick(site, 'introImage', 'aboutTexts'),
    ...figuresOf(site, sections.includes('figures')),
    films: sections.includes('film') && site.introFilm.url ? [site.introFilm] : [],
    intro: sections.includes('intro') ? site.intro : [],
    honours: sections.includes('honours')
      ? site.honours.filter(valid).map((honour) => pick(honour, 'image', 'name', 'mark'))
      : [],
    certificates: sections.includes('honours')
      ? site.certificates.filter(valid).map((certificate) => pick(certificate, 'image', 'name'))
      : [],
    press: isEntryOpen(site, site.aboutTexts.press.target) ? site.aboutTexts.press : undefined,
  }
}

export const head = (_facts: CompanyFacts, site: Site): Head => ({
  ...pageHead('about', site),
  description: excerpt(site.intro.join('')),
})

/** The link from the honours to the page of all of them. */
export const moreProofs = ({ proofs }: FrameFacts['pagesOn']) =>
  proofs && { more: { href: addressOfPage('proofs'), words: '全部资质' } }
