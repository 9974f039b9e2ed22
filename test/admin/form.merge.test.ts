import assert from 'node:assert/strict'
import { beforeEach, describe, mock, test } from 'node:test'
import { createDraftStore } from '../../client/admin/form/drafts.ts'
import { createForm } from '../../client/admin/form/form.ts'
import { changedFields, type FieldValues, mergeFields } from '../../contract/kinds/merge.ts'
import { uploads } from '../../client/admin/form/uploads.ts'
import { CallError } from '../../client/lib/callError.ts'
import { kinds } from '../../contract/kinds/kinds.ts'
import { asked, merged } from './asked.ts'
import { memoryStorage } from './memoryStorage.ts'
import { failing, held as heldSender } from './senders.ts'

const empty = { newTitle: '', newIntro: '', newCover: '', newInfo: '' }
type News = typeof empty
const base: News = { newTitle: '开工', newIntro: '简介', newCover: '', newInfo: '<p>正文</p>' }

describe('a merge of two versions', () => {
  const merge = (mine: Partial<News>, theirs: Partial<News>, from: Partial<News> = base) =>
    merged(mergeFields(from, { ...base, ...mine }, { ...base, ...theirs }))

  test('takes each field from the version that changed it', () => {
    assert.deepEqual(merge({ newIntro: '我的' }, { newInfo: '<p>他的</p>' }), {
      values: { ...base, newIntro: '我的', newInfo: '<p>他的</p>' },
      theirs: ['newInfo'],
      both: [],
    })
  })

  test('has nothing to choose where both changed it to the same, or where neither changed anything', () => {
    assert.deepEqual(merge({ newTitle: '完工' }, { newTitle: '完工' }), {
      values: { ...base, newTitle: '完工' },
      theirs: [],
      both: [],
    })
    assert.deepEqual(merge({}, {}), { values: base, theirs: [], both: [] })
  })

  test('leaves the choice where both changed it, also to nothing', () => {
    const { values, theirs, both } = merge(
      { newTitle: '我的', newIntro: '' },
      { newTitle: '他的', newIntro: '他的', newCover: '/a.png' },
    )
    assert.deepEqual([both, theirs], [['newTitle', 'newIntro'], ['newCover']])
    assert.deepEqual(values, { ...base, newTitle: '我的', newIntro: '', newCover: '/a.png' })
  })

  test('asks where it is not known what was there before, unless both are the same', () => {
    const { newTitle: _, ...known } = base
    assert.deepEqual(merge({ newTitle: '我的' }, {}, known).both, ['newTitle'])
    assert.deepEqual(merge({}, {}, known).both, [])
  })

  test('takes each member of an object from the version that changed it', () => {
    const { values } = mergeFields({ at: { x: 1, y: 1 } }, { at: { x: 2, y: 1 } }, { at: { x: 1, y: 3 } })
    assert.deepEqual(values.at, { x: 2, y: 3 })
  })

  test('only what was changed is sent', () => {
    assert.deepEqual(changedFields(base, { ...base, newIntro: '' }), { newIntro: '' })
  })
})

/** A record that colleagues change: `theirs` are applied one after the other, each when a save arrives. */
function shared(theirs: Partial<News>[], options: { drafts?: true; onLoad?: () => void } = {}) {
  let stored: FieldValues = base
  let version = 1
  const sent: { changes: Partial<News>; basedOn: string | undefined }[] = []
  const conflict = (): CallError =>
    new CallError(409, '', undefined, { changedBy: '张三', changedAt: '2026-11-20 10:00:00' })
  const storage = memoryStorage()
  const box = createDraftStore(storage)
  const form = createForm({
    name: 'news/1',
    empty,
    rules: kinds.news.fields,
    id: '1',
    async load() {
      options.onLoad?.()
      return { values: stored, version: `v${version}` }
    },
    add: async () => ({ id: 'new' }),
    async update(_id, changes, { version: basedOn }) {
      const next = theirs.shift()
      if (next) {
        stored = { ...stored, ...next }
        version++
      }
      sent.push({ changes, basedOn })
      if (basedOn !== `v${version}`) throw conflict()
      stored = { ...stored, ...changes }
      version++
    },
    ...(options.drafts && { drafts: { store: box, name: 'u/news/1' } }),
  })
  return { form, sent, stored: () => stored, box }
}

