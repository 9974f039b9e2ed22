import type { Fields, OptionalRule, Parsed, Rule } from './fields.ts'
import {
  address, dateRange, documents, limit, location, moment, page, pagePath, pageTitle, pictures, pinned, productIds, richText, share, show,
  sorting, specs, summary, title, word,
} from './rules.ts'

/** Describes records that staff edit. Their calls, files, lists and the results of the title search follow from it. */
export interface RecordKind {
  /** The name of the id in calls. */
  id: string
  title: string
  /** The address of a picture. */
  cover: string
  /** Rich text. Lists leave it out. */
  body?: string
  /** A field whose exact value a list can be searched for. */
  filter?: string
  /** A field that no two published records have the same value of. A detail can be asked for by it. */
  unique?: string
  /** A detail has the next newer and the next older record. */
  neighbours?: true
  fields: Fields
  /** How it is listed, how long it is shown, and what goes with it: inputs of save and update that may be absent. */
  options: Fields
  /** Staff can move it within its group, the records with the same value of `filter`. */
  ordered?: true
  search: Fields
  /** What staff can add to a search. */
  order: Fields
  paths: { readonly list: string; readonly detail: string; readonly save: string; readonly update: string; readonly delete: string }
}

/** By the name of their folder. */
export const kinds = {
  product: {
    id: 'productId',
    title: 'coverName',
    cover: 'coverUrl',
    body: 'productCon',
    filter: 'locationId',
    fields: { coverName: title, coverDescribe: summary, jumpUrl: address, coverUrl: address, productCon: richText, locationId: location },
    options: { pinned, unpublishAt: moment, documents, specs, pictures, ...share },
    ordered: true,
    search: { coverName: word, locationId: location, productIds, page, limit },
    order: { ...sorting(['coverName', 'productType', 'createDate']), ...dateRange },
    paths: {
      list: '/v1/product/list',
      detail: '/v1/product/detailProduct',
      save: '/v1/product/saveProduct',
      update: '/v1/product/updateProduct',
      delete: '/v1/product/deleteProduct',
    },
  },
  news: {
    id: 'newId',
    title: 'newTitle',
    cover: 'newCover',
    body: 'newInfo',
    neighbours: true,
    fields: { newTitle: title, newIntro: summary, newCover: address, newInfo: richText },
    options: { createDate: moment, pinned, unpublishAt: moment, ...share },
    search: { newTitle: word, page, limit },
    order: { ...sorting(['newTitle', 'createDate']), ...dateRange },
    paths: {
      list: '/v1/news/list',
      detail: '/v1/news/detailNews',
      save: '/v1/news/saveNews',
      update: '/v1/news/updateNews',
      delete: '/v1/news/deleteNews',
    },
  },
  carousel: {
    id: 'photoId',
    title: 'photoTitle',
    cover: 'photoUrl',
    fields: { photoTitle: title, photoInfo: summary, photoUrl: address },
    options: { unpublishAt: moment },
    search: { photoTitle: word, page, limit },
    order: sorting(['photoTitle', 'createDate']),
    paths: {
      list: '/v1/carousel/list',
      detail: '/v1/carousel/detailCarousel',
      save: '/v1/carousel/saveCarousel',
      update: '/v1/carousel/updateCarousel',
      delete: '/v1/carousel/deleteCarousel',
    },
  },
  page: {
    id: 'pageId',
    title: 'pageTitle',
    cover: 'pageBanner',
    body: 'pageBody',
    unique: 'pagePath',
    fields: { pageTitle, pagePath, pageBanner: address, pageBody: richText },
    options: { unpublishAt: moment, ...share },
    search: { pageTitle: word, page, limit },
    order: { ...sorting(['pageTitle', 'createDate']), ...dateRange },
    paths: {
      list: '/v1/pages/list',
      detail: '/v1/pages/detail',
      save: '/v1/pages/save',
      update: '/v1/pages/update',
      delete: '/v1/pages/delete',
    },
  },
} as const satisfies Readonly<Record<string, RecordKind>>

/** Options that are content of a record, lists and texts; absent from replies while they are empty. */
const listOptions = ['documents', 'specs', 'pictures'] as const
const textOptions = ['shareTitle', 'shareText', 'sharePicture'] as const
const contentOptions = [...listOptions, ...textOptions] as const
export type ListOption = (typeof listOptions)[number]
export type ContentOption = (typeof contentOptions)[number]
export const isListOption = (name: string): name is ListOption => listOptions.some((each) => each === name)
export const contentOptionsOf = (kind: KindName): ContentOption[] => contentOptions.filter((name) => name in kinds[kind].options)

type Kinds = typeof kinds
export type KindName = keyof Kinds
export const kindNames = Object.keys(kinds) as KindName[]

export type FieldsOf<N extends KindName> = { [K in keyof Kinds[N]['fields']]: Kinds[N]['fields'][K] }
export type OptionsOf<N extends KindName> = { [K in keyof Kinds[N]['options']]: Kinds[N]['options'][K] }
export type SearchOf<N extends KindName> = Kinds[N]['search']
export type OrderOf<N extends KindName> = { [K in keyof Kinds[N]['order']]: Kinds[N]['order'][K] } & { show: typeof show }
export type IdOf<N extends KindName> = Record<Kinds[N]['id'], string>
export type IdField<N extends KindName> = Record<Kinds[N]['id'], Rule<string>>
/** The fields of a detail call. */
export type DetailFields<N extends KindName> = Kinds[N] extends { unique: infer Unique extends string }
  ? Record<Kinds[N]['id'] | Unique, OptionalRule<string | undefined>>
  : IdField<N>
/** The fields of an update: only those sent are changed. */
export type ChangesOf<N extends KindName> = { [K in keyof FieldsOf<N>]: OptionalRule<ValuesOf<N>[K] | undefined> }

/** The values of a record's fields. */
export type ValuesOf<N extends KindName> = Parsed<Kinds[N]['fields']>
type BodyName<N extends KindName> = Kinds[N] extends { body: infer Body } ? Body : never

/** A record in a list. A product also has the Chinese name of its location. */
export type RowOf<N extends KindName> = IdOf<N> &
  Omit<ValuesOf<N>, BodyName<N> & string> & { createDate: string } & (N extends 'product' ? { productType: string } : unknown)

export type RecordState = 'published' | 'draft' | 'scheduled'
/** What staff also see in a row when they send `show`, which may then be of a draft. */
export interface StateInRow {
  state: RecordState
  /** There is a draft beside the published record. */
  hasDraft?: true
  publishAt?: string
  unpublishAt?: string
  pinned?: true
}

/** The next newer or older record. */
export type NeighbourOf<N extends KindName> = Record<Kinds[N]['id'] | Kinds[N]['title'] | 'createDate', string>
type NeighboursOf<N extends KindName> = Kinds[N] extends { neighbours: true }
  ? { newer: NeighbourOf<N> | null; older: NeighbourOf<N> | null }
  : unknown

/** An update that names the version is refused when the record has changed since. */
export interface Versioned {
  version: string
}
/** A record in full; its options only for staff. */
export type DetailOf<N extends KindName> = RowOf<N> & Pick<ValuesOf<N>, BodyName<N> & keyof ValuesOf<N>> & NeighboursOf<N> & Versioned &
  Pick<StateInRow, 'unpublishAt' | 'pinned' | 'hasDraft'> &
  Partial<Pick<Parsed<Kinds[N]['options']>, ContentOption & keyof Kinds[N]['options']>>
