import type { EndedBy, Site, TrashKind } from '../../contract/kinds/entities.ts'
import {
  type ContentOption,
  contentOptionsOf,
  type DetailOf,
  isList,
  type KindName,
  kindNames,
  kinds,
  optionColumnsOf,
  type ValuesOf,
  ofEach,
  recordKind,
} from '../../contract/kinds/kinds.ts'
import type { Fingerprint } from '../../contract/calls/fingerprint.ts'
import { type LocationId, locations } from '../../contract/kinds/groups.ts'
import { captionsPrefix, type MediaRow, type PictureNote } from '../../contract/media/media.ts'
import { categoryOf, isFilm } from '../../contract/media/mediaTypes.ts'
import type { FieldValues } from '../../contract/kinds/merge.ts'
import { completed } from '../../contract/kinds/read.ts'
import type { LeftRow, Operation, OperationRow } from '../../contract/calls/operations.ts'
import { nameWithModel } from '../../contract/kinds/recordPages.ts'
import { readableAddress } from '../../contract/calls/redirects.ts'
import type { Role } from '../../contract/calls/roles.ts'
import { isObject, type SiteField, type SiteFields } from '../../contract/site/siteFieldKinds.ts'
import { agentKind, channelKind, doubtfulKind, type Marks } from './leadRecords.ts'
import { searchEngineKind, weChatKind } from './platformRecords.ts'
import {
  createDate,
  type Edited,
  internalKind,
  type Kind,
  type Listed,
  numbers,
  shownTime,
  type Stored,
  storedTime,
  switches,
  textLists,
  textOf,
  texts,
} from './kind.ts'

export type RecordOf<N extends KindName> = Edited &
  Listed &
  ValuesOf<N> &
  Pick<DetailOf<N>, ContentOption<N> & keyof DetailOf<N>>
/** A record of any of these kinds. */
export type AnyRecord = Edited & Listed & FieldValues
export type ProductRecord = RecordOf<'product'>

/** What is not public yet, of a record that is published or not. */
export interface DraftRecord extends Edited {
  /** Random, from its beginning until it is published or discarded; absent in drafts of earlier versions. */
  key?: string
  /** The version of the live record whose place it has taken. */
  off?: string
  /** Who took it off, '' for the clock, and when; absent in drafts of earlier versions. */
  offBy?: string
  offAt?: string
  /** The values of the kind's fields and options. */
  fields: FieldValues
  /** The version of the published record. */
  basedOn?: string
  publishAt?: string
  /** What an unpublished record was before. */
  was?: Pick<Listed, 'rank'> & { createdAt: string }
}
/** Who has taken it off, and when, as far as it is known. */
export const howOff = ({ offBy, offAt }: DraftRecord): string =>
  offAt === undefined ? '已下线' : `已${offBy ? `被${offBy}` : '按时'}下线（${shownTime(offAt).slice(5, 16)}）`
/** One of an earlier version is that of whoever has saved it last, unless it is what somebody has taken off. */
export const authorsOf = ({ authors, fields, changedBy = '', offBy }: DraftRecord): Readonly<Record<string, string>> =>
  authors ?? (offBy === changedBy ? {} : ofEach(Object.keys(fields), () => changedBy))
export const draftKey = ({ key, createdAt }: DraftRecord): string => key ?? createdAt

/** A deleted record, made when it was deleted, with the draft that was beside it. */
export interface TrashRecord<L extends Stored = Stored, D extends Stored = Stored> extends Stored {
  deletedBy: string
  record?: L
  draft?: D
}

