import type { Activity } from './activity.ts'
import { lengthOf } from '../text/characters.ts'
import { dayMs } from '../text/durations.ts'
import { deletable, type TrashKind } from '../kinds/entities.ts'
import {
  type Body,
  type Fields,
  flag,
  integer,
  maybe,
  oneOf,
  type OptionalRule,
  type Parsed,
  parseFields,
  type Rule,
  several,
  text,
  untouched,
  validateFields,
} from './fields.ts'
import { maxOutsideAddresses, type PageEntry } from '../kinds/outsidePages.ts'
import { maxRedirectRows, maybePlace, redirectRow } from './redirects.ts'
import { kindPermission, type Permission } from './roles.ts'
import { draftFields, recordId } from './rules.ts'
import { namesIn } from '../kinds/groups.ts'
import { siteFields } from '../site/siteFields.ts'
import { addressOfPage } from '../site/sitePages.ts'

/** What is done to many records as to one, and how the activity log names what each of them has met. */
export const operationActs = {
  publish: 'publish',
  unpublish: 'unpublish',
  delete: 'delete',
  restore: 'restore',
  group: 'update',
  order: 'move',
  discard: 'draft',
  import: 'draft',
  clear: 'delete',
  settings: 'settings',
  read: 'draft',
} as const satisfies Readonly<Record<string, Activity>>
export type OperationWhat = keyof typeof operationActs

/** So long one can be undone. */
export const operationKeptMs = 30 * dayMs

export const maxOperationRows = 10_000
/** The pages of so many rows are in one reply. */
export const pagesAtOnce = 20
/** So many can be sent in one call. */
export const maxSentRows = 1_000

/** A record; `site` is the settings. */
export interface OperationRow {
  kind: TrashKind | 'site'
  id: string
}

/** An object whose members have rules. */
const members = <F extends Fields>(fields: F): Rule<Parsed<F>> => ({
  validate: (value) =>
    typeof value === 'object' && value !== null
      ? Object.values(validateFields(fields, value as Body))[0]
      : '格式不正确',
  parse: (value) => parseFields(fields, value as Body),
})

const line = text({ max: [1_000, '不能超过1000个字符'] })
const staged = members({
  /** The same whenever its source is read, and of no other record of its kind. */
  key: text({ required: '缺少编号', max: [64, '不能超过64个字符'] }),
  title: line,
  fields: draftFields,
  /** The path of its group; where the site has none of that path it is in none. */
  group: line,
  /** Of the record that it changes, as for `draftSave`. */
  draftVersion: maybe(untouched()),
  basedOn: maybe(untouched()),
  /** Addresses that lead to its page, or where `to` says. */
  redirects: maybe(several(members({ from: redirectRow.from, to: line }), maxRedirectRows)),
  /** What staff should know of it, such as files that were not accepted. */
  notes: maybe(several(line, 100)),
})

/** What leads to the list of the group that a row is in, which the import may have made. */
export const ownGroupList = `${addressOfPage('product')}?locationId=`

/** What an import makes a draft of. */
export type StagedInput = ReturnType<typeof staged.parse>

/** A row as it is sent: of an import with what the draft is made of, and with an empty id where it is a new record. */
export interface SentRow extends OperationRow {
  wasPublic?: boolean | undefined
  page?: PageEntry | undefined
  staged?: StagedInput | undefined
}

/** A row of an import that the server has. */
export interface KnownRow extends OperationRow {
  key: string
}

/** A row that was not done, or not undone, and why. */
export interface LeftRow extends OperationRow {
  title: string
  note: string
  /** It was not put back, and visitors see it otherwise than before. */
  isPublic?: boolean
}

const tooLong = '分类的名称太长'
const pathError = (path: string): string | undefined =>
  Object.values(namesIn(path)).some((name) => lengthOf(name) > siteFields.groups.of.fields.name.max)
    ? tooLong
    : undefined
