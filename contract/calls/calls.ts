import { type Activity, activityNames, type ActivityRow } from './activity.ts'
import { applied, received, sentPhone } from '../leads/application.ts'
import { dealerRegion } from '../leads/dealerForm.ts'
import { origin } from '../leads/leadOrigin.ts'
import { bytesCall, type Call, type Download, read, uploadCall, write } from './callRow.ts'
import { channelForm, type ChannelRow } from './channels.ts'
import { type Check, evidenceForm } from './checks.ts'
import {
  type Body,
  type Fields,
  flag,
  text,
  type Input,
  integer,
  maybe,
  oneOf,
  type OptionalRule,
  type Parsed,
  several,
  untouched,
  yesOrNo,
} from './fields.ts'
import type {
  AccountRow,
  LeadMail,
  LeadRow,
  CarouselPhoto,
  DraftDetail,
  Existing,
  HistoryDetail,
  HistoryRow,
  Item,
  ListPage,
  ProductGroups,
  ProductRelated,
  PublicSite,
  SessionRow,
  Setup,
  SignedIn,
  Site,
  SiteHits,
  Summary,
  TitleHit,
  TrashRow,
  UserInfo,
} from '../kinds/entities.ts'
import { deletable, type TrashKind } from '../kinds/entities.ts'
import { fingerprintRule } from './fingerprint.ts'
import { inquiryForm } from '../leads/inquiryForm.ts'
import { type LeadFile, leadFileUpload, maxLeadFiles } from '../leads/leadFiles.ts'
import { quoteRows } from '../leads/quoteRules.ts'
import {
  type ChangesOf,
  contentOptionsOf,
  type DetailFields,
  type DetailOf,
  type FieldsOf,
  hitKinds,
  type IdField,
  type IdOf,
  type KindName,
  kindNames,
  kinds,
  type OptionsOf,
  type OrderOf,
  pagedKinds,
  type RecordKind,
  type RowOf,
  type SearchOf,
  type StateInRow,
  type Versioned,
  recordKind,
} from '../kinds/kinds.ts'
import type { PagePlaces } from '../kinds/pageMarks.ts'
import type { FetchedPicture, FilmUpload, MediaDetail, MediaPage } from '../media/media.ts'
import type { OutsideAddresses, ReadPage } from '../kinds/outsidePages.ts'
import type { MovedPart } from '../kinds/movedRecords.ts'
import {
  type KnownRow,
  maxOperationRows,
  type Operation,
  operationOptions,
  operationRows,
  operationWhat,
} from './operations.ts'
import { listedAddress, maxRedirectRows, maybePlace, type RedirectRow, redirectRows } from './redirects.ts'
import { kindPermission, type Permission } from './roles.ts'
import type { MergeData } from './replies.ts'
import * as rules from './rules.ts'
import { type SheetKind, sheetKinds } from '../kinds/sheetKinds.ts'
import { mapFields, ruleFor, type SiteField } from '../site/siteFieldKinds.ts'
import { siteFields } from '../site/siteFields.ts'
import type { VisitsSummary } from './visits.ts'
import { type PlatformDetail, platformForm, platformInput, signedPage, type WeChatSignature } from './platforms.ts'

const { messages } = rules

/** What forms send beside what was typed. Only robots fill in `website`. */
const byForms = {
  website: maybe(untouched()),
  origin,
  consent: flag(),
}

/**
 * An application has one of two shapes. An error names the field of the shape that was sent, so all fields are optional here and the
 * handler validates them with dealerForm.
 */
const application = {
  agentInfo: maybe(untouched()),
  agentName: maybe(untouched()),
  companyName: maybe(untouched()),
  clientName: maybe(untouched()),
  phone: maybe(sentPhone),
  region: dealerRegion,
  ...byForms,
}

/** The version that was edited; without it an update overwrites any other change. */
const basedOn = maybe(untouched())

/** A save that is repeated with the same id is done once. */
const requestId = maybe(rules.requestId)

/** Where visitors of the page that goes are led instead; '' is nowhere. */
const redirectTo = { redirectTo: maybePlace }
const needsToRedirect = ({ redirectTo }: { redirectTo?: string | undefined }): Permission | undefined =>
  redirectTo ? 'site:update' : undefined

