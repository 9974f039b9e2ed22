import assert from 'node:assert/strict'
import { beforeEach, describe, mock, test } from 'node:test'
import { newsFields } from '../../contract/rules.ts'
import { createDrafts } from '../../client/admin/forms/drafts.ts'
import { type FormOptions, createForm } from '../../client/admin/forms/form.ts'
import { CallError } from '../../client/lib/callError.ts'
import { memoryStorage } from './lists.storage.ts'

const empty = { newTitle: '', newIntro: '', newCover: '', newInfo: '' }
type News = typeof empty
const stored: News = { ...empty, newTitle: '开工', newInfo: '<p>正文</p>' }

function made(options: Partial<FormOptions<News>> = {}) {
  const storage = memoryStorage()
  const box = createDrafts(storage)
  const sent: { values: News; basedOn: string | undefined }[] = []
  const form = createForm<News>({
    empty,
    rules: newsFields,
    load: async () => ({ values: stored, version: 'v1' }),
    send: async (values, basedOn) => void sent.push({ values, basedOn }),
    drafts: { box, name: 'u/news/1' },
    ...options,
  })
  return { form, sent, box, storage, draft: () => box.read('u/news/1') }
}

const conflict = new CallError(409, '内容已被修改', undefined, { changedBy: '李四', changedAt: '2026-11-20 10:00:00' })

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout'] })
})

describe('a record that was deleted while it was edited', () => {
  test('can be saved as a new one, with all that was typed', async () => {
    const added: News[] = []
    const { form, draft } = made({
      send: async () => {
        throw new CallError(404, '记录不存在或已被删除')
      },
      sendNew: async (values) => void added.push(values),
    })
    await form.open()
    form.set('newTitle', '没有丢')
    assert.equal(await form.save(), false)
    assert.equal(form.view().gone, true)
    assert.match(form.view().said, /已被删除/)
    assert.equal(draft()?.values['newTitle'], '没有丢')
    assert.equal(await form.saveAsNew(), true)
    assert.deepEqual(added, [{ ...stored, newTitle: '没有丢' }])
    assert.equal(draft(), undefined)
  })
})

