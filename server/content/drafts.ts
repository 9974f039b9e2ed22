import type { ClashData, MergeData } from '../../contract/replies.ts'
import type { DraftDetail, Site } from '../../contract/entities.ts'
import { type Fields, maybe, parseFields } from '../../contract/fields.ts'
import { type KindName, kinds, type RecordKind } from '../../contract/kinds.ts'
import { changedFields, fieldText, type FieldValues, mergeFields } from '../../contract/merge.ts'
import { withStored } from '../../contract/siteFieldKinds.ts'
import { publicFields } from '../../contract/unpasted.ts'
import { Failure, fieldFailure, notFound } from '../failure.ts'
import type { RichText } from '../richtext/richText.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { edited, nextVersion, refuseIfChanged } from '../store/edits.ts'
import { newId } from '../store/newId.ts'
import type { RecordChanges } from '../store/recordPage.ts'
import { createDate, type Edited, shownTime, storedTime, textOf, versionOf } from '../store/kind.ts'
import {
  type AnyRecord,
  allFieldsOf,
  draftKey,
  type DraftRecord,
  fieldsOf,
  recordOfDraft,
  type TrashRecord,
} from '../store/records.ts'
import { type Journal, nowhere, type State } from '../store/states.ts'
import { refuseUnknownGroup } from './product.ts'
import type { Store } from '../store/store.ts'

interface DraftsParts {
  store: Store
  site: () => Pick<Site, 'groups'>
  richText: RichText
  redirects: RecordChanges
  now: () => number
}

type Values = Readonly<Record<string, unknown>>

/** What staff have typed into a record, and what they have edited. */
interface Edit {
  kind: KindName
  /** Absent for a new one, whose id may be given as `newId`. */
  id: string | undefined
  newId: string | undefined
  fields: Values
  basedOn: string | undefined
  draftVersion: string | undefined
  by: string
}
interface DraftInput extends Edit {
  /** The time as replies have it; '' is none. */
  publishAt: string | undefined
}

interface Published {
  version: string
  /** What was published since the draft was begun. */
  merged?: MergeData
}

/** What lies in a kind's folder is public. Drafts lie beside it, and take its place when they are published. */
export type Drafts = ReturnType<typeof createDrafts>