interface ItemRecord extends Stored {
  sysName: string
  logo: string
  /** Every account needs one. */
  needsSecondFactor?: true
}
/** There is only one, with this id. */
export const itemId = 'item'
/** A staff account; `name` is the login name. */
export interface UserRecord extends Stored {
  name: string
  /** The password is the one that the first start has made or was given, or one that an administrator has made. */
  firstPassword?: true
  /** scrypt, with its parameters and salt */
  password: string
  avatar: string
  /** Absent in accounts that are older than roles. */
  role?: Role
  /** Nobody can sign in to it. */
  disabled?: true
  secondFactor?: SecondFactor
  /** Until the next one is on. */
  secondFactorEnded?: EndedBy
  /** The last use of its ended sessions. */
  usedAt?: string
}
export interface SecondFactor {
  /** The secret of the codes, 20 bytes in base64url. */
  key: string
  /** Without it the key waits for its first code. */
  on?: true
  /** The time step of the last accepted code: none is good twice. */
  lastStep: number
  /** The hashes of those that are not used yet. */
  recoveryCodes: string[]
}
/** `id` is the hash of the token, so that a copy of the folder does not give access. */
export interface SessionRecord extends Stored {
  userId: string
  handle: string
  remember: boolean
  usedAt: string
  /** The start of its lifetime, where the clock was ahead at createdAt. */
  begunAt?: string
  /** Where it was signed in, in words; absent in older ones. */
  device?: string
  network?: string
  /** It was opened by a link: its person may choose a password while the account's is still the one of this mark. */
  byLink?: string
}
/** A link that signs in to an account, once; `id` is the account's, since a new link replaces the one before. */
interface SignInLinkRecord extends Stored {
  /** Of the key and the account's password: a new password ends the link. */
  hash: string
}
/** A sign-in from a browser that the account did not know; `id` is the session's handle, and outlives it. */
export interface NewDeviceRecord extends Stored {
  userId: string
  device: string
  network: string
  /** Nobody is shown it, or not any more. */
  seen?: true
  /** Which channels have sent it, by their ids. */
  delivered?: Marks
}
/** A key that the server signs with. */
export interface SecretRecord extends Stored {
  key: string
}
export interface SiteRecord extends Edited, Site {}
/** A version of a legal text that an earlier version of the program has kept. */
interface NoticeRecord extends Stored {
  name: 'privacy' | 'agreement'
  lead: string
  body: string
  /** From which day it applies; '' if none is named. */
  date: string
  savedBy: string
}
/** What is counted by name. */
export const visitParts = ['pages', 'sources', 'devices', 'engines', 'missed', 'absent', 'hours'] as const
export type VisitPart = (typeof visitParts)[number]
/** `id` is the day; `count` the pages that visitors opened on it. Older records have nothing else. */
export interface VisitRecord extends Stored, Partial<Record<VisitPart, Readonly<Record<string, number>>>> {
  count: number
  visitors?: number
}

/** An address that the site had, and where it leads; `id` is a hash of `from`. */
export interface RedirectRecord extends Stored {
  from: string
  to: string
  hits: number
  lastAt: string
}

/**
 * What somebody does to many records. Its rows, and what has become of each, lie beside it (`OperationRows`): this stays in memory, and is
 * small.
 */
export interface OperationRecord
  extends Stored,
    Pick<Operation, 'what' | 'by' | 'state' | 'step' | 'options' | 'total' | 'words'> {
  userId: string
  /** Who has let it go, or go on, whose name the activity log has; 1.0.0 does not say. */
  resumedBy?: string
  kinds: readonly OperationRow['kind'][]
  /** The first rows. */
  first: readonly OperationRow[]
  /** How many files have its rows. */
  portions: number
  /** How many rows have been acted on, or put back. */
  done: number
  /** Of `done`, all that were done in an earlier one are passed over. */
  round: number
  /** The first of those that were not done, or not put back. */
  named: readonly Omit<LeftRow, 'title'>[]
  namedCount: number
  /** When it began to run, or went on: of two with the same record the first goes first. */
  since: string
  /** When it came a step further. */
  movedAt: string
  /** `failedCount`: how many rows had not been done. */
  undo?: { userId: string; by: string; failedCount?: number | undefined }
  waitsFor?: string
  pausedBecause?: string
}

