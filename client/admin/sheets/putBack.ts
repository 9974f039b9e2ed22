import type { FieldValues } from '../../../contract/merge.ts'
import { CallError } from '../../lib/callError.ts'
import type { Loaded, Saved } from '../form/formState.ts'
import type { RecordCalls } from '../form/recordCalls.ts'

/** A record before it was published or taken offline: what visitors saw, and the draft beside. */
export interface Before {
  live: FieldValues | undefined
  draft: FieldValues | undefined
}

export async function stateBefore(calls: RecordCalls, id: string): Promise<Before> {
  const { values, publication } = await calls.load(id, new AbortController().signal)
  if (publication?.draft === undefined) return { live: values, draft: undefined }
  const live = publication.published === undefined ? undefined : (await calls.publishing.loadPublished(id)).values
  return { live, draft: values }
}

/** What the record is now, for `putBack`. */
export const versionNow = async (calls: RecordCalls, id: string): Promise<string | undefined> =>
  (await calls.load(id, new AbortController().signal)).version

/** Makes of the record what it was before, unless somebody has changed it since it had this version; resolves to its next one. */
export async function putBack(
  calls: RecordCalls,
  id: string,
  { live, draft }: Before,
  version: string | undefined,
): Promise<string | undefined> {
  const signal = new AbortController().signal
  const now = await calls.load(id, signal)
  if (now.version !== version) throw new CallError(409, '后来又有人修改过')
  const from = now.publication ? { publication: now.publication } : {}
  let next: Loaded | Saved = now
  if (live) {
    next = await calls.publishing.publishValues(id, live, from)
  } else if (now.publication?.published !== undefined) {
    await calls.publishing.unpublish(id)
    next = await calls.load(id, signal)
  }
  if (!draft) return next.version
  // The marks of what could not be pasted went as it was published, and its time with them.
  const saved = await calls.update(id, {}, next.publication ? { publication: next.publication } : {}, draft)
  return saved?.version
}
