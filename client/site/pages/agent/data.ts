import type { PostedForm } from '../../../../contract/leads/application.ts'
import type { Site } from '../../../../contract/kinds/entities.ts'
import { pick } from '../../facts.ts'
import { pageBanner, pageHead } from '../../head.ts'
import type { Banner, Head, PageRequest } from '../../route.ts'

export interface AgentFacts
  extends Pick<
    Site,
    'profitModels' | 'policies' | 'advantages' | 'dealerTerms' | 'topRebate' | 'smartSiteShare' | 'agentTexts'
  > {
  /** It is there only when the form was sent without a script. */
  posted?: PostedForm
}

export const load = async ({ site, posted }: PageRequest): Promise<AgentFacts> => ({
  ...pick(site, 'profitModels', 'policies', 'advantages', 'dealerTerms', 'topRebate', 'smartSiteShare', 'agentTexts'),
  ...(posted && { posted }),
})

export const head = (_facts: AgentFacts, site: Site): Head => pageHead('agent', site)

export const banner = (_facts: AgentFacts, site: Site): Banner => pageBanner('agent', site)

/** The values of the placeholders in the texts; a number of 0 is none. */
export const marketValues = ({
  smartSiteShare,
  topRebate,
}: Pick<AgentFacts, 'smartSiteShare' | 'topRebate'>): Record<string, string> => ({
  ...(smartSiteShare > 0 && { 占比: `${smartSiteShare}%`, 其余: `${100 - smartSiteShare}%` }),
  ...(topRebate > 0 && { 返利: `${topRebate}%` }),
})

/** The text, unless it needs a number that there is none of. */
export const marketText = (text: string, values: Readonly<Record<string, string>>): string =>
  [...text.matchAll(/\{(占比|其余|返利)\}/g)].every(([, name = '']) => name in values) ? text : ''
