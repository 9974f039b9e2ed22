import { adminScreens } from '../calls/adminPaths.ts'
import type { Body, Fields, OptionalRule, Parsed, Rule } from '../calls/fields.ts'
import {
  type Exact,
  isContent,
  type OnlyKeysOf,
  optionRulesOf,
  type OptionRulesOf,
  type RecordFields,
  rulesOf,
  type RulesOf,
  type TextOptionsOf,
  type TextsOf,
} from './recordFields.ts'
import { customPage, newsName, newsPage, productPage } from './recordPages.ts'
import { dateRange, limit, limits, location, page, productIds, type show, sorting, word } from '../calls/rules.ts'
import type { ValueOf, ValuesOf as ValuesOfFields } from '../site/siteFieldKinds.ts'
import { detail, flag, outcomes, paragraph, products, projectFilm, quote, text } from '../site/siteShapes.ts'
import type { SitePage } from '../site/sitePages.ts'
import { hasOwn } from '../text/standIns.ts'

/** A column of the list, in the order of `columns`. */
interface Column {
  width?: `${number}rem`
  /** How much more of the room that is left it has than the others. */
  grow?: number
  /** Where there is no room, columns are left out: the lowest number first. */
  spare?: number
  /** What the row shows of it, and sorts by, where that has another name. */
  shows?: string
}

/** What is a record's own: the texts of its fields, by their names. */
type Values<F> = ValuesOfFields<F> & { createDate: string; productType?: string }
interface PageOf<Record, Text> {
  /** The page of the site that lists them, or that they are below. One that lists is there while there is something to list. */
  list?: SitePage
  /** On a desktop and, where that differs, on a phone. It ends with a star where the last part of the path names the record. */
  route: string
  phoneRoute?: string
  address(id: string, record: Record): string
  /** What visitors read in place of a title that is empty. */
  untitled?(record: Record): string
  /** What describes it to search engines and in shared links. */
  text?: Text
  /** Its picture is the banner above it. */
  hasBanner?: true
  /** New ones are in /rss.xml. */
  feed?: true
  /** Its type of schema.org: what search engines read of it. */
  structured?: 'Article' | 'NewsArticle' | 'Product'
}

interface Descriptor<F, O> {
  /** Staff call one of them so. */
  noun: string
  /** The address of the screen where they edit them, and the icon in its menu. */
  screen: `/Admin${string}`
  icon: string
  /** Its entry is in the first group of the menu, 菜单; the others are in 内容. */
  isMain?: true
  /** What the link to a new one is called, and other names that find it; 新增 and 添加 with the noun where it is absent. */
  add?: { title: string; also: readonly string[] }
  /** The name of the id in calls. */
  id: string
  title: TextsOf<F>
  /** The address of a picture; absent where they have none. */
  cover?: TextsOf<F>
  /** Rich text. Lists leave it out. */
  body?: TextsOf<F>
  /** A field whose exact value a list can be searched for. */
  filter?: TextsOf<F>
  /** A field that no two published records have the same value of. A detail can be asked for by it. */
  unique?: TextsOf<F>
  /** Lists of a record that its rows have, too, where they are not empty. */
  listsInRow?: readonly (keyof O & string)[]
  /** A detail has the next newer and the next older record. */
  neighbours?: true
  /** Rows and stored records have them in this order. */
  fields: F
  /** How it is listed, how long it is shown, and what goes with it: inputs of save and update that may be absent. */
  options: O
  /** Staff can move it within its group, the records with the same value of `filter`. */
  ordered?: true
  search: Fields
  /** What staff can add to a search. */
  order: Fields
  paths: {
    readonly list: string
    readonly detail: string
    readonly save: string
    readonly update: string
    readonly delete: string
  }
  columns: { readonly [K in TextsOf<F> | TextOptionsOf<O> | 'createDate']?: Column }
  /** Its page on the public site; absent where it has none of its own. */
  page?: PageOf<Values<F>, TextsOf<F>>
}

/** Describes records that staff edit. All that there is to know of a kind follows from it. */
export interface RecordKind
  extends Omit<
    Descriptor<Readonly<Record<string, { kind: 'text' }>>, unknown>,
    'fields' | 'options' | 'listsInRow' | 'page'
  > {
  /** The fields and options as they are described, and the rules that follow. */
  described: RecordFields
  listsInRow?: readonly string[]
  page?: PageOf<object, string>
  fields: Fields
  options: Fields
}

