import { type Activity, activityNames, type ActivityRow, type LoggedKind } from './activity.ts'
import { applied, origin } from './application.ts'
import { channelForm, type ChannelRow } from './channels.ts'
import { type Check, evidenceForm } from './checks.ts'
import { type Fields, flag, type Input, integer, maybe, oneOf, type OptionalRule, type Parsed, untouched, yesOrNo } from './fields.ts'
import type {
  AccountRow, AgentRow, CarouselPhoto, Cleared, DraftDetail, HistoryDetail, HistoryRow, Item, Page, ProductGroups,
  ProductRelated, PublicSite, SessionRow, Setup, SignedIn, Site, SiteHit,
  Summary, TitleHit, TrashRow, UserInfo,
} from './entities.ts'
import { deletable, type TrashKind } from './entities.ts'
import { inquiryForm } from './inquiryForm.ts'
import {
  type ChangesOf, contentOptionsOf, type DetailFields, type DetailOf, type FieldsOf, type IdField, type IdOf, type KindName, kindNames,
  kinds, type OptionsOf, type OrderOf, pagedKinds, type RecordKind, type RowOf, type SearchOf, type StateInRow, type Versioned,
} from './kinds.ts'
import type { FetchedPicture, FilmUpload, MediaDetail, MediaPage, PictureNotes } from './media.ts'
import { type PushDetail, searchEngineForm, searchEngineInput } from './push.ts'
import { kindPermission, type Permission } from './roles.ts'
import * as rules from './rules.ts'
import { ruleFor, type SiteField } from './siteFieldKinds.ts'
import { siteFields } from './siteFields.ts'
import type { VisitsSummary } from './visits.ts'

/** everyone; staff: any signed-in account, for what is its own; or those whose role has the permission. */
type Who = 'everyone' | 'staff' | Permission

/** What a form with a file may hold. */
export interface UploadRule {
  /** The form field that carries the file. */
  field: string
  /** The file must be smaller than this many bytes. */
  under: number
  /** The message for a larger file, by the form field `type` where there is one. */
  tooLarge: string | Readonly<Record<string, string>>
  /** Smaller versions of the picture that may be sent with it: their widths in pixels. Each is in the field `rules.variantField(width)`. */
  variants?: { widths: readonly number[]; under: number }
}

export interface BytesRule {
  /** The body may have this many bytes. */
  limit: number
  /** The message for a larger one. */
  tooLarge: string
}

export interface Call<F extends Fields = Fields, Out = unknown, S extends Fields = Fields> {
  method: 'POST' | 'PUT'
  path: string
  who: Who
  /** A permission that this input needs beside it. */
  alsoNeeds?(input: Parsed<F>): Permission | undefined
  input: F
  /** Optional fields for accounts that may edit records. For anyone else they are unknown fields, which are ignored. */
  staffInput?: S
  /** How the activity log names it; a refused one is logged, too. */
  log?: Activity
  /** The same where that depends on the input. */
  logAs?(input: Partial<Parsed<F>>): Activity | undefined
  /** What it is about, where the input has no `kind` of a record. */
  logKind?: LoggedKind
  /** It changes something: refused when another site's page sends it. */
  changes?: true
  upload?: UploadRule
  /** The body is raw bytes, and the fields are in the query. */
  bytes?: BytesRule
  /** It stores files without receiving any: refused while no uploads are accepted. */
  storesFiles?: true
  /** The reply's msg on success. */
  done?: string
  /** The reply's code on success, where it is not 200. */
  code?: ''
  /** Never set: it carries the reply's type. */
  out?: Out
}

/** The size limit of a JSON body in bytes; small where anyone may send one. */
export const bodyLimit = ({ who }: Call): number => (who === 'everyone' ? 16 * 1024 : rules.limits.jsonBody)

/** The fields that are parsed. */
export const inputFields = ({ input, staffInput }: Call, edits: boolean): Fields =>
  (edits && staffInput ? { ...input, ...staffInput } : input)