/** What proves a sentence with a superlative; `id` is the hash of the sentence. */
interface EvidenceRecord extends Stored {
  sentence: string
  note: string
  by: string
}

/**
 * `id` is `verified` (the last archive that was read back successfully), `last` (the last attempt) or `daily` (the last scheduled attempt).
 */
export interface BackupRecord extends Stored {
  /** A message for staff; '' when the backup succeeded. */
  failure: string
  /** What is missing in it, for staff. */
  warning?: string
  file: string
  /** Where several servers may make them: the machine that has the file. */
  machine?: string
  /** Of a restore: the machine and folder that the archive is from. */
  place?: string
  bytes: number
  records: number
  uploads: number
  /** The hook command: its exit code (-1 when it could not be run or was stopped) and the end of its output. */
  hook?: { code: number; output: string }
}

/**
 * The copies of archives elsewhere: `id` is `send`, or `check` of fetching one. It is created anew at each attempt. `minute` has up to when
 * changes were sent or why they cannot be, and the last object that was tried, `uploads` why those of them cannot; the name of `machine` is its mark (offsite/machines.ts).
 */
export interface OffsiteRecord extends Stored {
  /** When it succeeded last, and with which archive; '' for never. */
  doneAt: string
  name: string
  bytes: number
  /** A message for staff; '' when the last attempt succeeded. */
  failure: string
  /** When it began to fail; ''. */
  since: string
  /** Of the machine: where it is, and where it was before, until somebody has decided which is the real one. */
  place?: string
  movedFrom?: string
}

/** What the last comparison with the disk has found; its only `id` is `last`. */
export interface ScrubRecord extends Stored {
  /** The records that were written again, and when they were. */
  mended: readonly string[]
  mendedAt: string
  /** The records that could not be. */
  unwritten: readonly string[]
  /** The addresses of uploads that are missing or have other bytes. */
  damaged: readonly string[]
  /** How many, of which some are named. 0.6.0 does not say. */
  damagedCount?: number
}

/** What is wrong with the machine, or was until a while ago; `id` is the fault's, `createdAt` when it began or ended. */
export interface AlarmRecord extends Stored {
  /** When it was found. */
  since: string
  /** The words of its beginning and of its end. */
  text: string
  ended: string
  /** Why, where another reason is news. */
  cause?: string
  over?: true
  /** Which channels have sent the beginning; once it is over, the end. */
  delivered?: Marks
}

/** What the library knows of an upload; `id` follows from the address. */
export interface MediaRecord extends Edited, Omit<MediaRow, 'mediaId' | 'createDate' | 'uses' | 'missing'> {
  /** Pictures have the hash of their bytes, except in older records. */
  hash?: string
  /** Of the file that it was drawn from. */
  source?: Fingerprint
  /** A film's, as WebVTT. */
  captions?: string
}

/** A film that is being uploaded. */
export interface FilmUploadRecord extends Stored {
  name: string
  bytes: number
  /** How many bytes are durable, from the first on. */
  received: number
  userId: string
  changedAt: string
  /** The film's, once its bytes have been accepted. */
  address?: string
}

/** What a visitor has sent to go with a question. Its bytes lie among the uploads; until 1.0.0 in `history/leadFile/<id>`. */
export interface LeadFileRecord extends Stored {
  name: string
  size: number
  hash: string
}

/** Names what it must contain, like every upload; no request gets it. */
export const leadFileAddress = ({ id, hash }: LeadFileRecord): string => `/uploads/lead/${hash.slice(0, 32)}.${id}`

/** The address of the upload whose record this is. */
export function uploadOf(collection: string, record: object): string | undefined {
  if (collection === 'leadFile') return leadFileAddress(record as LeadFileRecord)
  const address = collection === 'media' ? (record as MediaRecord).address : ''
  // Pictures of the program are in the library, too.
  return address.startsWith('/uploads/') ? address : undefined
}