export function createDrafts({ store, site, richText, redirects, now }: DraftsParts) {
  const { parse, fieldsToPublish } = createDraftFields({ store, richText, now })

  /** A new record's id is that of its request, so that a repeated one finds it. */
  async function idOf({ id, newId: requested }: Edit): Promise<string> {
    if (requested !== undefined) await store.catchUp().catch(() => {})
    return id ?? requested ?? newId(now())
  }

  /** `outOfTrash`: a new one that was made and deleted before is a draft again, unless somebody's work would be lost. */
  async function save(
    input: DraftInput,
    { journal, outOfTrash = false }: { journal?: Journal; outOfTrash?: boolean } = {},
  ): Promise<{ id: string; version: string; changed: readonly string[] }> {
    const { kind, publishAt } = input
    const changes = await parse(input)
    if (publishAt && Date.parse(storedTime(publishAt)) <= now())
      throw fieldFailure('publishAt', '发布时间已经过去，请选择以后的时间')
    const id = await idOf(input)
    let changed: readonly string[] = []
    const plan = (state: State): State => {
      const { live, draft, trash } = state
      // A repeated save of a new draft, which may have been published or deleted since.
      if (input.id === undefined && (live || draft || (trash && !(outOfTrash && isAsFirstSaved(trash))))) return state
      const edited = editedDraft({ live, draft, id }, changes, input, now())
      changed = edited.changed
      return { ...nowhere, live, draft: edited.draft }
    }
    const { draft: saved } = await store.states[kind].change(id, plan, journal)
    return { id, version: saved ? versionOf(saved) : '', changed }
  }

  const publish = (kind: KindName, id: string, { by, dueBy, journal }: Actor): Promise<Published> => {
    const draftOf = ({ draft }: State): DraftRecord => {
      if (!draft || !isDue(draft.publishAt, dueBy)) throw notFound()
      return draft
    }
    return makePublic(kind, id, by, draftOf, journal)
  }

  /**
   * Publishes what was typed without saving it as a draft: one write. A draft beside goes with it, since what was typed is an edit of that.
   */
  async function publishFields(input: Edit): Promise<Published & { id: string; changed: readonly string[] }> {
    const { kind, by } = input
    const changes = await parse(input)
    const id = await idOf(input)
    let changed: readonly string[] = []
    const published = await makePublic(kind, id, by, (state) => {
      if (input.id === undefined && isSomewhere(state)) return draftOfRepeated(state)
      const edited = editedDraft({ ...state, id }, changes, { ...input, publishAt: '' }, now())
      changed = edited.changed
      return edited.draft
    })
    return { id, ...published, changed }
  }

  /** `draftOf` returns what is to be public; undefined changes nothing. */
  async function makePublic(
    kind: KindName,
    id: string,
    by: string | undefined,
    draftOf: (state: State) => DraftRecord | undefined,
    journal?: Journal,
  ): Promise<Published> {
    const { body }: RecordKind = kinds[kind]
    let merge: Pick<Published, 'merged'> = {}
    const plan = async (state: State): Promise<State> => {
      const draft = draftOf(state)
      if (!draft) return state
      const { live: record } = state
      const { fields: all, ...others } = await fieldsToPublish(kind, draft, record)
      const fields = publicFields(body, all)
      merge = others
      // A request whose reply was lost comes again.
      if (record && !state.draft && draft.basedOn !== versionOf(record) && isSame(fields, fieldsOf(kind, record)))
        return state
      refuseTimes(fields, now())
      refuseIncomplete(kind, fields, record)
      if (kind === 'product') refuseUnknownGroup(site(), fields.locationId, record?.locationId)
      const next = { ...record, ...published(draft, fields, record, now()), changedBy: by ?? draft.changedBy ?? '' }
      return { ...nowhere, live: next }
    }
    const { live } = await redirects.change(kind, id, plan, journal)
    return { version: live ? versionOf(live) : '', ...merge }
  }

  return {
    save,
    publish,
    publishFields,
    detail(kind: KindName, id: string): DraftDetail {
      const draft = store.drafts[kind].get(id)
      if (!draft) throw notFound()
      const { fields, basedOn = '', publishAt = '', changedBy: savedBy = '' } = draft
      const version = versionOf(draft)
      const isPublished = store[kind].get(id) !== undefined
      return {
        version,
        savedBy,
        savedAt: shownTime(version),
        basedOn: isPublished ? basedOn : '',
        publishAt: shownTime(publishAt),
        fields,
      }
    },

    /** One that exists nowhere else goes to the trash. */
    async discard(
      kind: KindName,
      id: string,
      { by, draftVersion, journal }: { by: string; draftVersion?: string | undefined; journal?: Journal },
    ): Promise<void> {
      const plan = ({ live, draft }: State): State => {
        if (!draft) throw notFound()
        refuseIfChanged(draft, draftVersion)
        return {
          ...nowhere,
          ...(live ? { live } : { trash: { id, createdAt: chinaTime(now()), deletedBy: by, draft } }),
        }
      }
      await store.states[kind].change(id, plan, journal)
    },

    /** Moves a record to a group, with the draft beside it, which would bring the old one back. */
    async group(
      kind: KindName,
      id: string,
      group: string,
      { by, journal }: Required<Pick<Actor, 'by' | 'journal'>>,
    ): Promise<void> {
      const { filter = '' }: RecordKind = kinds[kind]
      refuseUnknownGroup(site(), group)
      const grouped = (live: AnyRecord): AnyRecord =>
        live[filter] === group
          ? live
          : edited(live, { fields: { [filter]: group }, basedOn: undefined, by, now: now() })
      const plan = ({ live: before, draft, trash }: State): State => {
        if (!before && !draft) throw notFound()
        const live = before && grouped(before)
        if (!draft || draft.fields[filter] === group) return { live, draft, trash }
        const isOfLive = before && live && draft.basedOn === versionOf(before)
        const nextDraft = {
          ...draft,
          fields: { ...draft.fields, [filter]: group },
          changedAt: nextVersion(draft, now()),
          changedBy: by,
          ...(isOfLive && { basedOn: versionOf(live) }),
        }
        return { live, draft: nextDraft, trash }
      }
      await redirects.change(kind, id, plan, journal)
    },

    /**
     * Turns a published record into a draft, or leaves the draft beside it, and returns whether that has lost its time of publication: one
     * that is over would bring the page back at once. The clock leaves one that is still to come.
     */
    async unpublish(
      kind: KindName,
      id: string,
      { by, dueBy, redirectTo, journal }: Actor & { redirectTo?: string | undefined },
    ): Promise<boolean> {
      let losesTime = false
      const plan = ({ live, draft: beside }: State): State & { redirectTo: string } => {
        if (!live || !isDue(live.unpublishAt, dueBy)) throw notFound()
        const draft = draftLeft(kind, live, beside, now(), by)
        losesTime = Boolean(draft.publishAt) && (dueBy === undefined || isPast(draft.publishAt, now()))
        return {
          ...nowhere,
          draft: losesTime ? { ...draft, publishAt: '' } : draft,
          // Who takes it off by hand is asked.
          redirectTo: (dueBy === undefined ? redirectTo : live.unpublishTo) ?? '',
        }
      }
      await redirects.change(kind, id, plan, journal)
      return losesTime
    },
  }
}

