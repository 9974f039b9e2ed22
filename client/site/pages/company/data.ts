import type { Site } from '../../../../contract/entities.ts'
import { pick, shownSections } from '../../facts.ts'
import { excerpt, titled } from '../../head.ts'
import { figuresOf } from '../../parts/Figures.tsx'
import type { Banner, Head } from '../../route.ts'

export type CompanyFacts = ReturnType<typeof companyFacts>

/** What both pages about the company show: nothing of a section that is off. */
export function companyFacts(site: Site) {
  const sections = shownSections(site.aboutSections)
  return {
    ...pick(site, 'introImage', 'aboutTexts'),
    ...figuresOf(site, sections.includes('figures')),
    films: sections.includes('film') && site.introFilm.url ? [site.introFilm] : [],
    intro: sections.includes('intro') ? site.intro : [],
    honours: sections.includes('honours') ? site.honours : [],
    certificates: sections.includes('honours') ? site.certificates : [],
  }
}

export const head = (_facts: CompanyFacts, site: Site): Head => ({
  title: titled(site.pageNames.about, site), description: excerpt(site.intro.join('')),
})

export const companyBanner = (title: string, { banners }: Site): Banner => ({ image: banners.about.image, title, lead: banners.about.lead })