/** Of a record that was never published, staff are sent that it has a draft. */
const orDraft = { orDraft: flag() }

type RecordCalls = {
  [N in KindName as `${N}List`]: Call<SearchOf<N>, ListPage<RowOf<N> & Partial<StateInRow>>, OrderOf<N>>
} & {
  [N in KindName as `${N}Detail`]: Call<DetailFields<N>, DetailOf<N>, typeof orDraft>
} & {
  [N in KindName as `${N}Save`]: Call<FieldsOf<N> & OptionsOf<N> & { requestId: typeof requestId }, IdOf<N>, {}>
} & {
  [N in KindName as `${N}Update`]: Call<
    IdField<N> & ChangesOf<N> & OptionsOf<N> & { basedOn: typeof basedOn },
    null,
    {}
  >
} & {
  [N in KindName as `${N}Delete`]: Call<IdField<N> & typeof redirectTo, null, {}>
}

/** Every kind of record has the same five calls, such as `newsList`, `newsDetail`, `newsSave`, `newsUpdate` and `newsDelete`. */
function recordCalls(): RecordCalls {
  const table: Record<string, Call> = {}
  for (const [name, { id, fields, options, search, order, paths, unique, page }] of Object.entries<RecordKind>(kinds)) {
    const record = { [id]: rules.recordId }
    const changes = Object.fromEntries(Object.entries(fields).map(([field, rule]) => [field, maybe(rule)]))
    const read = { method: 'POST', who: 'everyone' } as const
    const write = { method: 'POST', who: 'record:edit', changes: true, logKind: name as KindName } as const
    table[`${name}List`] = { ...read, path: paths.list, input: search, staffInput: { ...order, show: rules.show } }
    const either = unique !== undefined && { [id]: maybe(rules.recordId), [unique]: maybe(untouched()) }
    table[`${name}Detail`] = { ...read, path: paths.detail, input: either || record, staffInput: orDraft }
    table[`${name}Save`] = {
      ...write,
      log: 'save',
      path: paths.save,
      input: { ...fields, ...options, requestId },
      done: messages.added,
    }
    const update = { ...record, ...changes, ...options, basedOn }
    table[`${name}Update`] = {
      ...write,
      edits: name as KindName,
      log: 'update',
      path: paths.update,
      input: update,
      done: messages.modified,
    }
    table[`${name}Delete`] = {
      ...write,
      alsoNeeds: needsToRedirect,
      log: 'delete',
      path: paths.delete,
      input: { ...record, ...(page && redirectTo) },
      done: messages.deleted,
    }
  }
  return table as RecordCalls
}

/** The content of a record of any kind that has a page. What a save requires may still be missing. */
const previewFields: Fields = Object.fromEntries(
  pagedKinds.flatMap((name) => {
    const { fields, options } = recordKind(name)
    const content: readonly string[] = [...Object.keys(fields), ...contentOptionsOf(name)]
    return Object.entries({ ...options, ...fields })
      .filter(([field]) => content.includes(field))
      .map(([field, rule]) => [field, 'optional' in rule ? rule : untouched()])
  }),
)

const kindName = oneOf(kindNames, '没有这类内容')
const oneRecord = { kind: kindName, id: rules.recordId }
const exported = {
  kind: oneOf<SheetKind>(sheetKinds, '没有这类内容'),
  what: oneOf(['sheet', 'all'] as const, '只能导出表格，或者表格和图片'),
  /** What a list is searched for; without any of these, all. */
  word: untouched(),
  group: untouched(),
  show: rules.show,
  ...rules.dateRange,
  /** The ids of those that are ticked, with commas between them. */
  only: untouched(),
}
/** A record that is edited; a new one has no id. */
const edit = { kind: kindName, id: maybe(rules.recordId), basedOn, draftVersion: maybe(untouched()), requestId }
const trashKind = oneOf(deletable, '没有这类内容')
const severalRecords = { kind: trashKind, ids: rules.recordIds }
const history = { kind: oneOf([...kindNames, 'site'], '没有这类内容'), id: rules.recordId }
const needsOfKind = ({ kind }: { kind?: TrashKind | 'site' | undefined }): Permission | undefined =>
  kind && kindPermission(kind)

const oneOperation = { id: rules.recordId }

const activity = oneOf(Object.keys(activityNames) as Activity[], '没有这种操作')

