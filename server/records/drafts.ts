import type { ClashData, MergeData, OffData } from '../../contract/calls/replies.ts'
import type { DraftDetail, Site } from '../../contract/kinds/entities.ts'
import { type Fields, maybe, parseFields } from '../../contract/calls/fields.ts'
import { type KindName, kinds, ofEach, recordKind } from '../../contract/kinds/kinds.ts'
import { type FieldValues, isEqual, mergeFields } from '../../contract/kinds/merge.ts'
import { isWithin, mapFields, withStored } from '../../contract/site/siteFieldKinds.ts'
import { publicFields } from '../../contract/text/unpasted.ts'
import { Failure, fieldFailure, notFound } from '../failure.ts'
import type { RichText } from '../media/richText.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { edited, nextVersion, refuseIfChanged } from '../store/edits.ts'
import { newId } from '../store/newId.ts'
import { createDate, type Edited, shownTime, storedTime, textOf, versionOf } from '../store/kind.ts'
import {
  type AnyRecord,
  allFieldsOf,
  authorsOf,
  draftKey,
  type DraftRecord,
  fieldsOf,
  howOff,
  recordOfDraft,
  type TrashRecord,
} from '../store/records.ts'
import { type Journal, nowhere, type RecordChanges, type State } from '../store/states.ts'
import { refuseUnknownGroup } from './product.ts'
import type { Store } from '../store/store.ts'

interface DraftsParts {
  store: Store
  site: () => Pick<Site, 'groups'>
  richText: RichText
  redirects: RecordChanges
  now: () => number
}

/** What staff have typed into a record, and what they have edited. */
interface Edit {
  kind: KindName
  /** Absent for a new one, whose id may be given as `newId`. */
  id: string | undefined
  newId: string | undefined
  fields: FieldValues
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
  /** The names of the fields that visitors see changed. */
  changed: readonly string[]
  /** What was published since the draft was begun. */
  merged?: MergeData
}

/** What lies in a kind's folder is public. Drafts lie beside it, and take its place when they are published. */
export type Drafts = ReturnType<typeof createDrafts>