/** Checks that a descriptor is spelt as `Descriptor` has it, and its callbacks by its own fields. */
function kind<const F extends RecordFields, const O extends RecordFields, const D extends Descriptor<F, O>>(
  descriptor: D &
    OnlyKeysOf<D, Descriptor<F, O>> & { fields: Exact<F> & F; options: Exact<O> & O } & {
      page?: OnlyKeysOf<D['page'], Descriptor<F, O>['page']>
      columns: OnlyKeysOf<D['columns'], Descriptor<F, O>['columns']>
    },
): Omit<D, 'fields' | 'options'> & { described: F & O; fields: RulesOf<F>; options: OptionRulesOf<O> }
function kind({ fields, options, ...rest }: Descriptor<RecordFields, RecordFields>): object {
  return { ...rest, described: { ...fields, ...options }, fields: rulesOf(fields), options: optionRulesOf(options) }
}

const pinned = { kind: 'flag', label: '置顶' } as const
const unpublishAt = { kind: 'moment', label: '下线时间' } as const
/** Where visitors of its page are led from then on. */
const unpublishTo = { kind: 'place', label: '下线后跳转到' } as const
/** What search engines and shared links show of a page, in place of what follows from its record. */
const share = {
  shareTitle: { kind: 'text', label: '搜索标题', called: '标题', max: 80, fold: '搜索与分享' },
  shareText: { kind: 'paragraph', label: '搜索介绍', called: '介绍', max: 200, fold: '搜索与分享' },
  sharePicture: { kind: 'picture', label: '分享图片', shape: [1200, 630], fold: '搜索与分享' },
} as const

const specTerm = { kind: 'text', label: '名称', required: '请填写参数名称', called: '参数名称', max: 40 } as const
const specValue = { kind: 'text', label: '值', called: '参数的值', max: 200 } as const

