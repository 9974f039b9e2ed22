// The data in replies. Dates are China time, `YYYY-MM-DD HH:mm:ss`; ids are opaque.
import type { LeadKind, FollowUpState } from '../leads/leads.ts'
import type { Topic } from '../leads/application.ts'
import type { Fingerprint } from '../calls/fingerprint.ts'
import type { LeadOrigin } from '../leads/leadOrigin.ts'
import type { LeadFile } from '../leads/leadFiles.ts'
import type { AskedRow } from '../leads/quoteList.ts'
import type { Delivery } from '../calls/channels.ts'
import type { LocationId } from './groups.ts'
import type { Role } from '../calls/roles.ts'
import type { Outcome, ProductGroup, Site } from '../site/siteFields.ts'
import type { SitePart, SwitchablePage } from '../site/sitePages.ts'
import type { VisitDay } from '../calls/visits.ts'
import { type DetailOf, type KindName, kindNames, type Offer, type PagedKind, type RowOf } from './kinds.ts'

export interface ListPage<Row> {
  data: Row[]
  count: number
}

export type ProductRow = RowOf<'product'>
export type Product = DetailOf<'product'>
export interface ProductGroups {
  zhgdList: ProductRow[]
  /** In the opposite order of what the pages show, as programs of the first site expect. */
  cpxtList: ProductRow[]
  jzbhList: ProductRow[]
  /** Groups of the first level beside the three; absent for none. */
  more?: { id: string; name: string; list: ProductRow[] }[]
  /** How many products each group has with those below it; only where it is asked for. */
  counts?: Record<string, number>
}

export type ProjectCase = DetailOf<'case'>
/** A case as others link to it. */
export interface CaseCard {
  name: string
  image: string
  path: string
}

/** What is shown around a product: what names it or is named by it, and its neighbours in its group. */
export interface ProductRelated {
  products: ProductRow[]
  /** One of an older server has no outcomes. */
  cases: (CaseCard & { outcomes?: Outcome[] })[]
  previous: ProductRow | null
  next: ProductRow | null
  /** Another one has its name. */
  sharesName?: boolean
}

export type NewsRow = RowOf<'news'>

export type CarouselPhoto = RowOf<'carousel'>

export type LeadSource = 'desktop' | 'mobile' | 'alliance'
export interface LeadRow {
  agentId: string
  /** This is the contact person. */
  agentName: string
  /** This is the company. */
  agentInfo: string
  phone: string
  /** Where a dealer wants to sell. */
  region?: string
  source: LeadSource
  createDate: string
  /** It is an application to become a dealer, or a question. */
  kind?: LeadKind
  topic?: Topic
  question?: string
  productId?: string
  /** The name that it had at that time. */
  productName?: string
  items?: readonly AskedRow[]
  /** What was sent with it; the space for files may have taken an old one back. */
  files?: readonly LeadFile[]
  state?: FollowUpState
  /** Who takes care of it. */
  owner?: string
  /** When to get in touch again: a day or a time. */
  nextAt?: string
  /** A channel is on that reminds of it. */
  reminds?: true
  /** The customer has left a mail address, and a channel can write to it. */
  mails?: true
  /** What has become of the receipt. */
  receipt?: Pick<Delivery, 'state' | 'at' | 'reason'>
  /** The list begins with the oldest. */
  notes?: readonly LeadNote[]
  origin?: LeadOrigin
  /** The pages of its origin, with their titles of today. */
  originPages?: { landing: string; page: string }
  consent?: LeadConsent
  /** It may be a robot's. */
  doubtful?: true
  /** The channels that have got it or are to get it. */
  delivered?: Delivery[]
}
export interface LeadNote {
  at: string
  by: string
  text: string
  /** It was sent to the customer. */
  mail?: LeadMail
}
export interface LeadMail {
  /** Unknown where no reply has come: it may have arrived. */
  state: 'sent' | 'failed' | 'unknown'
  reason?: string
}
export interface LeadConsent {
  /** The date of the privacy notice and the beginning of its hash. */
  version: string
  at: string
  ticked?: true
}

/** The back office shows these as its own name and logo. */
export interface Item {
  itemId: string
  sysName: string
  logo: string
}

