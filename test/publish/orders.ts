import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { createSigningKey } from '../../server/auth/signingKey.ts'
import { Failure } from '../../server/failure.ts'
import { heal } from '../../server/publish/heal.ts'
import { createPreviewLinks } from '../../server/publish/previewLinks.ts'
import { createSchedule } from '../../server/publish/schedule.ts'
import { chinaTime } from '../../server/store/chinaTime.ts'
import { edit } from '../../server/store/edits.ts'
import { shownTime, storedTime, versionOf } from '../../server/store/kind.ts'
import { fieldsOf } from '../../server/store/records.ts'
import { editedCollection } from '../../server/store/store.ts'
import { random } from '../random.ts'
import { newFolder } from '../server.ts'
import { openSite, type Site, start } from './interrupted.ts'
import { PowerCut } from './powerCut.ts'

/** Hours from the start; a site's clock also moves a second whenever it is read. */
type Hour = number
interface Text { title: string; ends?: Hour }
interface Draft extends Text { at?: Hour; base?: Text }
/** What visitors, staff and the disk must show of one record. `link` is the last link that somebody has made to its draft. */
interface State { live?: Text; draft?: Draft; trash?: { live?: Text; draft?: Draft }; link?: 'open' | 'dead' }
interface Moment { now: Hour; state: State }

const text = ({ title, ends }: Text): Text => ({ title, ...(ends !== undefined && { ends }) })
const isOver = (time: Hour | undefined, now: Hour): boolean => time !== undefined && time <= now
const withoutEnd = <T extends Text>({ ends, ...rest }: T, now: Hour) => (isOver(ends, now) ? rest : { ...rest, ...(ends !== undefined && { ends }) })
/** A link ends with its draft. */
const ended = ({ link }: State): Pick<State, 'link'> => (link ? { link: 'dead' } : {})
const linked = ({ link }: State): Pick<State, 'link'> => (link ? { link } : {})

function merged({ base, ...mine }: Draft, theirs: Text | undefined): Text | undefined {
  if (!theirs) return text(mine)
  const field = <K extends keyof Text>(name: K): Text[K] | 'clash' => {
    if (mine[name] === base?.[name] || mine[name] === theirs[name]) return theirs[name]
    return theirs[name] === base?.[name] ? mine[name] : 'clash'
  }
  const [title, ends] = [field('title'), field('ends')]
  return title === 'clash' || title === undefined || ends === 'clash' ? undefined : text({ title, ...(ends !== undefined && { ends }) })
}

function publish(state: State, now: Hour): State | undefined {
  const next = state.draft && merged(state.draft, state.live)
  return next && !isOver(next.ends, now) ? { live: next, ...ended(state) } : undefined
}
function takeOff(state: State, now: Hour, byHand: boolean): State | undefined {
  const { live, draft } = state
  if (!live) return undefined
  const { at, ...kept } = withoutEnd(draft ?? { ...live, base: live }, now) as Draft
  return { draft: { ...kept, ...(!byHand && at !== undefined && !isOver(at, now) && { at }) }, ...linked(state) }
}
function saveDraft(state: State, at?: Hour): State | undefined {
  const { live, draft } = state
  if (state.trash) return undefined
  const next: Draft = { ...(draft ?? live), title: 'draft', ...(live && !draft && { base: live }), ...(at !== undefined && { at }) }
  return next.at !== undefined && isOver(next.ends, next.at) ? undefined : { ...(live && { live }), draft: next, ...linked(state) }
}

const by = 'admin'
const inChina = (hour: Hour): string => shownTime(chinaTime(start + hour * 3_600_000))
const saving = ({ drafts, store }: Site, publishAt?: string): Promise<unknown> => drafts.save({
  kind: 'news', fields: { newTitle: 'draft' }, basedOn: undefined, draftVersion: undefined, publishAt, by,
  ...(store.news.get('n') || store.drafts.news.get('n') || store.trash.news.get('n') ? { id: 'n', newId: undefined } : { id: undefined, newId: 'n' }),
})
const editing = ({ store }: Site, fields: Readonly<Record<string, string>>, now: Hour): Promise<unknown> =>
  edit(editedCollection(store, 'news'), 'n', { fields, basedOn: undefined, by, now: start + now * 3_600_000 })

