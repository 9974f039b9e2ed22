import assert from 'node:assert/strict'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { kinds } from '../../contract/kinds/kinds.ts'
import { newsPage, productPage } from '../../contract/kinds/recordPages.ts'
import { idOfRequest } from '../../server/records/recordCalls.ts'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { shownTime, storedTime } from '../../server/store/kind.ts'
import { random } from '../random.ts'
import { newFolder, onPostgres } from '../server.ts'
import { store as putRecord, stored } from '../stored.ts'
import { PowerCut } from './powerCut.ts'
import { minute, type RunningSite, runSite, start } from './runningSite.ts'
import { afterEvent, eventNames, keyOf, type Moment, mustShow, nowhere, type State } from './stateModel.ts'

type Kind = 'news' | 'product'
const words = {
  news: { title: 'newTitle', summary: 'newIntro', pageOf: newsPage, group: {} },
  product: { title: 'coverName', summary: 'coverDescribe', pageOf: productPage, group: { locationId: 'zhgd' } },
} as const
/** In the text of every record. */
const word = '铸件'
/** One of each kind that is always published, the oldest. Only products can be moved: that one was, above all that are made later. */
const beside = 'beside'
const besideOf = (kind: Kind): State => ({
  ...nowhere,
  live: { title: '旁', version: 0, place: { since: 0, ...(kind === 'product' && { rank: 1e6 }) } },
})
const noneOf = (kind: Kind, names: readonly string[]): Moment['states'] => ({
  ...Object.fromEntries(names.map((name) => [name, nowhere])),
  [beside]: besideOf(kind),
})

/** A running site with the records of one kind, and the last link to a draft of each. */
interface Subject {
  t: TestContext
  site: RunningSite
  kind: Kind
  home: string
  links: Map<string, string>
}
const requestIdOf = (name: string): string => `request-of-record-${name}`
const idOf = ({ site }: Pick<Subject, 'site'>, name: string): string => idOfRequest(site.userId, requestIdOf(name))
const timeAt = (minutes: number): string => shownTime(chinaTime(start + minutes * minute))
const minutesOf = (time: string): number => (Date.parse(storedTime(time)) - start) / minute

async function newSubject(t: TestContext, kind: Kind, names: readonly string[]): Promise<Subject> {
  const home = newFolder(t)
  const site = await runSite(t, home)
  await site.close()
  const [createdAt, title] = [chinaTime(start - minute), '旁']
  const productCon = names.map((name) => `<a href="${productPage(idOf({ site }, name))}">产品</a>`).join('')
  await putRecord(home, 'news', { id: beside, createdAt, newTitle: title, newIntro: word, newCover: '', newInfo: '' })
  await putRecord(home, 'product', {
    id: beside,
    createdAt,
    rank: 'zzz',
    coverName: title,
    coverDescribe: word,
    jumpUrl: '',
    coverUrl: '',
    locationId: 'zhgd',
    productCon,
  })
  return { t, kind, home, site: await runSite(t, home), links: new Map() }
}

/** Does what an event is. A call that is refused changes nothing. */
async function make(
  subject: Subject,
  event: string,
  name: string,
  { now, step, states }: Moment,
  later: number,
): Promise<void> {
  const {
    t,
    site: { staff, act, clock },
    kind,
    home,
    links,
  } = subject
  const [id, { live, draft, trash }, apart] = [
    idOf(subject, name),
    states[name] ?? nowhere,
    Object.keys(states).indexOf(name),
  ]
  const [one, title] = [{ kind, id }, { [words[kind].title]: `稿${step + 1}` }]
  const fields = { ...title, [words[kind].summary]: word, ...words[kind].group }
  const target = live || draft || trash ? { id } : { requestId: requestIdOf(name) }
  const save = (saved: object, more: object = {}) => staff('draftSave', { kind, fields: saved, ...target, ...more })
  const update = (changed: object) => staff(`${kind}Update`, { [kinds[kind].id]: id, ...changed })
  const events: Readonly<Record<string, () => Promise<unknown>>> = {
    'save a draft': () => save(fields),
    'save a draft with a time': () => save(fields, { publishAt: timeAt(now + 60 + apart) }),
    publish: () => staff('draftPublish', one),
    'publish fields': () => staff('draftPublish', { kind, fields, ...target }),
    edit: () => update(title),
    'set an end': () => update({ ...title, unpublishAt: timeAt(now + 120 + apart) }),
    'take off': () => act('unpublish', one),
    delete: () => staff(`${kind}Delete`, { [kinds[kind].id]: id }),
    discard: () => act('discard', one),
    restore: () => act('restore', one),
    erase: () => staff('trashDelete', { kind, ids: [id] }),
    async 'restore a version'() {
      const { data } = await staff('historyList', one)
      if (data?.[0]) await save((await staff('historyDetail', { ...one, version: data[0].version })).data.fields)
    },
    pin: () => update({ pinned: !live?.pinned }),
    move: () => act('order', one),
    async 'make a link'() {
      const { code, data } = await staff('draftLink', one)
      if (code === 200) links.set(name, data.url.slice(new URL(data.url).origin.length))
    },
    async 'the server restarts'() {
      await subject.site.close()
      subject.site = await runSite(t, home, undefined, clock.time)
    },
  }
  clock.time = Math.max(clock.time, start + later * minute)
  await events[event]?.()
  await subject.site.passDue()
}