/** The fields and options that lists show. */
export const fieldsInRow = ofEach(kindNames, (name) => {
  const { body, fields } = recordKind(name)
  return [...Object.keys(fields).filter((field) => field !== body), ...optionColumnsOf(name)]
})

/** The content of a stored record or draft, by the description of its kind. */
function completeContent(name: KindName, stored: FieldValues): FieldValues {
  const { described, fields: texts } = recordKind(name)
  const fields: Record<string, SiteField> = {}
  const options: Record<string, SiteField> = {}
  for (const [field, description] of Object.entries(described)) {
    if (field in texts) fields[field] = description
    else options[field] = description
  }
  return completed({ fields, options }, stored)
}

function storedKind(name: KindName): Kind<Stored> {
  const { title, options } = recordKind(name)
  const rowTexts = fieldsInRow[name].map((field) => [field, (record: Stored) => textOf(record, field)] as const)
  return {
    name,
    published: true,
    history: true,
    ...('pinned' in options && { placed: true }),
    complete: (stored) => completeContent(name, stored),
    searchText: (record) => textOf(record, title),
    // Which of them a list is sorted by is for `order` of the kind to say.
    sorted: {
      ...Object.fromEntries(rowTexts),
      // Groups have the names here that they were shipped with.
      productType: (record) => locations[textOf(record, 'locationId') as LocationId] ?? '',
    },
  }
}

export const liveKinds = ofEach(kindNames, storedKind)

/** The record as it would be if the draft were published, without who has changed it. */
export function recordOfDraft({ id, createdAt, was, fields }: DraftRecord): AnyRecord {
  return { id, createdAt, ...was, ...storedFields(fields) }
}

/** Fields and options as records have them. An empty date of publication is left out. */
export function storedFields({
  createDate,
  unpublishAt,
  ...fields
}: FieldValues): Listed & FieldValues & { createdAt?: string } {
  return {
    ...fields,
    ...(typeof unpublishAt === 'string' && { unpublishAt: unpublishAt && storedTime(unpublishAt) }),
    ...(typeof createDate === 'string' && createDate !== '' && { createdAt: storedTime(createDate) }),
  }
}

/** The fields and options of a record, as calls have them. */
export function fieldsOf(name: KindName, record: Stored & Listed): Record<string, unknown> {
  const { fields, options } = recordKind(name)
  return {
    ...ofEach(Object.keys(fields), (field) => textOf(record, field)),
    ...('createDate' in options && { createDate: createDate(record) }),
    ...('pinned' in options && { pinned: record.pinned ?? false }),
    ...ofEach(contentOptionsOf(name), (each) => Reflect.get(record, each) ?? (isList(name, each) ? [] : '')),
    unpublishAt: shownTime(record.unpublishAt ?? ''),
    ...('unpublishTo' in options && { unpublishTo: record.unpublishTo ?? '' }),
  }
}

/** The same, and what another program has stored in the record. */
export function allFieldsOf(name: KindName, record: Edited & Listed): FieldValues {
  const { id, createdAt, changedAt, changedBy, rank, ofDraft, authors, ...stored } = record
  return { ...stored, ...fieldsOf(name, record) }
}

const valuesOf = (value: unknown): FieldValues => (isObject(value) ? value : {})

/** Drafts are listed like the records that they would be. */
function draftKind(name: KindName): Kind<DraftRecord> {
  const kind = liveKinds[name]
  const { sorted = {} } = kind
  return {
    name: `drafts/${name}`,
    published: false,
    complete: (stored) => ({ ...stored, fields: completeContent(name, valuesOf(stored.fields)) }),
    shownAt: (draft) => recordOfDraft(draft).createdAt,
    searchText: (draft) => kind.searchText(recordOfDraft(draft)),
    sorted: Object.fromEntries(
      Object.entries(sorted).map(([field, sortText]) => [field, (draft) => sortText(recordOfDraft(draft))]),
    ),
  }
}