/** Nobody has worked on it before it was deleted. */
export const isAsFirstSaved = ({ record, draft }: TrashRecord<AnyRecord, DraftRecord>): boolean =>
  record === undefined && draft?.changedAt === draft?.createdAt

const isSomewhere = ({ live, draft, trash }: State): boolean =>
  live !== undefined || draft !== undefined || trash !== undefined

/** A repeated request publishes what it was only saved as before, and does not bring back what was deleted or taken off since. */
const draftOfRepeated = ({ live, draft, trash }: State): DraftRecord | undefined =>
  live || trash || draft?.was ? undefined : draft

/** The draft with these changes, and the names of those that are some; throws where somebody else has changed the record. */
function editedDraft(
  state: Omit<State, 'trash'> & { id: string },
  changes: Values,
  input: DraftInput,
  now: number,
): { draft: DraftRecord; changed: readonly string[] } {
  const { kind, draftVersion } = input
  const { live, draft } = state
  if (input.id !== undefined && !live && !draft) throw notFound()
  if (draft) refuseIfChanged(draft, draftVersion)
  // Somebody has published or discarded the draft that was edited.
  else if (live && draftVersion) refuseIfChanged(live, draftVersion)
  const before = typedFields(kind, state) ?? emptyFields(kind)
  const fields = withStored(changes, before) as Values
  const changed = Object.keys(changes).filter((name) => JSON.stringify(fields[name]) !== JSON.stringify(before[name]))
  return { draft: nextDraft(state, fields, input, now), changed }
}

const typedFields = (kind: KindName, { live, draft }: Omit<State, 'trash'>): Values | undefined =>
  draft?.fields ?? (live && fieldsOf(kind, live))

/** The draft after a save with these fields. */
function nextDraft(
  { id, live, draft }: { id: string; live: AnyRecord | undefined; draft: DraftRecord | undefined },
  fields: Values,
  { basedOn, publishAt, by }: DraftInput,
  now: number,
): DraftRecord {
  const next: DraftRecord = {
    id,
    ...(draft ?? { createdAt: chinaTime(now), key: newId(now) }),
    changedAt: draft ? nextVersion(draft, now) : chinaTime(now),
    changedBy: by,
    fields,
    ...(live && { basedOn: basedOn ?? draft?.basedOn ?? versionOf(live) }),
    ...(publishAt !== undefined && { publishAt: publishAt && storedTime(publishAt) }),
  }
  refuseEarlyEnd(next)
  return next
}

/** The fields of drafts: checked and cleaned when they are saved, merged when they are published. */
function createDraftFields({ store, richText, now }: Pick<DraftsParts, 'store' | 'richText' | 'now'>) {
  const parse = async ({ kind, id = '', fields: sent }: Edit): Promise<Values> => {
    const { fields, options }: RecordKind = kinds[kind]
    const before = typedFields(kind, { live: store.states[kind].live.get(id), draft: store.drafts[kind].get(id) })
    const rules: Fields = {
      ...Object.fromEntries(Object.entries(fields).map(([name, rule]) => [name, maybe(rule)])),
      ...options,
    }
    const parsed = Object.fromEntries(
      Object.entries(parseFields(rules, sent, before)).filter(([, value]) => value !== undefined),
    )
    refuseTimes(parsed, now(), before)
    return cleaned(richText, kind, parsed, before)
  }

  /** The draft's fields, merged with what has been published since it was begun; throws where both have changed the same. */
  async function fieldsToPublish(
    kind: KindName,
    draft: DraftRecord,
    record: AnyRecord | undefined,
  ): Promise<{ fields: Values; merged?: MergeData }> {
    if (!record || draft.basedOn === versionOf(record)) return { fields: draft.fields }
    const { body = '', described }: RecordKind = kinds[kind]
    const old = draft.basedOn === undefined ? undefined : await store.history.read(kind, draft.id, draft.basedOn)
    const published = allFieldsOf(kind, record)
    const fields: Record<string, unknown> = { ...published, ...draft.fields }
    const base = old ? texts(allFieldsOf(kind, old)) : {}
    const mine = texts(fields)
    const theirs = texts(published)
    const merge = mergeFields(base, mine, theirs, [body])
    // Nobody can be asked about what this program does not know.
    const both = merge.both.filter(({ name }) => name in described)
    if (both.length > 0) {
      const clashes = both.map(({ name: field, base = '', mine, theirs }) => ({ field, base, mine, theirs }))
      throw clash(record, clashes)
    }
    for (const { name } of merge.theirs) fields[name] = published[name]
    const html = merge.values[body]
    if (html !== undefined && html !== mine[body] && html !== theirs[body])
      fields[body] = await richText.clean(html, body)
    if (merge.theirs.length === 0) return { fields }
    return { fields, merged: { changedBy: record.changedBy ?? '', fields: merge.theirs.map(({ name }) => name) } }
  }

  return { parse, fieldsToPublish }
}