/** The keys name the folders. */
export const kinds = {
  product: kind({
    noun: '产品',
    screen: '/AdminProduct',
    icon: 'box',
    isMain: true,
    id: 'productId',
    title: 'coverName',
    cover: 'coverUrl',
    body: 'productCon',
    filter: 'locationId',
    ordered: true,
    fields: {
      coverName: { kind: 'text', label: '产品名称', sheet: '名称', max: 200 },
      coverDescribe: { kind: 'paragraph', label: '产品描述', sheet: '描述', max: 2000, untrimmed: true, aside: true },
      jumpUrl: {
        kind: 'link',
        label: '跳转路径',
        sheet: '跳转路径',
        max: 2000,
        placeholder: '如 /product 或 https://…',
        aside: true,
      },
      coverUrl: { kind: 'picture', label: '封面图', shape: [960, 720], aside: true },
      productCon: { kind: 'richText', label: '产品内容', sheet: '正文', max: limits.richText },
      locationId: { kind: 'group', label: '产品位置', help: '不选择时，产品中心里没有它', aside: 'first' },
    },
    options: {
      pinned,
      unpublishAt,
      unpublishTo,
      models: {
        kind: 'list',
        label: '型号',
        item: '型号',
        measure: '个',
        columns: true,
        fact: 'head',
        inStructuredData: false,
        max: limits.models,
        full: `型号最多${limits.models}个`,
        help: `一个型号写在产品页上方，几个型号在产品页上列成一张表，最多${limits.models}个。可以从Excel复制整张表（第一行是型号，第一列是参数的名称），粘贴到任意一格`,
        of: {
          kind: 'object',
          label: '型号',
          fields: {
            model: { kind: 'text', label: '型号', required: '请填写型号', called: '型号', max: 60 },
            note: { kind: 'text', label: '说明', called: '型号的说明', max: 100 },
            price: { kind: 'text', label: '价格', called: '型号的价格', max: 60, optional: true },
            specs: {
              kind: 'list',
              label: '参数',
              item: '一项',
              max: limits.specs,
              optional: true,
              of: {
                kind: 'object',
                label: '参数',
                fields: { term: specTerm, value: specValue },
              },
            },
          },
        },
      },
      price: {
        kind: 'text',
        label: '价格',
        called: '价格',
        max: 60,
        placeholder: '如 3.2万元/台起、按月租、面议',
        fact: 'head',
        inStructuredData: false,
        fold: '价格与交付',
      },
      lead: {
        kind: 'text',
        label: '供货期',
        called: '供货期',
        max: 60,
        placeholder: '如 15天内发货',
        fact: 'head',
        inStructuredData: false,
        foundByLabel: true,
        fold: '价格与交付',
      },
      warranty: {
        kind: 'text',
        label: '保修期',
        called: '保修期',
        max: 60,
        placeholder: '如 整机2年',
        fact: 'head',
        fold: '价格与交付',
      },
      pictures: {
        kind: 'list',
        label: '图集',
        sheet: '图片',
        item: '图片',
        measure: '张',
        max: limits.pictures,
        full: `图集最多${limits.pictures}张图片`,
        help: `在产品页上排在封面图后面，可以左右翻看，最多${limits.pictures}张`,
        of: { kind: 'picture', label: '图片', shape: [960, 720], required: '缺少图片' },
      },
      specs: {
        kind: 'list',
        label: '参数',
        pairs: true,
        item: '一项',
        measure: '项',
        inline: true,
        max: limits.specs,
        full: `参数最多${limits.specs}项`,
        help: `在产品页上列成一张表，最多${limits.specs}项。可以从Excel复制两列，粘贴到名称里。“突出”的前4项在页面上方用大字显示`,
        of: {
          kind: 'object',
          label: '参数',
          fields: {
            term: specTerm,
            value: { ...specValue, required: '请填写参数的值' },
            key: flag('突出'),
          },
        },
      },
      platforms: {
        kind: 'list',
        label: '已对接平台',
        item: '一个省份',
        measure: '行',
        inline: true,
        foundByLabel: true,
        max: limits.platforms,
        full: `已对接平台最多${limits.platforms}行`,
        help: `监管平台按省份列在产品页上，最多${limits.platforms}行。可以从Excel复制两列，粘贴到省份里`,
        of: {
          kind: 'object',
          label: '已对接平台',
          fields: {
            province: { kind: 'text', label: '省份', required: '请填写省份', called: '省份', max: 20 },
            cities: {
              kind: 'text',
              label: '城市和平台',
              required: '请填写城市或平台',
              called: '城市和平台',
              max: 300,
            },
          },
        },
      },
      story: {
        kind: 'list',
        label: '图文介绍',
        item: '一段',
        measure: '段',
        max: limits.story,
        full: `图文介绍最多${limits.story}段`,
        help: `在产品页上两段并排，单数时第一段最大，最多${limits.story}段。适合产品的界面、细节和使用时的照片`,
        of: {
          kind: 'object',
          label: '图文介绍',
          fields: {
            image: { kind: 'picture', label: '图片', required: '请选择图片' },
            title: text('标题', 40),
            desc: paragraph('说明'),
          },
        },
      },
      documents: {
        kind: 'list',
        label: '资料下载',
        sheet: '资料',
        item: '资料',
        measure: '份',
        inline: true,
        max: limits.documents,
        full: `资料最多${limits.documents}份`,
        help: `访客可以在产品页下载，最多${limits.documents}份。可以是PDF、Word、Excel、zip，不超过50MB`,
        of: {
          kind: 'object',
          label: '资料',
          fields: {
            name: { kind: 'text', label: '名称', required: '请填写资料名称', called: '资料名称', max: 200 },
            address: { kind: 'document', label: '文件', required: true, max: 2000 },
          },
        },
      },
      proofs: {
        kind: 'list',
        label: '资质与检测',
        item: '证书',
        measure: '份',
        inline: true,
        max: 12,
        full: '证书最多12份',
        help: '从“关于我们”的荣誉和证书里选，显示在产品页上；到期的不显示',
        of: { kind: 'proof', label: '证书', required: '请选择证书' },
      },
      ...share,
    },
    search: { coverName: word, locationId: location, productIds, page, limit },
    order: { ...sorting(['coverName', 'productType', 'createDate']), ...dateRange },
    paths: {
      list: '/v1/product/list',
      detail: '/v1/product/detailProduct',
      save: '/v1/product/saveProduct',
      update: '/v1/product/updateProduct',
      delete: '/v1/product/deleteProduct',
    },
    columns: {
      coverName: { width: '11rem', grow: 2 },
      coverUrl: { width: '5.5rem', spare: 4 },
      locationId: { width: '7.75rem', shows: 'productType' },
      coverDescribe: { spare: 2 },
      jumpUrl: { width: '6rem', spare: 1 },
      createDate: {},
    },
    page: {
      route: '/productDet',
      phoneRoute: '/cpDeatail',
      address: productPage,
      untitled: ({ productType }) => productType || '产品',
      text: 'coverDescribe',
      structured: 'Product',
    },
  }),
  news: kind({
    noun: '新闻',
    screen: '/AdminNews',
    icon: 'news',
    isMain: true,
    add: { title: '新增新闻', also: ['添加新闻', '发布新闻'] },
    id: 'newId',
    title: 'newTitle',
    cover: 'newCover',
    body: 'newInfo',
    neighbours: true,
    fields: {
      newTitle: { kind: 'text', label: '新闻标题', sheet: '标题', max: 200 },
      newIntro: { kind: 'paragraph', label: '封面描述', sheet: '描述', max: 2000, untrimmed: true, aside: true },
      newCover: { kind: 'picture', label: '封面图', sheet: '封面图片', shape: [960, 640], aside: true },
      newInfo: { kind: 'richText', label: '新闻内容', sheet: '正文', max: limits.richText },
    },
    options: {
      createDate: { kind: 'moment', label: '时间', sheet: '日期' },
      pinned,
      unpublishAt,
      unpublishTo,
      ...share,
    },
    search: { newTitle: word, page, limit },
    order: { ...sorting(['newTitle', 'createDate']), ...dateRange },
    paths: {
      list: '/v1/news/list',
      detail: '/v1/news/detailNews',
      save: '/v1/news/saveNews',
      update: '/v1/news/updateNews',
      delete: '/v1/news/deleteNews',
    },
    columns: {
      newTitle: { width: '20rem' },
      newCover: { width: '5.5rem', spare: 2 },
      newIntro: { spare: 1 },
      createDate: {},
    },
    page: {
      list: 'news',
      route: '/xwdtDet',
      address: newsPage,
      untitled: newsName,
      text: 'newIntro',
      feed: true,
      structured: 'NewsArticle',
    },
  }),
  case: kind({
    noun: '案例',
    screen: '/AdminCase',
    icon: 'plan',
    id: 'caseId',
    title: 'caseName',
    cover: 'caseImage',
    body: 'caseBody',
    unique: 'casePath',
    listsInRow: ['figures'],
    ordered: true,
    fields: {
      caseName: { kind: 'text', label: '案例名称', sheet: '名称', required: '请填写名称', max: 60 },
      casePath: {
        kind: 'casePath',
        label: '地址',
        // A column 地址 of somebody's sheet says where a building is.
        sheet: '页面地址',
        required: true,
        called: '地址',
        max: 60,
        folder: '/xiangmuanli/',
        help: '按名称的拼音首字母生成，可以修改；发布以后再改，旧地址自动跳转到新的',
      },
      caseIntro: { kind: 'paragraph', label: '介绍', required: true, max: 1000, aside: true },
      caseImage: { kind: 'picture', label: '图片', sheet: '封面图片', shape: [1200, 800], required: true, aside: true },
      caseBanner: { kind: 'picture', label: '横幅图片', sheet: '横幅图片', shape: [1920, 600], aside: true },
      caseBody: { kind: 'richText', label: '正文', max: limits.richText },
    },
    options: {
      pinned,
      unpublishAt,
      unpublishTo,
      quotes: {
        kind: 'list',
        label: '客户的话',
        item: '一句',
        measure: '句',
        max: 3,
        of: quote,
        help: '排在最前面的案例，第一句和第一个成效大幅显示在首页',
      },
      figures: {
        ...outcomes,
        help: '这个项目改变了什么，在页面上方用大字显示，如“23 → 9次/天”。栋数、面积等写在“项目信息”里',
      },
      details: {
        kind: 'list',
        label: '项目信息',
        pairs: true,
        item: '一条',
        measure: '条',
        inline: true,
        max: 12,
        of: detail,
      },
      products: { ...products, measure: '个' },
      films: { kind: 'list', label: '视频', item: '视频', measure: '个', max: 6, of: projectFilm },
      ...share,
    },
    search: { caseName: word, page, limit },
    order: { ...sorting(['caseName', 'createDate']), ...dateRange },
    paths: {
      list: '/v1/cases/list',
      detail: '/v1/cases/detail',
      save: '/v1/cases/save',
      update: '/v1/cases/update',
      delete: '/v1/cases/delete',
    },
    columns: {
      caseName: { width: '14rem' },
      caseImage: { width: '5.5rem', spare: 2 },
      casePath: { spare: 1 },
      createDate: {},
    },
    page: { list: 'cases', route: '/xiangmuanli/*', address: (_id, { casePath }) => casePath, text: 'caseIntro' },
  }),
  carousel: kind({
    noun: '轮播图',
    screen: '/AdminCarousel',
    icon: 'image',
    isMain: true,
    add: { title: '上传轮播图', also: ['新增轮播图', '上传图片'] },
    id: 'photoId',
    title: 'photoTitle',
    cover: 'photoUrl',
    fields: {
      photoTitle: { kind: 'text', label: '标题', max: 200 },
      photoInfo: { kind: 'paragraph', label: '描述', max: 2000, untrimmed: true },
      photoUrl: { kind: 'picture', label: '图片', shape: [1920, 600] },
    },
    options: { unpublishAt },
    search: { photoTitle: word, page, limit },
    order: sorting(['photoTitle', 'createDate']),
    paths: {
      list: '/v1/carousel/list',
      detail: '/v1/carousel/detailCarousel',
      save: '/v1/carousel/saveCarousel',
      update: '/v1/carousel/updateCarousel',
      delete: '/v1/carousel/deleteCarousel',
    },
    columns: { photoTitle: { width: '16rem' }, photoInfo: {}, photoUrl: { width: '7rem' } },
  }),
  page: kind({
    noun: '页面',
    screen: '/AdminPage',
    icon: 'page',
    id: 'pageId',
    title: 'pageTitle',
    cover: 'pageBanner',
    body: 'pageBody',
    unique: 'pagePath',
    fields: {
      pageTitle: { kind: 'text', label: '页面标题', required: '请填写标题', max: 200 },
      pagePath: {
        kind: 'pagePath',
        label: '地址',
        sheet: '页面地址',
        required: true,
        called: '地址',
        max: 60,
        help: '按标题的拼音首字母生成，可以修改；发布以后再改，旧地址自动跳转到新的',
      },
      pageBanner: { kind: 'picture', label: '横幅图片', shape: [1920, 480], aside: true },
      pageBody: { kind: 'richText', label: '页面内容', max: limits.richText },
    },
    options: { unpublishAt, unpublishTo, ...share },
    search: { pageTitle: word, page, limit },
    order: { ...sorting(['pageTitle', 'createDate']), ...dateRange },
    paths: {
      list: '/v1/pages/list',
      detail: '/v1/pages/detail',
      save: '/v1/pages/save',
      update: '/v1/pages/update',
      delete: '/v1/pages/delete',
    },
    columns: { pageTitle: {}, pagePath: { width: '14rem' }, createDate: {} },
    page: {
      list: 'home',
      route: '/p/*',
      address: (_id, { pagePath }) => customPage(pagePath),
      hasBanner: true,
    },
  }),
} as const satisfies Readonly<Record<string, RecordKind>>

