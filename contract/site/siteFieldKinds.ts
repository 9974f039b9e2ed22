import { accentError } from './accent.ts'
import { adminRedirects, adminScreens, loginScreen } from '../calls/adminPaths.ts'
import { timeSpanIn } from '../leads/callBack.ts'
import { documentExtension } from '../media/documents.ts'
import { absent, type Body, type Rule, text } from '../calls/fields.ts'
import type { Permission } from '../calls/roles.ts'
import { addressError, isDay, pagePathPattern, withScheme } from '../calls/rules.ts'
import { baiduId, laId } from './services.ts'
import {
  addressOfPage,
  contactTarget,
  customPagePath,
  otherPages,
  pageRoutes,
  sitePageOf,
  type SitePart,
} from './sitePages.ts'
import { canParse, hasOwn } from '../text/standIns.ts'

/** The fold of what hardly anybody changes. */
export const seldomFold = '不常改的'

/**
 * The kinds of field that the site record and all other records are described with. Forms are drawn from a description, and values are
 * checked by it on both sides; no other code lists the fields.
 */
interface Described {
  label: string
  help?: string
  /** A page that shows it, where that is not the page of its group. */
  page?: string
  /** What changing it needs beside the permission for its group; of members of objects, not of lists. */
  permission?: Permission
  /** Folded under this title in its form. */
  fold?: string
  /** A switch of one thing in several places: this is the label of the one switch for all of them, under which they are folded. */
  exceptionOf?: string
  /** The office shows it only while this is open. */
  ofPage?: SitePart
  /** The input of this field of the same form shows it, too. */
  drawnBy?: string
  /** Words that any company may keep, so that they do not count as starter content. */
  neutral?: true
  /** The path of another field of its group: while both are the same, it changes with that. */
  follows?: string
  /** A program that is older than it leaves it out: a switch is on, a choice the first, anything else as shipped. */
  assumed?: true
  /** Of a member of an object: it stays absent where nobody has entered it. */
  optional?: true
}
interface TextLimits extends Described {
  /** In characters; of rich text in a record, in bytes as sent. */
  max: number
  /** Or the message when it is empty. */
  required?: true | string
  /** What the message about its length calls it. */
  called?: string
  untrimmed?: true
  placeholder?: string
  /** What a suggested address begins with. */
  folder?: string
}
interface TextField extends TextLimits {
  kind:
    | 'text'
    | 'paragraph'
    | 'richText'
    | 'phone'
    | 'mailbox'
    | 'link'
    | 'casePath'
    | 'icp'
    | 'police'
    | 'creditCode'
    | 'accent'
    | 'titlePattern'
    | 'rootFile'
    | 'day'
    | 'timeSpan'
    | 'tiles'
    | 'menuTarget'
    | 'groupId'
    | 'pagePath'
    | 'document'
    | 'baiduId'
    | 'laId'
    | 'wecomLink'
}
interface FileField extends Described {
  kind: 'picture' | 'film'
  required?: true | string
  /** The shape it is shown in, in pixels. */
  shape?: readonly [width: number, height: number]
  /** It is drawn for a dark ground. */
  onDark?: true
}
/**
 * An icon, the id of a product or of a group of products, that of the group that one lies in, the name of a certificate, a time in China, the
 * address of a page of the site: chosen, not written.
 */
