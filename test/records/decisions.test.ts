import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../server/failure.ts'
import { isPast, type Basis } from '../../server/records/drafts.ts'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { versionOf } from '../../server/store/kind.ts'
import { random, seed } from '../random.ts'
import { newFolder } from '../server.ts'
import { openSite, type Site } from './interrupted.ts'

const runs = 2_000
const id = 'n'
const kind = 'news'

/** What a person has on the screen: when it was loaded, and what was seen. */
interface Form {
  at: number
  seen: Required<Pick<Basis, 'draftVersion' | 'wasPublic'>> & { basedOn: string }
}

function load({ store, clock }: Site): Form {
  const { live, draft } = store.states[kind].of(id)
  const basedOn = live ? (draft?.basedOn ?? versionOf(live)) : ''
  return {
    at: clock.time,
    seen: { basedOn, wasPublic: live !== undefined, draftVersion: draft ? versionOf(draft) : '' },
  }
}

test('what was taken off is public again only by who knew it, whoever has what form open, and refusals have words', async (t) => {
  const below = random(seed + 1)
  const site = await openSite(t, newFolder(t))
  const { drafts, trash, store, clock } = site
  const people = ['admin', '小周'].map((by) => ({ by, form: load(site) }))
  await drafts.publishFields({
    kind,
    id: undefined,
    newId: id,
    fields: { newTitle: '0' },
    basedOn: undefined,
    draftVersion: undefined,
    by: 'admin',
  })
  /** When it was taken off last, and by what each later publication is allowed. */
  let offAt = 0
  let operation = { by: 'admin', at: 0, wasPublic: false }
  let scheduledAt = 0
  const counts: Record<string, number> = {}
  for (let run = 0; run < runs; run++) {
    const person = people[below(2)]
    if (!person) continue
    const { by, form } = person
    const { basedOn, draftVersion } = form.seen
    const edit = {
      kind,
      id,
      newId: undefined,
      fields: { newTitle: `${run}` },
      basedOn: basedOn || undefined,
      draftVersion,
      by,
    } as const
    const wasPublic = store.news.get(id) !== undefined
    const acts = {
      load: async () => void (person.form = load(site)),
      update: () => drafts.publishFields(edit),
      publishDraft: () => drafts.publish(kind, id, { by, basis: form.seen }),
      save: () => drafts.save({ ...edit, publishAt: undefined }),
      async schedule() {
        await drafts.save({ ...edit, publishAt: chinaTime(clock.time + 5_000) })
        scheduledAt = form.at
      },
      clock: () => drafts.publish(kind, id, { dueBy: clock.time }),
      begin: async () => void (operation = { by, at: clock.time, wasPublic: form.seen.wasPublic === true }),
      operate: () =>
        drafts.publish(kind, id, {
          by: operation.by,
          basis: { wasPublic: operation.wasPublic, at: chinaTime(operation.at) },
        }),
      unpublish: () => drafts.unpublish(kind, id, { by }),
      async deleted() {
        await trash.put(kind, id, { by })
        await trash.restore(kind, id)
      },
    }
    const names = Object.keys(acts) as (keyof typeof acts)[]
    const name = names[below(names.length)] ?? 'load'
    let refusal = ''
    try {
      await acts[name]()
    } catch (cause) {
      if (!(cause instanceof Failure)) throw cause
      assert.match(cause.message, /[一-龥]/)
      refusal = cause.message
    }
    const isPublic = store.news.get(id) !== undefined
    if (wasPublic && !isPublic && name === 'unpublish') offAt = clock.time
    if (!wasPublic && isPublic) {
      const knewAt =
        { update: form.at, publishDraft: form.at, clock: scheduledAt, operate: operation.at }[name as 'update'] ??
        Infinity
      assert.ok(
        knewAt >= offAt || name === 'deleted',
        `ORDERS_SEED=${seed}, run ${run}: ${name} of ${by} brings it back`,
      )
      counts.back = (counts.back ?? 0) + 1
    }
    if (refusal.includes('下线')) counts.refused = (counts.refused ?? 0) + 1
    if (store.drafts[kind].get(id)?.publishAt && isPast(store.drafts[kind].get(id)?.publishAt, clock.time))
      counts.due = (counts.due ?? 0) + 1
  }
  t.diagnostic(JSON.stringify(counts))
  assert.ok((counts.refused ?? 0) > 10 && (counts.back ?? 0) > 10, JSON.stringify(counts))
})