const found = (page: string, pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, match = '']) => match)
const titleOf = (page: string): string => found(page, /<title>(稿\d+)/g).join()
const valuesIn = (rows: object[], name: string): unknown[] => rows.map((row) => Reflect.get(row, name))
/** A row of a list or the fields of a draft, in the words of the model. */
const inWords = (
  kind: Kind,
  { publishAt, unpublishAt, pinned, state, hasDraft, ...fields }: Record<string, string>,
): object => ({
  title: fields[words[kind].title],
  ...(unpublishAt && { ends: minutesOf(unpublishAt) }),
  ...(pinned && { pinned }),
  ...(publishAt && { at: minutesOf(publishAt) }),
  ...(state && { state }),
  ...(hasDraft && { hasDraft }),
})
const filesIn = async (home: string): Promise<string[]> =>
  onPostgres
    ? (await stored(home)).map(({ name }) => name)
    : readdirSync(join(home, 'data'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.json'))
        .sort()

/** What visitors, staff and the disk have: see `mustShow`. */
async function shows(subject: Subject, names: readonly string[]): Promise<Record<string, object>> {
  const {
    site: { staff, visitor, page },
    kind,
    home,
    links,
  } = subject
  const [all, { title, pageOf }] = [{ page: 1, limit: 10 }, words[kind]]
  const { data: near } = await visitor(kind === 'news' ? 'newsDetail' : 'productRelated', { [kinds[kind].id]: beside })
  const { data: rows } = await staff(`${kind}List`, { ...all, show: 'all' })
  const [sitemap, files] = [await page('/sitemap.xml'), await filesIn(home)]
  const ofRecord = async (name: string): Promise<object> => {
    const one = { kind, id: idOf(subject, name) }
    const row = rows.data.find((each: object) => Object.values(each).includes(one.id))
    const { code, data: draft } = await staff('draftDetail', one)
    const { data: versions } = await staff('historyList', one)
    const [version] = valuesIn(versions ?? [], 'version')
    const { data: last } = version ? await staff('historyDetail', { ...one, version }) : { data: undefined }
    return {
      page: titleOf(await page(pageOf(one.id))),
      inSitemap: sitemap.includes(`${pageOf(one.id)}<`),
      link: links.has(name) ? titleOf(await page(links.get(name) ?? '')) : undefined,
      row: row && inWords(kind, row),
      draft: code === 200 ? inWords(kind, { ...draft.fields, publishAt: draft.publishAt }) : undefined,
      history: [versions?.length ?? 0, ...(last ? [inWords(kind, last.fields)] : [])],
      files: files.flatMap((file) => (file.includes(one.id) ? file.split(one.id).slice(0, 1) : [])),
    }
  }
  return {
    list: valuesIn((await visitor(`${kind}List`, all)).data.data, title),
    search: valuesIn((await visitor('siteSearch', { word, page: 1 })).data.data, 'title').sort(),
    feed: found(await page('/rss.xml'), /<item><title>([^<]*)/g),
    neighbours: [near.newer ?? near.previous, near.older ?? near.next].map((row) => row?.[title]),
    related: valuesIn(near.products ?? [], title).sort(),
    trash: valuesIn((await staff('trashList', { ...all, kind })).data.data, 'title').sort(),
    ...Object.fromEntries(await Promise.all(names.map(async (name) => [name, await ofRecord(name)] as const))),
  }
}

async function makeNext(subject: Subject, event: string, name: string, moment: Moment): Promise<Moment> {
  const { after } = afterEvent(moment, event, name)
  await make(subject, event, name, moment, after.now)
  return after
}

/** Makes an event, and compares what is there with the model. */
async function makeAndCheck(
  subject: Subject,
  event: string,
  name: string,
  moment: Moment,
  path: string,
): Promise<Moment> {
  const after = await makeNext(subject, event, name, moment)
  const names = event === 'time passes' ? Object.keys(after.states).filter((each) => each !== beside) : [name]
  assert.deepEqual(await shows(subject, names), mustShow(after, subject.kind, names), path)
  return after
}

const eventsOf = (kind: Kind): string[] => eventNames.filter((event) => kind === 'product' || event !== 'move')
/** Leaves nothing of a record, whatever there was. */
const removal = ['take off', 'discard', 'erase']

/**
 * Every order of so many events after `from`, equal states once. The first `killed` of them are also made with the server killed before
 * each of its system calls.
 */
export async function everyOrder(
  t: TestContext,
  kind: Kind,
  { from = [], events: most, killed }: { from?: string[]; events: number; killed: number },
): Promise<{ orders: number; kills: number }> {
  const subject = await newSubject(t, kind, ['a'])
  const [count, seen] = [{ orders: 0, kills: 0 }, new Set<string>()]
  let moment: Moment = { now: 0, step: 0, states: noneOf(kind, ['a']) }
  let paths = [from]
  for (let length = 1; length <= most; length++) {
    const next: string[][] = []
    for (const order of paths.flatMap((path) => eventsOf(kind).map((event) => [...path, event]))) {
      const [event = '', path] = [order.at(-1), order.join(', ')]
      for (const each of order.slice(0, -1)) moment = await makeNext(subject, each, 'a', moment)
      const copy = length <= killed && !uninteresting.includes(event) ? copyOf(t, subject.home) : undefined
      const before = moment
      moment = await makeAndCheck(subject, event, 'a', before, path)
      if (copy !== undefined) count.kills += await killEverywhere({ ...subject, home: copy }, event, before, path)
      count.orders++
      const key = keyOf(moment, moment.states['a'])
      if (!seen.has(key)) next.push(order)
      seen.add(key)
      for (const each of removal) moment = await makeNext(subject, each, 'a', moment)
      moment = { ...moment, states: noneOf(kind, ['a']) }
      subject.links.clear()
    }
    paths = next
  }
  await subject.site.close()
  return count
}

/** They write nothing of a record. */
const uninteresting = ['make a link', 'the server restarts']

function copyOf(t: TestContext, folder: string): string {
  const copy = newFolder(t)
  cpSync(folder, copy, { recursive: true })
  return copy
}

/** Makes an event again and again while the server is killed before each of its system calls: it was done or was not. */
async function killEverywhere(
  { t, kind, home, links, site }: Subject,
  event: string,
  before: Moment,
  path: string,
): Promise<number> {
  const { after, left } = afterEvent(before, event, 'a')
  const seen = new Set<string>()
  for (let call = 0; ; call++) {
    const subject = { t, kind, home: copyOf(t, home), links: new Map(links), site }
    const power = new PowerCut(call)
    subject.site = await runSite(t, subject.home, power, site.clock.time)
    await make(subject, event, 'a', before, after.now)
    await subject.site.close()
    if (power.calls < call) return call
    const files = (await stored(subject.home)).filter(({ name }) => !name.startsWith('session/'))
    const state = files.map(({ name, text: file }) => name + file.replace(/"key":"[^"]*"/, '')).join()
    if (seen.has(state)) continue
    seen.add(state)
    subject.site = await runSite(t, subject.home, undefined, subject.site.clock.time)
    const shown = withoutFiles(await shows(subject, ['a']))
    await subject.site.close()
    const isExpected = left.some((moment) => isDeepStrictEqual(withoutFiles(mustShow(moment, kind, ['a'])), shown))
    assert.ok(isExpected, `${path}, killed before call ${call}: ${JSON.stringify(shown, undefined, 1)}`)
  }
}

/** The version that was to be replaced may be kept already. */
const withoutFiles = (shown: object): object =>
  JSON.parse(JSON.stringify(shown, (name, value) => (name === 'files' ? undefined : value)))

/** So many random orders of twelve events of three records, on a server that runs all the time. */
export async function randomOrders(
  t: TestContext,
  kind: Kind,
  { seed, orders }: { seed: number; orders: number },
): Promise<void> {
  const names = ['a', 'b', 'c']
  const [subject, events] = [await newSubject(t, kind, names), eventsOf(kind)]
  let moment: Moment = { now: 0, step: 0, states: noneOf(kind, names) }
  for (let order = seed; order < seed + orders; order++) {
    const below = random(order)
    let path = `ORDERS_SEED=${order}: `
    for (let i = 0; i < 12; i++) {
      const [event = '', name = ''] = [events[below(events.length)], names[below(names.length)]]
      path += `${event} (${name}), `
      moment = await makeAndCheck(subject, event, name, moment, path)
    }
    for (const name of names) for (const event of removal) moment = await makeNext(subject, event, name, moment)
    assert.deepEqual(await shows(subject, names), mustShow(moment, kind, names), `${path}all removed`)
    moment = { ...moment, states: noneOf(kind, names) }
    subject.links.clear()
  }
  await subject.site.close()
}