interface ChosenField extends Described {
  kind: 'icon' | 'product' | 'group' | 'groupAbove' | 'moment' | 'proof' | 'place'
}
interface NumberField extends Described {
  kind: 'number'
  min: number
  max: number
  unit?: string
  /** Digits after the point. */
  digits?: number
}
interface FlagField extends Described {
  kind: 'flag'
  /** It is on in what staff add. */
  initial?: true
}
interface ChoiceField extends Described {
  kind: 'choice'
  /** The labels of its values. */
  options: Readonly<Record<string, string>>
}
/** The sections of a page: each has a name, and is on or off. A value that lacks one gets it at the end, on. */
export interface SectionsField extends Described {
  kind: 'sections'
  /** The labels by the names, in the order as shipped. */
  options: Readonly<Record<string, string>>
  /** Their order cannot be changed. */
  fixed?: true
  /** The field that has the same sections as phones have them. */
  phone?: string
}
export interface Section<Name extends string = string> {
  name: Name
  on: boolean
}
export interface ObjectField extends Described {
  kind: 'object'
  /** Its parts are short and stand beside each other. */
  beside?: true
  /** It has a place on a map, as `lng` and `lat`. */
  position?: true
  /** The pictures beside it that can give way to its own, by their paths in the object around it. */
  insteadOf?: readonly string[]
  fields: SiteFields
}
export interface ListField extends Described {
  kind: 'list'
  of: SiteField
  /** What an item is called, as in 添加展品. */
  item: string
  /** Of a list of a record, which is folded while it is empty: its items are numbered with this word, as in 第1份. */
  measure?: string
  /** What the message about its length is. */
  full?: string
  min?: number
  max: number
  /** Numbers of the record that are shown as its last items while they are not 0; their names are texts of `aboutTexts`. */
  more?: readonly ('trademarks' | 'copyrights')[]
  /** They are entries of menus, whose order on phones is another one. */
  phoneOrder?: true
  /** The items are short: each is a line, and not folded. */
  inline?: true
  /** Its items are the columns of a table, whose rows are their other fields. */
  columns?: true
  /** Whether an item of the starter content fits any company, so that it stays when that is cleared. */
  general?(item: unknown): boolean
  /** Whether an item cannot be removed. */
  keeps?(item: unknown): boolean
  /** Checks the valid items as a list; returns a message. */
  check?(items: readonly unknown[]): string | undefined
}
export type SiteField =
  | TextField
  | FileField
  | ChosenField
  | NumberField
  | FlagField
  | ChoiceField
  | SectionsField
  | ObjectField
  | ListField
export type SiteFields = Readonly<Record<string, SiteField>>

export type ValueOf<F> = F extends { kind: 'number' }
  ? number
  : F extends { kind: 'flag' }
    ? boolean
    : F extends { kind: 'choice'; options: infer Options }
      ? keyof Options & string
      : F extends { kind: 'sections'; options: infer Options }
        ? Section<keyof Options & string>[]
        : F extends { kind: 'object'; fields: infer Fields }
          ? ValuesOf<Fields>
          : F extends { kind: 'list'; of: infer Item }
            ? ValueOf<Item>[]
            : string
export type ValuesOf<Fields> = { -readonly [K in keyof Fields]: ValueOf<Fields[K]> }

/** An invalid value; `path` leads to it, as in `scenarios.2.details.0.term`. */
interface Problem {
  path: string
  message: string
}

/** What the site itself has at the top of its addresses; nothing else may look like it. */
const ownNames = new Set(
  [
    '/index',
    '/robots',
    '/sitemap',
    '/rss',
    '/favicon',
    '/healthz',
    '/404',
    '/p',
    loginScreen,
    ...Object.values(adminScreens),
    ...Object.keys(adminRedirects),
    ...Object.keys(otherPages),
    ...pageRoutes,
  ].map((path) => path.toLowerCase()),
)
/** The screens of records begin with /Admin. */
const isOwnName = (stem: string): boolean =>
  /^admin/i.test(stem) || ownNames.has(`/${stem.toLowerCase().replace(/^sitemap-.*/, 'sitemap')}`)

const matches =
  (pattern: RegExp, message: string) =>
  (value: string): string | undefined =>
    pattern.test(value) ? undefined : message