interface Event {
  /** Undefined where it is refused, which changes nothing. */
  next(state: State, now: Hour): State | undefined
  act(site: Site, now: Hour): Promise<unknown>
}
const wait: Event = { next: (state) => state, act: async () => {} }
const events: Record<string, Event> = {
  'save a draft': { next: (state) => saveDraft(state), act: (site) => saving(site) },
  'save a draft with a time': { next: (state, now) => saveDraft(state, now + 1), act: (site, now) => saving(site, inChina(now + 1)) },
  publish: { next: publish, act: ({ drafts }) => drafts.publish('news', 'n', { by }) },
  edit: {
    next: (state) => state.live && { ...state, live: { ...state.live, title: 'edited' } },
    act: (site, now) => editing(site, { newTitle: 'edited' }, now),
  },
  'set an end': {
    next: (state, now) => state.live && { ...state, live: { ...state.live, ends: now + 2 } },
    act: (site, now) => editing(site, { unpublishAt: inChina(now + 2) }, now),
  },
  'take off': { next: (state, now) => takeOff(state, now, true), act: ({ drafts }) => drafts.unpublish('news', 'n', { by }) },
  delete: {
    next: ({ live, draft, ...state }) => live && { trash: { live, ...(draft && { draft }) }, ...ended(state) },
    act: ({ trash }) => trash.put('news', 'n', by),
  },
  discard: {
    next: ({ live, draft, ...state }) => draft && { ...(live ? { live } : { trash: { draft } }), ...ended(state) },
    act: ({ drafts }) => drafts.discard('news', 'n', by),
  },
  restore: {
    next({ trash, ...state }, now) {
      if (!trash) return undefined
      const { at, ...kept } = trash.draft ?? {} as Draft
      const draft = trash.draft && { ...withoutEnd(kept as Draft, now), ...(!isOver(at, now) && at !== undefined && { at }) }
      const { live } = trash
      if (live && isOver(live.ends, now)) return { draft: draft ?? { title: live.title, base: live }, ...linked(state) }
      return { ...(live && { live }), ...(draft && { draft }), ...linked(state) }
    },
    act: ({ trash }) => trash.restore('news', 'n'),
  },
  erase: { next: (state) => state.trash && linked(state), act: ({ trash }) => trash.erase('news', 'n') },
  'time passes': wait,
  'make a link': { next: (state) => state.draft && { ...state, link: 'open' }, act: async () => {} },
}

/** What is due happens, in the order of its times; a draft that clashes stays. The states on the way, the last one after them. */
function passDue(state: State, now: Hour): State[] {
  const due: { time: Hour | undefined; next: State | undefined }[] = [
    { time: state.draft?.at, next: publish(state, now) }, { time: state.live?.ends, next: takeOff(state, now, false) },
  ]
  const [first] = due.filter(({ time, next }) => next && isOver(time, now)).sort((a, b) => (a.time ?? 0) - (b.time ?? 0))
  return first?.next ? [state, ...passDue(first.next, now)] : [state]
}

/** States that differ only in the day are one. */
const keyOf = ({ state, now }: Moment): string =>
  JSON.stringify(state, (name, value) => (name === 'at' || name === 'ends' ? (isOver(value, now) ? 'over' : value - now) : value))

const hourOf = (shown: unknown): { hour?: Hour } => {
  const time = typeof shown === 'string' && shown !== '' ? (Date.parse(storedTime(shown.slice(0, 19))) - start) / 3_600_000 : undefined
  return time === undefined ? {} : { hour: Math.round(time * 2) / 2 }
}
const textIn = ({ newTitle, unpublishAt }: Readonly<Record<string, unknown>>): Text =>
  text({ title: String(newTitle), ...named('ends', hourOf(unpublishAt).hour) })
const named = <K extends string>(name: K, value: Hour | undefined) => (value === undefined ? {} : { [name]: value } as Record<K, Hour>)

/** What is on the disk, in the words of the model; `link` aside. */
function found({ store }: Site): State {
  const liveOf = (record: unknown): Text => textIn(fieldsOf('news', record as Parameters<typeof fieldsOf>[1]))
  const draftOf = ({ fields, publishAt }: { fields: Readonly<Record<string, unknown>>; publishAt?: string }): Draft =>
    ({ ...textIn(fields), ...named('at', hourOf(publishAt).hour) })
  const [live, draft, trash] = [store.news.get('n'), store.drafts.news.get('n'), store.trash.news.get('n')]
  return {
    ...(live && { live: liveOf(live) }), ...(draft && { draft: draftOf(draft) }),
    ...(trash && { trash: { ...(trash.record && { live: liveOf(trash.record) }), ...(trash.draft && { draft: draftOf(trash.draft) }) } }),
  }
}
const places = ({ live, draft, trash }: State): State => JSON.parse(JSON.stringify({ live, draft, trash }, (name, value) =>
  (name === 'base' ? undefined : value)))

