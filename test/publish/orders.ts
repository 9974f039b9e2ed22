import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { createSigningKey } from '../../server/auth/signingKey.ts'
import { Failure, notFound } from '../../server/failure.ts'
import { heal } from '../../server/publish/heal.ts'
import { createPreviewLinks } from '../../server/publish/previewLinks.ts'
import { createSchedule } from '../../server/publish/schedule.ts'
import { chinaTime } from '../../server/store/chinaTime.ts'
import { edit } from '../../server/store/edits.ts'
import { shownTime, storedTime, versionOf } from '../../server/store/kind.ts'
import { type DraftRecord, fieldsOf } from '../../server/store/records.ts'
import { random } from '../random.ts'
import { newFolder } from '../server.ts'
import { openSite, type Site, start } from './interrupted.ts'
import { PowerCut } from './powerCut.ts'
import { afterEvent, type Draft, eventNames, type Hour, keyOf, type Moment, type State, text, type Text } from './stateModel.ts'

const [kind, id, by] = ['news', 'n', 'admin'] as const
const hourMs = 3_600_000
const inChina = (hour: Hour): string => shownTime(chinaTime(start + hour * hourMs))

function saveDraft({ drafts, store }: Site, publishAt?: string): Promise<unknown> {
  const isThere = [store.news, store.drafts.news, store.trash.news].some((collection) => collection.get(id))
  return drafts.save({
    kind, id: isThere ? id : undefined, newId: isThere ? undefined : id, fields: { newTitle: 'draft' },
    basedOn: undefined, draftVersion: undefined, publishAt, by,
  })
}
const update = ({ store, clock }: Site, fields: Readonly<Record<string, string>>): Promise<unknown> =>
  edit(store.news, id, { fields, basedOn: undefined, by, now: clock.time })

function linksOf({ store, clock }: Site) {
  const now = (): number => clock.time
  return createPreviewLinks(store, createSigningKey(store, 'preview', now), now)
}

const events: Record<string, (site: Site, now: Hour) => Promise<unknown>> = {
  'save a draft': (site) => saveDraft(site),
  'save a draft with a time': (site, now) => saveDraft(site, inChina(now + 1)),
  publish: ({ drafts }) => drafts.publish(kind, id, { by }),
  edit: (site) => update(site, { newTitle: 'edited' }),
  'set an end': (site, now) => update(site, { unpublishAt: storedTime(inChina(now + 2)) }),
  'take off': ({ drafts }) => drafts.unpublish(kind, id, { by }),
  delete: ({ trash }) => trash.put(kind, id, by),
  discard: ({ drafts }) => drafts.discard(kind, id, by),
  restore: ({ trash }) => trash.restore(kind, id),
  erase: ({ trash }) => trash.erase(kind, id),
}

/** Resolves to the query of the last link. */
async function make(site: Site, name: string, now: Hour, link: string): Promise<string> {
  site.clock.time = Math.max(site.clock.time, start + now * hourMs)
  if (name === 'make a link') {
    const draft = site.store.drafts.news.get(id)
    if (!draft) throw notFound()
    return (await linksOf(site).addressOf(kind, draft)).split('?')[1] ?? ''
  }
  await events[name]?.(site, now)
  await passDue(site)
  return link
}