/** Any of the site record's fields: those left out stay unchanged. */
type SiteChanges = { [N in keyof Site]: OptionalRule<Site[N] | undefined> }
const siteChanges = mapFields<SiteField, unknown>(siteFields, (_, field) => maybe(ruleFor(field))) as SiteChanges

const legalFields = Object.entries<SiteField>(siteFields).flatMap(([name, { permission }]) =>
  permission === 'legal:update' ? [name] : [],
)
const needsOfFields = (sent: Body): Permission | undefined =>
  legalFields.some((name) => sent[name] !== undefined) ? 'legal:update' : undefined

/** The handler reads the address as people type it. */

/** Every call. Any other is a 404. */
export const calls = {
  ...recordCalls(),
  productGroups: read<ProductGroups>()('everyone', '/v1/product/selectAllList', {
    limit: rules.atMost,
    counts: flag(),
  }),
  productRelated: read<ProductRelated>()('everyone', '/v1/product/related', { productId: rules.recordId }),
  carouselAll: read<CarouselPhoto[]>()('everyone', '/v1/carousel/selectAllList', {}),

  /** Without an id it makes a new one. Fields that are left out keep their values; `draftVersion` is the draft's that was edited. */
  draftSave: write<{ id: string; version: string }>()(
    'record:edit',
    '/v1/draft/save',
    { ...edit, fields: rules.draftFields, publishAt: rules.moment },
    { log: 'draft', done: messages.draftSaved },
  ),
  /** Says that a tab has a record open in a form, or has closed it. `others` has '' for another tab of the same account. */
  draftEditors: read<{ others: string[]; published?: string; by?: string }>()('record:edit', '/v1/draft/editors', {
    ...oneRecord,
    tab: text({ required: rules.messages.noId, max: [64, '不能超过64个字符'] }),
    closed: flag(),
  }),
  draftDetail: read<DraftDetail>()('record:edit', '/v1/draft/detail', oneRecord),
  /** Publishes the draft; with `fields`, which are those of `draftSave`, what that would make of it, without saving it before. */
  draftPublish: write<Versioned & { id: string; merged?: MergeData }>()(
    'record:edit',
    '/v1/draft/publish',
    { ...edit, fields: maybe(rules.draftFields) },
    { log: 'publish', done: messages.published },
  ),
  /** The address of the page as it will be, which opens without signing in until the draft is published or discarded. */
  draftLink: read<{ url: string }>()('record:edit', '/v1/draft/link', oneRecord),
  /** The records whose id, title or model is one of these words, as much as one reply has; `next` is what the rest is behind. */
  recordMatches: read<{ data: Existing[]; next: string }>()('record:edit', '/v1/record/matches', {
    kind: kindName,
    words: several(untouched('缺少要查找的内容'), rules.limits.matchedWords),
    after: maybe(untouched()),
  }),
  /** What an export would have; refused where that is too much for one file. */
  recordExportSize: read<{ records: number; files: number; bytes: number }>()(
    'record:edit',
    '/v1/record/exportSize',
    exported,
  ),
  /** The sheet alone, or a zip archive with the pictures and documents that it names. */
  recordExport: read<Download>()('record:edit', '/v1/record/export', exported, {
    method: 'GET',
    download: true,
    log: 'export',
  }),
  /** All that visitors see as sheets and pages of HTML, with its files, in a zip archive; and what that would have. */
  siteExportSize: read<{ pages: number; files: number; bytes: number }>()('site:update', '/v1/site/exportSize', {}),
  siteExport: read<Download>()('site:update', '/v1/site/export', {}, { method: 'GET', download: true, log: 'export' }),
  trashList: read<ListPage<TrashRow>>()(
    'record:edit',
    '/v1/trash/list',
    { kind: maybe(trashKind), agentKind: rules.agentKind, page: rules.page, limit: rules.limit },
    { alsoNeeds: needsOfKind },
  ),
  trashDelete: write<null>()('record:edit', '/v1/trash/delete', severalRecords, {
    alsoNeeds: needsOfKind,
    log: 'delete',
    done: messages.erased,
  }),

  /**
   * Does the same to many records, one after the other, whoever closes which tab. Replies when it has ended, or after a second. With `more`
   * it waits for further rows, and for `operationGo`. Each row needs what an update of its record needs.
   */
  operationStart: write<Operation>()('staff', '/v1/operation/start', {
    what: operationWhat,
    rows: maybe(operationRows),
    options: operationOptions,
    more: flag(),
    requestId,
  }),
  operationRows: write<Operation>()('staff', '/v1/operation/rows', { ...oneOperation, rows: operationRows }),
  operationList: read<ListPage<Operation>>()('staff', '/v1/operation/list', { page: rules.page, limit: rules.limit }),
  /** With `since`, the `step` that is known, it waits up to a second for the next. */
  operationDetail: read<Operation>()('staff', '/v1/operation/detail', {
    ...oneOperation,
    since: integer(0, Number.MAX_SAFE_INTEGER, undefined),
  }),
  /** The rows that one has, by which an import finds what it need not send again, and afterwards its records. */
  operationKnown: read<KnownRow[]>()('staff', '/v1/operation/known', oneOperation),
  /** The pages that it has read, of the twenty rows behind so many. */
  operationPages: read<ReadPage[]>()('staff', '/v1/operation/pages', {
    ...oneOperation,
    after: integer(0, maxOperationRows, 0),
  }),
  operationPause: write<Operation>()('staff', '/v1/operation/pause', oneOperation),
  /** Begins, or goes on. */
  operationGo: write<Operation>()('staff', '/v1/operation/go', oneOperation),
  operationStop: write<Operation>()('staff', '/v1/operation/stop', oneOperation),
  /** Does once more what has failed. */
  operationRetry: write<Operation>()('staff', '/v1/operation/retry', oneOperation),
  /** Puts back each record that is still as the operation has left it, and names the others. */
  operationUndo: write<Operation>()('staff', '/v1/operation/undo', oneOperation),

  /** What a record was before its changes, the newest first. */
  historyList: read<HistoryRow[]>()('record:edit', '/v1/history/list', history, { alsoNeeds: needsOfKind }),
  historyDetail: read<HistoryDetail>()(
    'record:edit',
    '/v1/history/detail',
    { ...history, version: untouched('缺少版本') },
    { alsoNeeds: needsOfKind },
  ),

  leadSave: write<null>()('everyone', '/v1/agent/saveAgent', application, { done: applied }),
  allianceInsert: write<null>()('everyone', '/allianceRest/insert', application, { done: applied }),
  /** `seconds` is how long the visitor has been on the site. */
  inquirySave: write<{ agentId: string }>()(
    'everyone',
    '/v1/inquiry/save',
    {
      ...inquiryForm,
      productId: maybe(untouched()),
      items: quoteRows,
      page: maybe(untouched()),
      seconds: rules.seconds,
      files: maybe(several(rules.recordId, maxLeadFiles)),
      ...byForms,
    },
    // A form without a script encodes each character of 30 rows as nine bytes.
    { done: received, body: 64 * 1024 },
  ),
  /** Within an hour an inquiry has to take it. */
  inquiryFile: uploadCall<LeadFile>()({
    method: 'POST',
    path: '/v1/inquiry/file',
    who: 'everyone',
    changes: true,
    input: {},
    upload: leadFileUpload,
  }),
  inquiryFileRead: read<Download>()(
    'agent:update',
    '/v1/inquiry/file',
    { agentId: rules.recordId, fileId: rules.recordId },
    { method: 'GET', download: true, log: 'export', logKind: 'agent' },
  ),
  /** Logged are one that somebody opens, by `agentId`, and what asks for more than a screen shows: that is an export. */
  leadList: read<ListPage<LeadRow>>()(
    'agent:update',
    '/v1/agent/list',
    {
      ...rules.leadSearch,
      ...rules.leadOrder,
      agentId: maybe(rules.recordId),
    },
    {
      logAs({ agentId, limit = 0 }) {
        if (agentId !== undefined) return 'view'
        return limit > Math.max(...rules.limits.pageSizes) ? 'export' : undefined
      },
      logKind: 'agent',
    },
  ),
  /** One application by `agentId`, or several by `agentIds`. */
  leadDelete: write<null>()(
    'agent:delete',
    '/v1/agent/deleteAgent',
    {
      agentId: maybe(rules.recordId),
      agentIds: maybe(rules.recordIds),
    },
    { log: 'delete', logKind: 'agent', done: messages.deleted },
  ),

  /** Fields that are left out stay unchanged; `note` is added to the notes; `doubtful: false` releases it. */
  leadUpdate: write<null>()(
    'agent:update',
    '/v1/agent/update',
    {
      agentId: rules.recordId,
      ...rules.followUp,
      ownerBefore: maybe(untouched()),
      stateBefore: rules.followUp.state,
      nextAtBefore: maybe(untouched()),
      doubtful: maybe(flag()),
    },
    {
      log: 'update',
      logKind: 'agent',
      done: messages.modified,
    },
  ),
  /** Writes to the customer. The same text within a day is the same mail, and goes once, unless it has failed. */
  leadMail: write<LeadMail>()(
    'agent:update',
    '/v1/agent/mail',
    { agentId: rules.recordId, text: rules.mailText },
    { log: 'update', logKind: 'agent' },
  ),
  /** Erases everything with this telephone number, also from the trash. */
  leadForget: write<{ count: number }>()(
    'agent:delete',
    '/v1/agent/forget',
    { phone: rules.phone },
    { log: 'delete', logKind: 'agent', done: messages.erased },
  ),
  /** How many more a retention of so many months would erase than the present one does. */
  leadExpired: read<{ count: number }>()('agent:delete', '/v1/agent/expired', { months: integer(0, 120, 0) }),

  /** The channels that have not got it send it, also those that are younger than it. */
  leadResend: write<null>()(
    'agent:update',
    '/v1/agent/resend',
    { agentId: rules.recordId },
    { log: 'update', logKind: 'agent', done: '已安排重发' },
  ),
  channelList: read<ChannelRow[]>()('channel:update', '/v1/channel/list', {}),
  /** Without an id it makes a new one. A webhook that is saved without a secret gets one, which is returned this once. */
  channelSave: write<{ channelId: string; secret?: string }>()(
    'channel:update',
    '/v1/channel/save',
    {
      channelId: maybe(rules.recordId),
      ...channelForm,
    },
    { log: 'settings', logKind: 'channel', done: '保存成功！' },
  ),
  channelDelete: write<null>()(
    'channel:update',
    '/v1/channel/delete',
    { channelId: rules.recordId },
    { log: 'settings', logKind: 'channel', done: messages.deleted },
  ),
  /** Sends a message; `message` says in words what the service has answered. */
  channelTest: write<{ ok: boolean; message: string }>()(
    'channel:update',
    '/v1/channel/test',
    { channelId: rules.recordId },
    { log: 'settings', logKind: 'channel' },
  ),

  platformDetail: read<PlatformDetail>()('site:update', '/v1/platform/detail', platformInput),
  platformSave: write<null>()('site:update', '/v1/platform/save', platformForm, {
    log: 'settings',
    done: '保存成功！',
  }),
  /** `message` says in words what the platform has answered. */
  platformTest: write<{ ok: boolean; message: string }>()('site:update', '/v1/platform/test', platformInput, {
    log: 'settings',
  }),
  /** All pages that visitors see are sent to those that are on, within an hour. */
  pushAll: write<{ count: number }>()('site:update', '/v1/push/all', {}, { log: 'settings', logKind: 'push' }),

  /** This server is the real one: what was said of another place ends, and it takes over what is sent to the bucket. */
  machineKeep: write<null>()(
    'channel:update',
    '/v1/machine/keep',
    {},
    { log: 'settings', logKind: 'machine', done: '已确认这台是正式的' },
  ),
  /** null while there is nothing to sign with. */
  weChatSign: read<WeChatSignature | null>()('everyone', '/v1/wechat/sign', signedPage),

  login: write<SignedIn>()(
    'everyone',
    '/v1/indexLogin/loginAuth',
    {
      username: rules.username,
      password: rules.anyPassword,
      remember: rules.remember,
      code: rules.loginCode,
    },
    { log: 'signIn', done: '登录成功！' },
  ),
  userInfo: read<UserInfo>()('staff', '/v1/indexLogin/userInfo', {}),
  logout: write<null>()('everyone', '/item/user/logout', {}, { log: 'signOut', done: '已退出登录' }),
  passwordChange: write<null>()(
    'staff',
    '/service-basics-item/sys/users/getAssignRole',
    {
      password: rules.oldPassword,
      newPassword: rules.newPassword,
    },
    { log: 'account', logKind: 'account', done: messages.modified, code: '' },
  ),
  /** For a session that was opened by a link. */
  passwordChoose: write<null>()(
    'staff',
    '/v1/account/choosePassword',
    { newPassword: rules.newPassword },
    { log: 'account', logKind: 'account', done: messages.modified },
  ),
  itemUpdate: write<Item>()(
    'sysNameLogo:update',
    '/service-basics-item/item/item',
    { ...rules.systemForm, itemId: maybe(untouched()) },
    {
      method: 'PUT',
      log: 'settings',
      logKind: 'item',
      done: messages.modified,
    },
  ),
  /** The account's own, this one first. */
  sessionList: read<SessionRow[]>()('staff', '/v1/session/list', {}),
  /** One of them, or all but this one. */
  sessionEnd: write<null>()(
    'staff',
    '/v1/session/end',
    { sessionId: maybe(rules.recordId), others: maybe(flag()) },
    { log: 'session', done: '已退出登录' },
  ),
  /** The sign-in from a new device is not shown any more. */
  sessionSeen: write<null>()('staff', '/v1/session/seen', { sessionId: rules.recordId }),

  accountList: read<AccountRow[]>()('account:update', '/v1/account/list', {}),
  /** The password is returned this once. */
  accountSave: write<{ userId: string; password: string }>()(
    'account:update',
    '/v1/account/save',
    { name: rules.accountName, role: rules.role },
    { log: 'account', done: messages.added },
  ),
  /** What is left out stays. Nobody may disable their own account or change its role, nor those of the last administrator. */
  accountUpdate: write<null>()(
    'account:update',
    '/v1/account/update',
    {
      userId: rules.recordId,
      role: maybe(rules.role),
      disabled: maybe(flag()),
    },
    { log: 'account', done: messages.modified },
  ),
  /** A new password, which is returned this once; the account is signed out everywhere, and has no second factor any more. */
  accountReset: write<{ password: string }>()(
    'account:update',
    '/v1/account/reset',
    { userId: rules.recordId },
    { log: 'account', done: '密码已重置' },
  ),

  /** For somebody else's account one gives one's own password; the account is signed out everywhere. */
  accountSecondFactorOff: write<null>()(
    'account:update',
    '/v1/account/secondFactorOff',
    {
      userId: rules.recordId,
      password: untouched('请输入密码'),
    },
    { log: 'secondFactor', done: '二次验证已关闭' },
  ),

  /** Who has done what, the newest first. */
  logList: read<ListPage<ActivityRow>>()('log:list', '/v1/log/list', {
    page: rules.page,
    limit: rules.limit,
    user: rules.word,
    action: maybe(activity),
    ...rules.dateRange,
  }),
  /** The secret of an app for codes, and what its QR code says; both this once. */
  secondFactorBegin: write<{ secret: string; uri: string }>()(
    'staff',
    '/v1/secondFactor/begin',
    { password: untouched('请输入密码') },
    { log: 'secondFactor' },
  ),
  /** Switches it on by a code of the app; where it is on, the recovery codes are replaced. They are returned this once. */
  secondFactorConfirm: write<{ recoveryCodes: string[] }>()(
    'staff',
    '/v1/secondFactor/confirm',
    { code: rules.code },
    { log: 'secondFactor' },
  ),
  secondFactorOff: write<null>()(
    'staff',
    '/v1/secondFactor/off',
    { password: untouched('请输入密码') },
    { log: 'secondFactor', done: '二次验证已关闭' },
  ),
  /** While it is required, accounts without one may only set it up. */
  secondFactorRequire: write<null>()(
    'account:update',
    '/v1/secondFactor/require',
    { on: yesOrNo },
    { log: 'secondFactor', done: messages.modified },
  ),

  logoUpload: uploadCall<{ url: string }>()({
    method: 'POST',
    path: '/service-basics-item/basic/common/upload',
    who: 'sysNameLogo:update',
    changes: true,
    log: 'save',
    logKind: 'media',
    input: {},
    done: messages.uploaded,
    upload: { field: 'logo', under: rules.limits.logoUnder, tooLarge: messages.logoTooLarge },
  }),
  fileUpload: uploadCall<string>()({
    method: 'POST',
    path: '/v1/file/upload',
    who: 'record:edit',
    changes: true,
    log: 'save',
    logKind: 'media',
    input: {
      type: rules.uploadType,
      color: rules.pictureColor,
      poster: maybe(rules.shareCrop),
      source: maybe(fingerprintRule),
    },
    done: messages.uploaded,
    upload: {
      field: 'file',
      under: rules.limits.imageUnder,
      tooLarge: rules.tooLarge,
      variants: { widths: rules.variantWidths, under: rules.limits.variantUnder },
    },
  }),

  mediaList: read<MediaPage>()('record:edit', '/v1/media/list', rules.mediaSearch),
  /** By `mediaId`, or by `address`, which is what a form has. */
  mediaDetail: read<MediaDetail>()('record:edit', '/v1/media/detail', {
    mediaId: maybe(rules.recordId),
    address: maybe(rules.address),
  }),
  mediaUpdate: write<null>()(
    'record:edit',
    '/v1/media/update',
    {
      mediaId: rules.recordId,
      name: maybe(rules.mediaForm.name),
      alt: maybe(rules.mediaForm.alt),
      poster: maybe(rules.mediaForm.poster),
      captions: maybe(rules.mediaForm.captions),
      focus: maybe(rules.focus),
      basedOn,
    },
    { log: 'update', logKind: 'media', done: messages.modified },
  ),
  /** All of them or, while one is used, none: a 409 whose `data.places` says where. Those already deleted are no error. */
  mediaDelete: write<null>()(
    'record:edit',
    '/v1/media/delete',
    { mediaIds: rules.recordIds },
    { log: 'delete', logKind: 'media', done: messages.deleted },
  ),
  /** Uses the file `replacement` in every place where `mediaId` is used. Returns in how many; it can be repeated after a failure. */
  mediaReplace: write<{ places: number }>()(
    'record:edit',
    '/v1/media/replace',
    { mediaId: rules.recordId, replacement: rules.recordId },
    {
      log: 'update',
      logKind: 'media',
      done: '替换成功！',
    },
  ),

  /** Stores pictures of other sites as uploads, each of the addresses once. */
  mediaFetch: write<FetchedPicture[]>()(
    'record:edit',
    '/v1/media/fetch',
    { addresses: rules.outsideAddresses },
    { log: 'save', logKind: 'media', storesFiles: true },
  ),

  /** The pages of another site: of its sitemap, or those that a page links to, as that of a `list` always. Stores nothing. */
  importAddresses: write<OutsideAddresses>()('record:edit', '/v1/import/addresses', {
    address: untouched('请填写网址'),
    list: flag(),
  }),
  /** What a page of another site says; with `beside`, a page of the same site, without what both have. Stores nothing. */

  /** What is in a file of another system that was sent in chunks, part by part. Stores nothing. */
  importFile: write<MovedPart>()('record:edit', '/v1/import/file', {
    uploadId: rules.recordId,
    after: maybe(untouched()),
  }),

  /** A film or document is sent in chunks; after a lost connection `uploadStatus` says where to go on. */
  uploadBegin: write<FilmUpload>()('record:edit', '/v1/media/film/begin', {
    name: rules.fileName,
    bytes: rules.fileBytes,
  }),
  uploadStatus: read<FilmUpload>()('record:edit', '/v1/media/film/status', { uploadId: rules.recordId }),
  uploadChunk: bytesCall<FilmUpload>()({
    method: 'PUT',
    path: '/v1/media/film/chunk',
    who: 'record:edit',
    changes: true,
    input: { uploadId: rules.recordId, offset: rules.chunkOffset },
    bytes: { limit: rules.limits.uploadChunk, tooLarge: '分段不能超过4MB' },
  }),
  uploadFinish: write<{ mediaId: string; address: string }>()(
    'record:edit',
    '/v1/media/film/finish',
    {
      uploadId: rules.recordId,
      poster: maybe(rules.address),
    },
    { log: 'save', logKind: 'media', done: messages.uploaded },
  ),
  uploadCancel: write<null>()('record:edit', '/v1/media/film/cancel', { uploadId: rules.recordId }),

  /** For the editor, which cleans the reply like pasted text. Never show it uncleaned. */
  markdown: read<{ html: string }>()('record:edit', '/v1/richtext/markdown', { text: rules.markdownText }),

  /** Renders the page of a record as if it were saved now. Stores nothing. */
  pagePreview: read<{ html: string }>()('record:edit', '/v1/page/preview', {
    ...previewFields,
    kind: oneOf(pagedKinds, '预览参数不正确'),
    device: rules.previewDevice,
    recordId: maybe(rules.recordId),
  }),

  summary: read<Summary>()('staff', '/v1/dashboard/summary', {}),
  visitsSummary: read<VisitsSummary>()('visits:list', '/v1/visits/summary', { days: integer(1, 90, 30) }),

  /**
   * Searches the titles of records, the names of applicants and files, and the telephones of applicants: those that the account may
   * see.
   */
  titleSearch: read<TitleHit[]>()('staff', '/v1/search/titles', rules.titleSearch),
  /** Searches the texts that visitors can see, with synonyms, and the pinyin of their titles; every word must be found. */
  siteSearch: read<SiteHits>()('everyone', '/v1/search/site', {
    ...rules.siteSearch,
    kind: maybe(oneOf(hitKinds, '没有这一类内容')),
  }),

  siteDetail: read<PublicSite & Versioned>()('everyone', '/v1/site/detail', {}),
  /** `operation` undoes it. */
  siteUpdate: write<Versioned & { operation?: string | undefined }>()(
    'site:update',
    '/v1/site/update',
    { ...siteChanges, basedOn },
    {
      alsoNeeds: needsOfFields,
      edits: 'site',
      log: 'settings',
      logKind: 'site',
      done: messages.modified,
    },
  ),
  /** The pages, groups and addresses that visitors would find no more. */
  siteClosing: read<{ names: string[]; addresses: string[] }>()(
    'site:update',
    '/v1/site/closing',
    { groups: siteChanges.groups, pagesOn: siteChanges.pagesOn },
    { edits: 'site' },
  ),
  siteSetup: read<Setup>()('site:update', '/v1/site/setup', {}),
  /**
   * Renders a page with these fields as if they were saved now, with `cleared` also as if what is shipped were cleared, but for banners.
   * Stores nothing. With `marks` the page says where its texts are from.
   */
  sitePreview: read<{ html: string; off?: boolean; places?: PagePlaces }>()(
    'site:update',
    '/v1/site/preview',
    { ...siteChanges, path: rules.previewPath, marks: maybe(flag()), cleared: maybe(flag()) },
    { edits: 'site' },
  ),
  /** Old addresses, the newest first, and where they lead. */
  redirectList: read<ListPage<RedirectRow>>()('site:update', '/v1/redirect/list', {
    page: rules.page,
    limit: rules.limit,
    word: rules.word,
  }),
  /** All of the rows, or none where one is wrong: the message names it. */
  redirectSave: write<null>()(
    'site:update',
    '/v1/redirect/save',
    { rows: redirectRows, leaving: flag() },
    { log: 'settings', logKind: 'site', done: messages.modified },
  ),
  redirectDelete: write<null>()(
    'site:update',
    '/v1/redirect/delete',
    { froms: several(listedAddress, maxRedirectRows) },
    { log: 'settings', logKind: 'site', done: messages.deleted },
  ),
  /** What keeps the site from being ready for visitors. */
  checkList: read<Check[]>()('site:update', '/v1/check/list', {}),
  /** Records who or what proves a sentence that the check has found. */
  checkEvidence: write<null>()('site:update', '/v1/check/evidence', evidenceForm, {
    log: 'settings',
    logKind: 'check',
    done: messages.modified,
  }),
  siteAgreement: read<{ html: string }>()('everyone', '/v1/site/agreement', {}),
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
type CallFieldsOf<N extends CallName> = Calls[N] extends Call<infer F, unknown> ? F : never
type StaffFieldsOf<N extends CallName> = Calls[N] extends Call<Fields, unknown, infer S> ? S : never
export type ParsedOf<N extends CallName> = Parsed<CallFieldsOf<N>> & Partial<Parsed<StaffFieldsOf<N>>>
export type InputOf<N extends CallName> = Input<CallFieldsOf<N>> & Input<StaffFieldsOf<N>>
export type OutputOf<N extends CallName> = Calls[N] extends Call<infer _F, infer O> ? O : never