type Kinds = typeof kinds
export type KindName = keyof Kinds
export const kindNames = Object.keys(kinds) as KindName[]

/** What every kind may have; `kinds` itself says which of it one has. */
export const recordKind = (name: KindName): RecordKind => kinds[name]

/** The addresses of the screens of the back office. */
export const screenPaths: readonly string[] = [
  ...Object.values(adminScreens),
  ...kindNames.map((name) => kinds[name].screen),
]
/** An object with something for each of these names. */
export const ofEach = <Name extends string, T>(names: readonly Name[], of: (name: Name) => T) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Readonly<Record<Name, T>>

export const isKind = (name: string): name is KindName => hasOwn(kinds, name)

/** The address of a record's page, once it has one. */
export function pageAddress({ page, unique }: RecordKind, id: string, values: Body): string | undefined {
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
  return unique === undefined || texts[unique] ? page?.address(id, { createDate: '', ...texts }) : undefined
}

/** The address of the screen with the form of this record. */
export const recordPath = (kind: KindName, id: string): string => `${kinds[kind].screen}?edit=${encodeURIComponent(id)}`

type ContentOf<F> = { [K in keyof F]: F[K] extends { kind: 'flag' | 'moment' | 'place' } ? never : K }[keyof F]
/** The options that are content of a record, lists and texts; absent from replies while they are empty. */
export type ContentOption<N extends KindName = KindName> = N extends KindName
  ? Extract<ContentOf<Kinds[N]['described']>, keyof Kinds[N]['options']>
  : never