/** The body is multipart: one picture and the fields. */
export interface UploadCall<F extends Fields = Fields, Out = unknown> extends Call<F, Out> {
  upload: UploadRule
}

/** A call with a body of raw bytes. */
export interface BytesCall<F extends Fields = Fields, Out = unknown> extends Call<F, Out> {
  bytes: BytesRule
}

/** `call<Reply>()(row)`: the reply's type is given, the input's is inferred from the row. */
const call = <Out>() => <const F extends Fields, const S extends Fields = {}>(row: Call<F, Out, S>): Call<F, Out, S> => row
const uploadCall = <Out>() => <const F extends Fields>(row: UploadCall<F, Out>): UploadCall<F, Out> => row
const bytesCall = <Out>() => <const F extends Fields>(row: BytesCall<F, Out>): BytesCall<F, Out> => row
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
  agentInfo: maybe(untouched()), agentName: maybe(untouched()), companyName: maybe(untouched()), clientName: maybe(untouched()),
  phone: maybe(untouched()),
  ...byForms,
}

/** The version that was edited; without it an update overwrites any other change. */
const basedOn = maybe(untouched())

/** A save that is repeated with the same id is done once. */
const requestId = maybe(rules.requestId)

/** Of a record that was never published, staff are sent that it has a draft. */
const orDraft = { orDraft: flag() }

type RecordCalls = { [N in KindName as `${N}List`]: Call<SearchOf<N>, Page<RowOf<N> & Partial<StateInRow>>, OrderOf<N>> } & {
  [N in KindName as `${N}Detail`]: Call<DetailFields<N>, DetailOf<N>, typeof orDraft>
} & {
  [N in KindName as `${N}Save`]: Call<FieldsOf<N> & OptionsOf<N> & { requestId: typeof requestId }, IdOf<N>, {}>
} & {
  [N in KindName as `${N}Update`]: Call<IdField<N> & ChangesOf<N> & OptionsOf<N> & { basedOn: typeof basedOn }, null, {}>
} & {
  [N in KindName as `${N}Delete`]: Call<IdField<N>, null, {}>
}

/** `newsList`, `newsDetail`, `newsSave`, `newsUpdate`, `newsDelete`, and the same of every other kind of record. */
function recordCalls(): RecordCalls {
  const table: Record<string, Call> = {}
  for (const [name, { id, fields, options, search, order, paths, unique }] of Object.entries<RecordKind>(kinds)) {
    const record = { [id]: rules.recordId }
    const changes = Object.fromEntries(Object.entries(fields).map(([field, rule]) => [field, maybe(rule)]))
    const read = { method: 'POST', who: 'everyone' } as const
    const write = { method: 'POST', who: 'record:edit', changes: true, logKind: name as KindName } as const
    table[`${name}List`] = { ...read, path: paths.list, input: search, staffInput: { ...order, show: rules.show } }
    const either = unique !== undefined && { [id]: maybe(rules.recordId), [unique]: maybe(untouched()) }
    table[`${name}Detail`] = { ...read, path: paths.detail, input: either || record, staffInput: orDraft }
    table[`${name}Save`] = { ...write, log: 'save', path: paths.save, input: { ...fields, ...options, requestId }, done: messages.added }
    const update = { ...record, ...changes, ...options, basedOn }
    table[`${name}Update`] = { ...write, log: 'update', path: paths.update, input: update, done: messages.modified }
    table[`${name}Delete`] = { ...write, log: 'delete', path: paths.delete, input: record, done: messages.deleted }
  }
  return table as RecordCalls
}

/** The content of a record of any kind that has a page. What a save requires may still be missing. */
const previewFields: Fields = Object.fromEntries(pagedKinds.flatMap((name) => {
  const { fields, options }: RecordKind = kinds[name]
  const content: readonly string[] = [...Object.keys(fields), ...contentOptionsOf(name)]
  return Object.entries({ ...options, ...fields }).filter(([field]) => content.includes(field))
    .map(([field, rule]) => [field, 'optional' in rule ? rule : untouched()])
}))

