import { truncate } from '../text/characters.ts'
import { absent, type OptionalRule, text } from '../calls/fields.ts'

/** Where a visitor came from; '' where it is not known. */
export interface LeadOrigin {
  /** The first page that was opened in the tab. */
  landing: string
  /** The site that led to it, or the app. */
  referrer: string
  campaign: string
  device: string
  /** The form stood on this page. */
  page: string
}
export const maxOriginPartLength = 300
const originFields = ['landing', 'referrer', 'campaign', 'device', 'page'] as const

/** Refuses nothing, since what came with it counts more. */
export const origin: OptionalRule<LeadOrigin | undefined> = {
  optional: true,
  validate: () => undefined,
  parse(value) {
    if (absent(value) || typeof value !== 'object') return undefined
    const parts = originFields.map((name) => {
      const part: unknown = Reflect.get(value, name)
      return [name, typeof part === 'string' ? clean.parse(truncate(part, maxOriginPartLength)) : '']
    })
    return parts.some(([, part]) => part !== '') ? (Object.fromEntries(parts) as LeadOrigin) : undefined
  },
}
const clean = text({ trim: true, max: [maxOriginPartLength, ''] })