beforeEach(() => {
  uploads.clear()
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout'] })
})

describe('a record that a colleague has changed meanwhile', () => {
  test('is merged and saved without a question when other fields were changed, and says so', async () => {
    const { form, sent, stored } = shared([{ newInfo: '<p>他的正文</p>' }])
    await form.open()
    form.set('newIntro', '我的简介')
    assert.equal(await form.save(), true)
    assert.deepEqual(stored(), { ...base, newIntro: '我的简介', newInfo: '<p>他的正文</p>' })
    assert.deepEqual(sent, [
      { changes: { newIntro: '我的简介' }, basedOn: 'v1' },
      { changes: { newIntro: '我的简介' }, basedOn: 'v2' },
    ])
    assert.deepEqual(form.merges(), [{ changedBy: '张三', fields: ['newInfo'] }])
    assert.equal(form.view.value.dirty, false)
  })

  test('is merged again and again, but not for ever', async () => {
    const often = (times: number) =>
      shared(Array.from({ length: times }, (_, index) => ({ newInfo: `<p>${index}</p>` })))
    const few = often(3)
    await few.form.open()
    few.form.set('newIntro', '我的')
    assert.equal(await few.form.save(), true)
    assert.deepEqual(few.stored(), { ...base, newIntro: '我的', newInfo: '<p>2</p>' })
    const many = often(50)
    await many.form.open()
    many.form.set('newIntro', '我的')
    assert.equal(await many.form.save(), false)
    assert.match(many.form.view.value.message, /被多人修改/)
    assert.equal(many.sent.length, 5)
    assert.deepEqual(
      [many.form.view.value.values.newIntro, many.form.view.value.dirty, many.form.view.value.saving],
      ['我的', true, false],
    )
  })

  test('is not written where both changed the same: nothing is saved before each is chosen', async () => {
    const { form, sent, stored } = shared([{ newTitle: '他的标题', newInfo: '<p>他的正文</p>' }])
    await form.open()
    form.set('newTitle', '我的标题')
    form.set('newIntro', '我的简介')
    assert.equal(await form.save(), false)
    const { changedBy, both, theirs } = asked(form)
    assert.deepEqual([changedBy, both, theirs], ['张三', ['newTitle'], ['newInfo']])
    assert.equal(sent.length, 1)
    assert.equal(stored().newTitle, '他的标题')
    assert.equal(form.view.value.values.newTitle, '我的标题')
    form.closeConflict()
    assert.equal(form.view.value.values.newInfo, base.newInfo, 'back in the form, everything is as it was')
  })

  for (const [side, title] of [
    ['mine', '我的标题'],
    ['theirs', '他的标题'],
  ] as const) {
    test(`is saved as chosen: ${side}`, async () => {
      const { form, stored } = shared([{ newTitle: '他的标题', newInfo: '<p>他的正文</p>' }])
      await form.open()
      form.set('newTitle', '我的标题')
      form.set('newIntro', '我的简介')
      await form.save()
      assert.equal(await form.resolveConflict({ newTitle: title }), true)
      assert.deepEqual(stored(), { newTitle: title, newIntro: '我的简介', newCover: '', newInfo: '<p>他的正文</p>' })
      assert.deepEqual(form.merges(), [{ changedBy: '张三', fields: ['newInfo'] }])
    })
  }

  test('asks once more when it is changed again during the choice', async () => {
    const { form, stored } = shared([{ newTitle: '他的标题' }, { newTitle: '又一个' }])
    await form.open()
    form.set('newTitle', '我的标题')
    await form.save()
    assert.equal(await form.resolveConflict({ newTitle: '我的标题' }), false)
    assert.deepEqual(asked(form).both, ['newTitle'])
    assert.equal(stored().newTitle, '又一个')
  })

  test('keeps everything when the latest cannot be loaded', async () => {
    let loads = 0
    const { form } = shared([{ newInfo: '' }], {
      onLoad() {
        if (loads++ > 0) throw new CallError(0, '网络连接失败')
      },
    })
    await form.open()
    form.set('newIntro', '我的')
    assert.equal(await form.save(), false)
    assert.equal(form.view.value.message, '网络连接失败')
    assert.deepEqual(
      [form.view.value.values.newIntro, form.view.value.dirty, form.view.value.saving],
      ['我的', true, false],
    )
    loads = 0
    assert.equal(await form.save(), true, 'and can be tried again')
  })

  test('merges a draft of an older version by what it was written over', async () => {
    const one = shared([{ newInfo: '<p>他的正文</p>' }], { drafts: true })
    one.box.write('u/news/1', {
      values: { ...base, newIntro: '草稿' },
      basedOn: 'v0',
      before: { newIntro: base.newIntro },
    })
    await one.form.open()
    one.form.restore(one.form.view.value.draft ?? assert.fail('no draft'))
    assert.equal(await one.form.save(), true)
    assert.deepEqual(one.stored(), { ...base, newIntro: '草稿', newInfo: '<p>他的正文</p>' })

    // Written before drafts kept that.
    const other = shared([], { drafts: true })
    other.box.write('u/news/1', { values: { ...base, newIntro: '草稿', newInfo: '<p>旧</p>' }, basedOn: 'v0' })
    await other.form.open()
    other.form.restore(other.form.view.value.draft ?? assert.fail('no draft'))
    assert.equal(await other.form.save(), false)
    assert.deepEqual(asked(other.form).both, ['newIntro', 'newInfo'], 'it cannot be known, so it is asked')
  })
})