export const contentOptionsOf = <N extends KindName>(name: N): ContentOption<N>[] => {
  const { options, described } = recordKind(name)
  return Object.keys(options).filter(
    (option): option is ContentOption<N> => described[option] !== undefined && isContent(described[option]),
  )
}
export const isList = (name: KindName, field: string): boolean => {
  const { described } = recordKind(name)
  return described[field]?.kind === 'list'
}

/** The kinds that have a page of their own. */
export type PagedKind = { [N in KindName]: Kinds[N] extends { page: object } ? N : never }[KindName]
export const pagedKinds = kindNames.filter((name): name is PagedKind => 'page' in kinds[name])

/** The kinds of hits of the site's search, in the order in which equals are found: what is news comes after what lasts. */
export const hitKinds = [
  ...pagedKinds.filter((name) => !('feed' in kinds[name].page)),
  ...pagedKinds.filter((name) => 'feed' in kinds[name].page),
]

export type ShareOption = keyof typeof share
/** A document that visitors can download. */
export type DocumentLink = ValueOf<Kinds['product']['described']['documents']>[number]

export type FieldsOf<N extends KindName> = { [K in keyof Kinds[N]['fields']]: Kinds[N]['fields'][K] }
export type OptionsOf<N extends KindName> = { [K in keyof Kinds[N]['options']]: Kinds[N]['options'][K] }
export type SearchOf<N extends KindName> = Kinds[N]['search']
export type OrderOf<N extends KindName> = { [K in keyof Kinds[N]['order']]: Kinds[N]['order'][K] } & {
  show: typeof show
}
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