const kindName = oneOf(kindNames, '没有这类内容')
const oneRecord = { kind: kindName, id: rules.recordId }
const trashKind = oneOf(deletable, '没有这类内容')
const severalRecords = { kind: trashKind, ids: rules.recordIds }
const history = { kind: oneOf([...kindNames, 'site'], '没有这类内容'), id: rules.recordId }
const needsOfKind = ({ kind }: { kind?: TrashKind | 'site' | undefined }): Permission | undefined => (kind && kindPermission(kind))

const activity = oneOf(Object.keys(activityNames) as Activity[], '没有这种操作')

/** Any of the site record's fields: those left out stay unchanged. */
type SiteChanges = { [N in keyof Site]: OptionalRule<Site[N] | undefined> }
const siteChanges = Object.fromEntries(
  Object.entries<SiteField>(siteFields).map(([name, field]) => [name, maybe(ruleFor(field))]),
) as SiteChanges

const legalFields = Object.entries<SiteField>(siteFields).flatMap(([name, { permission }]) => (permission === 'legal:update' ? [name] : []))
const needsOfFields = (sent: Readonly<Record<string, unknown>>): Permission | undefined =>
  (legalFields.some((name) => sent[name] !== undefined) ? 'legal:update' : undefined)

/** Every call. Any other is a 404. */
export const calls = {
  ...recordCalls(),
  productGroups:
    call<ProductGroups>()({ method: 'POST', path: '/v1/product/selectAllList', who: 'everyone', input: { limit: rules.atMost } }),
  productRelated:
    call<ProductRelated>()({ method: 'POST', path: '/v1/product/related', who: 'everyone', input: { productId: rules.recordId } }),
  carouselAll: call<CarouselPhoto[]>()({ method: 'POST', path: '/v1/carousel/selectAllList', who: 'everyone', input: {} }),

  /** Without an id it makes a new one. Fields that are left out keep their values; `draftVersion` is the draft's that was edited. */
  draftSave: call<{ id: string; version: string }>()({
    method: 'POST', path: '/v1/draft/save', who: 'record:edit', changes: true, log: 'draft', done: messages.draftSaved,
    input: {
      kind: kindName, id: maybe(rules.recordId), fields: rules.draftFields, basedOn, draftVersion: maybe(untouched()),
      publishAt: rules.moment, requestId,
    },
  }),
  draftDetail: call<DraftDetail>()({ method: 'POST', path: '/v1/draft/detail', who: 'record:edit', input: oneRecord }),
  draftDiscard: call<null>()({
    method: 'POST', path: '/v1/draft/discard', who: 'record:edit', changes: true, log: 'draft', input: oneRecord, done: messages.discarded,
  }),
  draftPublish: call<Versioned & { merged?: MergeData }>()({
    method: 'POST', path: '/v1/draft/publish', who: 'record:edit', changes: true, log: 'publish',
    input: oneRecord, done: messages.published,
  }),
  /** The address of the page as it will be, which opens without signing in until the draft is published or discarded. */
  draftLink: call<{ url: string }>()({ method: 'POST', path: '/v1/draft/link', who: 'record:edit', input: oneRecord }),
  /** Behind the record `after` of the same group; '' is its beginning. */
  recordMove: call<null>()({
    method: 'POST', path: '/v1/record/move', who: 'record:edit', changes: true, log: 'move',
    input: { ...oneRecord, after: untouched() }, done: messages.moved,
  }),

  recordUnpublish: call<Outcome | null>()({
    method: 'POST', path: '/v1/record/unpublish', who: 'record:edit', changes: true, log: 'unpublish',
    input: oneRecord, done: messages.unpublished,
  }),
  trashList: call<Page<TrashRow>>()({
    method: 'POST', path: '/v1/trash/list', who: 'record:edit', alsoNeeds: needsOfKind,
    input: { kind: maybe(trashKind), page: rules.page, limit: rules.limit },
  }),
  trashRestore: call<Outcome | null>()({
    method: 'POST', path: '/v1/trash/restore', who: 'record:edit', alsoNeeds: needsOfKind, changes: true, log: 'restore',
    input: severalRecords, done: messages.restored,
  }),
  trashDelete: call<null>()({
    method: 'POST', path: '/v1/trash/delete', who: 'record:edit', alsoNeeds: needsOfKind, changes: true, log: 'delete',
    input: severalRecords, done: messages.erased,
  }),

  /** What a record was before its changes, the newest first. */
  historyList: call<HistoryRow[]>()({
    method: 'POST', path: '/v1/history/list', who: 'record:edit', alsoNeeds: needsOfKind, input: history,
  }),
  historyDetail: call<HistoryDetail>()({
    method: 'POST', path: '/v1/history/detail', who: 'record:edit', alsoNeeds: needsOfKind,
    input: { ...history, version: untouched('缺少版本') },
  }),

  agentSave:
    call<null>()({ method: 'POST', path: '/v1/agent/saveAgent', who: 'everyone', changes: true, input: application, done: applied }),
  allianceInsert:
    call<null>()({ method: 'POST', path: '/allianceRest/insert', who: 'everyone', changes: true, input: application, done: applied }),
  /** `seconds` is how long the visitor has been on the site. */
  inquirySave: call<null>()({
    method: 'POST', path: '/v1/inquiry/save', who: 'everyone', changes: true, done: applied,
    input: { ...inquiryForm, productId: maybe(untouched()), page: maybe(untouched()), seconds: rules.seconds, ...byForms },
  }),
  /** `agentId` is of one that somebody opens, `exported` of the first page of an export: these are logged. */
  agentList: call<Page<AgentRow>>()({
    method: 'POST', path: '/v1/agent/list', who: 'agent:update', logKind: 'agent',
    logAs: ({ agentId, exported }) => (agentId !== undefined ? 'view' : exported ? 'export' : undefined),
    input: { ...rules.agentSearch, ...rules.agentOrder, agentId: maybe(rules.recordId), exported: flag() },
  }),
  /** One application by `agentId`, or several by `agentIds`. */
  agentDelete: call<null>()({
    method: 'POST', path: '/v1/agent/deleteAgent', who: 'agent:delete', changes: true, log: 'delete', logKind: 'agent',
    input: { agentId: maybe(rules.recordId), agentIds: maybe(rules.recordIds) }, done: messages.deleted,
  }),

  /** Fields that are left out stay unchanged; `note` is added to the notes; `doubtful: false` releases it. */
  agentUpdate: call<null>()({
    method: 'POST', path: '/v1/agent/update', who: 'agent:update', changes: true, log: 'update', logKind: 'agent', done: messages.modified,
    input: { agentId: rules.recordId, ...rules.followUp, doubtful: maybe(flag()) },
  }),
  /** Erases everything with this telephone number, also from the trash. */
  agentForget: call<{ count: number }>()({
    method: 'POST', path: '/v1/agent/forget', who: 'agent:delete', changes: true, log: 'delete', logKind: 'agent', done: messages.erased,
    input: { phone: rules.phone },
  }),
  /** How many more a retention of so many months would erase than the present one does. */
  agentExpired: call<{ count: number }>()({
    method: 'POST', path: '/v1/agent/expired', who: 'agent:delete', input: { months: integer(0, 120, 0) },
  }),

  /** By the channels that have not got it, also those that are younger than it. */
  agentResend: call<null>()({
    method: 'POST', path: '/v1/agent/resend', who: 'agent:update', changes: true, log: 'update', logKind: 'agent',
    input: { agentId: rules.recordId }, done: '已安排重发',
  }),
  channelList: call<ChannelRow[]>()({ method: 'POST', path: '/v1/channel/list', who: 'channel:update', input: {} }),
  /** Without an id it makes a new one. A webhook that is saved without a secret gets one, which is returned this once. */
  channelSave: call<{ channelId: string; secret?: string }>()({
    method: 'POST', path: '/v1/channel/save', who: 'channel:update', changes: true, log: 'settings', logKind: 'channel', done: '保存成功！',
    input: { channelId: maybe(rules.recordId), ...channelForm },
  }),
  channelDelete: call<null>()({
    method: 'POST', path: '/v1/channel/delete', who: 'channel:update', changes: true, log: 'settings', logKind: 'channel',
    input: { channelId: rules.recordId }, done: messages.deleted,
  }),
  /** Sends a message; `message` says in words what the service has answered. */
  channelTest: call<{ ok: boolean; message: string }>()({
    method: 'POST', path: '/v1/channel/test', who: 'channel:update', changes: true, log: 'settings', logKind: 'channel',
    input: { channelId: rules.recordId },
  }),

  /** Services of search engines, and what has become of the last 20 pages that have changed. */
  pushDetail: call<PushDetail>()({ method: 'POST', path: '/v1/push/detail', who: 'site:update', input: {} }),
  pushSave: call<null>()({
    method: 'POST', path: '/v1/push/save', who: 'site:update', changes: true, log: 'settings', logKind: 'push',
    input: searchEngineForm, done: '保存成功！',
  }),
  /** `message` says in words what the service has answered. */
  pushTest: call<{ ok: boolean; message: string }>()({
    method: 'POST', path: '/v1/push/test', who: 'site:update', changes: true, log: 'settings', logKind: 'push', input: searchEngineInput,
  }),
  /** All pages that visitors see, by the services that are on. */
  pushAll: call<{ count: number }>()({
    method: 'POST', path: '/v1/push/all', who: 'site:update', changes: true, log: 'settings', logKind: 'push', input: {},
  }),

  login: call<SignedIn>()({
    method: 'POST', path: '/v1/indexLogin/loginAuth', who: 'everyone', changes: true, log: 'signIn',
    input: { username: rules.username, password: rules.anyPassword, remember: rules.remember, code: rules.loginCode }, done: '登录成功！',
  }),
  userInfo: call<UserInfo>()({ method: 'POST', path: '/v1/indexLogin/userInfo', who: 'staff', input: {} }),
  logout: call<null>()({
    method: 'POST', path: '/item/user/logout', who: 'everyone', changes: true, log: 'signOut', input: {}, done: '已退出登录',
  }),
  passwordChange: call<null>()({
    method: 'POST', path: '/service-basics-item/sys/users/getAssignRole', who: 'staff', changes: true, log: 'account', logKind: 'account',
    input: { password: rules.oldPassword, newPassword: rules.newPassword }, done: messages.modified, code: '',
  }),
  itemUpdate: call<Item>()({
    method: 'PUT', path: '/service-basics-item/item/item', who: 'sysNameLogo:update', changes: true, log: 'settings', logKind: 'item',
    input: { ...rules.systemForm, itemId: maybe(untouched()) }, done: messages.modified,
  }),
  /** The account's own, this one first. */
  sessionList: call<SessionRow[]>()({ method: 'POST', path: '/v1/session/list', who: 'staff', input: {} }),
  /** One of them, or all but this one. */
  sessionEnd: call<null>()({
    method: 'POST', path: '/v1/session/end', who: 'staff', changes: true, log: 'session', done: '已退出登录',
    input: { sessionId: maybe(rules.recordId), others: maybe(flag()) },
  }),
  /** The sign-in from a new device is not shown any more. */
  sessionSeen: call<null>()({
    method: 'POST', path: '/v1/session/seen', who: 'staff', changes: true, input: { sessionId: rules.recordId },
  }),

  accountList: call<AccountRow[]>()({ method: 'POST', path: '/v1/account/list', who: 'account:update', input: {} }),
  /** The password is returned this once. */
  accountSave: call<{ userId: string; password: string }>()({
    method: 'POST', path: '/v1/account/save', who: 'account:update', log: 'account', changes: true,
    input: { name: rules.accountName, role: rules.role }, done: messages.added,
  }),
  /** What is left out stays. Nobody may disable their own account or change its role, nor those of the last administrator. */
  accountUpdate: call<null>()({
    method: 'POST', path: '/v1/account/update', who: 'account:update', log: 'account', changes: true,
    input: { userId: rules.recordId, role: maybe(rules.role), disabled: maybe(flag()) }, done: messages.modified,
  }),
  /** A new password, which is returned this once; the account is signed out everywhere, and has no second factor any more. */
  accountReset: call<{ password: string }>()({
    method: 'POST', path: '/v1/account/reset', who: 'account:update', log: 'account', changes: true,
    input: { userId: rules.recordId }, done: '密码已重置',
  }),

  /** Of somebody else, with one's own password; the account is signed out everywhere. */
  accountSecondFactorOff: call<null>()({
    method: 'POST', path: '/v1/account/secondFactorOff', who: 'account:update', log: 'secondFactor', changes: true,
    input: { userId: rules.recordId, password: untouched('请输入密码') }, done: '二次验证已关闭',
  }),

  /** Who has done what, the newest first. */
  logList: call<Page<ActivityRow>>()({
    method: 'POST', path: '/v1/log/list', who: 'log:list',
    input: { page: rules.page, limit: rules.limit, user: rules.word, action: maybe(activity), ...rules.dateRange },
  }),
  /** The secret of an app for codes, and what its QR code says; both this once. */
  secondFactorBegin: call<{ secret: string; uri: string }>()({
    method: 'POST', path: '/v1/secondFactor/begin', who: 'staff', log: 'secondFactor', changes: true,
    input: { password: untouched('请输入密码') },
  }),
  /** Switches it on by a code of the app; where it is on, the recovery codes are replaced. They are returned this once. */
  secondFactorConfirm: call<{ recoveryCodes: string[] }>()({
    method: 'POST', path: '/v1/secondFactor/confirm', who: 'staff', log: 'secondFactor', changes: true, input: { code: rules.code },
  }),
  secondFactorOff: call<null>()({
    method: 'POST', path: '/v1/secondFactor/off', who: 'staff', log: 'secondFactor', changes: true,
    input: { password: untouched('请输入密码') }, done: '二次验证已关闭',
  }),
  /** Of every account: those without one may only set it up. */
  secondFactorRequire: call<null>()({
    method: 'POST', path: '/v1/secondFactor/require', who: 'account:update', log: 'secondFactor', changes: true, input: { on: yesOrNo },
    done: messages.modified,
  }),

  logoUpload: uploadCall<{ url: string }>()({
    method: 'POST', path: '/service-basics-item/basic/common/upload', who: 'sysNameLogo:update', changes: true,
    log: 'save', logKind: 'media', input: {}, done: messages.uploaded,
    upload: { field: 'logo', under: rules.limits.logoUnder, tooLarge: messages.logoTooLarge },
  }),
  fileUpload: uploadCall<string>()({
    method: 'POST', path: '/v1/file/upload', who: 'record:edit', changes: true, log: 'save', logKind: 'media',
    input: { type: rules.uploadType, color: rules.pictureColor },
    done: messages.uploaded,
    upload: {
      field: 'file', under: rules.limits.imageUnder, tooLarge: rules.tooLarge,
      variants: { widths: rules.variantWidths, under: rules.limits.variantUnder },
    },
  }),

  mediaList: call<MediaPage>()({ method: 'POST', path: '/v1/media/list', who: 'record:edit', input: rules.mediaSearch }),
  /** By `mediaId`, or by `address`, which is what a form has. */
  mediaDetail: call<MediaDetail>()({
    method: 'POST', path: '/v1/media/detail', who: 'record:edit', input: { mediaId: maybe(rules.recordId), address: maybe(rules.address) },
  }),
  mediaUpdate: call<null>()({
    method: 'POST', path: '/v1/media/update', who: 'record:edit', changes: true, log: 'update', logKind: 'media', done: messages.modified,
    input: {
      mediaId: rules.recordId, name: maybe(rules.mediaForm.name), alt: maybe(rules.mediaForm.alt), poster: maybe(rules.mediaForm.poster),
      captions: maybe(rules.mediaForm.captions),
      focus: maybe(rules.focus),
      basedOn,
    },
  }),
  /** All of them or, while one is used, none: a 409 whose `data.places` says where. Those already deleted are no error. */
  mediaDelete: call<null>()({
    method: 'POST', path: '/v1/media/delete', who: 'record:edit', changes: true, log: 'delete', logKind: 'media',
    input: { mediaIds: rules.recordIds }, done: messages.deleted,
  }),
  /** Uses the file `replacement` in every place where `mediaId` is used. Returns in how many; it can be repeated after a failure. */
  mediaReplace: call<{ places: number }>()({
    method: 'POST', path: '/v1/media/replace', who: 'record:edit', changes: true, log: 'update', logKind: 'media',
    input: { mediaId: rules.recordId, replacement: rules.recordId }, done: '替换成功！',
  }),

  /** Stores pictures of other sites as uploads, each of the addresses once. */
  mediaFetch: call<FetchedPicture[]>()({
    method: 'POST', path: '/v1/media/fetch', who: 'record:edit', changes: true, log: 'save', logKind: 'media', storesFiles: true,
    input: { addresses: rules.outsideAddresses },
  }),

  /** A film is sent in chunks; after a lost connection `filmStatus` says where to go on. */
  filmBegin: call<FilmUpload>()({
    method: 'POST', path: '/v1/media/film/begin', who: 'record:edit', changes: true,
    input: { name: rules.fileName, bytes: rules.fileBytes },
  }),
  filmStatus: call<FilmUpload>()({
    method: 'POST', path: '/v1/media/film/status', who: 'record:edit', input: { uploadId: rules.recordId },
  }),
  filmChunk: bytesCall<FilmUpload>()({
    method: 'PUT', path: '/v1/media/film/chunk', who: 'record:edit', changes: true,
    input: { uploadId: rules.recordId, offset: rules.chunkOffset },
    bytes: { limit: rules.limits.filmChunk, tooLarge: '分段不能超过4MB' },
  }),
  filmFinish: call<{ mediaId: string; address: string }>()({
    method: 'POST', path: '/v1/media/film/finish', who: 'record:edit', changes: true, log: 'save', logKind: 'media',
    input: { uploadId: rules.recordId, poster: maybe(rules.address) }, done: messages.uploaded,
  }),
  filmCancel:
    call<null>()({ method: 'POST', path: '/v1/media/film/cancel', who: 'record:edit', changes: true, input: { uploadId: rules.recordId } }),

  /** For the editor, which cleans the reply like pasted text. Never show it uncleaned. */
  markdown: call<{ html: string }>()({
    method: 'POST', path: '/v1/richtext/markdown', who: 'record:edit', input: { text: rules.markdownText },
  }),

  /** Renders the page of a record as if it were saved now. Stores nothing. */
  pagePreview: call<{ html: string }>()({
    method: 'POST', path: '/v1/page/preview', who: 'record:edit',
    input: { ...previewFields, kind: oneOf(pagedKinds, '预览参数不正确'), device: rules.previewDevice, recordId: maybe(rules.recordId) },
  }),

  summary: call<Summary>()({ method: 'POST', path: '/v1/dashboard/summary', who: 'staff', input: {} }),
  visitsSummary: call<VisitsSummary>()({
    method: 'POST', path: '/v1/visits/summary', who: 'visits:list', input: { days: integer(1, 90, 30) },
  }),

  /**
   * Searches the titles of records, the names of applicants and files, and the telephones of applicants: those that the account may
   * see.
   */
  titleSearch: call<TitleHit[]>()({ method: 'POST', path: '/v1/search/titles', who: 'staff', input: rules.titleSearch }),
  /** Searches the texts that visitors can see, and the pinyin initials of their titles; every word must be found. */
  siteSearch: call<Page<SiteHit>>()({ method: 'POST', path: '/v1/search/site', who: 'everyone', input: rules.siteSearch }),

  siteDetail: call<PublicSite & Versioned>()({ method: 'POST', path: '/v1/site/detail', who: 'everyone', input: {} }),
  siteUpdate: call<Versioned>()({
    method: 'POST', path: '/v1/site/update', who: 'site:update', alsoNeeds: needsOfFields, changes: true, log: 'settings', logKind: 'site',
    input: { ...siteChanges, basedOn }, done: messages.modified,
  }),
  siteSetup: call<Setup>()({ method: 'POST', path: '/v1/site/setup', who: 'site:update', input: {} }),
  /**
   * Deletes what is still as shipped: starter records, and what may be empty in the site record. Makes a backup first, where there are
   * backups.
   */
  siteClear: call<Cleared>()({
    method: 'POST', path: '/v1/site/clear', who: 'legal:update', changes: true, log: 'settings', logKind: 'site',
    input: {}, done: '示例内容已清空',
  }),
  /** Renders a page with these fields as if they were saved now. Stores nothing. */
  sitePreview: call<{ html: string; off?: boolean }>()({
    method: 'POST', path: '/v1/site/preview', who: 'site:update', input: { ...siteChanges, path: rules.previewPath },
  }),
  /** What keeps the site from being ready for visitors. */
  checkList: call<Check[]>()({ method: 'POST', path: '/v1/check/list', who: 'site:update', input: {} }),
  /** Records who or what proves a sentence that the check has found. */
  checkEvidence: call<null>()({
    method: 'POST', path: '/v1/check/evidence', who: 'site:update', changes: true, log: 'settings', logKind: 'check', input: evidenceForm,
    done: messages.modified,
  }),
  siteAgreement: call<{ html: string }>()({ method: 'POST', path: '/v1/site/agreement', who: 'everyone', input: {} }),
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
type CallFieldsOf<N extends CallName> = Calls[N] extends Call<infer F, unknown> ? F : never
type StaffFieldsOf<N extends CallName> = Calls[N] extends Call<Fields, unknown, infer S> ? S : never
export type ParsedOf<N extends CallName> = Parsed<CallFieldsOf<N>> & Partial<Parsed<StaffFieldsOf<N>>>
export type InputOf<N extends CallName> = Input<CallFieldsOf<N>> & Input<StaffFieldsOf<N>>
export type OutputOf<N extends CallName> = Calls[N] extends Call<infer _F, infer O> ? O : never

/** Every reply. `code` is the HTTP status, except '' for the one call that sets it; `msg` can be shown to users. */
export interface Reply<T> {
  code: number | ''
  msg: string
  data: T | null
  /** Of a call that pages make: what the library knows of the pictures in `data`. Absent for nothing. */
  pictures?: PictureNotes
}
/** What was done, where that differs from the call's `done`: then it is the reply's msg as well. */
export interface Outcome {
  message: string
}
/** The data of a 409: who changed the record since, and when. */
export interface ConflictData {
  changedBy: string
  changedAt: string
}
/** What was published since the draft was begun, and is merged with it. */
export interface MergeData {
  changedBy: string
  fields: readonly string[]
}
/** The data of the 409 of a draft that cannot be merged with what is published. */
export interface ClashData extends ConflictData {
  /** The version that is published. */
  version: string
  clashes: { field: string; base: string; mine: string; theirs: string }[]
}
/** The data of a 400: the invalid field. */
export interface FieldErrorData {
  field: string
}
