import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Operation, SentRow } from '../../contract/calls/operations.ts'
import { type Caller, visitorAt } from '../../server/call.ts'
import { createDrafts } from '../../server/records/drafts.ts'
import { heal } from '../../server/records/heal.ts'
import { createTrash } from '../../server/records/trash.ts'
import { operationCalls } from '../../server/acts/operationCalls.ts'
import { createOperations } from '../../server/acts/operations.ts'
import { createRedirects } from '../../server/site/redirects.ts'
import { createRichText } from '../../server/media/richText.ts'
import { createClearing } from '../../server/acts/clearStarter.ts'
import { factsOf } from '../../server/site/siteCalls.ts'
import { starterContent } from '../../server/site/seed.ts'
import { commitBatch, type CommitFs } from '../../server/store/commit.ts'
import { currentSite } from '../../server/store/currentSite.ts'
import type { SessionRecord, UserRecord } from '../../server/store/records.ts'
import { openStore } from '../../server/store/store.ts'
import { createJobs } from '../../server/system/jobs.ts'
import { PowerCut } from '../records/powerCut.ts'
import { newDisk } from '../store/help.ts'

export const starter = starterContent(fileURLToPath(new URL('../../data/seed/', import.meta.url)))
const start = Date.UTC(2026, 10, 22, 4)
export type InProcess = Awaited<ReturnType<typeof inProcess>>

/** The room within the test, which can cut its power; each look at its clock moves it. */
export async function inProcess(
  t: TestContext,
  root: string,
  { fs }: { fs: CommitFs } = new PowerCut(Infinity),
  from = start,
  readPage: Parameters<typeof createOperations>[0]['readPage'] = () => Promise.reject(new Error('no internet')),
) {
  const clock = { time: from }
  const now = (): number => ++clock.time
  const log = (): void => {}
  const store = await openStore({ disk: newDisk(t, root, async (ops) => commitBatch(root, ops, fs)), now, log })
  await heal(store)
  const site = currentSite(store, starter.site, now)
  const jobs = createJobs({ leads: async () => true, now, log })
  const redirects = createRedirects({ store, site, siteOrigin: () => 'http://site.test', now })
  const drafts = createDrafts({ store, site, richText: createRichText(), redirects, now })
  const trash = createTrash({ store, redirects, now })
  const clearing = createClearing({ store, site, starter, redirects, makeBackup: undefined, now })
  const operations = createOperations({ store, site, drafts, trash, redirects, clearing, readPage, jobs, now, log })
  const calls = operationCalls({ store, operations, clearing, now })
  if (!store.user.get('u')) await store.user.insert({ name: 'admin', password: '', avatar: '', role: 'admin' }, 'u')
  jobs.start()
  const caller: Caller = {
    ...visitorAt(''),
    signedIn: { user: store.user.get('u') as UserRecord, session: {} as SessionRecord },
  }
  let isClosed = false
  const ended = async (begun: Operation): Promise<Operation> => {
    let last = begun
    while (!isClosed && (last.state === 'running' || last.state === 'undoing'))
      last = await calls.operationDetail({ id: last.id, since: last.step }, caller)
    return last
  }
  return {
    store,
    drafts,
    trash,
    redirects,
    operations,
    calls,
    caller,
    clock,
    ended,
    /** Of another server on the same data, which somebody has killed. */
    resumed: async (id: string): Promise<Operation> =>
      ended(await calls.operationDetail({ id, since: undefined }, caller)),
    async run(what: Operation['what'], ids: readonly string[], options: Operation['options'] = {}): Promise<Operation> {
      const rows = ids.map((id) =>
        what === 'import' ? stagedRow(id, options.source) : { kind: 'product' as const, id },
      )
      return ended(await calls.operationStart({ what, rows, options, more: false, requestId: '' }, caller))
    },
    undo: async (id: string): Promise<Operation> => ended(await calls.operationUndo({ id }, caller)),
    /** All of the records, as they are, and the settings. */
    all: (): string =>
      JSON.stringify([
        ...[store.product, store.drafts.product, store.trash.product, store.redirect].map((collection) =>
          [...collection.all()].sort((a, b) => (a.id < b.id ? -1 : 1)),
        ),
        factsOf(site()),
      ]),
    async close(): Promise<void> {
      isClosed = true
      await jobs.stop()
      await store.close().catch(() => {})
    },
  }
}

/** A new record or, of those that are there, another text. */
function stagedRow(id: string, text = 'imported'): SentRow {
  const isNew = id.startsWith('new')
  const redirects = isNew ? [{ from: `/${id}.html`, to: '' }] : undefined
  const others = { draftVersion: undefined, basedOn: undefined, redirects, notes: undefined }
  const fields = { coverName: `${id} ${text}` }
  return { kind: 'product', id: isNew ? '' : id, staged: { key: id, title: id, fields, group: '电缆', ...others } }
}

/** Without the times and keys that every run makes anew. */
export const withoutTimes = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\d[T ][\d:.+]+/g, 'time').replace(/"(key|ofDraft|rank)":"[^"]*"/g, '"$1":""')

export const isDone = ({ state, failed, left }: Operation): void =>
  assert.deepEqual([state.replace('undone', 'done'), failed, left], ['done', [], []])
