import type { BackupFact, ComingChange } from '../contract/entities.ts'
import type { Accounts } from './people/accounts.ts'
import type { Sessions } from './people/sessions.ts'
import type { ShareFor } from './network/throttle.ts'
import type { Checks } from './checks/checks.ts'
import { recordUpload } from './media/library.ts'
import type { MediaUses } from './media/mediaUses.ts'
import type { StarterPictures } from './media/starterPictures.ts'
import { createSameFiles } from './media/sameFiles.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { Push } from './outbox/push.ts'
import type { Network } from './outbox/service.ts'
import type { Drafts } from './content/drafts.ts'
import { createHistory } from './content/history.ts'
import type { PreviewLinks } from './content/previewLinks.ts'
import type { Trash } from './content/trash.ts'
import { chinaTime } from './system/chinaTime.ts'
import { completeSite, type CurrentSite } from './store/currentSite.ts'
import type { RichText } from './richtext/richText.ts'
import type { SiteRecord } from './store/records.ts'
import type { StarterContent } from './site/seed.ts'
import type { Store } from './store/store.ts'
import type { DiskUse } from './system/diskUse.ts'
import type { FreeSpace } from './system/freeSpace.ts'
import type { Films } from './media/films.ts'
import type { UploadFacts, Uploads } from './media/uploads.ts'
import { accountCalls } from './people/accountCalls.ts'
import { activityCalls } from './people/activityCalls.ts'
import { agentCalls } from './leads/agentCalls.ts'
import { agreementCalls } from './site/agreementCalls.ts'
import { channelCalls } from './outbox/channelCalls.ts'
import { checkCalls } from './checks/checkCalls.ts'
import { clearStarterCalls } from './site/clearStarter.ts'
import { draftCalls } from './content/draftCalls.ts'
import { createRefusedApplications } from './leads/applicationLimits.ts'
import { type Caller, type DrawPreview, type Handlers, type ReceivedFile, signedIn } from './call.ts'
import { fetchPicturesCall } from './media/fetchPictures.ts'
import { filmCalls } from './media/filmCalls.ts'
import { itemCalls } from './site/item.ts'
import { loginCalls } from './people/loginCalls.ts'
import { mediaCalls } from './media/mediaCalls.ts'
import { previewCalls } from './content/preview.ts'
import { productCalls } from './content/product.ts'
import { pushCalls } from './outbox/pushCalls.ts'
import { recordCalls } from './content/recordCalls.ts'
import { relatedCalls } from './content/related.ts'
import { sessionCalls } from './people/sessionCalls.ts'
import { secondFactorCalls } from './people/secondFactorCalls.ts'
import { factsOf, siteCalls } from './site/siteCalls.ts'
import { type LimitSearches, siteSearchCalls } from './content/siteSearch.ts'
import { summaryCalls } from './dashboard/summary.ts'
import { titleCalls } from './dashboard/titles.ts'
import { trashCalls } from './content/trashCalls.ts'
import { visitCalls, type VisitCounts } from './visits/visitCalls.ts'

interface Services {
  store: Store
  accounts: Accounts
  sessions: Sessions
  uploads: Uploads
  /** Where uploads are used. */
  uses: MediaUses
  starterPictures: StarterPictures
  trash: Trash
  outbox: Outbox
  push: Push
  network: Network
  drafts: Drafts
  links: PreviewLinks
  coming: () => ComingChange[]
  siteOrigin: () => string
  films: Films
  /** The largest film in bytes; 0 where none can be uploaded. */
  filmBytes: number
  richText: RichText
  /** The site record; the shipped one where the store has none. */
  site: () => CurrentSite
  starter: StarterContent
  /** The agreement that staff accept when signing in, as Markdown. */
  agreement: () => string
  /** The address in the official account's QR code; {userId} is replaced with the account's id. */
  followUrl: string
  visits: VisitCounts
  diskUse: () => Promise<DiskUse>
  space: { data: FreeSpace; uploads: FreeSpace }
  diskReserve: number
  applicationsPerHour: number
  backup: () => Promise<BackupFact>
  faults: () => Promise<readonly { text: string }[]>
  makeBackup: (() => Promise<string>) | undefined
  checks: Checks
  now: () => number
  rateLimit: boolean
  shareFor: ShareFor | undefined
  limitSearches: LimitSearches
  drawPreview: DrawPreview
}

export function createHandlers(services: Services): Handlers {
  const { store, uploads, richText, site, agreement, limitSearches, now } = services
  const records = recordCalls(services)
  const refused = createRefusedApplications(now)
  const same = createSameFiles(store)
  const inLibrary = ({ name = '' }: ReceivedFile, caller: Caller) => ({
    same, record: (facts: UploadFacts) => recordUpload(store, facts, { name, by: signedIn(caller).user.name }),
  })
  return {
    ...records,
    ...productCalls(store, site, records),
    ...relatedCalls(services),
    carouselAll: () => store.carousel.page({ page: 1, limit: store.carousel.size }).data,
    ...agentCalls({ ...services, refused }),
    ...channelCalls(services),
    ...pushCalls(services),
    ...loginCalls(services),
    ...accountCalls(services),
    ...sessionCalls(services),
    ...secondFactorCalls(services),
    ...itemCalls(services, () => chinaTime(now())),
    logoUpload: async ({ file }, caller) => ({ url: await uploads.keep(file, 'logo', inLibrary(file, caller)) }),
    fileUpload: ({ file, variants, color, type }, caller) => uploads.keep(file, type, { variants, color, ...inLibrary(file, caller) }),
    ...mediaCalls(services),
    ...fetchPicturesCall({ ...services, same }),
    ...filmCalls(services),
    ...summaryCalls({ ...services, refused }),
    ...visitCalls(services),
    ...titleCalls(store),
    ...siteSearchCalls(store, site, limitSearches),
    markdown: async ({ text }) => ({ html: await richText.htmlOfMarkdown(text, 'text') }),
    ...previewCalls(services),
    ...agreementCalls(agreement, site, richText),
    ...siteCalls(services),
    ...draftCalls(services),
    ...trashCalls(services.trash, createHistory(store, (record) => ({ ...factsOf(completeSite(record as SiteRecord, services.site())) }))),
    ...checkCalls(services),
    ...clearStarterCalls(services),
    ...activityCalls(store),
  }
}