const optionRules = {
  /** Where the visitors of pages that go are led. */
  redirectTo: maybe(maybePlace),
  group: maybe(text({ max: [80, '分类不正确'] })),
  /** Behind which record of the same group; '' is its beginning. */
  after: maybe(text({ max: [80, '目标位置不正确'] })),
  /** Of an import: the same for the same rows, by which a browser finds one that another has not sent whole. */
  source: maybe(text({ max: [80, '来源不正确'] })),
  /** How many rows will be sent. */
  expected: integer(0, maxOperationRows, undefined),
  /** The paths of the groups that its rows need; those that the site has not got are made, as far as there is room. */
  groups: maybe(several(text({ max: [100, tooLong], check: pathError }), maxOperationRows)),
}
export type OperationOptions = Partial<Parsed<typeof optionRules>>

export interface Operation {
  id: string
  what: OperationWhat
  by: string
  at: string
  /** `staged` while rows are sent; `paused` and `stopped` go on by `go`. */
  state: 'staged' | 'running' | 'paused' | 'stopped' | 'done' | 'undoing' | 'undone'
  /** Increases whenever something of this changes. */
  step: number
  options: OperationOptions
  total: number
  /** How many rows were acted on, also without success; while it is undone, how many were put back. */
  done: number
  /** The first hundred. */
  failed: LeftRow[]
  failedCount: number
  /** What was not put back, the first hundred. */
  left: LeftRow[]
  leftCount: number
  /** Of the first five rows. */
  titles: string[]
  /** What else has happened to some of the rows. */
  words: string[]
  canUndo: boolean
  undoneBy?: string
  /** Whose operation has some of the same records, and comes first. */
  waitsFor?: string
  pausedBecause?: string
}

const kind = oneOf(deletable, '没有这类内容')
/** `wasPublic`: whoever publishes it has seen it published, and does not bring back what was taken off since. */
const row = members({ kind, id: recordId, wasPublic: flag() })
const stagedRow = members({ kind, id: untouched(), staged })
/** A page of another site, by its address. */
const pageRow = members({
  kind,
  id: untouched('请填写网址'),
  page: members({ date: untouched(), lists: maybe(several(untouched(), maxOutsideAddresses)) }),
})
const rowRule = (value: unknown): Rule<SentRow> => {
  if (typeof value !== 'object' || value === null) return row
  if ('page' in value) return pageRow
  return 'staged' in value ? stagedRow : row
}
export const operationRows: Rule<SentRow[]> = {
  validate(value) {
    if (!Array.isArray(value) || value.length > maxSentRows) return `应为不超过${maxSentRows}条的列表`
    return value.map((each) => rowRule(each).validate(each)).find((message) => message !== undefined)
  },
  parse: (value) => (value as unknown[]).map((each) => rowRule(each).parse(each)),
}
export const operationOptions: OptionalRule<OperationOptions | undefined> = maybe(members(optionRules))
/** One of the settings is what `siteUpdate` has saved. */
const started: OperationWhat[] = (Object.keys(operationActs) as OperationWhat[]).filter((what) => what !== 'settings')
export const operationWhat = oneOf(started, '没有这种操作')

/** What the account needs for rows of these kinds. */
export function operationPermissions(
  what: OperationWhat,
  kinds: readonly OperationRow['kind'][],
  { redirectTo }: OperationOptions,
): Permission[] {
  const ofKinds = what === 'clear' ? (['legal:update'] as const) : kinds.map(kindPermission)
  // An import adds old addresses and groups, too.
  const changesSite = redirectTo || what === 'import'
  return [...new Set<Permission>([...ofKinds, ...(changesSite ? (['site:update'] as const) : [])])]
}

/** What an operation does, in words that go with 正在, 已, 未能 and 撤销. */
export const operationNames: Readonly<Record<OperationWhat, string>> = {
  publish: '发布',
  unpublish: '下线',
  delete: '删除',
  restore: '恢复',
  group: '移动',
  order: '调整顺序',
  discard: '放弃草稿',
  import: '导入',
  clear: '清空示例内容',
  settings: '修改设置',
  read: '读取',
}
