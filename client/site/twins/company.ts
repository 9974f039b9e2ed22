import type { Site } from '../../../contract/entities.ts'
import { excerpt, titled } from '../head.ts'
import { pick } from '../pick.ts'
import type { Banner, Head } from '../route.ts'

export type CompanyFacts = ReturnType<typeof companyFacts>

export const companyFacts = (site: Site) => pick(site, 'introFilm', 'intro', 'introImage', 'figures', 'trademarks', 'copyrights')

export const head = (_facts: CompanyFacts, site: Site): Head => ({ title: titled('关于我们', site), description: excerpt(site.intro.join('')) })

export const companyBanner = (title: string, { banners }: Site): Banner => ({ image: banners.about.image, title, lead: '十年做一件事：让工地更聪明' })