type TextLike = TextField | FileField | ChosenField
const formats: { readonly [K in TextLike['kind']]?: (value: string) => string | undefined } = {
  picture: addressError,
  film: addressError,
  icon: matches(/^[a-z]+(-[a-z]+)*$/, '请选择图标'),
  phone: matches(/^\+?[\d() -]{5,24}$/, '请填写电话号码，如0533-1234567、400-123-4567或13800138000'),
  mailbox: matches(/^[\w.+-]{1,64}@[\w-]+(\.[\w-]+)+$/, '请填写邮箱地址，如service@company.cn'),
  link: addressError,
  // Those of the first site have addresses of their own.
  casePath: (value) =>
    sitePageOf(value) === 'cases' && /^\/(?:xiangmuanli\/|(?!xiangmuanli$))[a-z\d]+(-[a-z\d]+)*$/.test(value)
      ? undefined
      : '应为“/xiangmuanli/”加小写字母、数字和短横线，如/xiangmuanli/binhe-park',
  icp: matches(/^[\u4e00-\u9fa5]ICP[备证]\d{6,14}号(-\d+)?$/, '格式应如“鲁ICP备12345678号”或“鲁ICP备12345678号-1”'),
  police: matches(/^[\u4e00-\u9fa5]公网安备\s?\d{14}号$/, '格式应如“鲁公网安备37030302000001号”，其中有14位数字'),
  creditCode: creditCodeError,
  baiduId: matches(baiduId, '应为32位数字和小写字母，是统计代码里hm.js?后面的那一段'),
  laId: matches(laId, '应为字母和数字，请照51LA给出的填写'),
  wecomLink: matches(
    /^https:\/\/work\.weixin\.qq\.com\/(?:kfid|kf)\/kf[\w-]{6,64}(?:\?[\w=&%.-]{1,200})?$/,
    '应如https://work.weixin.qq.com/kfid/kfc0123456789abcdef',
  ),
  accent: accentError,
  titlePattern: matches(/\{页面\}/, '其中要有“{页面}”，它会换成每一页的标题'),
  rootFile: (value) => {
    const [, stem] = /^([\w-]{1,80})\.(?:txt|html|xml)$/.exec(value) ?? []
    if (stem === undefined) return '应为字母、数字、下划线或短横线，以.txt、.html或.xml结尾'
    return isOwnName(stem) ? '网站自己用着这个名字，请按平台给出的文件名填写' : undefined
  },
  menuTarget: menuTargetError,
  pagePath: matches(pagePathPattern, '地址只能用小写字母、数字和短横线，并以字母或数字开头'),
  document: (value) => (documentExtension(value) ? undefined : '资料应是素材库里的文档'),
  tiles: matches(/^https:\/\/[^\s\\]+$/, '应为https网址，其中{x}、{y}、{z}为瓦片编号'),
  day: (value) => (isDay(value) ? undefined : '日期应如2026-03-12'),
  timeSpan: (value) => (timeSpanIn(value) ? undefined : '时间应如8:30-17:30'),
}

function menuTargetError(value: string): string | undefined {
  const customPath = customPagePath(value)
  if (customPath !== undefined)
    return pagePathPattern.test(customPath) ? undefined : '页面的地址应为“/p/”加小写字母、数字和短横线，如/p/zhaopin'
  const page = sitePageOf(value)
  if (value === contactTarget || (page && addressOfPage(page) === value)) return undefined
  return /^https:\/\/[^\s\\]+$/i.test(value) && canParse(value) ? undefined : '应为本站栏目或页面的地址，或https网址'
}

const defaultMaxLength = 2000
const requiredMessages: { readonly [K in TextLike['kind']]?: string } = {
  picture: '请选择图片',
  film: '请选择视频',
  menuTarget: '请选择页面，或填写外部网址',
  document: '请选择资料的文件',
}

export function textRule(field: TextLike): Rule<string> {
  const { max = defaultMaxLength, required, called = '', untrimmed }: Partial<TextLimits> = field
  const check = formats[field.kind]
  const limits = {
    trim: !untrimmed,
    max: [max, `${called}不能超过${max}个字符`] as const,
    ...(check && { check }),
    ...(field.kind === 'link' && { complete: withScheme }),
  }
  if (required === undefined) return text(limits)
  return text({
    ...limits,
    required: required === true ? (requiredMessages[field.kind] ?? `请填写${field.label}`) : required,
  })
}

function numberError({ min, max, digits = 0 }: NumberField, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < min || value > max)
    return `应为${min}到${max}之间的数`
  if (Number(value.toFixed(digits)) === value) return undefined
  return digits === 0 ? '应为整数' : `最多${digits}位小数`
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) && hasOwn(value, name) ? value[name] : undefined

