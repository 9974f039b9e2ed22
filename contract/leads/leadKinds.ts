import { adminScreens } from '../calls/adminPaths.ts'
import type { LeadKind } from './leads.ts'

export { type LeadKind, leadKindOf } from './leads.ts'

/** What staff call the two kinds, which are one collection, and the screen of each. */
export const leadKinds = {
  dealer: { noun: '加盟申请', title: '代理加盟', screen: adminScreens.agents },
  inquiry: { noun: '咨询', title: '客户咨询', screen: adminScreens.inquiries },
} as const satisfies Record<LeadKind, object>

/** The address that opens one. Where its kind is not known, the first screen passes it on to the other. */
export const leadPath = (id: string, kind: LeadKind = 'dealer'): string =>
  `${leadKinds[kind].screen}?open=${encodeURIComponent(id)}`