/** The person who does it, or the clock: at its time only, in the name of who has set it. */
interface Actor {
  by?: string
  dueBy?: number
  journal?: Journal
}
const isDue = (time: string | undefined, dueBy: number | undefined): boolean =>
  dueBy === undefined || isPast(time, dueBy)
/** A stored time; '' is none. */
export const isPast = (time: string | undefined, now: number): boolean => Date.parse(time ?? '') <= now
/** A time as in replies. */
const isOver = (time: unknown, now: number): boolean => typeof time === 'string' && isPast(storedTime(time), now)

/** What is left when a published record goes: the draft beside it, or one with its content. */
export function draftLeft(
  kind: KindName,
  record: AnyRecord,
  beside: DraftRecord | undefined,
  now: number,
  by = record.changedBy ?? '',
): DraftRecord {
  const { id, createdAt, rank } = record
  const draft = beside ?? {
    id,
    createdAt,
    key: newId(now),
    changedAt: nextVersion(record, now),
    changedBy: by,
    fields: fieldsOf(kind, record),
    basedOn: versionOf(record),
  }
  // Or it would end as soon as it is published again.
  const all = { ...allFieldsOf(kind, record), ...draft.fields }
  const fields = isOver(all.unpublishAt, now) ? withoutEnd(all) : all
  return { ...draft, off: versionOf(record), fields, was: { createdAt, ...(rank !== undefined && { rank }) } }
}

const withoutEnd = (fields: Values): Values => ({
  ...fields,
  unpublishAt: '',
  ...('unpublishTo' in fields && { unpublishTo: '' }),
})

const emptyFields = (kind: KindName): Values =>
  Object.fromEntries(Object.keys(kinds[kind].fields).map((name) => [name, '']))

/** With its rich text cleaned, unless that is stored as it is. */
export async function cleaned(
  richText: RichText,
  kind: KindName,
  fields: Values,
  before: Values = {},
): Promise<Values> {
  const { body = '' }: RecordKind = kinds[kind]
  const html = fields[body]
  return typeof html === 'string' && html !== before[body]
    ? { ...fields, [body]: await richText.clean(html, body) }
    : fields
}

/** Throws for another date of publication that is still to come, and for another end that is over. */
export function refuseTimes({ createDate: date, unpublishAt }: Values, now: number, before: Values = {}): void {
  if (typeof date === 'string' && date !== before.createDate && Date.parse(storedTime(date)) > now)
    throw fieldFailure('createDate', '发布日期不能晚于现在')
  if (unpublishAt !== before.unpublishAt && isOver(unpublishAt, now)) {
    throw fieldFailure('unpublishAt', '下线时间已经过去，请选择以后的时间')
  }
}

/** A draft may lack what a record must have; so may a record that is older than the rule. */
function refuseIncomplete(kind: KindName, fields: Values, record: AnyRecord | undefined): void {
  const { fields: rules }: RecordKind = kinds[kind]
  for (const [name, rule] of Object.entries(rules)) {
    if (record && textOf(record, name) === '') continue
    const message = fields[name] === '' ? rule.validate('') : undefined
    if (message !== undefined) throw fieldFailure(name, message)
  }
}

function refuseEarlyEnd({ publishAt, fields: { unpublishAt } }: DraftRecord): void {
  if (publishAt && typeof unpublishAt === 'string' && unpublishAt !== '' && storedTime(unpublishAt) <= publishAt) {
    throw fieldFailure('unpublishAt', '下线时间应晚于发布时间')
  }
}

/** The record that takes the draft's place. */
function published(draft: DraftRecord, fields: Values, record: Edited | undefined, now: number): Edited {
  const time = chinaTime(now)
  const createdAt = record?.createdAt ?? draft.was?.createdAt ?? time
  const changedAt = record ? nextVersion(record, now) : time
  const next = { ...recordOfDraft({ ...draft, fields, createdAt }), changedAt, ofDraft: draftKey(draft) }
  // The date as replies contain it has no milliseconds.
  return createDate(next) === createDate({ id: '', createdAt }) ? { ...next, createdAt } : next
}

const isSame = (one: Values, other: Values): boolean =>
  Object.keys(changedFields(texts(one), texts(other))).length === 0

const texts = (fields: Values): FieldValues =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fieldText(value)]))

function clash(record: Edited, clashes: ClashData['clashes']): Failure {
  const version = versionOf(record)
  const data: ClashData = { changedBy: record.changedBy ?? '', changedAt: shownTime(version), version, clashes }
  return new Failure(409, `${data.changedBy || '其他人'}已于${data.changedAt}发布了新的内容，和草稿改了同一处`, {
    data: { ...data },
  })
}
