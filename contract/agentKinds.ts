import { adminScreens } from './adminPaths.ts'
import type { AgentKind } from './entities.ts'

/** Applications to become a dealer, and inquiries of customers. They are one collection; each kind has a screen of its own. */
export const agentKinds = {
  dealer: { noun: '加盟申请', title: '代理加盟', screen: adminScreens.agents },
  inquiry: { noun: '咨询', title: '客户咨询', screen: adminScreens.inquiries },
} as const satisfies Record<AgentKind, object>

export const agentKindNames = Object.keys(agentKinds) as AgentKind[]

/** Records that are older than inquiries have no kind, and every record is in one of the two lists. */
export const agentKindOf = ({ kind }: { kind?: AgentKind | undefined }): AgentKind => (kind === 'inquiry' ? 'inquiry' : 'dealer')

/** The address that opens one. Where its kind is not known, the first screen passes it on to the other. */
export const agentPath = (id: string, kind: AgentKind = 'dealer'): string => `${agentKinds[kind].screen}?open=${encodeURIComponent(id)}`
