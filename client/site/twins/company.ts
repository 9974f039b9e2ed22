import type { Site } from '../../../contract/entities.ts'
import { excerpt, titled } from '../head.ts'
import { pick } from '../pick.ts'
import type { Banner, Head } from '../route.ts'

/** The company in numbers. */
export const figuresOf = ({ figures, trademarks, copyrights, aboutTexts }: Site) => ({
  figures,
  counts: [
    { label: aboutTexts.trademarks, value: trademarks },
    { label: aboutTexts.copyrights, value: copyrights },
  ],
  figuresTitle: aboutTexts.figures,
})

export type CompanyFacts = ReturnType<typeof companyFacts>

export const companyFacts = (site: Site) => ({ ...pick(site, 'introFilm', 'intro', 'introImage', 'aboutTexts'), ...figuresOf(site) })

export const head = (_facts: CompanyFacts, site: Site): Head => ({
  title: titled(site.pageNames.about, site), description: excerpt(site.intro.join('')),
})

export const companyBanner = (title: string, { banners }: Site): Banner => ({ image: banners.about.image, title, lead: banners.about.lead })
