import type { KindName } from '../../../contract/kinds.ts'
import { CallError, messageOf } from '../../lib/callError.ts'
import { keepTrying } from '../keepTrying.ts'
import { type Before, putBack, stateBefore, versionNow } from './putBack.ts'
import { emptyValues, recordCalls } from '../form/recordCalls.ts'
import type { Connection, RowResult } from './importing.ts'

/** A record before an import was published, and the version that it has since. */
export interface PublishUndo {
  kind: KindName
  id: string
  before: Before
  version: string | undefined
}

const callsOf = (kind: KindName) => recordCalls(kind, emptyValues(kind))

/** Publishes the drafts of an import. Those that lack something stay drafts, with why. */
export async function publishAll(
  drafts: readonly RowResult[],
  onStep: (done: number) => void,
  connection: Connection,
): Promise<{ results: RowResult[]; undos: PublishUndo[] }> {
  const results: RowResult[] = []
  const undos: PublishUndo[] = []
  for (const draft of drafts) {
    try {
      undos.push(await publishOne(draft, connection))
      results.push({ ...draft, failed: '' })
    } catch (cause) {
      results.push({ ...draft, failed: messageOf(cause, '没有发布成功，请重试') })
    }
    onStep(results.length)
  }
  return { results, undos }
}

async function publishOne({ kind, id }: RowResult, connection: Connection): Promise<PublishUndo> {
  const calls = callsOf(kind)
  const before = await keepTrying(() => stateBefore(calls, id), connection)
  const version = await keepTrying(async (isRepeated) => {
    try {
      return (await calls.publishing.publishDraft(id)).version
    } catch (cause) {
      // There is no draft any more: it was published, and the reply was lost.
      if (isRepeated && cause instanceof CallError && cause.code === 404) return versionNow(calls, id)
      throw cause
    }
  }, connection)
  return { kind, id, before, version }
}

/** Makes drafts of them again, the last one first. Returns their versions by their ids: undefined of what somebody has changed since. */
export async function unpublishAll(
  undos: readonly PublishUndo[],
  onStep: (done: number) => void,
  connection: Connection,
): Promise<ReadonlyMap<string, string | undefined>> {
  const versions = new Map<string, string | undefined>()
  for (const [index, { kind, id, before, version }] of [...undos].reverse().entries()) {
    try {
      versions.set(id, await keepTrying(() => putBack(callsOf(kind), id, before, version), connection))
    } catch {
      versions.set(id, undefined)
    }
    onStep(index + 1)
  }
  return versions
}
