import { isDeepStrictEqual } from 'node:util'
import type { Setup, Site } from '../../contract/kinds/entities.ts'
import type { Body } from '../../contract/calls/fields.ts'
import { childrenOf } from '../../contract/kinds/groups.ts'
import { type KindName, kindNames, ofEach, recordKind } from '../../contract/kinds/kinds.ts'
import { isContent } from '../../contract/kinds/recordFields.ts'
import {
  completeValue,
  isObject,
  type ListField,
  seldomFold,
  type SiteField,
} from '../../contract/site/siteFieldKinds.ts'
import { type ProductGroup, siteFields } from '../../contract/site/siteFields.ts'
import type { GivenReplies } from '../call.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { StarterContent } from './seed.ts'
import { type Edited, type Stored, textOf } from '../store/kind.ts'
import type { Store } from '../store/store.ts'

/** In place of words that must not be empty and are of the starter company's trade: they are true of any company. */
const wordsOfAny: Readonly<Record<string, string>> = {
  slogan: '用心做产品，认真做服务',
  'homeTexts.hero': '欢迎了解我们的产品与服务，有需要随时联系我们。',
  'homeTexts.products.name': '我们的产品',
  'officialAccount.name': '官方公众号',
  'inquiry.bandTitle': '想进一步了解？',
  'inquiry.bandLead': '说说您的需要，我们尽快答复。',
  'aboutTexts.visit': '想来公司看看？提前打个电话，我们在公司等您。',
  'descriptions.product': '{网站名称}的产品：介绍、图片与参数。',
  'descriptions.agent': '加入{网站名称}：合作方式、支持与加盟申请。',
  'descriptions.cases': '{网站名称}做过的项目与工程。',
  'descriptions.scenarios': '{网站名称}的产品用在哪些地方。',
}

/** The paths of what is still as shipped in the site record. */
export const starterFields = (site: Site, starter: Pick<StarterContent, 'site'>): string[] =>
  Object.entries<SiteField>(siteFields).flatMap(([name, field]) =>
    starterPaths(field, site[name as keyof Site], starter.site[name as keyof Site], name),
  )

/** The ids of the records that say and show what was shipped. Pinned, moved or timed, they still do. */
export const starterRecords = (store: Store, starter: Pick<StarterContent, 'records'>): Setup['starterRecords'] =>
  ofEach(kindNames, (kind) =>
    starter.records[kind].filter((shipped) => isAsShipped(kind, store[kind].get(shipped.id), shipped)).map(idOf),
  )

/** The ids of groups that are still as shipped and have no product, published or not, and no group below them. */
export function starterGroups(store: Store, site: Site, starter: Pick<StarterContent, 'site'>): string[] {
  const drafts = store.drafts.product.all().map(({ fields }) => fields)
  const used = new Set([...store.product.all(), ...drafts].map(({ locationId }) => locationId))
  const isShipped = (group: unknown): boolean =>
    starter.site.groups.some((shipped) => isDeepStrictEqual(shipped, group))
  const isUsed = ({ id }: ProductGroup): boolean => used.has(id) || childrenOf(site.groups, id).length > 0
  return site.groups.filter((group) => isShipped(group) && !isUsed(group)).map(({ id }) => id)
}

const idOf = ({ id }: Stored): string => id

function isAsShipped(kind: KindName, record: Edited | undefined, shipped: Stored): boolean {
  if (!record) return false
  const { described } = recordKind(kind)
  const names = Object.keys(described).filter((name) => described[name] && isContent(described[name]))
  // What another release has shipped is not known here: it is as shipped until it is changed.
  return record.changedAt === undefined || names.every((name) => isSame(kind, name, record, shipped))
}

/** Completed, since a release that is older than a field leaves it out. */
function isSame(kind: KindName, name: string, record: Stored, shipped: Stored): boolean {
  const { described } = recordKind(kind)
  const field = described[name]
  const valueIn = (from: Stored): unknown => field && completeValue(field, Reflect.get(from, name), undefined)
  return isDeepStrictEqual(valueIn(record), valueIn(shipped))
}

/** Whether a record was made here, or has another name, another picture and another text than the shipped one. */
export function isOwnRecord(kind: KindName, record: Stored, starter: Pick<StarterContent, 'records'>): boolean {
  const shipped = starter.records[kind].find(({ id }) => id === record.id)
  if (!shipped) return true
  const { title, cover = '', body, page } = recordKind(kind)
  const textNames = [body, page?.text].filter((name) => name !== undefined)
  const differs = (name: string): boolean => !isSame(kind, name, record, shipped)
  const hasOwnText = textNames.length === 0 || textNames.some(differs)
  return hasOwnText && [title, cover].every((name) => textOf(shipped, name) === '' || differs(name))
}