export const mapFields = <F, T>(
  fields: Readonly<Record<string, F>>,
  map: (name: string, field: F) => T,
): Record<string, T> => Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(name, field)]))

/** Whether all that a value has is in the stored one. */
export function isWithin(value: unknown, stored: unknown): boolean {
  if (Array.isArray(value))
    return (
      Array.isArray(stored) && value.length === stored.length && value.every((each, at) => isWithin(each, stored[at]))
    )
  if (!isObject(value)) return value === stored
  return Object.entries(value).every(([name, member]) => isWithin(member, memberOf(stored, name)))
}

/** What each item was: the same one, else the one with its name, which is its first member, else the one at its place. */
function storedItems(items: readonly unknown[], stored: unknown): readonly unknown[] {
  const remaining: unknown[] = Array.isArray(stored) ? [...stored] : []
  const matching: unknown[] = []
  const find = (isIt: (item: unknown, other: unknown, isAtPlace: boolean) => boolean): void => {
    for (const [index, item] of items.entries()) {
      const at = remaining.findIndex((other, place) => other !== undefined && isIt(item, other, place === index))
      if (matching[index] === undefined && at >= 0) [matching[index], remaining[at]] = [remaining[at], undefined]
    }
  }
  const isOfLength = remaining.length === items.length
  find(isWithin)
  find((item, other) => isObject(item) && isWithin(Object.values(item)[0], memberOf(other, Object.keys(item)[0] ?? '')))
  find((_item, _other, isAtPlace) => isOfLength && isAtPlace)
  return matching
}

/** A change, with what it leaves out of what is stored: only another program knows that. */
export function withStored(change: unknown, stored: unknown): unknown {
  if (change === undefined) return stored
  if (Array.isArray(change)) {
    const before = storedItems(change, stored)
    return change.map((item, index) => withStored(item, before[index]))
  }
  if (!isObject(change) || !isObject(stored)) return change
  return { ...stored, ...mapFields(change, (name, member) => withStored(member, stored[name])) }
}

/** All invalid values, of those that differ from what is stored. The length of a list is checked before its items. */
export function problemsOf(field: SiteField, value: unknown, path: string, stored?: unknown): Problem[] {
  const one = (message: string | undefined): Problem[] => (message === undefined ? [] : [{ path, message }])
  if (((field.assumed || field.optional) && absent(value)) || (value ?? '') === stored) return []
  switch (field.kind) {
    case 'number':
      return one(numberError(field, value))
    case 'flag':
      return one(absent(value) || typeof value === 'boolean' ? undefined : '应为是或否')
    case 'choice':
      return one(typeof value === 'string' && hasOwn(field.options, value) ? undefined : `请选择${field.label}`)
    case 'object':
      if (!isObject(value)) return one(`请填写${field.label}`)
      return Object.entries(field.fields).flatMap(([name, member]) =>
        problemsOf(member, memberOf(value, name), `${path}.${name}`, memberOf(stored, name)),
      )
    case 'list': {
      const { min = 0, max, of, item } = field
      const isStored = isWithin(value, stored)
      if (!Array.isArray(value) || (value.length > max && !isStored)) return one(field.full ?? `${item}最多${max}项`)
      if (value.length < min && !isStored) return one(`至少需要${min}项${item}`)
      const before = storedItems(value, stored)
      const problems = value.flatMap((member, index) => problemsOf(of, member, `${path}.${index}`, before[index]))
      return problems.length > 0 || isStored ? problems : one(field.check?.(value))
    }
    case 'sections':
      return one(isSections(field, value) ? undefined : `${field.label}不正确`)
    default:
      return one(textRule(field).validate(value))
  }
}

/**
 * The value as it is stored: trimmed, and without unknown fields; `completeValue` adds what is left out. Call it only where there are no
 * problems.
 */
