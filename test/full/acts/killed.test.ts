import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Operation, OperationWhat } from '../../../contract/calls/operations.ts'
import type { UserRecord } from '../../../server/store/records.ts'
import { PowerCut } from '../../records/powerCut.ts'
import { recordOf } from '../../records.ts'
import { newFolder } from '../../server.ts'
import { type InProcess, inProcess, isDone, starter, withoutTimes } from '../../acts/inProcess.ts'

const ids = ['a', 'b', 'c']
const publishAll = async ({ store }: InProcess): Promise<void> => {
  for (const id of ids)
    await store.product.insert(recordOf('product', { coverName: id, locationId: 'zhgd', changedBy: 'admin' }), id)
}
const draft = ({ drafts }: InProcess, id: string, coverName: string): Promise<unknown> =>
  drafts.save({
    kind: 'product',
    id,
    newId: undefined,
    fields: { coverName },
    basedOn: undefined,
    draftVersion: undefined,
    publishAt: undefined,
    by: 'admin',
  })
/** The first one has a draft beside. */
const withDraft = async (room: InProcess): Promise<void> => {
  await publishAll(room)
  await draft(room, 'a', 'a2')
}
const withDrafts = async (room: InProcess): Promise<void> => {
  await publishAll(room)
  for (const id of ids) await draft(room, id, `${id}2`)
}
const takenOff = async (room: InProcess): Promise<void> => {
  await withDraft(room)
  for (const id of ids) await room.drafts.unpublish('product', id, { by: 'admin', redirectTo: '/' })
}
const deleted = async (room: InProcess): Promise<void> => {
  await withDraft(room)
  for (const id of ids) await room.trash.put('product', id, { by: 'admin', redirectTo: '/' })
}
const asShipped = async ({ store }: InProcess): Promise<void> => {
  for (const { id, ...shipped } of starter.records.product.slice(0, 2)) await store.product.insert(shipped as never, id)
}
/** One comes back from the trash. */
const importedAndDeleted = async (room: InProcess): Promise<void> => {
  await withDraft(room)
  const { id } = await room.run('import', ['new1'])
  const [made] = room.store.drafts.product.all().filter(({ fields }) => fields.coverName === 'new1 imported')
  if (made) await room.drafts.discard('product', made.id, { by: 'admin' })
  await room.store.operationFiles.remove(id)
  await room.store.operation.remove(id)
}
const redirectTo = '/'
const acts: readonly [OperationWhat, (room: InProcess) => Promise<void>, Operation['options']?][] = [
  ['publish', takenOff],
  ['publish', withDrafts],
  ['unpublish', withDraft, { redirectTo }],
  ['delete', withDraft, { redirectTo }],
  ['restore', deleted],
  ['group', withDrafts, { group: 'jzbh' }],
  ['order', publishAll, { after: '' }],
  ['discard', withDrafts],
  ['discard', takenOff],
  ['clear', asShipped],
  ['import', withDraft, { groups: ['电缆'] }],
  ['import', importedAndDeleted],
]
const rowsOf = (what: OperationWhat): string[] => {
  if (what === 'import') return ['new1', 'a', 'b']
  return what === 'order' ? ['a'] : ids
}

/** As often as it is quick, and of each sort of system call. */
const apart = 7

async function isCutBefore(power: PowerCut, work: Promise<unknown>): Promise<boolean> {
  let hasEnded = false
  void work.catch(() => {}).finally(() => (hasEnded = true))
  while (!hasEnded && power.calls < power.at) await new Promise(setImmediate)
  return power.calls >= power.at
}

function copyOf(t: TestContext, folder: string): string {
  const copy = join(newFolder(t), 'data')
  cpSync(folder, copy, { recursive: true })
  return copy
}

interface KilledUndo {
  folder: string
  from: number
  id: string
  isBack(room: InProcess, message: string): void
}

/** Resolves to how often it was killed. */
async function killedInUndo(t: TestContext, { folder, from, id, isBack }: KilledUndo): Promise<number> {
  let cuts = 0
  for (let at = 1, isCut = true; isCut; at += apart, cuts++) {
    const root = copyOf(t, folder)
    const power = new PowerCut(at)
    const killed = await inProcess(t, root, power, from)
    isCut = await isCutBefore(power, killed.undo(id))
    await killed.close()
    const next = await inProcess(t, root, undefined, killed.clock.time)
    const resumed = await next.resumed(id)
    isDone(resumed.state === 'done' ? await next.undo(id) : resumed)
    isBack(next, `undo cut before call ${at}`)
    await next.close()
  }
  return cuts
}

