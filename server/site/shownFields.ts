import { invitesToVisit, isPageOn, pagesWithContent, type SwitchablePage } from '../../contract/site/sitePages.ts'
import { groupOfPath } from '../../contract/kinds/fieldPaths.ts'
import { pageOfField } from '../../contract/site/siteFields.ts'
import type { CurrentSite } from '../store/currentSite.ts'

/**
 * Whether visitors can see what the site record has at this path, such as `homeTexts.partners.lead`: not on a page that is closed, nor in a
 * section that is off or has no items.
 */
export function isShown(site: CurrentSite, path: string): boolean {
  const group = groupOfPath(path)
  if (group && !isPageOn(site, pageOfField(group, path))) return false
  return Object.entries(shownWhile).every(([prefix, isOn]) => !`${path}.`.startsWith(`${prefix}.`) || isOn(site))
}

const onDesktop = ({ homeSections }: CurrentSite, section: string): boolean =>
  homeSections.some(({ name, on }) => on && name === section)
const onPhone = ({ phoneSections }: CurrentSite, section: string): boolean =>
  phoneSections.some(({ name, on }) => on && name === section)
const onHome = (site: CurrentSite, section: string): boolean => onDesktop(site, section) || onPhone(site, section)
const onAbout = ({ aboutSections, pagesOn }: CurrentSite, section: string): boolean =>
  pagesOn.about && aboutSections.some(({ name, on }) => on && name === section)
const leadsTo = (site: CurrentSite, page: SwitchablePage): boolean => pagesWithContent(site)[page]

const hasLayers = (site: CurrentSite): boolean => onDesktop(site, 'support') && site.techSupport.length > 0
const hasIcons = (site: CurrentSite): boolean => onPhone(site, 'support') && site.supportIcons.length > 0
const hasFigures = (site: CurrentSite): boolean => onHome(site, 'figures') || onAbout(site, 'figures')
const hasMarket = ({ smartSiteShare }: CurrentSite): boolean => smartSiteShare > 0

/** What the pages show only beside something else, by its path in the site record. */
const shownWhile: Readonly<Record<string, (site: CurrentSite) => boolean>> = {
  oneStop: (site) => onDesktop(site, 'oneStop'),
  'homeTexts.oneStop': (site) => onDesktop(site, 'oneStop') && site.oneStop.length > 0,
  'homeTexts.products': (site) => onDesktop(site, 'products') && site.pagesOn.product,
  // On phones they have no words below their names.
  'homeTexts.cases.lead': (site) => onDesktop(site, 'cases') && leadsTo(site, 'cases'),
  'homeTexts.scenarios.lead': (site) =>
    onDesktop(site, 'scenarios') && site.pagesOn.scenarios && site.scenarios.length > 0,
  'homeTexts.partners.lead': (site) => onDesktop(site, 'partners') && site.partners.length > 0,
  partners: (site) => onHome(site, 'partners'),
  techSupport: hasLayers,
  supportIcons: hasIcons,
  'supportTexts.technique.lead': hasLayers,
  'supportTexts.showroom.lead': (site) => onDesktop(site, 'showroom') && site.showroom.length > 0,
  showroom: (site) => onHome(site, 'showroom'),
  afterSales: ({ pagesOn }) => pagesOn.product,
  'agentTexts.market': hasMarket,
  'agentTexts.marketText': hasMarket,
  'agentTexts.rebate': ({ topRebate }) => topRebate > 0,
  'agentTexts.profit': ({ profitModels }) => profitModels.length > 0,
  'agentTexts.policies': ({ policies }) => policies.length > 0,
  'agentTexts.advantages': ({ advantages }) => advantages.length > 0,
  'agentTexts.apply': ({ inquiry }) => inquiry.dealer || inquiry.agent,
  'inquiry.bandLead': ({ inquiry }) => inquiry.form,
  'inquiry.callBack': ({ inquiry, pagesOn }) => inquiry.form || (pagesOn.agent && (inquiry.dealer || inquiry.agent)),
  'aboutTexts.visit': (site) => invitesToVisit(site) && onAbout(site, 'film') && site.introFilm.url !== '',
  introImage: (site) => onAbout(site, 'intro'),
  introFilm: (site) => onAbout(site, 'film') && site.introFilm.url !== '',
  honours: (site) => onAbout(site, 'honours') || site.pagesOn.proofs,
  'aboutTexts.honours': (site) => onAbout(site, 'honours') && site.honours.length + site.certificates.length > 0,
  figures: hasFigures,
  trademarks: hasFigures,
  copyrights: hasFigures,
  'descriptions.product': ({ pagesOn }) => pagesOn.product,
  'descriptions.agent': ({ pagesOn }) => pagesOn.agent,
  'descriptions.cases': (site) => leadsTo(site, 'cases'),
  'descriptions.scenarios': ({ pagesOn }) => pagesOn.scenarios,
}
