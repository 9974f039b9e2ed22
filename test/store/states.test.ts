import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { heal } from '../../server/records/heal.ts'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { nowhere, type State } from '../../server/store/states.ts'
import { openStore } from '../../server/store/store.ts'
import { recordOf } from '../records.ts'
import { newFolder } from '../server.ts'
import { newDisk } from './help.ts'

const time = Date.UTC(2026, 10, 22, 4)
const createdAt = chinaTime(time)
const fields = { newTitle: 'one', newIntro: '', newCover: '', newInfo: '' }
const live = { ...recordOf('news', { id: 'n', createdAt, ...fields }) }
const draft = { id: 'n', createdAt, fields }
const deleted = { id: 'n', createdAt, deletedBy: 'admin', record: live }

async function open(t: TestContext, root = newFolder(t)) {
  return openStore({ disk: newDisk(t, root), now: () => time, log: () => {} })
}
const placesOf = (state: State): string =>
  (['live', 'draft', 'trash'] as const).filter((place) => state[place]).join(' ')

test('who follows a state is called when all of it is visible, before those of lower places in the list', async (t) => {
  const { states, news } = await open(t)
  const seen: string[] = []
  states.news.watch('outbox', ({ next }) => void seen.push(`outbox ${placesOf(next)}`))
  states.news.watch(
    'schedule',
    ({ id, before, next, byOtherServer }) =>
      void seen.push(`${id} ${placesOf(before)} > ${placesOf(next)} ${byOtherServer}`),
  )
  news.watch('revision', () => seen.push('revision'))
  await states.news.change('n', () => ({ ...nowhere, live }))
  assert.deepEqual(seen.splice(0), ['revision', 'n  > live false', 'outbox live'])
  await states.news.change('n', () => ({ ...nowhere, draft }))
  assert.deepEqual(seen.splice(0), [
    'n  > draft false',
    'outbox draft',
    'revision',
    'n live draft > draft false',
    'outbox draft',
  ])
  await states.news.change('n', (state) => state)
  await assert.rejects(
    states.news.change('n', () => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.deepEqual(seen, [])
})

test('changes of one record follow each other, whichever place they name', async (t) => {
  const { states, news } = await open(t)
  const waiting = states.news.change('n', async () => {
    await new Promise(setImmediate)
    return { ...nowhere, live }
  })
  const updated = news.update('n', (record) => ({ ...record, newTitle: 'two' }))
  const last = states.news.change('n', (state) => ({
    ...nowhere,
    trash: { ...deleted, ...(state.live && { record: state.live }) },
  }))
  assert.deepEqual(
    [placesOf(await waiting), (await updated)?.newTitle, (await last).trash?.record?.newTitle],
    ['live', 'two', 'two'],
  )
})

test('what a change has left is settled for the next change and at the start', async (t) => {
  for (const [left, settled] of [
    [{ live, trash: deleted }, 'live'],
    [{ draft, trash: { ...deleted, draft } }, 'trash'],
    [{ live, draft, trash: deleted }, 'live draft'],
    [{ live: { ...live, ofDraft: 'key' }, draft: { ...draft, key: 'key' } }, 'live'],
    [{ live: { ...live, ofDraft: createdAt }, draft }, 'live'],
    [{ live: { ...live, ofDraft: 'key' }, draft: { ...draft, key: 'other' } }, 'live draft'],
    [{ live, draft: { ...draft, off: createdAt, was: { createdAt } } }, 'draft'],
    [
      { live: { ...live, changedAt: chinaTime(time + 1) }, draft: { ...draft, off: createdAt, was: { createdAt } } },
      'live draft',
    ],
    // An earlier version has published it, or put it online again.
    [{ live, draft: { ...draft, key: 'key' } }, 'live draft'],
    [{ live, draft: { ...draft, off: createdAt } }, 'live draft'],
  ] as const) {
    const root = newFolder(t)
    const store = await open(t, root)
    if ('trash' in left) await store.trash.news.put(left.trash)
    if ('draft' in left) await store.drafts.news.put(left.draft)
    if ('live' in left) await store.news.put(left.live)
    let found = ''
    await store.states.news
      .change('n', (state) => {
        found = placesOf(state)
        throw new Error('nothing changes')
      })
      .catch(() => {})
    assert.equal(found, settled)
    await store.close()
    const started = await open(t, root)
    await heal(started)
    const [one, two, three] = [started.news.get('n'), started.drafts.news.get('n'), started.trash.news.get('n')]
    assert.equal([one && 'live', two && 'draft', three && 'trash'].filter(Boolean).join(' '), settled)
    await started.close()
  }
})