/** Saves are held until released. */
function held(id = '1') {
  const sent: (Partial<News> | 'add')[] = []
  const releases: (() => void)[] = []
  const wait = (): Promise<void> => new Promise((resolve) => releases.push(resolve))
  let stored: FieldValues = base
  const form = createForm({
    name: 'news/1',
    empty,
    rules: kinds.news.fields,
    id,
    load: async () => ({ values: stored, version: `v${sent.length}` }),
    async add(values) {
      sent.push('add')
      stored = values
      await wait()
      return { id: 'new' }
    },
    async update(_id, changes) {
      sent.push(changes)
      stored = { ...stored, ...changes }
      await wait()
    },
  })
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  return { form, sent, release: () => releases.shift()?.(), turns, stored: () => stored }
}

describe('what arrives while a save is under way', () => {
  for (const id of ['', '1']) {
    test(`is not treated as saved, but saved next: ${id ? 'a change' : 'a new record, once'}`, async () => {
      const { form, sent, release, turns, stored } = held(id)
      await form.open()
      form.set('newTitle', '先')
      const saved = form.save()
      await turns()
      form.set('newInfo', '<p>粘贴的内容到了</p>')
      release()
      await turns()
      release()
      assert.equal(await saved, true)
      assert.deepEqual(sent, [id ? { newTitle: '先' } : 'add', { newInfo: '<p>粘贴的内容到了</p>' }])
      assert.equal(stored().newInfo, '<p>粘贴的内容到了</p>')
      assert.equal(form.view.value.dirty, false)
    })
  }
})

test('a picture that begins to be uploaded while a save is under way is waited for, and saved next', async () => {
  const { form, sent, release, turns } = held()
  await form.open()
  form.set('newTitle', '先')
  const saved = form.save()
  await turns()
  const { arrive } = upload(form)
  release()
  await turns()
  assert.equal(form.view.value.waiting, true)
  arrive('/uploads/news/a.png')
  await turns()
  release()
  assert.equal(await saved, true)
  assert.deepEqual(sent, [{ newTitle: '先' }, { newCover: '/uploads/news/a.png' }])
})

/** The cover of a form goes up. */
function upload(form: ReturnType<typeof held>['form']) {
  const { sender, ...fate } = heldSender()
  const { id } = uploads.add({ form: form.name, field: 'newCover', sender }, new File([''], 'a.png'), ({ address }) => {
    if (address !== '') form.set('newCover', address)
  })
  return { ...fate, cancel: () => uploads.remove(id) }
}

