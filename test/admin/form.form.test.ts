import assert from 'node:assert/strict'
import { after, beforeEach, describe, mock, test } from 'node:test'
import { kinds } from '../../contract/kinds/kinds.ts'
import { createDraftStore } from '../../client/admin/form/drafts.ts'
import { createForm } from '../../client/admin/form/form.ts'
import type { FormOptions } from '../../client/admin/form/formState.ts'
import { uploads } from '../../client/admin/form/uploads.ts'
import { CallError } from '../../client/lib/callError.ts'
import { failing } from './senders.ts'
import { memoryStorage } from './memoryStorage.ts'

const empty = { newTitle: '', newIntro: '', newCover: '', newInfo: '' }
type News = typeof empty
const stored: News = { ...empty, newTitle: '开工', newInfo: '<p>正文</p>' }

function made(options: Partial<FormOptions> = {}) {
  const storage = memoryStorage()
  const box = createDraftStore(storage)
  const sent: { changes: Partial<News>; basedOn: string | undefined }[] = []
  const form = createForm({
    name: 'news/1',
    empty,
    rules: kinds.news.fields,
    id: '1',
    load: async () => ({ values: stored, version: 'v1' }),
    add: async () => ({ id: 'new' }),
    update: async (_id, changes, { version }) => void sent.push({ changes, basedOn: version }),
    drafts: { store: box, name: 'u/news/1' },
    ...options,
  })
  return { form, sent, box, storage, draft: () => box.read('u/news/1') }
}

test('a draft from before forms held values is offered with its values', async () => {
  const { form, storage } = made({ empty: { ...empty, quotes: [], details: [] } })
  const write = (name: string, values: object): void =>
    storage.setItem(`zhuzhan.draft.u/${name}`, JSON.stringify({ at: Date.now(), values }))
  write('news/1', { newTitle: '[1]', quotes: '[{"text":"好"}]', details: '' })
  await form.open()
  const values = { newTitle: '[1]', quotes: [{ text: '好' }], details: [] }
  assert.deepEqual(form.view.value.draft?.values, values)

  write('site/contact', { newTitle: '"题"' })
  const settings = made({ drafts: { store: createDraftStore(storage), name: 'u/site/contact' } }).form
  await settings.open()
  assert.deepEqual(settings.view.value.draft?.values, { newTitle: '题' })
})

after(() => mock.timers.reset())
beforeEach(() => {
  uploads.clear()
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout'] })
})

describe('a form', () => {
  test('tries again under the same request id, and under another once something was changed', async () => {
    const ids: string[] = []
    const { form } = made({
      id: '',
      add: async (_values, requestId) => {
        ids.push(requestId)
        throw new CallError(0, '网络连接失败')
      },
    })
    await form.open()
    for (const title of ['一', '一', '二']) {
      form.set('newTitle', title)
      await form.save()
    }
    assert.match(ids[0] ?? '', /^\w{8,64}$/)
    assert.deepEqual([ids[1] === ids[0], ids[2] === ids[0]], [true, false])
  })

  test('is empty and says why when it cannot be loaded, and can be tried again', async () => {
    let tries = 0
    const { form } = made({
      load: async () => {
        if (tries++ === 0) throw new CallError(404, '记录不存在')
        return { values: stored, version: 'v1' }
      },
    })
    await form.open()
    assert.equal(form.view.value.phase, 'failed')
    assert.equal(form.view.value.message, '记录不存在')
    assert.deepEqual(form.view.value.values, empty)
    await form.open()
    assert.equal(form.view.value.phase, 'ready')
  })

  test('validates before it sends anything, and an error disappears when the value is valid', async () => {
    const { form, sent } = made()
    await form.open()
    form.set('newTitle', '长'.repeat(201))
    assert.equal(await form.save(), false)
    assert.equal(sent.length, 0)
    assert.equal(form.view.value.errors.newTitle, '不能超过200个字符')
    form.set('newTitle', '短')
    assert.deepEqual(form.view.value.errors, {})
    assert.equal(form.view.value.message, '')
  })

  test('shows what was stored before a rule, which keeps nobody from changing something else', async () => {
    const long = '长'.repeat(201)
    const load = async () => ({ values: { ...stored, newTitle: long }, version: 'v1' })
    const { form, sent } = made({ load })
    await form.open()
    form.set('newIntro', '简介')
    assert.equal(await form.save(), true)
    assert.equal(form.view.value.errors.newTitle, '不能超过200个字符')
    form.set('newTitle', `${long}长`)
    assert.equal(await form.save(), false)
    assert.match(form.view.value.message, /有内容需要修改/)
    assert.deepEqual(
      sent.map(({ changes }) => changes),
      [{ newIntro: '简介' }],
    )

    const copy = made({ id: '' })
    copy.form.set('newTitle', long)
    assert.equal(await copy.form.save(), false, 'of a new record everything is sent')
  })

  test('keeps everything when saving fails, and shows the message of the server', async () => {
    const { form } = made({ update: async () => Promise.reject(new CallError(507, '磁盘空间不足')) })
    await form.open()
    form.set('newTitle', '完工')
    assert.equal(await form.save(), false)
    assert.equal(form.view.value.message, '磁盘空间不足')
    assert.equal(form.view.value.values.newTitle, '完工')
    assert.equal(form.view.value.dirty, true)
  })

  test('says it beside the field that the server names', async () => {
    const { form } = made({ update: async () => Promise.reject(new CallError(400, '网址不正确', 'newCover')) })
    await form.open()
    await form.save()
    assert.equal(form.view.value.errors.newCover, '网址不正确')
  })

  test('is not sent twice at once, nor when the upload of a picture failed', async () => {
    let release = (): void => {}
    let tries = 0
    const { form } = made({
      update: () => {
        tries++
        return new Promise<void>((resolve) => (release = resolve))
      },
    })
    const hide = form.show()
    await form.open()
    const { id } = uploads.add({ form: 'news/1', field: 'newInfo', sender: failing }, new File([''], 'a.png'))
    uploads.need(id, true)
    assert.equal(await form.save(), false)
    assert.match(form.view.value.message, /没有上传成功/)
    uploads.remove(id)
    assert.equal(form.view.value.message, '')
    hide()
    const first = form.save()
    assert.equal(await form.save(), false)
    while (tries === 0) await Promise.resolve()
    release()
    assert.equal(await first, true)
    assert.equal(tries, 1)
  })
})

