import type { Existing } from '../../contract/kinds/entities.ts'
import { type KindName, recordKind } from '../../contract/kinds/kinds.ts'
import { isEqual } from '../../contract/kinds/merge.ts'
import { type Handlers, signedIn } from '../call.ts'
import { fingerprintsOf, mediaId } from '../media/library.ts'
import type { StarterFiles } from '../media/starterFiles.ts'
import { type Edited, type Listed, shownTime, versionOf } from '../store/kind.ts'
import { type AnyRecord, authorsOf, fieldsOf, howOff, modelNames } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { inSlices } from '../system/timeSlices.ts'
import { uploadAddress } from './recordExport.ts'

interface Parts {
  store: Store
  starterFiles: StarterFiles
}

/** Texts have up to 2 MB, and one word may be that of many records, */
const replyLength = 4_000_000
/** each with up to a hundred versions to read. */
const replyMs = 2_000

/** What an import may mean by its words: drafts before what is published, the newest first. */
export const recordMatchesCall = ({ store, starterFiles }: Parts) =>
  ({
    async recordMatches({ kind, words, after = '' }, caller) {
      const { name } = signedIn(caller).user
      const { title } = recordKind(kind)
      const { live, draft: drafts } = store.states[kind]
      const starters = new Map((await starterFiles.all()).map((file) => [file.address, file]))
      const wanted = new Set<unknown>(words)
      const contentOf = (id: string): Existing['fields'] => drafts.get(id)?.fields ?? { ...live.get(id) }
      const ids = [...new Set([...live.newest(), ...drafts.newest()].map((each) => each.id))]
      const matching: string[] = []
      await inSlices(ids.slice(ids.indexOf(after) + 1), (id) => {
        const { [title]: recordTitle, models } = contentOf(id)
        if ([id, recordTitle, ...modelNames(models)].some((each) => wanted.has(each))) matching.push(id)
      })
      const data: Existing[] = []
      let length = 0
      const end = performance.now() + replyMs
      for (const id of matching) {
        const draft = drafts.get(id)
        const record = live.get(id)
        const content = contentOf(id)
        const text = JSON.stringify(content)
        const addresses = text.match(uploadAddress) ?? []
        const shown = addresses.flatMap((address) => store.media.get(mediaId(address)) ?? starters.get(address) ?? [])
        const files = Object.fromEntries(shown.map((file) => [file.address, [...fingerprintsOf(file)]]))
        const match = { id, title: String(content[title] ?? ''), files }
        if (draft) {
          const shown: Existing['fields'] = record ? fieldsOf(kind, record) : {}
          const unpublished = Object.entries(authorsOf(draft)).filter(
            ([field]) => !isEqual(draft.fields[field] ?? '', shown[field] ?? ''),
          )
          data.push({
            ...match,
            unpublished: Object.fromEntries(unpublished),
            ...(!record && draft.was && { off: howOff(draft) }),
            ...(draft.publishAt && { publishAt: shownTime(draft.publishAt) }),
            fields: draft.fields,
            draftVersion: versionOf(draft),
            basedOn: (record && draft.basedOn) ?? '',
          })
        } else if (record) {
          data.push({
            ...match,
            ...(await formerOf(store, kind, record, name)),
            fields: fieldsOf(kind, record),
            draftVersion: '',
            basedOn: versionOf(record),
          })
        }
        length += text.length
        if (length > replyLength || performance.now() > end) return { data, next: id }
      }
      return { data, next: '' }
    },
  }) satisfies Partial<Handlers>

/** What it was but for the fields whose last change was not made by `name`, and who made these. */
async function formerOf(
  store: Store,
  kind: KindName,
  record: AnyRecord,
  name: string,
): Promise<Pick<Existing, 'former'>> {
  const former = fieldsOf(kind, record)
  const others = new Set<string>()
  const lastBy: Record<string, string> = {}
  let newer: Edited & Listed = record
  for (const version of (await store.history.list(kind, record.id)).reverse()) {
    const older: (Edited & Listed) | undefined = await store.history.read(kind, record.id, version)
    if (!older) continue
    const after = fieldsOf(kind, newer)
    // What was not made of a draft has the authors of the one before.
    const authors = newer.ofDraft === older.ofDraft ? {} : newer.authors
    for (const [field, value] of Object.entries(fieldsOf(kind, older))) {
      if (isEqual(value, after[field])) continue
      const by = authors?.[field] || newer.changedBy || name
      if (by !== (lastBy[field] ??= by)) lastBy[field] = name
      if (lastBy[field] === name) continue
      others.add(by)
      former[field] = value
    }
    newer = older
  }
  return others.size > 0 ? { former: { by: [...others].join('、'), fields: former } } : {}
}
