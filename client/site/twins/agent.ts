import type { PostedForm } from '../../../contract/application.ts'
import type { Site } from '../../../contract/entities.ts'
import { titled } from '../head.ts'
import { pick } from '../pick.ts'
import type { Banner, Head, PageRequest } from '../route.ts'

export interface AgentFacts extends Pick<Site, 'profitModels' | 'policies' | 'advantages' | 'topRebate' | 'smartSiteShare'> {
  /** Only when the form was sent without a script. */
  posted?: PostedForm
}

export const load = async ({ site }: PageRequest): Promise<AgentFacts> => pick(site, 'profitModels', 'policies', 'advantages', 'topRebate', 'smartSiteShare')

export const head = (_facts: AgentFacts, site: Site): Head => ({
  title: titled('代理加盟', site),
  description: `加入${site.siteName}，共享智慧工地市场：多种盈利模式、区域政策扶持与完善的技术支持，在线提交加盟申请。`,
})

export const banner = (_facts: AgentFacts, { banners }: Site): Banner => ({ image: banners.agent.image, title: '代理加盟', lead: '把智慧工地带到你的城市' })