describe('a form', () => {
  test('tries again under the same request id, and under another once something was changed', async () => {
    const ids: string[] = []
    const { form } = made({
      send: async (_values, _basedOn, requestId) => {
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

  test('is filled by what was loaded and is not dirty', async () => {
    const { form } = made()
    assert.equal(form.view().phase, 'loading')
    await form.open()
    assert.deepEqual(form.view().values, stored)
    assert.equal(form.view().dirty, false)
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
    assert.equal(form.view().phase, 'failed')
    assert.equal(form.view().said, '记录不存在')
    assert.deepEqual(form.view().values, empty)
    await form.open()
    assert.equal(form.view().phase, 'ready')
  })

  test('is dirty by what differs, and clean again when it is typed back', async () => {
    const { form } = made()
    await form.open()
    form.set('newTitle', '完工')
    assert.equal(form.view().dirty, true)
    form.set('newTitle', '开工')
    assert.equal(form.view().dirty, false)
  })

  test('sends the version that it was filled with', async () => {
    const { form, sent } = made()
    await form.open()
    form.set('newTitle', '完工')
    assert.equal(await form.save(), true)
    assert.deepEqual(sent, [{ values: { ...stored, newTitle: '完工' }, basedOn: 'v1' }])
    assert.equal(form.view().dirty, false)
  })

  test('asks the rules before it sends anything, and a complaint goes with its reason', async () => {
    const { form, sent } = made()
    await form.open()
    form.set('newTitle', '长'.repeat(201))
    assert.equal(await form.save(), false)
    assert.equal(sent.length, 0)
    assert.equal(form.view().faults.newTitle, '不能超过200个字符')
    form.set('newTitle', '短')
    assert.deepEqual(form.view().faults, {})
    assert.equal(form.view().said, '')
  })

  test('keeps everything when saving fails, and says the words of the server', async () => {
    const { form } = made({ send: async () => Promise.reject(new CallError(507, '磁盘空间不足')) })
    await form.open()
    form.set('newTitle', '完工')
    assert.equal(await form.save(), false)
    assert.equal(form.view().said, '磁盘空间不足')
    assert.equal(form.view().values.newTitle, '完工')
    assert.equal(form.view().dirty, true)
  })

  test('says it beside the field that the server names', async () => {
    const { form } = made({ send: async () => Promise.reject(new CallError(400, '网址不正确', 'newCover')) })
    await form.open()
    await form.save()
    assert.equal(form.view().faults.newCover, '网址不正确')
  })

  test('is not sent twice at once, nor while a picture is on its way or did not get through', async () => {
    let release = (): void => {}
    let tries = 0
    const { form } = made({
      send: () => {
        tries++
        return new Promise<void>((resolve) => (release = resolve))
      },
    })
    await form.open()
    let arrived = (): void => {}
    const upload = form.uploading(new Promise<void>((resolve) => (arrived = resolve)))
    assert.equal(await form.save(), false)
    assert.match(form.view().said, /正在上传/)
    arrived()
    await upload
    form.setMissing(1)
    assert.equal(await form.save(), false)
    assert.match(form.view().said, /没有上传成功/)
    form.setMissing(0)
    assert.equal(form.view().said, '')
    const first = form.save()
    assert.equal(await form.save(), false)
    release()
    assert.equal(await first, true)
    assert.equal(tries, 1)
  })
})

describe('a draft', () => {
  test('is kept a moment after typing and gone with the save', async () => {
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

  test('is kept at once when the page may go', async () => {
    const { form, draft } = made()
    await form.open()
    form.set('newTitle', '完工')
    form.keepDraft()
    assert.equal(draft()?.values['newTitle'], '完工')
  })

  test('goes when everything was typed back', async () => {
    const { form, draft } = made()
    await form.open()
    form.set('newTitle', '完工')
    mock.timers.tick(600)
    form.set('newTitle', '开工')
    mock.timers.tick(600)
    assert.equal(draft(), undefined)
  })

  test('is offered at the next opening, and restored over the version that it was written over', async () => {
    const { form, box, sent } = made()
    box.write('u/news/1', { ...stored, newTitle: '草稿' }, 'v0')
    await form.open()
    assert.equal(form.view().draft?.values['newTitle'], '草稿')
    assert.equal(form.view().values.newTitle, '开工')
    form.restoreDraft()
    assert.equal(form.view().values.newTitle, '草稿')
    assert.equal(form.view().dirty, true)
    await form.save()
    assert.equal(sent[0]?.basedOn, 'v0')
  })

  test('that says what is stored already is not offered', async () => {
    const { form, box, draft } = made()
    box.write('u/news/1', stored, 'v0')
    await form.open()
    assert.equal(form.view().draft, undefined)
    assert.equal(draft(), undefined)
  })

  test('is gone for good when thrown away', async () => {
    const { form, box, draft } = made()
    box.write('u/news/1', { newTitle: '草稿' }, undefined)
    await form.open()
    form.dropDraft()
    assert.equal(draft(), undefined)
    assert.equal(form.view().draft, undefined)
  })

  test('outlives a save that failed, and a session that ended', async () => {
    const { form, draft } = made({ send: async () => Promise.reject(new CallError(401, '登录已失效，请重新登录')) })
    await form.open()
    form.set('newTitle', '完工')
    await form.save()
    form.close()
    assert.equal(draft()?.values['newTitle'], '完工')
  })
})

describe('a record that has changed meanwhile', () => {
  const theirs: News = { ...stored, newTitle: '他人的标题' }
  function contested() {
    let loads = 0
    const tries: (string | undefined)[] = []
    const one = made({
      load: async () => (loads++ === 0 ? { values: stored, version: 'v1' } : { values: theirs, version: 'v2' }),
      send: async (_, basedOn) => {
        tries.push(basedOn)
        if (basedOn === 'v1') throw conflict
      },
    })
    return { ...one, tries }
  }

  test('is not written over: who changed it and when is told, and everything stays', async () => {
    const { form } = contested()
    await form.open()
    form.set('newTitle', '我的标题')
    assert.equal(await form.save(), false)
    assert.equal(form.view().conflict?.changedBy, '李四')
    assert.equal(form.view().conflict?.changedAt, '2026-11-20 10:00:00')
    assert.equal(form.view().values.newTitle, '我的标题')
    assert.equal(form.view().said, '')
  })

  test('can be seen beside mine', async () => {
    const { form } = contested()
    await form.open()
    form.set('newTitle', '我的标题')
    await form.save()
    await form.seeLatest()
    assert.equal(form.view().conflict?.latest?.values.newTitle, '他人的标题')
    assert.equal(form.view().values.newTitle, '我的标题')
  })

  test('is written over on demand: unseen without a version, seen over what was seen', async () => {
    for (const [see, version] of [[false, undefined], [true, 'v2']] as const) {
      const { form, tries } = contested()
      await form.open()
      form.set('newTitle', '我的标题')
      await form.save()
      if (see) await form.seeLatest()
      assert.equal(await form.overwrite(), true)
      assert.deepEqual(tries, ['v1', version])
    }
  })

  test('takes the place of mine on demand, and the draft goes', async () => {
    const { form, draft } = contested()
    await form.open()
    form.set('newTitle', '我的标题')
    await form.save()
    assert.equal(draft()?.values['newTitle'], '我的标题')
    await form.takeTheirs()
    assert.equal(form.view().values.newTitle, '他人的标题')
    assert.equal(form.view().dirty, false)
    assert.equal(form.view().conflict, undefined)
    assert.equal(draft(), undefined)
  })
})
