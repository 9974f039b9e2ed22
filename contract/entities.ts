/** What travels between browser and server. Dates are China time, `YYYY-MM-DD HH:mm:ss`; ids are opaque. */

export const locations = {
  zhgd: '智慧工地产品',
  cpxt: '建筑机器人',
  jzbh: '建筑标准化产品',
} as const
export type LocationId = keyof typeof locations
export const locationIds = Object.keys(locations) as LocationId[]

export interface Page<Row> {
  data: Row[]
  count: number
}

export interface ProductRow {
  productId: string
  coverName: string
  coverDescribe: string
  jumpUrl: string
  coverUrl: string
  /** '' shows in no group. */
  locationId: LocationId | ''
  /** The Chinese name of the location. */
  productType: string
  createDate: string
}
/** Goes with what a form is filled from: an update that names it is refused when the record has changed since. */
export interface Versioned {
  version: string
}
export interface Product extends ProductRow, Versioned {
  productCon: string
}
export interface ProductGroups {
  zhgdList: ProductRow[]
  cpxtList: ProductRow[]
  jzbhList: ProductRow[]
}

export interface CarouselPhoto {
  photoId: string
  photoTitle: string
  photoInfo: string
  photoUrl: string
  createDate: string
}

export interface NewsRow {
  newId: string
  newTitle: string
  newIntro: string
  newCover: string
  createDate: string
}
/** The article before or after another. */
export type NewsBeside = Pick<NewsRow, 'newId' | 'newTitle'>
export interface News extends NewsRow, Versioned {
  newInfo: string
  newer: NewsBeside | null
  older: NewsBeside | null
}

export type AgentSource = 'desktop' | 'mobile' | 'alliance'
export interface AgentRow {
  agentId: string
  /** The contact person. */
  agentName: string
  /** The company. */
  agentInfo: string
  phone: string
  source: AgentSource
  createDate: string
}

/** The back office's own name and logo. */
export interface Item {
  itemId: string
  sysName: string
  logo: string
}

export interface UserInfo extends Item {
  userId: string
  name: string
  avatar: string
  /** Permissions, separated by commas; a button asks whether its own is contained. */
  auth: string
  /** What the QR code of the official account says. */
  followUrl: string
}

export interface SignedIn extends Item {
  userId: string
  /** The credential itself, for programs; a page never keeps it. */
  token: string
  /** A public handle of the session; it opens nothing. */
  session: string
  auth: string
  /** 1: signed in for 30 days; 0: until 12 hours after the last use. */
  isDeadlineToken: 0 | 1
}

export type RecordType = 'product' | 'news' | 'carousel'
/** A record that a search for titles has found. */
export interface TitleHit {
  type: RecordType
  id: string
  title: string
}

/** What staff see on coming in. */
export interface Summary {
  products: number
  news: number
  photos: number
  applications: {
    count: number
    lastWeek: number
    latest: AgentRow[]
    /** By the limit of an hour in the last seven days; absent when there were none. */
    refused?: { count: number; lastAt: string }
  }
  /** The last 30 days, the oldest first. */
  visits: { day: string; count: number }[]
  /** Bytes. */
  disk: {
    data: number
    uploads: number
    /** Of the disk that holds the data; absent where the system does not say. */
    free?: number
    /** Less than the reserve is free, so that these are refused; absent when all is well. */
    low?: { reserve: number; applications: boolean; uploads: boolean }
  }
  backup?: BackupFact
}

export interface BackupFact {
  /** Whether the server makes one every day. */
  daily: boolean
  /** The last that was read back; null: there has been none. */
  verified: {
    at: string
    file: string
    bytes: number
    /** Uploads that records name and that were not there. */
    missing: number
    /** What came of sending it elsewhere; code null: still under way. */
    hook: { code: number | null; output: string } | null
  } | null
  /** The last try, when it failed. */
  failed: { at: string; reason: string } | null
  /** The last verified one is more than 48 hours old. */
  overdue: boolean
}

export const sysNameLogoUpdate = 'sysNameLogo:update'

/** A picture with the words for those who cannot see it. '' as image: none yet. */
export interface Picture {
  image: string
  name: string
}
/** A titled paragraph with the name of its icon. */
export interface Point {
  icon: string
  title: string
  desc: string
}
/** A number, its unit and what it counts. */
export interface Figure {
  value: number
  suffix: string
  label: string
}
export interface Detail {
  term: string
  description: string
}
export interface Film {
  title: string
  url: string
  poster: string
}
export interface Honour extends Picture {
  /** h wide, s tall */
  mark: 'h' | 's'
}
export interface ProjectCase extends Picture {
  path: '/huanghejiangong' | '/sddianjian1' | '/sdkaili' | '/qdfangwu'
  intro: string
  banner: string
  /** Paragraphs. */
  company: string[]
  films: Film[]
  figures?: Figure[]
  details?: Detail[]
  /** Ids of those that were used; one that no longer exists is left out. */
  products?: string[]
}
export interface Scenario extends Picture {
  desc: string
  details?: Detail[]
  /** Ids of those that fit it. */
  products?: string[]
}

/** Every fact about the company; pages take theirs from here and from nowhere else. */
export interface Site {
  siteName: string
  slogan: string
  companyName: string
  /** Paragraphs. */
  intro: string[]
  introImage: string
  introFilm: Film
  hotline: string
  /** The two numbers of the phone drawer. */
  phones: [string, string]
  mailbox: string
  address: string
  /** GCJ-02, as Chinese maps use; `tiles` is a URL template with {x}, {y}, {z}, and {s} for a, b and c in turn. */
  map: { lng: number; lat: number; title: string; tiles: string; credit: string }
  icp: string
  support: string
  officialAccount: Picture
  figures: Figure[]
  trademarks: number
  copyrights: number
  /** Per cent of the country's sites that have smart equipment. */
  smartSiteShare: number
  /** Per cent. */
  topRebate: number
  banners: { home: Picture; product: Picture; news: Picture; agent: Picture; about: Picture; cases?: Picture }
  mobileBanners: Picture[]
  oneStop: Point[]
  techSupport: Point[]
  supportIcons: Point[]
  afterSales: Point[]
  profitModels: Point[]
  policies: Point[]
  advantages: Point[]
  showroom: Picture[]
  scenarios: Scenario[]
  partners: Picture[]
  certificates: Picture[]
  honours: Honour[]
  cases: ProjectCase[]
}
