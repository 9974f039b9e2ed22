import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createDrafts, type Drafts } from '../../server/records/drafts.ts'
import { heal } from '../../server/records/heal.ts'
import { createTrash, type Trash } from '../../server/records/trash.ts'
import { createRichText } from '../../server/media/richText.ts'
import { type CommitFs, commitBatch } from '../../server/store/commit.ts'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { edit } from '../../server/store/edits.ts'
import { versionOf } from '../../server/store/kind.ts'
import type { RecordChanges } from '../../server/store/states.ts'
import { fieldsOf } from '../../server/store/records.ts'
import { openStore, type Store } from '../../server/store/store.ts'
import { recordOf } from '../records.ts'
import { newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'
import { PowerCut } from './powerCut.ts'

export const start = Date.UTC(2026, 10, 22, 4)
export interface Site {
  store: Store
  drafts: Drafts
  trash: Trash
  /** Milliseconds; each look at it moves it by a second. */
  clock: { time: number }
}

/** Records of which nothing leads on. */
export const changesOnly = ({ states }: Store): RecordChanges => ({
  change: (kind, id, plan) => states[kind].change(id, plan),
  refuseTarget() {},
})

export async function openSite(
  t: TestContext,
  root: string,
  { fs }: { fs: CommitFs } = new PowerCut(Infinity),
  from = start,
): Promise<Site> {
  const clock = { time: from }
  const now = (): number => (clock.time += 1000)
  const store = await openStore({
    disk: newDisk(t, root, async (ops) => commitBatch(root, ops, fs)),
    now,
    log: () => {},
  })
  return {
    store,
    drafts: createDrafts({
      store,
      site: () => ({ groups: [] }),
      richText: createRichText(),
      redirects: changesOnly(store),
      now,
    }),
    trash: createTrash({ store, redirects: changesOnly(store), now }),
    clock,
  }
}

const text = (newTitle: string) => ({ newTitle, newIntro: '', newCover: '', newInfo: '' })
const draft = (fields: Readonly<Record<string, unknown>>, id?: string) =>
  ({
    kind: 'news',
    id,
    newId: id === undefined ? 'n' : undefined,
    fields,
    basedOn: undefined,
    draftVersion: undefined,
    publishAt: undefined,
    by: 'admin',
  }) as const
const by = 'admin'
const publishTyped = ({ drafts }: Site, fields: Readonly<Record<string, unknown>>, id?: string): Promise<unknown> =>
  drafts.publishFields(draft(fields, id))
const publishOne = ({ store }: Site): Promise<unknown> =>
  store.news.insert(recordOf('news', { ...text('one'), changedBy: by }), 'n')
const edited = ({ store, clock }: Site, fields: Readonly<Record<string, string>>): Promise<unknown> =>
  edit(store.news, 'n', { fields, basedOn: undefined, by, now: clock.time + 5000 })
const rename = (site: Site, newTitle: string): Promise<unknown> => edited(site, { newTitle })
const draftBeside = async (site: Site): Promise<void> => {
  await publishOne(site)
  await site.drafts.save(draft({ newTitle: 'two' }, 'n'))
}

const deletedWithDraft = async (site: Site): Promise<unknown> => {
  await draftBeside(site)
  return site.trash.put('news', 'n', { by })
}
const deletedOne = async (site: Site): Promise<unknown> => {
  await publishOne(site)
  return site.trash.put('news', 'n', { by })
}
const renamedOne = async (site: Site): Promise<unknown> => {
  await publishOne(site)
  return rename(site, 'two')
}
/** Its end is over when it is restored. */
const deletedWithEnd = async (site: Site, beside: boolean): Promise<unknown> => {
  await (beside ? draftBeside(site) : publishOne(site))
  await site.store.news.update('n', (record) => ({ ...record, unpublishAt: chinaTime(start + 600_000) }))
  return site.trash.put('news', 'n', { by })
}
const timedBeside = async (site: Site): Promise<unknown> => {
  await draftBeside(site)
  return site.store.drafts.news.update('n', (waiting) => ({ ...waiting, publishAt: chinaTime(start + 86_400_000) }))
}
const newDraft = ({ drafts }: Site): Promise<unknown> => drafts.save(draft(text('one')))
/** Both have changed since the draft was begun. */
const mergeable = async (site: Site): Promise<unknown> => {
  await draftBeside(site)
  return edited(site, { newIntro: 'theirs' })
}
const takenOff = async (site: Site): Promise<unknown> => {
  await publishOne(site)
  return site.drafts.unpublish('news', 'n', { by })
}
const publishedAgain = async (site: Site): Promise<unknown> => {
  await takenOff(site)
  return site.drafts.publish('news', 'n', { by })
}
/** A draft that stands nowhere else is in the trash. */
const discardedAfter =
  (before: (site: Site) => Promise<unknown>) =>
  async (site: Site): Promise<unknown> => {
    await before(site)
    return site.drafts.discard('news', 'n', { by })
  }
const timedBesideWithEnd = async (site: Site): Promise<unknown> => {
  await timedBeside(site)
  return edited(site, { unpublishAt: chinaTime(start + 600_000) })
}
const renamedAndDeleted = async (site: Site): Promise<unknown> => {
  await renamedOne(site)
  return site.trash.put('news', 'n', { by })
}

/** What is there before, and what is done when the power goes. */
export const changes: Record<
  string,
  [before: (site: Site) => Promise<unknown>, change: (site: Site) => Promise<unknown>]
> = {
  'an update': [publishOne, (site) => rename(site, 'two')],
  'a second update': [renamedOne, (site) => rename(site, 'three')],
  'a deletion': [publishOne, ({ trash }) => trash.put('news', 'n', { by })],
  'a deletion with the draft beside': [draftBeside, ({ trash }) => trash.put('news', 'n', { by })],
  'a restore': [deletedOne, ({ trash }) => trash.restore('news', 'n')],
  'a restore with the draft beside': [deletedWithDraft, ({ trash }) => trash.restore('news', 'n')],
  'a restore of what has ended': [(site) => deletedWithEnd(site, false), ({ trash }) => trash.restore('news', 'n')],
  'a restore of what has ended with the draft beside': [
    (site) => deletedWithEnd(site, true),
    ({ trash }) => trash.restore('news', 'n'),
  ],
  'a restore of a draft that was discarded': [discardedAfter(newDraft), ({ trash }) => trash.restore('news', 'n')],
  'a restore of a draft that was discarded offline': [
    discardedAfter(takenOff),
    ({ trash }) => trash.restore('news', 'n'),
  ],
  'a new draft': [async () => {}, ({ drafts }) => drafts.save(draft(text('one')))],
  'a draft beside a published record': [publishOne, ({ drafts }) => drafts.save(draft({ newTitle: 'two' }, 'n'))],
  'publishing what was never published': [newDraft, ({ drafts }) => drafts.publish('news', 'n', { by })],
  'publishing the draft beside': [draftBeside, ({ drafts }) => drafts.publish('news', 'n', { by })],
  'publishing the draft beside, merged with what was published since': [
    mergeable,
    ({ drafts }) => drafts.publish('news', 'n', { by }),
  ],
  'publishing what was taken offline': [takenOff, ({ drafts }) => drafts.publish('news', 'n', { by })],
  'publishing what was typed into a new record': [async () => {}, (site) => publishTyped(site, text('one'))],
  'publishing what was typed into a published record': [
    publishOne,
    (site) => publishTyped(site, { newTitle: 'two' }, 'n'),
  ],
  'publishing what was typed into the draft beside': [
    draftBeside,
    (site) => publishTyped(site, { newTitle: 'three' }, 'n'),
  ],
  'publishing what was typed into the draft beside that has a time, merged with what was published since': [
    async (site) => {
      await timedBeside(site)
      await edited(site, { newIntro: 'theirs' })
    },
    (site) => publishTyped(site, { newTitle: 'three' }, 'n'),
  ],
  'publishing what was typed into what was taken offline': [
    takenOff,
    (site) => publishTyped(site, { newTitle: 'two' }, 'n'),
  ],
  'unpublishing what was published again': [publishedAgain, ({ drafts }) => drafts.unpublish('news', 'n', { by })],
  'unpublishing by the clock with a draft beside that has a time': [
    timedBesideWithEnd,
    ({ drafts, clock }) => drafts.unpublish('news', 'n', { dueBy: clock.time }),
  ],
  unpublishing: [publishOne, ({ drafts }) => drafts.unpublish('news', 'n', { by })],
  'unpublishing with a draft beside': [draftBeside, ({ drafts }) => drafts.unpublish('news', 'n', { by })],
  'unpublishing with a draft beside that has a time': [
    timedBeside,
    ({ drafts }) => drafts.unpublish('news', 'n', { by }),
  ],
  'discarding a draft that is nowhere else': [newDraft, ({ drafts }) => drafts.discard('news', 'n', { by })],
  'discarding the draft beside': [draftBeside, ({ drafts }) => drafts.discard('news', 'n', { by })],
  erasing: [renamedAndDeleted, ({ trash }) => trash.erase('news', 'n')],
}

/** What is where, without the times of the change. */
export const places = ({ store }: Site): string => {
  const [live, waiting, deleted] = [store.news.get('n'), store.drafts.news.get('n'), store.trash.news.get('n')]
  return JSON.stringify([
    live && fieldsOf('news', live),
    waiting && [waiting.fields, waiting.basedOn, waiting.was, waiting.publishAt],
    deleted && [deleted.record, deleted.draft],
  ])
}

export const nowhere = JSON.stringify([null, null, null])

const filesIn = (root: string): Map<string, string> =>
  new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [
        join(parentPath, name).slice(root.length),
        readFileSync(join(parentPath, name), 'utf8'),
      ]),
  )