export interface UserInfo extends Item {
  userId: string
  name: string
  avatar: string
  role: Role
  /** Permissions, separated by commas. */
  auth: string
  /** Somebody else has made the password: the first start, or an administrator. */
  firstPassword?: true
  /** The session was opened by a link: a password can be chosen without the old one, once. `session` is its public handle. */
  byLink?: { session: string }
  /** `recoveryCodes` is how many are left. */
  secondFactor: { on: boolean; required: boolean; recoveryCodes: number; endedBy?: EndedBy }
  /** The QR code of the official account leads there. */
  followUrl: string
  /** The origin by which other devices reach the site; absent where only the server's own machine does. */
  deviceOrigin?: string
  /** The names of the groups of products that every site has. */
  productGroups: Record<LocationId, string>
  /** All groups of products; `on` is whether visitors see one. */
  groups: Pick<ProductGroup, 'id' | 'name' | 'parent' | 'on'>[]
  /** What of the site is closed. */
  closed: SitePart[]
  /** The names of honours and certificates. */
  proofs: string[]
  /** Pages were opened often enough for statistics to show something. */
  visited?: true
  /** The server sends nothing to others. */
  sendsNothing?: true
}

/** The administrator who has ended a second factor. */
export interface EndedBy {
  name: string
  at: string
}

export interface AccountRow {
  userId: string
  name: string
  role: Role
  disabled: boolean
  /** '' when it has no session. */
  lastUse: string
  secondFactor?: true
}

export interface SignedIn extends Item {
  userId: string
  /** The credential, for programs; the back office does not store it. */
  token: string
  /** A public identifier of the session; it grants no access. */
  session: string
  auth: string
  /** 1: signed in for 30 days; 0: until 12 hours after the last use. */
  isDeadlineToken: 0 | 1
}

/** The title search finds it. */
export interface TitleHit {
  type: KindName | 'agent' | 'media'
  /** Only applications and inquiries have it. */
  agentKind?: LeadKind
  id: string
  title: string
}

/** What visitors find: its address is that of the desktop, which redirects phones. */
export interface SiteHit extends Offer {
  type: PagedKind
  title: string
  address: string
  /** '' where it has none. */
  picture: string
  excerpt: string
}
/** What hits of a kind are called, and their icon in the back office, which the site may not have. */
export interface HitKind {
  kind: SiteHit['type']
  noun: string
  icon: string
}
export interface SiteHits extends ListPage<SiteHit> {
  /** How many there are of each kind, whichever was asked for. */
  kinds: Partial<Record<SiteHit['type'], number>>
  /** Those kinds, in the order in which equals are found; absent where nothing is found. */
  hitKinds?: HitKind[]
  /** What was looked for, synonyms among them, as it is compared. */
  words: string[]
  /** Nothing has the words; these are only similar. */
  near: boolean
  /** Nothing is about it; these have it somewhere in their text. */
  mentioned?: true
}

/** Kinds of record that can be deleted and restored. */
export const deletable = [...kindNames, 'agent'] as const
export type TrashKind = (typeof deletable)[number]
export interface TrashRow {
  kind: TrashKind
  id: string
  title: string
  deletedBy: string
  deletedAt: string
}

/** A state of a record before a change, by the version it had. */
export interface HistoryRow {
  version: string
  savedBy: string
  savedAt: string
}
export interface HistoryDetail extends HistoryRow {
  fields: Readonly<Record<string, unknown>>
}

/** A record of this site, as an import finds it: its draft before what is published. */
export interface Existing {
  id: string
  title: string
  fields: HistoryDetail['fields']
  /** Who has changed what of it that visitors do not see, by the names of fields. */
  unpublished?: Readonly<Record<string, string>>
  /** How it was taken off, in words; absent where visitors see it or never have. */
  off?: string
  /** When the draft goes to visitors. */
  publishAt?: string
  /** The colleagues who have changed last fields that visitors see, and what it was but for that. */
  former?: { by: string; fields: HistoryDetail['fields'] }
  /** What is known of the files that it shows, by their addresses. */
  files?: Readonly<Record<string, readonly Fingerprint[]>>
  /** '' without a draft. */
  draftVersion: string
  /** The version of what is published; '' where nothing is. */
  basedOn: string
}

export interface DraftDetail extends HistoryDetail {
  /** The version of the published record; '' where there was none. */
  basedOn: string
  /** '' when it is not scheduled. */
  publishAt: string
}

/** The dashboard lists such drafts. */
interface DraftFact {
  kind: KindName
  id: string
  title: string
  savedBy: string
  savedAt: string
}
/** What will happen to a record. */
export interface ComingChange {
  kind: KindName
  id: string
  title: string
  change: 'publish' | 'unpublish'
  time: string
  /** Whose changes go to visitors with those of whoever has saved it last; an older server leaves it out. */
  others?: string
  /** Why it has not happened, though its time is over. */
  problem: string | undefined
}