test('a kill anywhere in the undo of an import that was published leaves neither', async (t) => {
  const folder = newFolder(t)
  const room = await inProcess(t, folder)
  await withDraft(room)
  const { id } = await room.run('import', ['new1', 'a', 'b'])
  const drafts = room.store.drafts.product.all().map((record) => record.id)
  isDone(await room.run('publish', drafts))
  await room.close()
  const whole = await inProcess(t, copyOf(t, folder), undefined, room.clock.time)
  isDone(await whole.undo(id))
  const back = withoutTimes(whole.all())
  assert.equal(whole.store.trash.product.size, 1)
  await whole.close()
  const isBack: KilledUndo['isBack'] = (next, message) => {
    assert.equal(withoutTimes(next.all()), back, message)
    assert.deepEqual(
      next.store.operation.all().map(({ state }) => state),
      ['undone', 'undone'],
      message,
    )
  }
  const cuts = await killedInUndo(t, { folder, from: room.clock.time, id, isBack })
  t.diagnostic(`${cuts} kills`)
})

test('a kill anywhere while a save of the settings is noted leaves one that is undone, or none', async (t) => {
  const template = newFolder(t)
  const { store, caller, close } = await inProcess(t, template)
  const { slogan } = starter.site
  await store.site.insert({ ...starter.site, slogan: '新' }, 'site')
  await close()
  const user = caller.signedIn?.user as UserRecord
  const counts = [0, 0]
  for (let at = 1, isCut = true; isCut; at++) {
    const root = copyOf(t, template)
    const power = new PowerCut(at)
    const killed = await inProcess(t, root, power)
    const settings = { before: { slogan }, after: { slogan: '新' } }
    isCut = await isCutBefore(power, killed.operations.keepSettings(user, settings))
    await killed.close()
    const next = await inProcess(t, root, undefined, killed.clock.time)
    const all = next.store.operation.all()
    counts[all.length]!++
    for (const { id } of all) {
      isDone(await next.undo(id))
      assert.equal(next.store.site.get('site')?.slogan, slogan, `cut before call ${at}`)
    }
    await next.close()
  }
  assert.ok(Math.min(...counts) > 1)
})

for (const [what, before, options = {}] of acts) {
  test(`a kill anywhere in ${what} after ${before.name}, or in its undo, leaves what no kill leaves`, async (t) => {
    const template = newFolder(t)
    const first = await inProcess(t, template)
    await before(first)
    const was = first.all()
    await first.close()
    const doneFolder = copyOf(t, template)
    const done = await inProcess(t, doneFolder, undefined, first.clock.time)
    const operation = await done.run(what, rowsOf(what), options)
    isDone(operation)
    const is = withoutTimes(done.all())
    assert.notEqual(is, withoutTimes(was))
    await done.close()
    const undone = await inProcess(t, copyOf(t, doneFolder), undefined, done.clock.time)
    isDone(await undone.undo(operation.id))
    const back = undone.all()
    await undone.close()
    // What an import has made new is in the trash; of a publication that is undone nobody is the author.
    const plain = what === 'import' ? withoutTimes : (all: string) => all.replace(/"authors":{[^}]*}/g, '')
    if (what !== 'import') assert.equal(plain(back), plain(was))
    const isBack: KilledUndo['isBack'] = (room, message) => assert.equal(plain(room.all()), plain(back), message)

    let cuts = 0
    for (let at = 1, isCut = true; isCut; at += apart, cuts++) {
      const root = copyOf(t, template)
      const power = new PowerCut(at)
      const killed = await inProcess(t, root, power, first.clock.time)
      isCut = await isCutBefore(power, killed.run(what, rowsOf(what), options))
      await killed.close()
      const next = await inProcess(t, root, undefined, killed.clock.time)
      const left = next.store.operation.all()[0]
      if (left) {
        // One that was not begun yet is begun by the request that comes again.
        const resumed =
          left.state === 'staged' ? await next.run(what, rowsOf(what), options) : await next.resumed(left.id)
        isDone(resumed)
        assert.equal(withoutTimes(next.all()), is, `cut before call ${at}`)
        isDone(await next.undo(resumed.id))
        isBack(next, `cut before call ${at}, and undone`)
      } else assert.equal(next.all(), was, `cut before call ${at}`)
      await next.close()
    }
    cuts += await killedInUndo(t, { folder: doneFolder, from: done.clock.time, id: operation.id, isBack })
    t.diagnostic(`${cuts} kills`)
  })
}
