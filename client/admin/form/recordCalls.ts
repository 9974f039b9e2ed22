import type { CallName, InputOf, OutputOf } from '../../../contract/calls.ts'
import { isList, type KindName, kinds, type RecordKind, ofEach } from '../../../contract/kinds.ts'
import { fieldList, fieldText, type FieldValues } from '../../../contract/merge.ts'
import { CallError, isMissing } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { user } from '../session.ts'
import type { FormOptions, Loaded, Publication, Saved } from './formState.ts'

export type RecordCalls = Required<Pick<FormOptions, 'load' | 'add' | 'update' | 'publishing'>>

/** The values of a new record: its fields, its options, and `publishAt`. */
export function emptyValues(kind: KindName): FieldValues {
  const { fields, options }: RecordKind = kinds[kind]
  const names = [...Object.keys(options), 'publishAt', ...Object.keys(fields)]
  return ofEach(names, () => '')
}

/** Loads, saves and publishes the records of a kind. `empty` has its fields, its options, and `publishAt`. */
export function recordCalls(kind: KindName, empty: FieldValues): RecordCalls {
  const { id: idName }: RecordKind = kinds[kind]
  const detail = (id: string, options: { orDraft?: true } = {}, signal?: AbortSignal) =>
    api(`${kind}Detail` as CallName, { [idName]: id, ...options } as InputOf<CallName>, signal) as Promise<object>
  const valuesOf = (fields: object, publishAt = ''): FieldValues => {
    const given: Readonly<Record<string, unknown>> = { ...fields, publishAt }
    return ofEach(Object.keys(empty), (name) => formText(given[name]))
  }
  const loadedOf = (record: object): Loaded => {
    const version = 'version' in record ? String(record.version) : undefined
    const values = valuesOf(record)
    const unpublishAt = values['unpublishAt'] ?? ''
    return { values, version, publication: { ...unpublished, published: version, basedOn: version, unpublishAt } }
  }

  /** What was typed, as `draftSave` and `draftPublish` have it. */
  const editOf = (id: string, values: FieldValues, from: Publication, requestId: string | undefined) => {
    const { publishAt: _publishAt, pinned, ...fields } = values
    return {
      kind,
      fields: { ...fields, ...(pinned !== undefined && { pinned: pinned !== '' }), ...sentLists(kind, fields) },
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
    const { publishAt = '', unpublishAt = '' } = values
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
    async load(id, signal) {
      const record = await unlessMissing(detail(id, { orDraft: true }, signal))
      const hasDraft = !record || 'hasDraft' in record
      const draft = hasDraft ? await unlessMissing(api('draftDetail', { kind, id }, signal)) : undefined
      const published = record && 'version' in record ? loadedOf(record) : undefined
      if (!draft && published) return published
      if (!draft) throw new CallError(404, '这条内容已被删除')
      const { fields, version, basedOn, savedBy, publishAt } = draft
      const values = valuesOf(fields, publishAt)
      const unpublishAt = values['unpublishAt'] ?? ''
      return {
        values,
        version,
        publication: { published: published?.version, basedOn, draft: version, savedBy, publishAt, unpublishAt },
      }
    },
    add: (values, requestId) => save('', values, unpublished, requestId),
    update: (id, _changes, { publication }, values) => save(id, values, publication),
    publishing: {
      publishDraft: async (id) => publishedAs(await api('draftPublish', { kind, id })),
      async publishValues(id, values, { publication = unpublished }, requestId) {
        const published = await api('draftPublish', editOf(id, values, publication, requestId))
        // A release before this one, after a rollback or on another server, publishes the draft and ignores the fields.
        if (published.id === undefined)
          throw new CallError(0, '服务器运行的是旧版本，您的修改还没有发布，请刷新页面后再试')
        return publishedAs(published)
      },
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

/** Lists, which forms have as texts, as calls have them. */
export const sentLists = (kind: KindName, values: FieldValues): object =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) => (isList(kind, name) ? [[name, fieldList(text)]] : [])),
  )

/** Options that are set are `true`, times as replies contain them. */
const formText = (value: unknown): string =>
  value === undefined || value === null || value === false ? '' : fieldText(value)

async function unlessMissing<T>(reply: Promise<T>): Promise<T | undefined> {
  try {
    return await reply
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw cause
  }
}