function trashKindOf(name: TrashKind): Kind<TrashRecord> {
  const live: Pick<Kind<Stored>, 'complete'> = name === 'agent' ? agentKind : liveKinds[name]
  return {
    name: `trash/${name}`,
    published: false,
    complete(stored) {
      const { id, createdAt, record, draft } = stored
      const isDraftAlone = record === undefined && draft !== undefined && name !== 'agent'
      return {
        ...completed({ fields: texts('deletedBy') }, stored),
        ...(!isDraftAlone && { record: live.complete({ id, createdAt, ...valuesOf(record) }) }),
        ...(draft !== undefined &&
          name !== 'agent' && { draft: draftKinds[name].complete({ id, createdAt, ...valuesOf(draft) }) }),
      }
    },
    searchText: () => '',
  }
}

export const modelNames = (models: unknown): string[] =>
  Array.isArray(models) ? models.map(({ model }: { model: string }) => model) : []

export function nameAndModel(kind: KindName, record: Stored & { models?: unknown }): string {
  const names = modelNames(record.models)
  return nameWithModel(textOf(record, kinds[kind].title), names[0], names.length)
}

export function trashTitle(name: TrashKind, deleted: TrashRecord): string {
  const record = deleted.record ?? recordOfDraft(deleted.draft as DraftRecord)
  return name === 'agent' ? textOf(record, 'agentInfo') || textOf(record, 'agentName') : nameAndModel(name, record)
}

export const draftKinds = ofEach(kindNames, draftKind)
export const trashKinds: Readonly<Record<TrashKind, Kind<TrashRecord>>> = {
  ...ofEach(kindNames, trashKindOf),
  agent: trashKindOf('agent'),
}

const itemKind = internalKind<ItemRecord>('item', texts('sysName', 'logo'))

/** Its fields are completed by the shipped record, where they are read (`currentSite`): only that has words for them. */
export const siteKind: Kind<SiteRecord> = { ...internalKind('site', {}), published: true, history: true }

const secondFactorFields: SiteFields = { ...texts('key'), ...numbers('lastStep'), ...textLists('recoveryCodes') }
const userKind: Kind<UserRecord> = {
  ...internalKind('user', {}),
  complete(stored) {
    const { secondFactor } = stored
    // 0.5.0, after a rollback, refuses an account without `auth`.
    const account = completed({ fields: texts('name', 'password', 'avatar', 'auth') }, stored)
    if (secondFactor === undefined) return account
    // One that cannot be read is on, with a key that no code fits: a password alone must not do.
    const factor = isObject(secondFactor) ? secondFactor : { on: true }
    return { ...account, secondFactor: completed({ fields: secondFactorFields }, factor) }
  },
}
const sessionFields: SiteFields = { ...texts('userId', 'handle', 'usedAt'), ...switches('remember') }
const sessionKind: Kind<SessionRecord> = {
  ...internalKind('session', {}),
  // A session without a time would never end.
  complete: (stored) => completed({ fields: sessionFields }, stored, { usedAt: stored.createdAt }),
}
const newDeviceKind = internalKind<NewDeviceRecord>('newDevice', texts('userId', 'device', 'network'))
const signInLinkKind = internalKind<SignInLinkRecord>('signInLink', texts('hash'))
const secretKind = internalKind<SecretRecord>('secret', texts('key'))
const visitKind = internalKind<VisitRecord>('visit', numbers('count'))
const backupKind = internalKind<BackupRecord>('backup', {
  ...texts('failure', 'file'),
  ...numbers('bytes', 'records', 'uploads'),
})
const offsiteKind = internalKind<OffsiteRecord>('offsite', {
  ...texts('doneAt', 'name', 'failure', 'since'),
  ...numbers('bytes'),
})
const scrubKind = internalKind<ScrubRecord>('scrub', {
  ...texts('mendedAt'),
  ...textLists('mended', 'unwritten', 'damaged'),
})
const alarmKind = internalKind<AlarmRecord>('alarm', texts('since', 'text', 'ended'))
const noticeKind = internalKind<NoticeRecord>('notice', texts('name', 'lead', 'body', 'date', 'savedBy'))
const evidenceKind = internalKind<EvidenceRecord>('evidence', texts('sentence', 'note', 'by'))
const redirectKind: Kind<RedirectRecord> = {
  ...internalKind<RedirectRecord>('redirect', { ...texts('from', 'to', 'lastAt'), ...numbers('hits') }),
  searchText: ({ from, to }) => [from, to, readableAddress(from), readableAddress(to)].join('\n'),
}
const operationKind: Kind<OperationRecord> = {
  ...internalKind('operation', {}),
  complete: (stored) => ({
    ...{ kinds: [], first: [], named: [], words: [], options: {} },
    ...completed(
      {
        fields: {
          ...texts('what', 'by', 'state', 'userId', 'since', 'movedAt'),
          ...numbers('step', 'total', 'portions', 'done', 'round', 'namedCount'),
        },
      },
      stored,
    ),
  }),
}
const filmUploadKind = internalKind<FilmUploadRecord>('filmUpload', {
  ...texts('name', 'userId', 'changedAt'),
  ...numbers('bytes', 'received'),
})