export function parseField(field: SiteField, value: unknown): unknown {
  if (field.optional && absent(value)) return undefined
  if (field.assumed && absent(value))
    return field.kind === 'flag' || field.kind === 'choice' ? emptyValue(field) : undefined
  switch (field.kind) {
    case 'number':
    case 'choice':
      return value
    case 'flag':
      return value === true
    case 'object': {
      const members = mapFields(field.fields, (name, member) => parseField(member, memberOf(value, name)))
      return Object.fromEntries(Object.entries(members).filter(([, parsedValue]) => parsedValue !== undefined))
    }
    case 'list':
      return (value as unknown[]).map((item) => parseField(field.of, item))
    case 'sections':
      return allSections(field, value as Section[])
    default:
      return textRule(field).parse(value)
  }
}

function isSections({ options }: SectionsField, value: unknown): value is Section[] {
  if (!Array.isArray(value)) return false
  const names = value.map((section: unknown) => memberOf(section, 'name'))
  return (
    new Set(names).size === names.length &&
    names.every((name) => hasOwn(options, String(name))) &&
    value.every((section) => typeof memberOf(section, 'on') === 'boolean')
  )
}

/** Keeps their order and adds those that are missing at the end. */
function allSections({ options, fixed }: SectionsField, sections: readonly Section[]): Section[] {
  const names = Object.keys(options)
  const isOn = new Map(sections.map(({ name, on }) => [name, on]))
  const order = fixed ? names : [...new Set([...isOn.keys(), ...names])]
  return order.map((name) => ({ name, on: isOn.get(name) ?? true }))
}

/** The value of a field before anything is entered. */
export function emptyValue(field: SiteField): unknown {
  switch (field.kind) {
    case 'number':
      return field.min > 0 ? field.min : 0
    case 'flag':
      return field.initial === true || field.assumed === true
    case 'choice':
      return Object.keys(field.options)[0] ?? ''
    case 'object': {
      const members = Object.entries(field.fields).filter(([, { optional }]) => !optional)
      return mapFields(Object.fromEntries(members), (_, member) => emptyValue(member))
    }
    case 'list':
      return Array.from({ length: field.min ?? 0 }, () => emptyValue(field.of))
    case 'sections':
      return allSections(field, [])
    default:
      return ''
  }
}

/** Whether it is of the type that the field has, also where a rule refuses it. */
function hasType(field: SiteField, value: unknown): boolean {
  switch (field.kind) {
    case 'number':
      return typeof value === 'number'
    case 'flag':
      return typeof value === 'boolean'
    case 'object':
      return isObject(value)
    case 'list':
      return Array.isArray(value) && value.every((item) => hasType(field.of, item))
    case 'sections':
      return Array.isArray(value)
    default:
      return typeof value === 'string'
  }
}

/** As before anything is entered, whatever the type. */
export const isNothing = (value: unknown): boolean => !value || (Array.isArray(value) && value.length === 0)

/**
 * Completes a stored value: what it lacks, or has with another type, comes from `fallback`. That of another type stands beside, as `models?`;
 * a program that knows that type takes it from there.
 * Rules do not matter here: a text may be too long by now, and a choice gone.
 */
export function completeValue(field: SiteField, value: unknown, fallback: unknown = emptyValue(field)): unknown {
  if (!hasType(field, value)) return fallback
  switch (field.kind) {
    case 'object':
      // In the order of the descriptions: drafts compare values as texts.
      return completeMembers(
        field.fields,
        { ...mapFields(field.fields, () => undefined), ...(value as Body) },
        fallback,
      )
    case 'list':
      return (value as unknown[]).map((item) => completeValue(field.of, item))
    case 'sections':
      return allSections(field, (value as unknown[]).filter((section) => isSections(field, [section])) as Section[])
    default:
      return value
  }
}

/** Completes the members of an object that is the caller's own. */
export function completeMembers(fields: SiteFields, values: Record<string, unknown>, fallback: unknown): Body {
  for (const [name, member] of Object.entries(fields)) {
    const value = values[name]
    const beside = values[`${name}?`]
    if (member.optional && value === undefined && beside === undefined) {
      delete values[name]
      continue
    }
    const isForeign = isNothing(value) ? hasType(member, beside) : !hasType(member, value)
    values[name] = completeValue(member, isForeign ? beside : value, memberOf(fallback, name))
    if (isForeign && isNothing(value)) delete values[`${name}?`]
    else if (isForeign) values[`${name}?`] = value
  }
  return values
}

