import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OperationWhat } from '../../../contract/calls/operations.ts'
import { edit } from '../../../server/store/edits.ts'
import { recordOf } from '../../records.ts'
import { newFolder } from '../../server.ts'
import { random as randomOf, seed } from '../../random.ts'
import { inProcess } from '../../acts/inProcess.ts'
import { Model, type ModelOperation } from '../../acts/model.ts'

const ids = ['a', 'b', 'c', 'd']
const acts: readonly OperationWhat[] = ['publish', 'unpublish', 'delete', 'restore', 'discard', 'import']

test('a random history of operations, of edits and of undos leaves what it must', async (t) => {
  const random = randomOf(seed)
  const room = await inProcess(t, newFolder(t))
  t.after(room.close)
  const { store, drafts, clock } = room
  const model = new Model()
  for (const id of ids) {
    await store.product.insert(recordOf('product', { coverName: id, changedBy: 'admin' }), id)
    model.states.set(id, { live: -1, draft: 0, base: 0 })
  }
  const oneOf = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const colleague: Readonly<Record<string, (id: string, text: string) => Promise<unknown>>> = {
    edit: (id, coverName) =>
      edit(store.product as never, id, { fields: { coverName }, basedOn: undefined, by: '王芳', now: clock.time }),
    draft: (id, coverName) =>
      drafts.save({
        ...{ kind: 'product', id, newId: undefined, basedOn: undefined, draftVersion: undefined, publishAt: undefined },
        fields: { coverName },
        by: '王芳',
      }),
  }
  const done: { id: string; expected: ModelOperation }[] = []
  const said: string[] = []
  const places = (): object =>
    ids.map((id) => {
      const { live, draft, trash } = store.states.product.of(id)
      return [live, draft, trash, trash?.record, trash?.draft].map((each) => each !== undefined)
    })
  for (let step = 0; step < 300; step++) {
    const kind = random(100)
    if (kind < 35) {
      const name = oneOf(Object.keys(colleague))
      const id = oneOf(ids)
      said.push(`${name} ${id}`)
      const hasWorked = await (colleague[name]?.(id, `第${step}`) ?? Promise.reject(new Error(name))).then(
        () => true,
        () => false,
      )
      assert.equal(model.change(name, id), hasWorked, said.join(', '))
    } else if (kind < 70) {
      const what = oneOf(acts)
      const chosen = ids.filter(() => random(2) === 0)
      said.push(`${what} ${chosen.join('')}`)
      const expected = model.operate(what, chosen)
      const operation = await room.run(what, chosen, { source: `第${step}` })
      assert.deepEqual(
        operation.failed.map(({ id }) => id),
        expected.failed,
        said.join(', '),
      )
      done.push({ id: operation.id, expected })
    } else if (done.length > 0) {
      const [undone] = done.splice(random(done.length), 1)
      if (!undone) continue
      said.push(`undo of ${JSON.stringify(undone.expected.rows.map(({ id }) => id))}`)
      const canUndo = undone.expected.rows.length > 0
      const operation = await room.undo(undone.id)
      assert.equal(operation.state, canUndo ? 'undone' : 'done')
      assert.deepEqual(
        operation.left.map(({ id }) => id),
        model.undo(undone.expected),
        said.join(', '),
      )
    }
    const expected = ids.map((id) => {
      const { live, draft, trash } = model.states.get(id) ?? assert.fail(id)
      return [live, draft, trash, trash?.live, trash?.draft].map(Boolean)
    })
    assert.deepEqual(places(), expected, said.join(', '))
  }
})
