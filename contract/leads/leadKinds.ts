import { adminScreens } from '../calls/adminPaths.ts'
import type { LeadKind } from './application.ts'

/** What staff call the two kinds, which are one collection, and the screen of each. */
export const leadKinds = {
  dealer: { noun: '加盟申请', title: '代理加盟', screen: adminScreens.agents },
  inquiry: { noun: '咨询', title: '客户咨询', screen: adminScreens.inquiries },
} as const satisfies Record<LeadKind, object>

/** Records that are older than inquiries have no kind, and every record is in one of the two lists. */
export const leadKindOf = ({ kind }: { kind?: LeadKind | undefined }): LeadKind =>
  kind === 'inquiry' ? 'inquiry' : 'dealer'

/** The address that opens one. Where its kind is not known, the first screen passes it on to the other. */
export const leadPath = (id: string, kind: LeadKind = 'dealer'): string =>
  `${leadKinds[kind].screen}?open=${encodeURIComponent(id)}`