/**
 * Does a change again and again while the power goes before each of its system calls, and starts on what is left: the change was done or
 * was not, and what it replaced is in the history. `undone` also tries what a power cut may undo, beside what a kill leaves.
 */
export async function interrupted(t: TestContext, name: string, { undone }: { undone: boolean }): Promise<void> {
  const [before, change] = changes[name] ?? assert.fail(name)
  const template = newFolder(t)
  const first = await openSite(t, template)
  await before(first)
  const [was, old] = [places(first), first.store.news.get('n')]
  await first.store.close()
  const seen = new Set<string>()
  const outcomes = new Set<string>()

  const check = async (root: string, done: string, moment: string): Promise<void> => {
    const files = filesIn(root)
    const state = JSON.stringify([...files].filter(([path]) => !path.includes('.tmp-')).sort())
    if (seen.has(state)) return
    seen.add(state)
    const site = await openSite(t, root)
    await heal(site.store)
    const found = places(site)
    outcomes.add(found)
    assert.ok(found === was || found === done, `${moment}: ${found}\nis neither\n${was}\nnor\n${done}`)
    const live = site.store.news.get('n')
    const versions = await site.store.history.list('news', 'n')
    const isReplaced = old !== undefined && !(live && versionOf(live) === versionOf(old))
    if (isReplaced)
      assert.deepEqual(
        await site.store.history.read('news', 'n', versionOf(old)),
        old,
        `${moment}: what it was is kept`,
      )
    if (found === nowhere) assert.deepEqual(versions, [], `${moment}: its history is erased before it`)
    await site.store.close()
  }

  const run = async (at: number): Promise<{ root: string; power: PowerCut; done: string }> => {
    const root = newFolder(t)
    cpSync(template, root, { recursive: true })
    const power = new PowerCut(at)
    const site = await openSite(t, root, power, start + 3_600_000)
    await change(site).catch((error: unknown) => assert.notEqual(at, Infinity, String(error)))
    return { root, power, done: places(site) }
  }
  const {
    power: { calls },
    done,
    root: ended,
  } = await run(Infinity)
  assert.notEqual(done, was)
  await check(ended, done, 'at the end')
  for (let at = 0; at < calls; at++) {
    const { root, power } = await run(at)
    await check(root, done, `killed before call ${at}`)
    for (let only = 0; undone && only <= power.unsynced; only++) {
      const cut = await run(at)
      cut.power.undo(only === power.unsynced ? undefined : only)
      await check(cut.root, done, `power cut before call ${at}, ${only}`)
    }
  }
  assert.equal(outcomes.size, 2, 'both were seen')
}
