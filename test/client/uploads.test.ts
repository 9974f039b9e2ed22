import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallError } from '../../client/lib/callError.ts'
import { createUploadQueue, type Sender, type Upload } from '../../client/lib/uploads.ts'
import { messages } from '../../contract/calls/rules.ts'

type Fate = { address: string } | Error

/** A sender whose files wait until their fate is known, by name. */
function sending(more: Partial<Sender> = {}) {
  const started: string[] = []
  const signals = new Map<string, AbortSignal>()
  const decide = new Map<string, (fate: Fate) => void>()
  const sender: Sender = {
    queue: 'pictures',
    refusal: () => undefined,
    under: 100,
    send: ({ name }, { signal }) =>
      new Promise((resolve, reject) => {
        started.push(name)
        signals.set(name, signal)
        decide.set(name, (fate) => (fate instanceof Error ? reject(fate) : resolve(fate)))
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      }),
    ...more,
  }
  const end = async (name: string, fate: Fate = { address: `/${name}` }): Promise<void> => {
    decide.get(name)?.(fate)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { sender, started, signals, end }
}

const file = (name: string, size = 1): File => new File([new Uint8Array(size)], name)
const states = (all: readonly Upload[]): string[] => all.map(({ state }) => state)

test('two pictures at a time are sent, in their order, and films do not wait for pictures', async () => {
  const uploads = createUploadQueue()
  const [picture, film] = [sending(), sending({ queue: 'films' })]
  for (const name of ['a', 'b', 'c', 'd'])
    uploads.add({ form: 'site/about', field: name, sender: picture.sender }, file(name))
  uploads.add({ form: 'library', field: '', sender: film.sender }, file('film'))
  assert.deepEqual([picture.started, film.started], [['a', 'b'], ['film']])
  await picture.end('b')
  assert.deepEqual(picture.started, ['a', 'b', 'c'])
  await picture.end('a', new Error('gone'))
  assert.deepEqual(picture.started, ['a', 'b', 'c', 'd'])
  assert.deepEqual(states(uploads.of('site/about')), ['failed', 'done', 'sending', 'sending'])
  assert.deepEqual([uploads.isRunning('site/about'), uploads.isRunning('news/1')], [true, false])
})

test('the end of an upload is reported with its address, but not of one that was removed, which is aborted', async () => {
  const uploads = createUploadQueue()
  const { sender, signals, end } = sending()
  const ended: string[] = []
  const add = (name: string) =>
    uploads.add({ form: 'news/1', field: name, sender }, file(name), ({ address, error }) =>
      ended.push(address || error),
    )
  add('a')
  const removed = add('b')
  add('c')
  uploads.remove(removed.id)
  assert.equal(signals.get('b')?.aborted, true)
  await end('b')
  await end('a')
  await end('c', new CallError(507, '磁盘空间不足'))
  assert.deepEqual(ended, ['/a', '磁盘空间不足'])
  uploads.removeAll('news/1', 'a')
  assert.deepEqual(
    uploads.all().map(({ field }) => field),
    ['c'],
  )
})

test('a refused file is not sent; one that is too large waits for a word, or is made smaller at once', async () => {
  const uploads = createUploadQueue()
  const { sender, started } = sending({
    tooLarge: '太大',
    refusal: ({ name }) => (name === 'a.gif' ? '类型' : undefined),
  })
  const target = { form: 'news/1', field: 'newCover', sender }
  uploads.add(target, file('a.gif', 200))
  const large = uploads.add(target, file('large', 200))
  assert.deepEqual(
    uploads.all().map(({ state, error, remedy }) => [state, error, remedy]),
    [
      ['failed', '类型', undefined],
      ['failed', '太大', 'shrink'],
    ],
  )
  assert.deepEqual(started, [])
  uploads.retry(large.id)
  uploads.add({ ...target, sender: sending().sender }, file('unasked', 200))
  assert.deepEqual(states(uploads.all()), ['failed', 'shrinking', 'shrinking'])
})

test('what failed can be tried again, unless the server would refuse it again', async () => {
  const uploads = createUploadQueue()
  const { sender, started, end } = sending()
  const { id } = uploads.add({ form: 'news/1', field: '', sender }, file('a'))
  for (const [cause, remedy] of [
    [new Error('gone'), 'retry'],
    [new CallError(0, '网络连接失败'), 'retry'],
    [new CallError(507, '磁盘空间不足'), 'retry'],
    [new CallError(422, '不是图片'), undefined],
    [new CallError(422, messages.notShrunk), undefined],
  ] as const) {
    await end('a', cause)
    assert.deepEqual(
      uploads.all().map((each) => [each.state, each.remedy]),
      [['failed', remedy]],
    )
    uploads.retry(id)
  }
  await end('a')
  assert.deepEqual([states(uploads.all()), started.length], [['done'], 6])
})

test('a form is waited for until all has ended, or one has failed or was removed', async () => {
  const uploads = createUploadQueue()
  const { sender, end } = sending()
  const add = (name: string): Upload => uploads.add({ form: 'news/1', field: name, sender }, file(name))
  assert.equal(await uploads.ended('news/1'), 'done')
  add('a')
  const all = uploads.ended('news/1')
  add('b')
  await end('a')
  await end('b')
  assert.equal(await all, 'done')
  add('c')
  const failed = uploads.ended('news/1')
  await end('c', new CallError(0, '网络连接失败'))
  const reason = await failed
  assert.equal(typeof reason === 'object' && reason.error, '网络连接失败')
  const { id } = add('d')
  const removed = uploads.ended('news/1')
  uploads.remove(id)
  assert.equal(await removed, 'removed')
})

test('a failed file that is needed is missing until it is sent, no longer needed, or removed', async () => {
  const uploads = createUploadQueue()
  const { sender, end } = sending()
  const { id } = uploads.add({ form: 'news/1', field: '', sender }, file('a'))
  uploads.need(id, true)
  assert.equal(uploads.missing('news/1'), 0)
  await end('a', new Error('gone'))
  assert.equal(uploads.missing('news/1'), 1)
  uploads.need(id, false)
  assert.equal(uploads.missing('news/1'), 0)
})
