import type { Accounts } from '../auth/accounts.ts'
import type { Sessions } from '../auth/sessions.ts'
import { chinaTime } from '../store/chinaTime.ts'
import type { SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Uploads } from '../uploads/keep.ts'
import { agentCalls } from './agent.ts'
import type { Handlers } from './caller.ts'
import { carouselCalls } from './carousel.ts'
import { itemCalls } from './item.ts'
import { loginCalls } from './login.ts'
import { newsCalls } from './news.ts'
import { productCalls } from './product.ts'

export interface Services {
  store: Store
  accounts: Accounts
  sessions: Sessions
  uploads: Uploads
  /** The site record; the shipped one where the store has none. */
  site: () => SiteRecord
  now: () => number
  rateLimit: boolean
}

export function createHandlers({ store, accounts, sessions, uploads, site, now, rateLimit }: Services): Handlers {
  return {
    ...productCalls(store),
    ...carouselCalls(store),
    ...newsCalls(store),
    ...agentCalls(store, now, rateLimit),
    ...loginCalls(store, accounts, sessions),
    ...itemCalls(store, () => chinaTime(now())),
    logoUpload: async ({ file }) => ({ url: await uploads.keep(file, 'logo') }),
    fileUpload: ({ file, type }) => uploads.keep(file, type),
    siteDetail() {
      const { id: _id, createdAt: _createdAt, ...facts } = site()
      return facts
    },
  }
}