describe('a draft', () => {
  test('is kept a moment after typing and removed by the save', async () => {
    const { form, draft } = made()
    await form.open()
    form.set('newTitle', '完工')
    assert.equal(draft(), undefined)
    mock.timers.tick(600)
    assert.equal(draft()?.values['newTitle'], '完工')
    assert.equal(draft()?.basedOn, 'v1')
    await form.save()
    assert.equal(draft(), undefined)
    mock.timers.tick(5000)
    assert.equal(draft(), undefined)
  })

  test('is removed when everything was typed back', async () => {
    const { form, draft } = made()
    await form.open()
    form.set('newTitle', '完工')
    mock.timers.tick(600)
    form.set('newTitle', '开工')
    mock.timers.tick(600)
    assert.deepEqual([draft(), form.view.value.dirty], [undefined, false])
  })

  test('is offered at the next opening, and restored over the version that it was written over', async () => {
    const { form, box, sent } = made()
    box.write('u/news/1', { values: { ...stored, newTitle: '草稿' }, basedOn: 'v0' })
    await form.open()
    assert.equal(form.view.value.draft?.values['newTitle'], '草稿')
    assert.equal(form.view.value.values.newTitle, '开工')
    form.restore(form.view.value.draft ?? assert.fail('no draft'))
    assert.equal(form.view.value.values.newTitle, '草稿')
    assert.equal(form.view.value.dirty, true)
    await form.save()
    assert.equal(sent[0]?.basedOn, 'v0')
  })

  test('holds only what was typed, and what was there before', async () => {
    const { form, draft } = made()
    await form.open()
    form.set('newIntro', '简介')
    form.flushDraft()
    assert.deepEqual(
      { ...draft(), at: 0 },
      { at: 0, values: { newIntro: '简介' }, before: { newIntro: '' }, basedOn: 'v1' },
    )
  })

  test('whose earlier content is not known keeps what was typed, however often it is restored', async () => {
    const load = async () => ({ values: { ...stored, newTitle: '别人的标题' }, version: 'v2' })
    const { form, box } = made({ load })
    box.write('u/news/1', { values: { newTitle: '草稿' }, basedOn: 'v1' })
    for (const opened of [form, made({ load, drafts: { store: box, name: 'u/news/1' } }).form]) {
      await opened.open()
      opened.restore(opened.view.value.draft ?? assert.fail('no draft'))
      opened.flushDraft()
      assert.deepEqual([opened.view.value.values.newTitle, opened.view.value.dirty], ['草稿', true])
    }
  })

  test('that equals what is stored is not offered', async () => {
    const { form, box, draft } = made()
    box.write('u/news/1', { values: stored, basedOn: 'v0' })
    await form.open()
    assert.equal(form.view.value.draft, undefined)
    assert.equal(draft(), undefined)
  })

  test('is removed when it is discarded', async () => {
    const { form, box, draft } = made()
    box.write('u/news/1', { values: { ...stored, newTitle: '草稿' }, basedOn: 'v1' })
    await form.open()
    form.discardDraft()
    assert.deepEqual([form.view.value.draft, form.view.value.values.newTitle, draft()], [undefined, '开工', undefined])
  })

  test('outlives a save that failed, and a session that ended', async () => {
    const { form, draft } = made({ update: async () => Promise.reject(new CallError(401, '登录已失效，请重新登录')) })
    await form.open()
    form.set('newTitle', '完工')
    await form.save()
    form.end()
    assert.equal(draft()?.values['newTitle'], '完工')
  })
})