describe('a save during an upload', () => {
  function uploading() {
    const one = held()
    return { ...one, ...upload(one.form) }
  }

  test('waits for it and then saves by itself, with the picture', async () => {
    const { form, sent, release, turns, arrive } = uploading()
    await form.open()
    form.set('newTitle', '有图')
    const saved = form.save()
    await turns()
    assert.deepEqual([form.view.value.waiting, form.view.value.saving, sent.length], [true, false, 0])
    assert.equal(await form.save(), false, 'once')
    arrive('/uploads/news/a.png')
    await turns()
    assert.deepEqual([form.view.value.waiting, form.view.value.saving], [false, true])
    release()
    assert.equal(await saved, true)
    assert.deepEqual(sent, [{ newTitle: '有图', newCover: '/uploads/news/a.png' }])
  })

  for (const [what, cause, words] of [
    [
      'fails',
      new CallError(0, '网络连接失败，上传未完成，请重试'),
      '图片上传失败，内容还没有保存：网络连接失败，上传未完成，请重试',
    ],
    ['is cancelled', undefined, '图片上传已取消，内容还没有保存'],
  ] as const) {
    test(`does not happen when it ${what}, and says why`, async () => {
      const { form, sent, turns, fail, cancel } = uploading()
      await form.open()
      form.set('newTitle', '有图')
      const saved = form.save()
      await turns()
      if (cause) fail(cause)
      else cancel()
      assert.equal(await saved, false)
      mock.timers.tick(5000)
      assert.deepEqual([sent.length, form.view.value.waiting, form.view.value.message], [0, false, words])
      assert.equal(form.view.value.dirty, true)
    })
  }

  test('can be given up: the upload goes on, and nothing is saved by itself', async () => {
    const { form, sent, turns, arrive } = uploading()
    await form.open()
    const saved = form.save()
    await turns()
    form.cancelWaiting()
    assert.equal(await saved, false)
    arrive('/uploads/news/a.png')
    mock.timers.tick(5000)
    await turns()
    assert.deepEqual(
      [sent.length, form.view.value.waiting, form.view.value.values.newCover],
      [0, false, '/uploads/news/a.png'],
    )
  })

  test('is refused at once when something else is wrong', async () => {
    const { form } = uploading()
    await form.open()
    form.set('newTitle', '长'.repeat(201))
    assert.equal(await form.save(), false)
    assert.equal(form.view.value.waiting, false)
    assert.equal(form.view.value.errors.newTitle, '不能超过200个字符')
  })
})

describe('a form that was given up', () => {
  function opened(box: ReturnType<typeof createDraftStore>) {
    return createForm({
      name: 'news/1',
      empty,
      rules: kinds.news.fields,
      id: '1',
      drafts: { store: box, name: 'u/news/1' },
      load: async () => ({ values: base, version: 'v1' }),
      add: async () => ({ id: 'new' }),
      update: async () => {},
    })
  }
  test('leaves nothing behind', async () => {
    const box = createDraftStore(memoryStorage())
    const form = opened(box)
    await form.open()
    form.set('newTitle', '写了一半')
    form.flushDraft()
    assert.equal(box.list('u/').size, 1)
    form.drop()
    form.end()
    mock.timers.tick(5000)
    assert.equal(box.list('u/').size, 0)
  })

  test('says whether the work would be lost with it', async () => {
    const form = opened(createDraftStore(memoryStorage()))
    await form.open()
    assert.equal(form.unsaved(), false)
    form.set('newTitle', '写了一半')
    assert.equal(form.unsaved(), 'drafted')
    uploads.need(uploads.add({ form: form.name, field: 'newInfo', sender: failing }, new File([''], 'a.png')).id, true)
    assert.equal(form.unsaved(), true)
    uploads.clear()
    const without = opened(createDraftStore(undefined))
    await without.open()
    without.set('newTitle', '写了一半')
    assert.equal(without.unsaved(), true)
  })

  test('promises no draft that another tab has removed', async () => {
    const storage = memoryStorage()
    const form = opened(createDraftStore(storage))
    await form.open()
    form.set('newTitle', '写了一半')
    assert.equal(form.unsaved(), 'drafted')
    storage.clear()
    assert.equal(form.unsaved(), true)
  })
})