const leadFileKind = internalKind<LeadFileRecord>('leadFile', { ...texts('name', 'hash'), ...numbers('size') })

/** What pages draw a picture, film or document with; undefined for nothing. A focus in the middle is none. */
export function pictureNote({ id, type, alt, focus, bytes, captions }: MediaRecord): PictureNote | undefined {
  if (categoryOf(type) === 'document') return { bytes }
  if (captions) return { captions: `${captionsPrefix}${id}.vtt` }
  const isOffCentre = focus !== undefined && (focus.x !== 50 || focus.y !== 50)
  return isFilm(type) || (alt === '' && !isOffCentre)
    ? undefined
    : { ...(alt !== '' && { alt }), ...(isOffCentre && { focus }) }
}
const noteText = (record: MediaRecord | undefined): string => JSON.stringify((record && pictureNote(record)) ?? null)

const mediaKind: Kind<MediaRecord> = {
  name: 'media',
  published: (record, before) => noteText(record) !== noteText(before) || record?.poster !== before?.poster,
  complete: (stored) =>
    completed(
      { fields: { ...texts('address', 'name', 'alt', 'type', 'by'), ...numbers('bytes', 'width', 'height') } },
      stored,
    ),
  // The address of a document says no more than its name.
  searchText: ({ type, name, alt, address }) =>
    categoryOf(type) === 'document' ? name : `${name}\n${alt}\n${address}`,
  sorted: { name: ({ name }) => name, bytes: ({ bytes }) => String(bytes) },
}

/** The kinds that have neither drafts nor trash, by the names of their folders. */
export const plainKinds = {
  channel: channelKind,
  engine: searchEngineKind,
  wechat: weChatKind,
  item: itemKind,
  user: userKind,
  session: sessionKind,
  newDevice: newDeviceKind,
  signInLink: signInLinkKind,
  secret: secretKind,
  site: siteKind,
  notice: noticeKind,
  visit: visitKind,
  backup: backupKind,
  offsite: offsiteKind,
  scrub: scrubKind,
  alarm: alarmKind,
  media: mediaKind,
  filmUpload: filmUploadKind,
  leadFile: leadFileKind,
  evidence: evidenceKind,
  redirect: redirectKind,
  operation: operationKind,
}

const allKinds: readonly Pick<Kind<Stored>, 'name' | 'complete'>[] = [
  ...[liveKinds, draftKinds, trashKinds, plainKinds].flatMap((kinds) => Object.values(kinds)),
  agentKind,
  doubtfulKind,
]
/** The keys are the names of their folders. */
export const kindsByName: ReadonlyMap<string, Pick<Kind<Stored>, 'name' | 'complete'>> = new Map(
  allKinds.map((kind) => [kind.name, kind]),
)