/** The dashboard shows it. Accounts get what their role may see. */
export interface Summary {
  products?: number
  news?: number
  photos?: number
  /** An older server leaves it out. */
  cases?: number
  applications?: {
    count: number
    /** Those that may be a robot's. */
    doubtful: number
    lastWeek: number
    /** The same numbers of each kind. */
    byKind: Record<LeadKind, { count: number; doubtful: number; lastWeek: number }>
    latest: LeadRow[]
    /** The last twelve weeks, by their Mondays, the oldest first. */
    weeks: { week: string; count: number }[]
    /** Those of the last thirty days, the most frequent first. */
    sources: { source: string; count: number }[]
    /** What inquiries of the last thirty days were about, the most frequent first; an older server leaves it out. */
    products?: { product: string; count: number }[]
    /** Refused by the hourly limit since the server was started; absent when there were none, or none for seven days. */
    refused?: { count: number; lastAt: string }
  }
  /** Sign-ins to the account from devices that it did not know, until somebody has seen them. */
  newDevices?: NewDevice[]
  /** Present while channels do not notify staff because of an error. */
  channels?: { paused: { label: string; reason: string }[] }
  /** The latest drafts that are not scheduled. */
  drafts?: { count: number; latest: DraftFact[] }
  /** The list begins with the next. */
  coming?: ComingChange[]
  /** The last 30 days, the oldest first. */
  visits?: VisitDay[]
  /** Of yesterday, what was opened most often; absent where nothing was. */
  topPage?: { path: string; title?: string }
  /** Bytes. */
  disk?: {
    data: number
    uploads: number
    /** Free space on the data's disk; absent where the system does not report it. */
    free?: number
  }
  backup?: BackupFact
  /** What is wrong with the machine, since when, with what helps; absent while all is well. */
  faults?: string[]
  /** Somebody has to decide whether this server is the real one. */
  undecided?: true
}

export interface NewDevice {
  sessionId: string
  device: string
  network: string
  at: string
}

export interface SessionRow {
  /** Public: it gives no access. */
  sessionId: string
  device: string
  /** The sign-in came from there. */
  network: string
  createdAt: string
  lastUse: string
  /** The one that calls. */
  here: boolean
}

export interface BackupFact {
  /** Whether the server makes one every day. */
  daily: boolean
  /** The last archive that was read back successfully; null: none yet. */
  verified: {
    at: string
    file: string
    bytes: number
    /** Its file is not there any more. */
    gone?: true
    /** The hook command's result; null: there is none, or it is still running. */
    hook: { code: number; output: string } | null
    /** What it lacks. */
    warning?: string
  } | null
  /** The last attempt, when it failed. */
  failed: { at: string; reason: string } | null
  /** The last verified one is more than 48 hours old. */
  overdue: boolean
  /** The copies elsewhere; null where the server sends none. */
  offsite: OffsiteFact | null
}

export interface OffsiteFact {
  /** The last archive that was sent and compared. */
  copy: { at: string; name: string; bytes: number } | null
  /** The last attempt, when it failed. */
  failed: { at: string; reason: string } | null
  /** The last time one was fetched and verified as a restore would; `reason` is '' when it was good. */
  checked: { at: string; reason: string } | null
  /** The last copy is more than 48 hours old, or there has been none for so long. */
  overdue: boolean
  /** Up to when changes were sent each minute; absent where none were. */
  minuteAt?: string
}

/** What is still as shipped. */
export interface Setup {
  /** The paths of what is still as shipped in the site record, such as `banners.home.image`; of a list only its own. */
  starterFields: string[]
  /** The ids of records that are still as shipped. */
  starterRecords: Record<KindName, string[]>
  /** Whether a backup is made before they are cleared. */
  backsUp: boolean
}

/** The site record as pages and settings get it. */
export interface PublicSite extends Site {
  /** The paths behind /p/ of the 页面 that are published. */
  pagePaths: string[]
  /** The pages with nothing to see: no article, no case, no scenario, no certificate that is valid. */
  emptyPages: SwitchablePage[]
  /** The day in China, on which certificates are valid or not. */
  today: string
  /** When somebody answers the hotline, and who; '' where staff have not said it. */
  hoursText: string
  /** Whether visitors gather products for one inquiry, by the switch or by the number of products. */
  quoteListOn: boolean
}

export type {
  Detail,
  Figure,
  Film,
  Heading,
  Honour,
  MenuEntry,
  Outcome,
  Picture,
  Point,
  ProductGroup,
  ProjectFilm,
  Scenario,
  Site,
} from '../site/siteFields.ts'
