import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { kinds } from '../../contract/kinds.ts'
import { commitBatch, type Op } from '../../server/store/commit.ts'
import { openDisk } from '../../server/store/disk.ts'
import { moveCases } from '../../server/site/moveCases.ts'
import { readSeed } from '../../server/site/seed.ts'
import { openStore } from '../../server/store/store.ts'
import type { Commit } from '../../server/store/writeQueue.ts'
import { eventually } from '../eventually.ts'
import { filesOnly, newFolder, onPostgres } from '../server.ts'
import { store as write } from '../stored.ts'
import { newDisk } from './help.ts'

const seed = fileURLToPath(new URL('../../data/seed', import.meta.url))
const facts = JSON.parse(readFileSync(`${seed}/site/site.json`, 'utf8'))
const shipped = readSeed(seed, 'case').sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1)).map(({ id }) => id)

/** As settings before 0.6 had them. */
const own = {
  name: '滨河公园', path: '/xiangmuanli/bhgy', image: '/media/og.png', banner: '/media/og.png', intro: '介绍', company: ['甲<乙', '丙'],
  figures: [{ value: 3, suffix: '台', label: '塔机' }], details: [], products: ['zhgd-tower-crane'], films: [],
}
const olderShipped = () => readSeed(seed, 'case').map((record) => {
  const {
    caseName: name, casePath: path, caseIntro: intro, caseImage: image, caseBanner: banner, caseBody, createdAt: _, id, quotes: _quotes,
    ...lists
  } = record as typeof record & { quotes: unknown } &
    Record<'caseName' | 'casePath' | 'caseIntro' | 'caseImage' | 'caseBanner' | 'caseBody', string>
  return { id, name, path, intro, image, banner, company: caseBody.slice(3, -4).split('</p><p>'), ...lists }
})
const olderSite = (cases?: unknown) => {
  const { casesMoved: _moved, cases: _cases, ...record } = facts
  return { ...record, ...(cases !== undefined && { cases }) }
}

/** With a commit that never ends there is nothing to close. */
async function open(t: TestContext, folder: string, commit?: Commit) {
  const disk = commit ? openDisk(`${folder}/data`, { log: () => {}, commit }) : newDisk(t, onPostgres ? folder : `${folder}/data`)
  const store = await openStore({ disk, now: Date.now, log: () => {} })
  return { store, move: () => moveCases(store, seed, disk), names: () => Array.from(store.case.newest(), ({ id }) => id) }
}

test('cases of an older site record become records in their order, once, whenever the server is killed', filesOnly, async (t) => {
  const [changed] = olderShipped().filter(({ id }) => id === 'sdkaili')
  const same = olderShipped().filter(({ id }) => id === 'qdfangwu')
  const cases = [own, ...same, { ...changed, name: '凯里路' }, own, null]
  const whole = ['xiangmuanli-bhgy', 'qdfangwu', 'sdkaili', 'case-4']
  let ended = false
  for (let written = 0; !ended; written++) {
    const folder = newFolder(t)
    await write(folder, 'site', olderSite(cases))
    let left = written
    const killed = open(t, folder, async (ops: readonly Op[]) => {
      const now = ops.slice(0, left)
      left -= now.length
      await commitBatch(`${folder}/data`, now)
      return now.length === ops.length ? now.map(() => null) : new Promise(() => {})
    })
    void killed.then(({ move }) => move()).then(() => (ended = true))
    await eventually(() => left === 0 || ended, 'the writes are made')

    const next = await open(t, folder)
    await next.move()
    assert.deepEqual(next.names(), whole, `killed after ${written} writes`)
    const { store } = next
    assert.deepEqual([store.site.get('site')?.cases, store.site.get('site')?.casesMoved], [cases, true], 'an older server shows what it did')
    const first = store.case.get('xiangmuanli-bhgy')
    assert.deepEqual([first?.caseBody, first?.products, first?.details], ['<p>甲&lt;乙</p><p>丙</p>', own.products, undefined])
    for (const name of Object.keys(kinds.case.fields)) assert.equal(typeof Reflect.get(first ?? {}, name), 'string', name)
    assert.deepEqual(['qdfangwu', 'sdkaili'].map((id) => store.case.get(id)?.changedAt === undefined), [true, false], 'one is as shipped')

    await store.case.remove('qdfangwu')
    const last = await open(t, folder)
    await last.move()
    assert.deepEqual(last.names(), whole.filter((id) => id !== 'qdfangwu'))
  }
})

test('a store shows the cases that it has shown: those of staff, or the shipped ones where none were ever stored', async (t) => {
  const news = { id: 'own', createdAt: facts.createdAt, newTitle: '', newIntro: '', newCover: '', newInfo: '' }
  const stores: [why: string, records: Readonly<Record<string, { id: string }>>, cases: string[]][] = [
    ['emptied by staff', { site: olderSite([]) }, []],
    ['older than the list', { site: olderSite() }, shipped],
    ['with content, but no site record', { news }, shipped],
    ['new', {}, []],
    ['of this release', { site: facts }, []],
    ['whose site record is lost', { news, 'history/site/site': { ...olderSite([own]), id: '2026-01-01' } }, []],
  ]
  for (const [why, records, cases] of stores) {
    const folder = newFolder(t)
    for (const [collection, record] of Object.entries(records)) await write(folder, collection, record)
    const first = await open(t, folder)
    await first.move()
    assert.deepEqual(first.names(), cases, why)
    for (const id of cases) await first.store.case.remove(id)
    await first.store.news.put({ ...news, id: 'later' })
    const next = await open(t, folder)
    await next.move()
    assert.deepEqual(next.names(), [], `${why}, a second time`)
  }
})