export function createDrafts({ store, site, richText, redirects, now }: DraftsParts) {
  const { parse, fieldsToPublish } = createDraftFields({ store, richText })
  let lastTime = 0

  /** Later than that before: several that are saved or published within a millisecond keep their order. A clock that was set back counts. */
  function timeOfChange(): number {
    const time = now()
    const isSame = time <= lastTime && time > lastTime - 1_000
    lastTime = isSame ? lastTime + 1 : time
    return lastTime
  }

  /** A new record's id is that of its request, so that a repeated one finds it. */
  async function idOf({ id, newId: requested }: Edit): Promise<string> {
    if (requested !== undefined) await store.catchUp().catch(() => {})
    return id ?? requested ?? newId(now())
  }

  /** `outOfTrash`: a new one that was made and deleted before is a draft again, unless somebody's work would be lost. */
  async function save(
    input: DraftInput,
    { journal, outOfTrash = false }: { journal?: Journal; outOfTrash?: boolean } = {},
  ) {
    const { kind, publishAt } = input
    const changes = await parse(input)
    const id = await idOf(input)
    let changed: readonly string[] = []
    const plan = (state: State): State => {
      const { live, draft, trash } = state
      // A repeated save of a new draft, which may have been published or deleted since.
      if (input.id === undefined && (live || draft || (trash && !(outOfTrash && isAsFirstSaved(trash))))) return state
      if (publishAt) refuseOutdated(state, basisOf(input))
      const edited = editedDraft({ ...state, id }, changes, input, timeOfChange())
      changed = edited.changed
      return { ...nowhere, live, draft: edited.draft }
    }
    const { draft: saved } = await store.states[kind].change(id, plan, journal)
    return { id, version: saved ? versionOf(saved) : '', changed }
  }

  /** `basis` is what the person knew of it. */
  const publish = (
    kind: KindName,
    id: string,
    { by, dueBy, journal, basis = {} }: Actor & { basis?: Basis },
  ): Promise<Published> => {
    const draftOf = ({ live, draft, trash }: State): DraftRecord => {
      if (!draft || !isDue(draft.publishAt, dueBy)) throw gone(trash)
      refuseOutdated({ live, draft }, basis)
      refuseIfChanged(draft, basis.draftVersion)
      return draft
    }
    return makePublic(kind, id, by, draftOf, journal)
  }

  /**
   * Publishes what was typed without saving it as a draft: one write. A draft beside goes with it, since what was typed is an edit of that.
   */
  async function publishFields(input: Edit): Promise<Published & { id: string }> {
    const { kind, by } = input
    const changes = await parse(input)
    const id = await idOf(input)
    const published = await makePublic(kind, id, by, (state) => {
      if (input.id === undefined && isSomewhere(state)) return draftOfRepeated(state)
      refuseOutdated(state, basisOf(input))
      return editedDraft({ ...state, id }, changes, { ...input, publishAt: '' }, timeOfChange()).draft
    })
    return { id, ...published }
  }

  /** `draftOf` returns what is to be public; undefined changes nothing. */
  async function makePublic(
    kind: KindName,
    id: string,
    by: string | undefined,
    draftOf: (state: State) => DraftRecord | undefined,
    journal?: Journal,
  ): Promise<Published> {
    const { body } = recordKind(kind)
    let merge: Pick<Published, 'merged'> = {}
    let changed: readonly string[] = []
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
      const next = {
        ...record,
        ...published(draft, fields, record, timeOfChange()),
        changedBy: by ?? draft.changedBy ?? '',
      }
      changed = changedNames(kind, next, record)
      return { ...nowhere, live: next }
    }
    const { live } = await redirects.change(kind, id, plan, journal)
    return { version: live ? versionOf(live) : '', changed, ...merge }
  }

  return {
    save,
    publish,
    publishFields,
    detail(kind: KindName, id: string): DraftDetail {
      const { live, draft, trash } = store.states[kind].of(id)
      if (!draft) throw gone(trash)
      const { fields, basedOn = '', publishAt = '', changedBy: savedBy = '' } = draft
      const version = versionOf(draft)
      return {
        version,
        savedBy,
        savedAt: shownTime(version),
        basedOn: live ? basedOn : '',
        publishAt: shownTime(publishAt),
        fields,
      }
    },

    /** One that exists nowhere else goes to the trash. */
    async discard(kind: KindName, id: string, { by, journal }: { by: string; journal?: Journal }): Promise<void> {
      const plan = ({ live, draft }: State): State => {
        if (!draft) throw notFound()
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
      const { filter = '' } = recordKind(kind)
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
      { by, dueBy, redirectTo, journal, basis }: Actor & { redirectTo?: string | undefined; basis?: Basis },
    ): Promise<boolean> {
      let losesTime = false
      const plan = ({ live, draft: beside }: State): State & { redirectTo: string } => {
        if (!live || !isDue(live.unpublishAt, dueBy)) throw notFound()
        const draft = draftLeft(kind, live, beside, now(), by)
        losesTime = Boolean(draft.publishAt) && (dueBy === undefined || isPast(draft.publishAt, now()))
        return {
          ...nowhere,
          draft: {
            ...draft,
            ...(losesTime && { publishAt: '' }),
            offBy: by ?? '',
            offAt: basis?.at ?? chinaTime(now()),
          },
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

const isSomewhere = ({ live, draft, trash }: State): boolean => Boolean(live ?? draft ?? trash)

/** A repeated request publishes what it was only saved as before, and does not bring back what was deleted or taken off since. */
const draftOfRepeated = ({ live, draft, trash }: State): DraftRecord | undefined =>
  live || trash || draft?.was ? undefined : draft

/** The draft with these changes, and the names of those that are some; throws where somebody else has changed the record. */
function editedDraft(state: State & { id: string }, changes: FieldValues, input: DraftInput, now: number) {
  const { kind, draftVersion, publishAt } = input
  const { live, draft, trash } = state
  if (input.id !== undefined && !live && !draft) throw gone(trash)
  if (draft) refuseIfChanged(draft, draftVersion)
  // Somebody has published or discarded the draft that was edited.
  else if (live && draftVersion) refuseIfChanged(live, draftVersion)
  const before = typedFields(kind, state) ?? emptyFields(kind)
  // A time that has passed is no fault of what was typed where somebody, or the clock, has changed the record.
  refuseTimes(changes, now, before)
  if (isOver(publishAt, now)) throw fieldFailure('publishAt', '发布时间已经过去，请选择以后的时间')
  const fields = withStored(changes, before) as FieldValues
  const changed = Object.keys(changes).filter((name) => JSON.stringify(fields[name]) !== JSON.stringify(before[name]))
  const authors = { ...(draft && authorsOf(draft)), ...ofEach(changed, () => input.by) }
  const next = { ...nextDraft(state, fields, input, now), authors }
  if ((next.publishAt ?? '') !== (draft?.publishAt ?? '')) changed.push('publishAt')
  return { draft: next, changed }
}

/** The names of the fields that visitors see otherwise than before; of a new record there are none. */
export function changedNames(name: KindName, record: AnyRecord, before: AnyRecord | undefined): string[] {
  const fields = fieldsOf(name, record)
  const old = fieldsOf(name, before ?? record)
  return Object.keys(fields).filter((field) => !isEqual(fields[field], old[field]))
}

const typedFields = (kind: KindName, { live, draft }: Omit<State, 'trash'>): FieldValues | undefined =>
  draft?.fields ?? (live && fieldsOf(kind, live))

/** The draft after a save with these fields. */
function nextDraft(
  { id, live, draft }: { id: string; live: AnyRecord | undefined; draft: DraftRecord | undefined },
  fields: FieldValues,
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
function createDraftFields({ store, richText }: Pick<DraftsParts, 'store' | 'richText'>) {
  const parse = async ({ kind, id = '', fields: sent }: Edit): Promise<FieldValues> => {
    const { fields, options } = recordKind(kind)
    const before = typedFields(kind, store.states[kind].of(id))
    const rules: Fields = {
      ...Object.fromEntries(Object.entries(fields).map(([name, rule]) => [name, maybe(rule)])),
      ...options,
    }
    const parsed = Object.fromEntries(
      Object.entries(parseFields(rules, sent, before)).filter(([, value]) => value !== undefined),
    )
    return cleaned(richText, kind, parsed, before)
  }

  /** The draft's fields, merged with what has been published since it was begun; throws where both have changed the same. */
  async function fieldsToPublish(kind: KindName, draft: DraftRecord, record: AnyRecord | undefined) {
    if (!record || draft.basedOn === versionOf(record)) return { fields: draft.fields }
    const { body = '', described } = recordKind(kind)
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
      throw clash(record, clashes as ClashData['clashes'])
    }
    for (const { name } of merge.theirs) fields[name] = published[name]
    const html = merge.values[body]
    if (typeof html === 'string' && html !== mine[body] && html !== theirs[body])
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
    authors: {},
    basedOn: versionOf(record),
  }
  // Or it would end as soon as it is published again.
  const all = { ...allFieldsOf(kind, record), ...draft.fields }
  const fields = isOver(all.unpublishAt, now) ? withoutEnd(all) : all
  return { ...draft, off: versionOf(record), fields, was: { createdAt, ...(rank !== undefined && { rank }) } }
}

const withoutEnd = (fields: FieldValues): FieldValues => ({
  ...fields,
  unpublishAt: '',
  ...('unpublishTo' in fields && { unpublishTo: '' }),
})

const emptyFields = (kind: KindName): FieldValues =>
  Object.fromEntries(Object.keys(kinds[kind].fields).map((name) => [name, '']))

/** With its rich text cleaned, unless that is stored as it is. */
export async function cleaned(
  richText: RichText,
  kind: KindName,
  fields: FieldValues,
  before: FieldValues = {},
): Promise<FieldValues> {
  const { body = '' } = recordKind(kind)
  const html = fields[body]
  return typeof html === 'string' && html !== before[body]
    ? { ...fields, [body]: await richText.clean(html, body) }
    : fields
}

/** Throws for another date of publication that is still to come, and for another end that is over. */
export function refuseTimes(
  { createDate: date, unpublishAt }: FieldValues,
  now: number,
  before: FieldValues = {},
): void {
  if (typeof date === 'string' && date !== before.createDate && Date.parse(storedTime(date)) > now)
    throw fieldFailure('createDate', '发布日期不能晚于现在')
  if (unpublishAt !== before.unpublishAt && isOver(unpublishAt, now)) {
    throw fieldFailure('unpublishAt', '下线时间已经过去，请选择以后的时间')
  }
}

/** A draft may lack what a record must have; so may a record that is older than the rule. */
function refuseIncomplete(kind: KindName, fields: FieldValues, record: AnyRecord | undefined): void {
  const { fields: rules } = recordKind(kind)
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
function published(draft: DraftRecord, fields: FieldValues, record: Edited | undefined, now: number): Edited {
  const time = chinaTime(now)
  const createdAt = record?.createdAt ?? draft.was?.createdAt ?? time
  const changedAt = record ? nextVersion(record, now) : time
  const next = {
    ...recordOfDraft({ ...draft, fields, createdAt }),
    changedAt,
    ofDraft: draftKey(draft),
    authors: authorsOf(draft),
  }
  // The date as replies contain it has no milliseconds.
  return createDate(next) === createDate({ id: '', createdAt }) ? { ...next, createdAt } : next
}

const isSame = (one: FieldValues, other: FieldValues): boolean => isWithin(texts(other), texts(one))

/** As clashes are sent: a list is JSON, and an empty one is ''. */
const texts = (fields: FieldValues): Readonly<Record<string, string>> =>
  mapFields(fields, (_name, value) => fieldText(value))

function fieldText(value: unknown): string {
  if (!Array.isArray(value)) return String(value)
  return value.length === 0 ? '' : JSON.stringify(value)
}

const basisOf = ({ basedOn }: Edit): Basis => ({ wasPublic: Boolean(basedOn) })

/** What the decision to publish a record is based on. */
export interface Basis {
  wasPublic?: boolean | undefined
  draftVersion?: string | undefined
  /** A stored time. */
  at?: string
}

/** Who saw it published, or decided before it was taken off, has not decided to bring it back. */
function refuseOutdated({ live, draft }: Omit<State, 'trash'>, { wasPublic, at = '~' }: Basis): void {
  if (live || !draft) return
  const { offBy = '', offAt } = draft
  if (!wasPublic && !(offAt !== undefined && offAt > at)) return
  throw new Failure(409, `这条内容${howOff(draft)}`, {
    data: { changedBy: offBy, changedAt: shownTime(offAt ?? ''), isOff: true } satisfies OffData,
  })
}

/** Whoever has it open in a form reads who has deleted it. */
function gone(trash: State['trash']): Failure {
  if (!trash) return notFound()
  const { deletedBy, createdAt } = trash
  return new Failure(404, `这条内容已被${deletedBy}移到回收站（${shownTime(createdAt).slice(5, 16)}）`, {
    data: { isTrashed: true },
  })
}

function clash(record: Edited, clashes: ClashData['clashes']): Failure {
  const version = versionOf(record)
  const data: ClashData = { changedBy: record.changedBy ?? '', changedAt: shownTime(version), version, clashes }
  return new Failure(409, `${data.changedBy || '其他人'}已于${data.changedAt}发布了新的内容，和草稿改了同一处`, {
    data: { ...data },
  })
}