/** Runs what is due until nothing more happens. */
async function schedule({ store, drafts, clock }: Site): Promise<void> {
  let changes = 0
  const counted = <A extends unknown[], R>(change: (...args: A) => Promise<R>) => (...args: A): Promise<R> => {
    changes++
    return change(...args).finally(() => changes++)
  }
  const counting = { ...drafts, publish: counted(drafts.publish), unpublish: counted(drafts.unpublish) }
  const work = createSchedule({ store, drafts: counting, now: () => clock.time, log: () => {} })
  const isDue = work.coming().some(({ time }) => Date.parse(storedTime(time)) <= clock.time)
  const stop = work.start(async () => true)
  for (let idle = isDue ? 0 : 5, seen = 0; idle < 5; idle = seen === changes && changes % 2 === 0 ? idle + 1 : 0) {
    seen = changes
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await stop()
}

const hourMs = 3_600_000
const linksOf = ({ store, clock }: Site) => createPreviewLinks(store, createSigningKey(store, 'preview', () => clock.time), () => clock.time)

/** One event, as a person or the clock does it. Resolves to the last link. */
async function happens(site: Site, name: string, now: Hour, link: string): Promise<string> {
  site.clock.time = Math.max(site.clock.time, start + now * hourMs)
  if (name === 'make a link') {
    const draft = site.store.drafts.news.get('n')
    if (!draft) throw new Failure(404, '')
    link = (await linksOf(site).addressOf('news', draft)).split('?')[1] ?? ''
  } else await events[name]?.act(site, now)
  await schedule(site)
  return link
}

/** The model's answer: the moment afterwards with the states on the way to it. */
function expected({ state, now }: Moment, name: string): { after: Moment; onTheWay: State[] } {
  const later = name === 'time passes' ? now + 1.5 : now
  const next = events[name]?.next(state, later)
  const onTheWay = passDue(next ?? state, later)
  return { after: { state: onTheWay.at(-1) ?? state, now: later }, onTheWay: [state, ...onTheWay] }
}

async function check(site: Site, before: Site['store']['news'] extends { get(id: string): infer R } ? R : never, after: Moment, link: string, how: string): Promise<void> {
  assert.deepEqual(found(site), places(after.state), how)
  if (link) assert.equal((await linksOf(site).draftOf(link)) !== undefined, after.state.link === 'open', `${how}: the link`)
  const live = site.store.news.get('n')
  const { live: isLive, draft, trash } = after.state
  if (!isLive && !draft && !trash) assert.deepEqual(await site.store.history.list('news', 'n'), [], `${how}: its history is erased`)
  else if (before && !(live && versionOf(live) === versionOf(before))) {
    assert.deepEqual(await site.store.history.read('news', 'n', versionOf(before)), before, `${how}: what it was is kept`)
  }
}

interface Found extends Moment { folder: string; clock: number; link: string; path: string[] }

/** Every order of so many events, equal states once; those of up to `killed` events also with the process killed at each of its writes. */
export async function everyOrder(t: TestContext, { events: most, killed }: { events: number; killed: number }): Promise<{ tried: number; kills: number }> {
  const seen = new Set<string>()
  const count = { tried: 0, kills: 0 }
  const folder = newFolder(t)
  await (await openSite(t, folder)).store.close()
  let level: Found[] = [{ state: {}, now: 0, folder, clock: start, link: '', path: [] }]
  for (let depth = 1; depth <= most; depth++) {
    const next: Found[] = []
    for (const from of level) {
      for (const name of Object.keys(events)) {
        const { after, onTheWay } = expected(from, name)
        const path = [...from.path, name]
        const run = async (power: PowerCut): Promise<Found> => {
          const folder = newFolder(t)
          cpSync(from.folder, folder, { recursive: true })
          const site = await openSite(t, folder, power, from.clock)
          const before = site.store.news.get('n')
          let link = from.link
          try {
            link = await happens(site, name, after.now, link)
          } catch (error) {
            if (power.at === Infinity && !(error instanceof Failure)) throw error
          }
          if (power.at === Infinity) {
            await check(site, before, after, link, path.join(', '))
            await site.store.close()
          }
          return { ...after, folder, clock: site.clock.time, link, path }
        }
        const whole = new PowerCut(Infinity)
        const done = await run(whole)
        count.tried++
        if (depth <= killed && name !== 'make a link') {
          for (let at = 0; at < whole.calls; at++) {
            const { folder } = await run(new PowerCut(at))
            const site = await openSite(t, folder, undefined, done.clock)
            await heal(site.store)
            const left = JSON.stringify(found(site))
            assert.ok(onTheWay.some((state) => JSON.stringify(places(state)) === left), `${path.join(', ')}, killed before call ${at}: ${left}`)
            await site.store.close()
            count.kills++
          }
        }
        const key = keyOf(after)
        if (seen.has(key)) continue
        seen.add(key)
        next.push(done)
      }
    }
    level = next
  }
  return count
}

/** Events in a random order on one server that runs all the time. */
export async function randomOrder(t: TestContext, seed: number, length: number): Promise<void> {
  const below = random(seed)
  const site = await openSite(t, newFolder(t))
  let moment: Moment = { state: {}, now: 0 }
  let link = ''
  const path: string[] = []
  for (let i = 0; i < length; i++) {
    const name = Object.keys(events)[below(Object.keys(events).length)] ?? ''
    const { after } = expected(moment, name)
    path.push(name)
    const before = site.store.news.get('n')
    link = await happens(site, name, after.now, link).catch((error: unknown) => {
      if (error instanceof Failure) return link
      throw error
    })
    await check(site, before, after, link, `seed ${seed}: ${path.join(', ')}`)
    moment = after
  }
  await site.store.close()
}