type OptionColumn<N extends KindName> = keyof Kinds[N]['columns'] & ContentOption<N>
/** The options that are columns. */
export const optionColumnsOf = (name: KindName): string[] =>
  contentOptionsOf(name).filter((option) => option in kinds[name].columns)

type ListInRow<N extends KindName> = Kinds[N] extends { listsInRow: readonly (infer List)[] } ? List : never

/** A record in a list. A product also has the Chinese name of its location. */
export type RowOf<N extends KindName> = IdOf<N> &
  Omit<ValuesOf<N>, BodyName<N> & string> &
  Partial<Record<OptionColumn<N>, string>> &
  Partial<Pick<Parsed<Kinds[N]['options']>, ListInRow<N> & keyof Kinds[N]['options']>> & {
    createDate: string
  } & (N extends 'product' ? { productType: string } & Offer : unknown)

/** What cards say of what is sold: the first model, how many there are of several, and the price as it is written. */
export type Offer = { model?: string; modelCount?: number; price?: string }

type RecordState = 'published' | 'draft' | 'scheduled'
/** What staff also see in a row when they send `show`, which may then be of a draft. */
export interface StateInRow {
  state: RecordState
  /** There is a draft beside the published record. */
  hasDraft?: true
  publishAt?: string
  unpublishAt?: string
  /** Where its page leads from then on. */
  unpublishTo?: string
  pinned?: true
}

/** A record of a kind with groups is found by its picture and its text. */
export function knownBy(name: KindName): string[] {
  const { filter, cover, body } = recordKind(name)
  return filter === undefined ? [] : [cover, body].flatMap((field) => field ?? [])
}

/** It is the next newer or older record. */
type NeighbourOf<N extends KindName> = Record<Kinds[N]['id'] | Kinds[N]['title'] | 'createDate', string>
type NeighboursOf<N extends KindName> = Kinds[N] extends { neighbours: true }
  ? { newer: NeighbourOf<N> | null; older: NeighbourOf<N> | null }
  : unknown

/** An update that names the version is refused when the record has changed since. */
export interface Versioned {
  version: string
}
/** What a page says of its record in a line: the label and the value of a field that is a `fact`. */
export interface Fact {
  term: string
  value: string
  /** It is shown at the top of the page. */
  head?: true
}
/** A record in full; its options only for staff. */
export type DetailOf<N extends KindName> = RowOf<N> &
  Pick<ValuesOf<N>, BodyName<N> & keyof ValuesOf<N>> &
  NeighboursOf<N> &
  Versioned &
  Pick<StateInRow, 'unpublishAt' | 'unpublishTo' | 'pinned' | 'hasDraft'> &
  Partial<Pick<Parsed<Kinds[N]['options']>, ContentOption<N> & keyof Kinds[N]['options']>> & { facts?: Fact[] }