/** With what may be empty and is still as shipped emptied: the fields of the site record that this changes. */
export const clearedFields = (site: Site, starter: Pick<StarterContent, 'site'>): Partial<Site> =>
  Object.fromEntries(
    Object.entries<SiteField>(siteFields).flatMap(([name, field]) => {
      const value = site[name as keyof Site]
      const shipped = starter.site[name as keyof Site]
      // A 0 in such a number hides what it counts.
      const isHidable = field.kind === 'number' && field.min === 0 && value === shipped
      const cleared = isHidable ? 0 : emptied(field, value, shipped, name)
      // A company has at least one sentence. It tells the truth until somebody has written others.
      if (name === 'intro' && isDeepStrictEqual(value, shipped) && site.companyName !== starter.site.companyName)
        return [[name, [site.companyName]]]
      return isDeepStrictEqual(cleared, value) ? [] : [[name, cleared]]
    }),
  )

/** Lists, pictures, films, and words that fit no other company. */
function emptied(field: SiteField, value: unknown, shipped: unknown, path: string): unknown {
  if (field.kind === 'list' && field.general) return withoutShipped(field, value, shipped)
  if (value === shipped && path in wordsOfAny) return wordsOfAny[path]
  if (field.neutral) return value
  if (field.kind === 'object' && isObject(value) && isObject(shipped)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const memberField = field.fields[name]
        return [name, memberField ? emptied(memberField, member, shipped[name], `${path}.${name}`) : member]
      }),
    )
  }
  if (field.kind === 'list') return !field.min && isDeepStrictEqual(value, shipped) ? [] : value
  const isFileOrText = ['picture', 'film', 'text', 'paragraph', 'icp', 'creditCode', 'timeSpan'].includes(field.kind)
  if (!isFileOrText || value !== shipped) return value
  return 'required' in field && field.required ? value : ''
}

/** Without the shipped items that fit no other company. */
function withoutShipped({ general }: ListField, value: unknown, shipped: unknown): unknown {
  const isShipped = (item: unknown): boolean =>
    (shipped as readonly unknown[]).some((each) => isDeepStrictEqual(item, each))
  return (value as readonly unknown[]).filter((item) => !isShipped(item) || general?.(item))
}

const noRows = { data: [], count: 0 }
/** What pages get of a kind without records. */
const repliesWithout: { readonly [K in KindName]?: GivenReplies } = {
  product: { productGroups: { zhgdList: [], cpxtList: [], jzbhList: [] }, productList: noRows },
  news: { newsList: noRows },
  case: { caseList: noRows },
  carousel: { carouselAll: [] },
}

/** How pages would be if the starter content were cleared. Of a kind that has records of the company's own all stay. */
export function asCleared(site: CurrentSite, store: Store, starter: StarterContent) {
  const shipped = starterRecords(store, starter)
  const empty = kindNames.filter((kind) => shipped[kind].length === store[kind].size)
  const fields = clearedFields(site, starter)
  const gonePaths = shipped.page.map((id) => store.page.get(id)?.pagePath)
  return {
    fields,
    beside: {
      pagePaths: site.pagePaths.filter((path) => !gonePaths.includes(path)),
      filled: kindNames.filter((kind) => !empty.includes(kind)),
      products: store.product.size - shipped.product.length,
    },
    given: Object.assign({}, ...empty.map((kind) => repliesWithout[kind])) as GivenReplies,
  }
}

/** What a company fills with its own. */
const ownKinds = new Set<SiteField['kind']>([
  'text',
  'paragraph',
  'richText',
  'phone',
  'mailbox',
  'link',
  'icp',
  'police',
  'creditCode',
  'timeSpan',
  'picture',
  'film',
  'number',
])

/**
 * The paths of what is still as shipped, such as `banners.home.image`; of a list its own, while it has a shipped item. A text that says no
 * more than its label fits any company.
 */
function starterPaths(
  field: SiteField,
  value: unknown,
  shipped: unknown,
  path: string,
  labels: readonly string[] = [],
): string[] {
  if (field.fold === seldomFold || field.neutral || field.follows !== undefined) return []
  if (field.kind === 'object') {
    const members = value as Body | undefined
    const shippedMembers = shipped as Body | undefined
    // A name is shown with its picture.
    if (members?.image === '') return []
    return Object.entries(field.fields).flatMap(([name, member]) =>
      starterPaths(member, members?.[name], shippedMembers?.[name], `${path}.${name}`, [field.label, member.label]),
    )
  }
  if (field.kind === 'list') {
    const isShipped = (item: unknown): boolean =>
      (shipped as readonly unknown[]).some((shippedItem) => isDeepStrictEqual(item, shippedItem)) &&
      starterPaths(field.of, item, item, path).length > 0
    return (value as readonly unknown[]).some(isShipped) ? [path] : []
  }
  const isOwn = value !== shipped || value === '' || value === 0 || labels.some((label) => label === value)
  return isOwn || !ownKinds.has(field.kind) ? [] : [path]
}
