import type { CallName, InputOf, OutputOf } from '../../../contract/calls/calls.ts'
import type { DraftDetail } from '../../../contract/kinds/entities.ts'
import { isList, type KindName, recordKind } from '../../../contract/kinds/kinds.ts'
import { type FieldValues, textIn } from '../../../contract/kinds/merge.ts'
import { mapFields } from '../../../contract/site/siteFieldKinds.ts'
import { isMissing } from '../../lib/callError.ts'
import { api } from '../session/api.ts'
import { user } from '../session/session.ts'
import type { Publication } from './drafts.ts'
import type { FormOptions, Loaded, Saved } from './formState.ts'

export type RecordCalls = Required<Pick<FormOptions, 'empty' | 'load' | 'add' | 'update' | 'publishing'>>

/** Loads, saves and publishes the records of a kind. `empty` has its fields, its options, and `publishAt`. */
export function recordCalls(kind: KindName): RecordCalls {
  const { id: idName, fields, options } = recordKind(kind)
  const empty: FieldValues = {
    ...mapFields({ ...options, publishAt: undefined, ...fields }, (name) => (isList(kind, name) ? [] : '')),
    ...('pinned' in options && { pinned: false }),
  }
  const detail = (id: string, options: { orDraft?: true } = {}, signal?: AbortSignal) =>
    api(`${kind}Detail` as CallName, { [idName]: id, ...options } as InputOf<CallName>, signal) as Promise<object>
  const valuesOf = (stored: object, publishAt = ''): FieldValues => {
    const fields: FieldValues = { ...stored, publishAt }
    return mapFields(empty, (name, value) => fields[name] ?? value)
  }
  const loadedOf = (record: object): Loaded => {
    const version = 'version' in record ? String(record.version) : undefined
    const values = valuesOf(record)
    const unpublishAt = textIn(values, 'unpublishAt')
    return { values, version, publication: { ...unpublished, published: version, basedOn: version, unpublishAt } }
  }

  const withDraft = ({ fields, version, basedOn, savedBy, publishAt }: DraftDetail, live?: Loaded): Loaded => {
    const values = valuesOf(fields, publishAt)
    const unpublishAt = textIn((live ?? { values }).values, 'unpublishAt')
    const published = live?.version
    return { values, version, publication: { published, basedOn, draft: version, savedBy, publishAt, unpublishAt } }
  }

  /** What was typed, as `draftSave` and `draftPublish` have it. */
  const editOf = (id: string, values: FieldValues, from: Publication, requestId: string | undefined) => {
    const { publishAt: _publishAt, ...fields } = values
    return {
      kind,
      fields,
      ...(id !== '' && { id, draftVersion: from.draft ?? '' }),
      ...(from.basedOn && { basedOn: from.basedOn }),
      ...(requestId && { requestId }),
    }
  }

  async function save(
    id: string,
    values: FieldValues,
    from: Publication = unpublished,
    requestId?: string,
  ): Promise<Saved & { id: string }> {
    const publishAt = textIn(values, 'publishAt')
    const unpublishAt = from.published === undefined ? textIn(values, 'unpublishAt') : from.unpublishAt
    const saved = await api('draftSave', { ...editOf(id, values, from, requestId), publishAt })
    return {
      ...saved,
      publication: { ...from, draft: saved.version, savedBy: user.peek()?.name ?? '', publishAt, unpublishAt },
    }
  }

  const publishedAs = <R extends OutputOf<'draftPublish'>>(reply: R) => ({
    ...reply,
    publication: { ...unpublished, published: reply.version, basedOn: reply.version },
  })

  return {
    empty,
    async load(id, signal) {
      const record = await unlessMissing(detail(id, { orDraft: true }, signal))
      const published = record && 'version' in record ? loadedOf(record) : undefined
      if (published && record && !('hasDraft' in record)) return published
      const asked = api('draftDetail', { kind, id }, signal)
      // Of a record that is nowhere its failure says who has deleted it.
      if (!published) return withDraft(await asked)
      const draft = await unlessMissing(asked)
      return draft ? withDraft(draft, published) : published
    },
    add: (values, requestId) => save('', values, unpublished, requestId),
    update: (id, _changes, { publication }, values) => save(id, values, publication),
    publishing: {
      publishDraft: async (id, { draft: draftVersion = '', basedOn = '' }) =>
        publishedAs(await api('draftPublish', { kind, id, draftVersion, basedOn })),
      publishValues: async (id, values, { publication = unpublished }, requestId) =>
        publishedAs(await api('draftPublish', editOf(id, values, publication, requestId))),
      loadPublished: async (id) => loadedOf(await detail(id)),
      loadVersion: async (id, version) => {
        const old = await unlessMissing(api('historyDetail', { kind, id, version }))
        return old ? valuesOf(old.fields) : {}
      },
    },
  }
}

const unpublished: Publication = {
  published: undefined,
  basedOn: undefined,
  draft: undefined,
  savedBy: '',
  publishAt: '',
  unpublishAt: '',
}

async function unlessMissing<T>(reply: Promise<T>): Promise<T | undefined> {
  try {
    return await reply
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw cause
  }
}
