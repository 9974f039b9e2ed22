import { type AgentRow, type AgentSource, type CarouselPhoto, type LocationId, locationIds, locations, type NewsRow, type ProductRow, type Site } from '../../contract/entities.ts'

/** As it lies on disk and in memory. `createdAt` is China time with milliseconds and offset, so that a person can read the file. */
export interface Stored {
  id: string
  createdAt: string
}

/** What staff edit. The newest change is known by its time, which moves with every one; a record never changed has none. */
export interface Edited extends Stored {
  changedAt?: string
  changedBy?: string
}

export interface ProductRecord extends Edited {
  coverName: string
  coverDescribe: string
  jumpUrl: string
  coverUrl: string
  locationId: LocationId | ''
  productCon: string
}
export interface NewsRecord extends Edited {
  newTitle: string
  newIntro: string
  newCover: string
  newInfo: string
}
export interface CarouselRecord extends Edited {
  photoTitle: string
  photoInfo: string
  photoUrl: string
}
export interface AgentRecord extends Stored {
  agentName: string
  agentInfo: string
  phone: string
  source: AgentSource
}
export interface ItemRecord extends Stored {
  sysName: string
  logo: string
}
/** A staff account; `name` is what they type to sign in. */
export interface UserRecord extends Stored {
  name: string
  /** scrypt, with its parameters and salt */
  password: string
  avatar: string
  auth: string
}
/** `id` is the hash of the token, so that a copy of the folder opens nothing. */
export interface SessionRecord extends Stored {
  userId: string
  handle: string
  remember: boolean
  usedAt: string
  /** When its life began, where the clock was ahead at createdAt. */
  begunAt?: string
}
/** A key of the server's own, by which it knows what it has signed. */
export interface SecretRecord extends Stored {
  key: string
}
export interface SiteRecord extends Stored, Site {}
/** `id` is the day; how many pages visitors opened on it. */
export interface VisitRecord extends Stored {
  count: number
}

/** `id` is the day; how many applications the limit of an hour refused on it, and when last. */
export interface RefusalRecord extends Stored {
  count: number
  lastAt: string
}

/** `id` is `verified`, the last archive that could be read back, `last`, whatever came of the last try, or `daily`, the same of those by schedule. */
export interface BackupRecord extends Stored {
  /** In words; '' when there was none. */
  failure: string
  /** The archive's path. */
  file: string
  bytes: number
  records: number
  uploads: number
  /** Uploads that records name and that were not there. */
  missing: number
  /** The command that sends it elsewhere: its exit code, -1 when it could not be run or was stopped, null while it runs; the end of its output. */
  hook?: { code: number | null; output: string }
}

/** What a record's file holds. */
export const recordText = (record: object): string => `${JSON.stringify(record, null, 2)}\n`

/** What a collection must know of its records. */
export interface Kind<R extends Stored, Row> {
  /** The folder under DATA_DIR. */
  name: string
  /** Whether visitors see it: a write then outdates every cached page. */
  published: boolean
  /** Whether a parsed file is such a record; whatever is not is set aside. */
  is(value: Readonly<Record<string, unknown>>): boolean
  /** As it stands in lists. */
  row(record: R): Row
  /** The text that a search word is looked for in. */
  searched(record: R): string
  /** The field that may be long and that lists do without: in memory it is packed. */
  body?: keyof R & string
}

export const createDate = (record: Stored): string => record.createdAt.slice(0, 19).replace('T', ' ')

/** A record whose fields besides id and createdAt are these strings. */
const strings = (...names: string[]) => (value: Readonly<Record<string, unknown>>): boolean => names.every((name) => typeof value[name] === 'string')

export const productKind: Kind<ProductRecord, ProductRow> = {
  name: 'product',
  published: true,
  is: (value) =>
    strings('coverName', 'coverDescribe', 'jumpUrl', 'coverUrl', 'productCon')(value) &&
    (value.locationId === '' || locationIds.some((id) => id === value.locationId)),
  row: (record) => ({
    productId: record.id,
    coverName: record.coverName,
    coverDescribe: record.coverDescribe,
    jumpUrl: record.jumpUrl,
    coverUrl: record.coverUrl,
    locationId: record.locationId,
    productType: record.locationId === '' ? '' : locations[record.locationId],
    createDate: createDate(record),
  }),
  searched: (record) => record.coverName,
  body: 'productCon',
}

export const newsKind: Kind<NewsRecord, NewsRow> = {
  name: 'news',
  published: true,
  is: strings('newTitle', 'newIntro', 'newCover', 'newInfo'),
  row: (record) => ({
    newId: record.id,
    newTitle: record.newTitle,
    newIntro: record.newIntro,
    newCover: record.newCover,
    createDate: createDate(record),
  }),
  searched: (record) => record.newTitle,
  body: 'newInfo',
}

export const carouselKind: Kind<CarouselRecord, CarouselPhoto> = {
  name: 'carousel',
  published: true,
  is: strings('photoTitle', 'photoInfo', 'photoUrl'),
  row: (record) => ({
    photoId: record.id,
    photoTitle: record.photoTitle,
    photoInfo: record.photoInfo,
    photoUrl: record.photoUrl,
    createDate: createDate(record),
  }),
  searched: (record) => record.photoTitle,
}

export const agentKind: Kind<AgentRecord, AgentRow> = {
  name: 'agent',
  published: false,
  is: strings('agentName', 'agentInfo', 'phone', 'source'),
  row: (record) => ({
    agentId: record.id,
    agentName: record.agentName,
    agentInfo: record.agentInfo,
    phone: record.phone,
    source: record.source,
    createDate: createDate(record),
  }),
  searched: (record) => record.agentName,
}

const whole = <R extends Stored>(record: R): R => record
const nothing = (): string => ''

export const itemKind: Kind<ItemRecord, ItemRecord> = { name: 'item', published: true, is: strings('sysName', 'logo'), row: whole, searched: nothing }

export const userKind: Kind<UserRecord, UserRecord> = {
  name: 'user',
  published: false,
  is: strings('name', 'password', 'avatar', 'auth'),
  row: whole,
  searched: nothing,
}

export const sessionKind: Kind<SessionRecord, SessionRecord> = {
  name: 'session',
  published: false,
  is: (value) =>
    strings('userId', 'handle', 'usedAt')(value) && typeof value.remember === 'boolean' && (value.begunAt === undefined || typeof value.begunAt === 'string'),
  row: whole,
  searched: nothing,
}

export const secretKind: Kind<SecretRecord, SecretRecord> = { name: 'secret', published: false, is: strings('key'), row: whole, searched: nothing }

export const visitKind: Kind<VisitRecord, VisitRecord> = {
  name: 'visit',
  published: false,
  is: (value) => typeof value.count === 'number',
  row: whole,
  searched: nothing,
}

export const refusalKind: Kind<RefusalRecord, RefusalRecord> = {
  name: 'refusal',
  published: false,
  is: (value) => typeof value.count === 'number' && strings('lastAt')(value),
  row: whole,
  searched: nothing,
}

export const backupKind: Kind<BackupRecord, BackupRecord> = {
  name: 'backup',
  published: false,
  is: (value) => strings('failure', 'file')(value) && ['bytes', 'records', 'uploads', 'missing'].every((name) => typeof value[name] === 'number'),
  row: whole,
  searched: nothing,
}

export const siteKind: Kind<SiteRecord, SiteRecord> = {
  name: 'site',
  published: true,
  is: strings('siteName', 'companyName', 'hotline', 'address'),
  row: whole,
  searched: nothing,
}