/** The sections, with those that only another program knows at their places. */
export function withOtherSections(field: SectionsField, sections: readonly unknown[], stored: unknown): unknown[] {
  const all = [...sections]
  for (const [place, each] of Array.isArray(stored) ? stored.entries() : [])
    if (!isSections(field, [each])) all.splice(place, 0, each)
  return all
}

type May = (permission: Permission) => boolean
const isLocked = ({ permission }: SiteField, may: May): boolean => permission !== undefined && !may(permission)

/** The field, or the one inside it, that differs although the person may not change it. */
export function lockedChange(field: SiteField, before: unknown, after: unknown, may: May): SiteField | undefined {
  if (isLocked(field, may)) return isWithin(after, before) ? undefined : field
  if (field.kind !== 'object') return undefined
  for (const [name, member] of Object.entries(field.fields)) {
    const locked = lockedChange(member, memberOf(before, name), memberOf(after, name), may)
    if (locked) return locked
  }
  return undefined
}

/** The value `after`, with what the person may not change as it is in `before`. */
export function keepLocked(field: SiteField, before: unknown, after: unknown, may: May): unknown {
  if (isLocked(field, may)) return before
  if (field.kind !== 'object') return after
  return mapFields(field.fields, (name, member) =>
    keepLocked(member, memberOf(before, name), memberOf(after, name), may),
  )
}

/** Calls `visit` with every text of this kind, and replaces it by what that returns. */
export async function mapTexts(
  field: SiteField,
  value: unknown,
  kind: SiteField['kind'],
  visit: (text: string) => Promise<string>,
): Promise<unknown> {
  if (field.kind === kind) return visit(value as string)
  if (field.kind === 'list')
    return Promise.all((value as unknown[]).map((item) => mapTexts(field.of, item, kind, visit)))
  if (field.kind !== 'object') return value
  const entries = Object.entries(field.fields).map(
    async ([name, member]): Promise<[string, unknown]> => [
      name,
      await mapTexts(member, memberOf(value, name), kind, visit),
    ],
  )
  return Object.fromEntries(await Promise.all(entries))
}

/** The message names the value by the labels on the way to it, for a program that sends it without a form. */
export function ruleFor(field: SiteField): Rule<unknown> {
  return {
    validate(value, stored) {
      const [first] = problemsOf(field, value, '', stored)
      return first && `${placeWords(field, first.path.split('.').slice(1))}${first.message}`
    },
    parse: (value) => parseField(field, value),
  }
}

/** Says where a value is, such as 展品第3项的图片：. */
function placeWords(field: SiteField, [step, ...rest]: readonly string[]): string {
  if (step === undefined) return `${field.label}：`
  if (field.kind === 'list') {
    const place = `${field.label}第${Number(step) + 1}项`
    return rest.length > 0 ? `${place}的${placeWords(field.of, rest)}` : `${place}：`
  }
  const inner = field.kind === 'object' ? field.fields[step] : undefined
  return inner ? placeWords(inner, rest) : `${field.label}：`
}

/** GB 32100-2015: digits and capital letters without I, O, S, V and Z, of which the last is computed from the others. */
const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'

function creditCodeError(code: string): string | undefined {
  if (!new RegExp(`^[${alphabet}]{18}$`).test(code)) return '应为18位数字和大写字母，照营业执照填写'
  let weight = 1
  let sum = 0
  for (const character of code.slice(0, -1)) {
    sum += alphabet.indexOf(character) * weight
    weight = (weight * 3) % alphabet.length
  }
  const last = (alphabet.length - (sum % alphabet.length)) % alphabet.length
  return code.endsWith(alphabet.charAt(last)) ? undefined : '最后一位对不上前面17位，请照营业执照核对'
}
