import assert from 'node:assert/strict'
import { beforeEach, describe, mock, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { createDraftStore, type Publication } from '../../client/admin/form/drafts.ts'
import { createForm } from '../../client/admin/form/form.ts'
import type { Loaded, Saved } from '../../client/admin/form/formState.ts'
import { returnDraft } from '../../client/admin/form/unfinished.ts'
import { uploads } from '../../client/admin/form/uploads.ts'
import { CallError } from '../../client/lib/callError.ts'
import { kinds } from '../../contract/kinds/kinds.ts'
import type { FieldValues } from '../../contract/kinds/merge.ts'
import { asked } from './asked.ts'
import { memoryStorage } from './memoryStorage.ts'

const empty = { newTitle: '', newIntro: '', newCover: '', newInfo: '', publishAt: '' }
const first: FieldValues = { ...empty, newTitle: '开工', newInfo: '<p>一</p><p>二</p>' }
const none: Publication = {
  published: undefined,
  basedOn: undefined,
  draft: undefined,
  savedBy: '',
  publishAt: '',
  unpublishAt: '',
}

const conflict = (data: { clashes?: [] } = {}): CallError =>
  new CallError(409, '', undefined, { changedBy: '张三', changedAt: '', ...data })
/** With what is published. This server merges nothing. */
const clash = (): CallError => conflict({ clashes: [] })
const off = (): CallError => new CallError(409, '这条内容已被张三下线', undefined, { changedBy: '张三', isOff: true })
const missing = (): CallError => new CallError(404, '记录不存在或已被删除')
const trashed = (): CallError => new CallError(404, '张三移到回收站', undefined, { isTrashed: true })

type Site = ReturnType<typeof server>
type View = ReturnType<ReturnType<Site['form']>['view']['peek']>

/** The open form of what is published. */
async function opened() {
  const one = server(first)
  const form = one.form('1')
  await form.open()
  return { one, form }
}

/** A record and its draft as the server keeps them, with every published version. */
function server(published?: FieldValues) {
  const versions = new Map<string, FieldValues>()
  let record: Loaded | undefined
  let draft: { values: FieldValues; version: string; basedOn: string | undefined } | undefined
  let last = 0
  let failing: CallError | undefined
  let gone = missing
  let meanwhile = (): void => {}
  const requests: string[] = []
  const put = (values: FieldValues): void => {
    const version = `p${++last}`
    versions.set(version, values)
    record = { values, version }
  }
  if (published) put(published)
  const publicationOf = (): Publication => ({
    ...none,
    published: record?.version,
    basedOn: record && (draft?.basedOn ?? record.version),
    draft: draft?.version,
  })
  const sent = (request: string): void => {
    requests.push(request)
    const cause = failing
    failing = undefined
    if (cause) throw cause
  }
  const save = (values: FieldValues, basedOn: string | undefined): Saved & { id: string; version: string } => {
    draft = { values, version: `d${++last}`, basedOn }
    return { id: '1', version: draft.version, publication: publicationOf() }
  }
  const form = (id: string) => {
    const store = createDraftStore(memoryStorage())
    const made = createForm({
      name: 'news/1',
      empty,
      rules: kinds.news.fields,
      rich: ['newInfo'],
      id,
      drafts: { store, name: `u/news/${id || 'new'}`, draftName: (own) => `u/news/${own}` },
      load: async () => {
        if (draft) return { values: draft.values, version: draft.version, publication: publicationOf() }
        if (record) return { ...record, publication: publicationOf() }
        throw gone()
      },
      async add(values, requestId) {
        const isRepeated = draft !== undefined && requests.includes(`add ${requestId}`)
        const saved = isRepeated
          ? { id: '1', version: draft?.version ?? '', publication: publicationOf() }
          : save(values, undefined)
        sent(`add ${requestId}`)
        return saved
      },
      async update(_id, _changes, { publication }, values) {
        meanwhile()
        sent('save')
        if (!record && !draft) throw gone()
        if (draft?.version !== publication?.draft) throw conflict()
        return save(values, publication?.basedOn)
      },
      publishing: {
        async publishDraft(_id, { basedOn }) {
          sent('publish')
          if (!draft) throw missing()
          if (!record && basedOn) throw off()
          if (record && draft.basedOn !== record.version) throw clash()
          put(draft.values)
          draft = undefined
          return { version: record?.version ?? '', publication: publicationOf() }
        },
        async publishValues(id, values, { publication }, requestId) {
          const request = requestId === undefined ? 'publish values' : `publish ${requestId}`
          const isRepeated = requestId !== undefined && requests.includes(request)
          if (!isRepeated && !isDeepStrictEqual(values, record?.values)) {
            if (id !== '' && !record && !draft) throw gone()
            if (!record && draft && publication?.basedOn) throw off()
            const edited = draft?.version ?? (publication?.draft && record?.version)
            if (edited !== publication?.draft) throw conflict()
            if (record && publication?.basedOn !== record.version) throw clash()
            put(values)
            draft = undefined
          }
          meanwhile()
          // Where it fails, the reply is lost.
          sent(request)
          return { id: '1', version: record?.version ?? '', publication: publicationOf() }
        },
        async loadPublished() {
          if (!record) assert.fail('nothing is published')
          const { version } = record
          return { ...record, publication: { ...none, published: version, basedOn: version } }
        },
        loadVersion: async (_id, version) => versions.get(version) ?? {},
      },
    })
    return { ...made, stored: () => store.list('u/') }
  }
  return {
    form,
    put,
    requests,
    published: () => record?.values,
    draft: () => draft?.values,
    discard: () => (draft = undefined),
    /** While the next values are sent. */
    meanwhile(work: () => void): void {
      meanwhile = () => {
        meanwhile = () => {}
        work()
      }
    },
    saveDraft: (values: FieldValues) => save(values, record?.version),
    takeOff() {
      draft ??= { values: record?.values ?? first, version: `d${++last}`, basedOn: record?.version }
      record = undefined
    },
    reschedule: (publishAt: string) => save({ ...(draft?.values ?? first), publishAt }, record?.version),
    /** Returns what restores it. */
    remove(cause = missing): () => void {
      const before = record
      gone = cause
      record = undefined
      draft = undefined
      return () => (record = before)
    },
    failNext: (code: number) => (failing = new CallError(code, '网络连接失败')),
  }
}

beforeEach(() => {
  uploads.clear()
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout'] })
})

describe('a record that is a draft until it is published', () => {
  test('is saved without being published, and published with what was typed since', async () => {
    const one = server()
    const form = one.form('')
    form.set('newTitle', '开工')
    assert.equal(await form.save('save'), true)
    assert.deepEqual([one.draft()?.newTitle, one.published(), form.view.value.dirty], ['开工', undefined, false])
    form.set('newTitle', '开工了')
    mock.timers.tick(5000)
    assert.deepEqual([...form.stored().keys()], ['news/1'], 'what is typed now is of the record that was added')
    assert.equal(await form.save('publish'), true)
    assert.deepEqual([one.draft(), one.published()?.newTitle, form.stored().size], [undefined, '开工了', 0])
  })

  test('sends what was prepared, also of a stored draft, and keeps what is shown until it is stored', async () => {
    const one = server()
    const form = one.form('')
    const marked = '<p>一【红】</p>'
    form.set('newInfo', marked)
    await form.save('save')
    const prepare = (values: FieldValues): FieldValues => ({ ...values, newInfo: '<p>一</p>' })
    one.failNext(0)
    assert.equal(await form.save('publish', prepare), false)
    assert.equal(form.view.value.values.newInfo, marked, 'the form is as it was')
    assert.equal(await form.save('publish', prepare), true)
    assert.deepEqual([one.published()?.newInfo, form.view.value.dirty], ['<p>一</p>', false])
  })

  test('comes back after it was given up, in the next form of its name', async () => {
    const { one, form } = await opened()
    form.set('newTitle', '半小时的稿子')
    mock.timers.tick(5000)
    assert.ok(form.view.value.draftAt !== undefined, 'it says when it was kept')
    const given = form.giveUp()
    form.end()
    assert.deepEqual([given?.values, form.stored().size], [{ newTitle: '半小时的稿子' }, 0])
    if (given) returnDraft('news/1', given)
    const next = one.form('1')
    await next.open()
    assert.deepEqual([next.view.value.values.newTitle, next.view.value.draft], ['半小时的稿子', undefined])
    const third = one.form('1')
    await third.open()
    assert.equal(third.view.value.values.newTitle, '开工', 'once only')
  })

  test('comes back in the form of its name that is open again, beside what was typed since', async () => {
    const { one, form } = await opened()
    form.set('newTitle', '半小时的稿子')
    form.set('newIntro', '旧引言')
    const given = form.giveUp()
    form.end()
    assert.ok(given)
    const next = one.form('1')
    const hide = next.show()
    await next.open()
    next.set('newIntro', '新引言')
    returnDraft('news/2', given)
    assert.equal(next.view.value.values.newTitle, '开工', 'it is of another record')
    returnDraft('news/1', given)
    const { newTitle, newIntro } = next.view.value.values
    assert.deepEqual([newTitle, newIntro, next.view.value.dirty], ['半小时的稿子', '新引言', true])

    // Its view was hidden meanwhile.
    next.set('newTitle', '别的标题')
    hide()
    returnDraft('news/1', { ...given, values: { newInfo: '<p>三</p>' } })
    assert.equal(next.view.value.values.newInfo, first.newInfo)
    next.show()()
    assert.deepEqual([next.view.value.values.newInfo, next.view.value.values.newTitle], ['<p>三</p>', '别的标题'])
  })

  test('sends nothing where nothing was changed, and only the publication of what is saved', async () => {
    const { one, form } = await opened()
    assert.deepEqual([await form.save('publish'), await form.save('save'), one.requests], [true, true, []])
    form.set('newTitle', '完工')
    await form.save('save')
    await form.save('publish')
    assert.deepEqual([one.requests, one.published()?.newTitle], [['save', 'publish'], '完工'])
  })

  test('is added once, and published once, although the replies were lost', async () => {
    const one = server()
    const form = one.form('')
    form.set('newTitle', '开工')
    one.failNext(0)
    assert.equal(await form.save('publish'), false)
    assert.deepEqual([form.stored().get('news/new')?.values['newTitle'], one.published()?.newTitle], ['开工', '开工'])
    assert.equal(await form.save('publish'), true)
    const [request, again] = one.requests
    assert.deepEqual([one.requests.length, request === again, form.stored().size], [2, true, 0])

    form.set('newTitle', '完工')
    assert.equal(await form.save('save'), true)
    one.put({ ...first, newTitle: '完工' })
    one.discard()
    assert.equal(await form.save('publish'), true, 'it is what this form has sent before')
  })

  test('is published in one request, also with the draft beside, and once although the reply was lost', async () => {
    const { one, form } = await opened()
    form.set('newTitle', '完工')
    one.failNext(0)
    assert.equal(await form.save('publish'), false)
    assert.equal(form.stored().get('news/1')?.values['newTitle'], '完工', 'this computer keeps what was typed')
    assert.equal(await form.save('publish'), true)
    assert.deepEqual([one.requests, one.published()?.newTitle], [['publish values', 'publish values'], '完工'])
    assert.deepEqual([form.stored().size, form.view.value.dirty, form.merges()], [0, false, []])

    form.set('newTitle', '写到一半')
    await form.save('save')
    form.set('newTitle', '写完')
    assert.equal(await form.save('publish'), true)
    assert.deepEqual(one.requests.slice(2), ['save', 'publish values'])
    assert.deepEqual([one.published()?.newTitle, one.draft()], ['写完', undefined])
  })

  test('asks for what somebody else has published meanwhile, without a draft of it', async () => {
    const { one, form } = await opened()
    form.set('newTitle', '我的')
    one.put({ ...first, newTitle: '张三的', newIntro: '张三的简介' })
    assert.equal(await form.save('publish'), false)
    const { both, theirs } = asked(form)
    assert.deepEqual([both, theirs, form.view.value.publication?.draft], [['newTitle'], ['newIntro'], undefined])
    assert.equal(await form.resolveConflict({ newTitle: '我们的' }), true)
    assert.deepEqual(one.published(), { ...first, newTitle: '我们的', newIntro: '张三的简介' })
    assert.equal(one.draft(), undefined)
  })

  test('stays off when it was taken off meanwhile, until that was said and somebody decides', async () => {
    const views = async (goal: 'draft' | 'publish') => {
      const one = server(first)
      const form = one.form('1')
      await form.open()
      if (goal === 'draft') {
        form.set('newIntro', '草稿')
        await form.save('save')
      } else form.set('newTitle', '改一行')
      one.takeOff()
      assert.equal(await form.save('publish'), false)
      const { notice, dirty, values, publication } = form.view.value
      assert.deepEqual(
        [notice, one.published(), publication?.published],
        ['这条内容已被张三下线', undefined, undefined],
      )
      assert.deepEqual([dirty, values], [goal === 'publish', form.view.value.values])
      return { one, form }
    }
    const { one, form } = await views('publish')
    assert.equal(await form.save('save'), true)
    assert.deepEqual([form.view.value.notice, one.draft()?.newTitle, one.published()], ['', '改一行', undefined])
    const again = await views('draft')
    assert.equal(await again.form.save('publish'), true)
    assert.equal(again.one.published()?.newIntro, '草稿')
  })

  test('is not published at once when somebody else has given it a time meanwhile', async () => {
    const one = server()
    const form = one.form('')
    form.set('newTitle', '开工')
    await form.save('save')
    form.set('newIntro', '我的')
    one.reschedule('2098-12-01 09:00:00')
    assert.equal(await form.save('publish'), false)
    const { notice, values } = form.view.value
    assert.deepEqual(
      [notice, values['publishAt']],
      ['张三已把这条内容改为 2098-12-01 09:00 发布', '2098-12-01 09:00:00'],
    )
    assert.equal(one.published(), undefined)
  })

  test('is published with the draft that somebody else has begun meanwhile', async () => {
    const { one, form } = await opened()
    form.set('newTitle', '我的')
    one.saveDraft({ ...first, newIntro: '张三的简介' })
    assert.equal(await form.save('publish'), true)
    assert.deepEqual(one.published(), { ...first, newTitle: '我的', newIntro: '张三的简介' })
    assert.deepEqual([one.draft(), form.merges()], [undefined, [{ changedBy: '张三', fields: ['newIntro'] }]])
  })

  test('is published again with what has come into the form while it was being published', async () => {
    const { one, form } = await opened()
    form.set('newTitle', '完工')
    one.meanwhile(() => form.set('newInfo', '<p>一</p><p>二</p><p>粘贴的</p>'))
    assert.equal(await form.save('publish'), true)
    assert.deepEqual(one.published(), { ...first, newTitle: '完工', newInfo: '<p>一</p><p>二</p><p>粘贴的</p>' })
    assert.deepEqual([form.view.value.dirty, form.stored().size, one.requests.length], [false, 0, 2])
  })

  test('is saved once as a draft: what is typed meanwhile remains to be saved', async () => {
    const { one, form } = await opened()
    form.set('newTitle', '完工')
    one.meanwhile(() => form.set('newIntro', '接着写'))
    assert.equal(await form.save('save'), true)
    assert.deepEqual([one.requests, one.draft()?.['newIntro'], form.view.value.dirty], [['save'], first.newIntro, true])
  })

  test('is kept as a new draft where somebody has deleted it, whatever it was to become', async () => {
    const { one, form } = await opened()
    form.set('newTitle', '没有白写')
    form.set('publishAt', '2099-01-01 09:00:00')
    one.remove()
    assert.equal(await form.save('schedule'), false)
    assert.deepEqual([form.view.value.deleted?.isInTrash, form.stored().size], [false, 1])
    await form.open()
    const { phase, deleted, dirty } = form.view.value
    assert.deepEqual([phase, deleted?.isInTrash, dirty], ['ready', false, true], 'opened once more')
    assert.equal(await form.save('publish'), true)
    assert.deepEqual([one.draft(), one.published()], [{ ...empty, newTitle: '没有白写' }, undefined])
    assert.deepEqual([form.view.value.deleted, form.stored().size], [undefined, 0])
  })

  test('is not scheduled once its time has come', async () => {
    const one = server()
    const form = one.form('')
    form.set('publishAt', '2099-01-01 09:00:00')
    assert.equal(await form.save('schedule'), true)
    one.put(empty)
    one.discard()
    assert.deepEqual([await form.save('schedule'), form.view.value.message], [false, '这份草稿已被发布'])
  })

  test('goes on with what was typed when it is back from the trash', async () => {
    const { one, form } = await opened()
    form.set('newTitle', '没有白写')
    const restore = one.remove(trashed)
    await form.save('publish')
    assert.deepEqual(form.view.value.deleted, { words: '张三移到回收站', isInTrash: true })
    restore()
    assert.equal(await form.save('save'), false, 'no second one is made')
    assert.deepEqual([form.view.value.deleted, form.view.value.dirty], [undefined, true])
    await form.save('publish')
    assert.deepEqual(one.published(), { ...first, newTitle: '没有白写' })
  })

  test('asks for the paragraph that somebody else has published meanwhile, and publishes the choice', async () => {
    const { one, form } = await opened()
    form.set('newInfo', '<p>一甲</p><p>二</p>')
    await form.save('save')
    one.put({ ...first, newTitle: '张三的标题', newInfo: '<p>一乙</p><p>二乙</p>' })
    assert.equal(await form.save('publish'), false)
    const { both, theirs, changedBy } = asked(form)
    assert.deepEqual([both, theirs, changedBy], [['newInfo'], ['newTitle'], '张三'])
    assert.equal(await form.resolveConflict({ newInfo: '<p>一甲</p><p>二乙</p>' }), true)
    assert.deepEqual(one.published(), { ...first, newTitle: '张三的标题', newInfo: '<p>一甲</p><p>二乙</p>' })
  })

  test('publishes the choice also where it is what the draft holds', async () => {
    const { one, form } = await opened()
    form.set('newTitle', '我的')
    await form.save('save')
    one.put({ ...first, newTitle: '张三的' })
    await form.save('publish')
    assert.equal(await form.resolveConflict({ newTitle: '我的' }), true)
    assert.equal(one.published()?.newTitle, '我的')
  })

  test('keeps all that was typed where somebody else has discarded the draft', async () => {
    const { one, form } = await opened()
    form.set('newTitle', '草稿')
    await form.save('save')
    one.discard()
    form.set('newIntro', '再写')
    assert.equal(await form.save('save'), false)
    assert.match(form.view.value.message, /这份草稿已被放弃/)
    assert.equal(await form.save('save'), true)
    assert.deepEqual(one.draft(), { ...first, newTitle: '草稿', newIntro: '再写' })
  })

  test('merges with what somebody else has saved in the same draft', async () => {
    const one = server(first)
    const [mine, theirs] = [one.form('1'), one.form('1')]
    await mine.open()
    mine.set('newTitle', '草稿')
    await mine.save('save')
    await theirs.open()
    theirs.set('newInfo', '<p>一</p><p>二乙</p>')
    await theirs.save('save')
    mine.set('newInfo', '<p>一甲</p><p>二</p>')
    assert.equal(await mine.save('save'), true)
    assert.deepEqual(one.draft(), { ...first, newTitle: '草稿', newInfo: '<p>一甲</p><p>二乙</p>' })
    assert.deepEqual(mine.merges(), [{ changedBy: '张三', fields: ['newInfo'] }])
  })
  for (const [name, meanwhile, isAsked] of [
    [
      'published',
      (one: Site) => one.put({ ...first, newTitle: '他的' }),
      ({ conflict }: View) => conflict !== undefined,
    ],
    ['taken off', (one: Site) => one.takeOff(), ({ notice }: View) => notice.includes('张三下线')],
  ] as const)
    test(`what the browser has kept asks about what was ${name} meanwhile`, async () => {
      const one = server(first)
      const form = one.form('1')
      await form.open()
      form.set('newTitle', '我的')
      form.flushDraft()
      meanwhile(one)
      const before = one.published()
      await form.open()
      form.restore(form.view.peek().draft ?? assert.fail())
      assert.equal(await form.save('publish'), false)
      assert.ok(isAsked(form.view.peek()))
      assert.deepEqual(one.published(), before)
    })
})