/** Runs what is due until nothing more happens. */
async function passDue({ store, drafts, clock }: Site): Promise<void> {
  let changes = 0
  const counted = <A extends unknown[], R>(change: (...args: A) => Promise<R>) => (...args: A): Promise<R> => {
    changes++
    return change(...args).finally(() => changes++)
  }
  const counting = { ...drafts, publish: counted(drafts.publish), unpublish: counted(drafts.unpublish) }
  const schedule = createSchedule({ store, drafts: counting, now: () => clock.time, log: () => {} })
  if (!schedule.coming().some(({ time }) => Date.parse(storedTime(time)) <= clock.time)) return
  const stop = schedule.start(async () => true)
  for (let idle = 0, seen = 0; idle < 5; idle = seen === changes && changes % 2 === 0 ? idle + 1 : 0) {
    seen = changes
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await stop()
}

/** In the words of the model, without links. */
function found({ store }: Site): State {
  const hourOf = (time: unknown): Hour | undefined =>
    (typeof time === 'string' && time !== '' ? Math.round((Date.parse(storedTime(shownTime(time))) - start) / hourMs * 2) / 2 : undefined)
  const at = <K extends string>(name: K, time: unknown) => {
    const hour = hourOf(time)
    return (hour === undefined ? {} : { [name]: hour }) as Partial<Record<K, Hour>>
  }
  const textIn = (fields: DraftRecord['fields']): Text => ({ title: String(fields.newTitle), ...at('ends', fields.unpublishAt) })
  const liveIn = (record: Parameters<typeof fieldsOf>[1]): Text => textIn(fieldsOf(kind, record))
  const draftIn = ({ fields, publishAt }: DraftRecord): Draft => ({ ...textIn(fields), ...at('at', publishAt) })
  const [live, draft, trash] = [store.news.get(id), store.drafts.news.get(id), store.trash.news.get(id)]
  return {
    ...(live && { live: liveIn(live) }), ...(draft && { draft: draftIn(draft) }),
    ...(trash && {
      trash: { ...(trash.record && { live: liveIn(trash.record) }), ...(trash.draft && { draft: draftIn(trash.draft) }) },
    }),
  }
}
const places = ({ link: _link, ...state }: State): State =>
  JSON.parse(JSON.stringify(state, (name, value) => (name === 'base' ? undefined : value)))
/** The start drops a draft that would change nothing: it may have been published when the server was killed. */
const withoutSame = ({ draft, ...state }: State): State =>
  (draft && !(state.live && isDeepStrictEqual(text(draft), state.live)) ? { ...state, draft } : state)

/** Makes an event, and compares what is there with the model. */
async function makeAndCheck(site: Site, name: string, after: Moment, link: string, how: string): Promise<string> {
  const before = site.store.news.get(id)
  const made = await make(site, name, after.now, link).catch((error: unknown) => {
    if (error instanceof Failure) return link
    throw error
  })
  assert.deepEqual(found(site), places(after.state), how)
  if (made) assert.equal((await linksOf(site).draftOf(made)) !== undefined, after.state.link === 'open', `${how}: the link`)
  const live = site.store.news.get(id)
  const isReplaced = before && !(live && versionOf(live) === versionOf(before))
  if (isDeepStrictEqual(places(after.state), {})) {
    assert.deepEqual(await site.store.history.list(kind, id), [], `${how}: its history is erased`)
  } else if (isReplaced) {
    assert.deepEqual(await site.store.history.read(kind, id, versionOf(before)), before, `${how}: what it was is kept`)
  }
  return made
}

interface Reached extends Moment { folder: string; clock: number; link: string; path: string[] }

function copyOf(t: TestContext, folder: string): string {
  const copy = newFolder(t)
  cpSync(folder, copy, { recursive: true })
  return copy
}

/**
 * Every order of so many events, equal states once, each on a server of its own. After up to `killed` events the last one is also made
 * with the server killed before each of its system calls: then it was done or was not.
 */
export async function everyOrder(
  t: TestContext, { events: most, killed }: { events: number; killed: number },
): Promise<{ tried: number; kills: number }> {
  const count = { tried: 0, kills: 0 }
  const seen = new Set<string>()
  const empty = newFolder(t)
  await (await openSite(t, empty)).store.close()
  let reached: Reached[] = [{ state: {}, now: 0, folder: empty, clock: start, link: '', path: [] }]
  for (let depth = 1; depth <= most; depth++) {
    const next: Reached[] = []
    for (const from of reached) {
      for (const name of eventNames) {
        const { after, onTheWay } = afterEvent(from, name)
        const path = [...from.path, name]
        const folder = copyOf(t, from.folder)
        const power = new PowerCut(Infinity)
        const site = await openSite(t, folder, power, from.clock)
        const link = await makeAndCheck(site, name, after, from.link, path.join(', '))
        await site.store.close()
        const done = { ...after, folder, clock: site.clock.time, link, path }
        count.tried++
        if (depth <= killed && name !== 'make a link') {
          for (let call = 0; call < power.calls; call++) {
            const left = await killedBefore(t, { from, name, done, call })
            const isExpected = onTheWay.some((state) => isDeepStrictEqual(withoutSame(places(state)), left))
            assert.ok(isExpected, `${path.join(', ')}, killed before call ${call}: ${JSON.stringify(left)}`)
            count.kills++
          }
        }
        if (seen.has(keyOf(after))) continue
        seen.add(keyOf(after))
        next.push(done)
      }
    }
    reached = next
  }
  return count
}

async function killedBefore(
  t: TestContext, { from, name, done, call }: { from: Reached; name: string; done: Reached; call: number },
): Promise<State> {
  const folder = copyOf(t, from.folder)
  const killed = await openSite(t, folder, new PowerCut(call), from.clock)
  await make(killed, name, done.now, '').catch(() => {})
  const site = await openSite(t, folder, undefined, done.clock)
  await heal(site.store)
  const left = withoutSame(found(site))
  await site.store.close()
  return left
}

/** Events in a random order on one server that runs all the time. */
export async function randomOrder(t: TestContext, seed: number, length: number): Promise<void> {
  const below = random(seed)
  const site = await openSite(t, newFolder(t))
  const path: string[] = []
  let moment: Moment = { state: {}, now: 0 }
  let link = ''
  while (path.length < length) {
    const name = eventNames[below(eventNames.length)] ?? ''
    path.push(name)
    moment = afterEvent(moment, name).after
    link = await makeAndCheck(site, name, moment, link, `seed ${seed}: ${path.join(', ')}`)
  }
  await site.store.close()
}
