import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { limits } from '../../contract/rules.ts'
import { type Answer, newFolder, startServer } from '../server.ts'
import { store } from '../stored.ts'

const markdown = '/v1/richtext/markdown'
const news = (call: string): string => `/v1/news/${call}News`
/** Its cost grows with the third power of its length: this takes six seconds, more takes minutes. */
const bomb = '*a_'.repeat(8_000)

test('Markdown that takes too long or too much memory is refused, and the next is converted', async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  const hostile = [
    bomb,
    '> '.repeat(100_000),
    `|${'a|'.repeat(20_000)}\n|${'-|'.repeat(20_000)}\n${'a\n'.repeat(50_000)}`,
    `[a]: https://e.example/${'x'.repeat(100_000)}\n\n${'[a] '.repeat(25_000)}`,
  ]
  for (const text of hostile) {
    const { status, msg, data } = await server.post(markdown, { text }, { headers })
    assert.deepEqual([status, msg, data], [400, 'Markdown内容过于复杂，无法转换', { field: 'text' }], text.slice(0, 10))
    assert.equal((await server.post(markdown, { text: '# 标题' }, { headers })).data.html, '<h1>标题</h1>\n')
  }
  const deep = await server.post(markdown, { text: '> '.repeat(2_000) }, { headers })
  assert.ok(deep.status === 200 || deep.status === 400, `${deep.status} ${deep.msg}`)
})

test('Markdown may have 200 KB and not a byte more', async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  const most = '字'.repeat(Math.floor(limits.markdown / 3))
  assert.equal((await server.post(markdown, { text: most }, { headers })).data.html, `<p>${most}</p>\n`)
  for (const text of [`${most}字`, 'a'.repeat(limits.markdown + 1)]) {
    const { status, msg, data } = await server.post(markdown, { text }, { headers })
    assert.deepEqual([status, msg, data], [400, 'Markdown内容不能超过200KB', { field: 'text' }])
  }
})

test('a flood of expensive Markdown is answered 429, and delays no save', async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  const startedAt = performance.now()
  const flood = Array.from({ length: 8 }, () => server.post(markdown, { text: bomb }, { headers }))
  const first = await Promise.race(flood)
  assert.deepEqual([first.status, first.msg, first.headers.get('retry-after')], [429, '服务器繁忙，请稍后再试', '5'])

  const saved = await server.post(news('save'), { newTitle: '新闻', newInfo: `<p>${'文'.repeat(20_000)}</p>` }, { headers })
  const waited = performance.now() - startedAt
  assert.equal(saved.code, 200)
  await flood.reduce<Promise<unknown>>((before, one) => before.then(() => one), Promise.resolve())
  const allOfThem = performance.now() - startedAt
  const codes = (await Promise.all(flood)).map(({ status }) => status)
  assert.deepEqual([codes.filter((code) => code === 400).length, codes.filter((code) => code === 429).length], [5, 3])
  assert.ok(waited < allOfThem / 3, `a save took ${waited.toFixed(0)} ms while all the Markdown took ${allOfThem.toFixed(0)} ms`)
})

test('any rich text that was saved can be opened and saved again', async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  const longest = { newTitle: '𠮷'.repeat(200), newIntro: '"'.repeat(2_000), newCover: `/${'𠮷'.repeat(1_999)}` }
  for (const piece of ['&', '"', '\u00a0', '\n', '文', '𠮷', '<br>', '<p>"</p>', '<a href="/&">"</a>']) {
    let saved: Answer | undefined
    let refused = 0
    // From far too much down to what fits.
    for (let size = limits.jsonBody - 200; saved === undefined; size = Math.floor(size * 0.8)) {
      const json = JSON.stringify(piece).slice(1, -1)
      const newInfo = piece.repeat(size / Buffer.byteLength(json))
      const answer = await server.post(news('save'), { newInfo }, { headers })
      if (answer.status === 200) saved = answer
      else {
        refused++
        assert.equal(answer.status, 400, `${JSON.stringify(piece)} ${answer.msg}`)
        assert.deepEqual(answer.data, { field: 'newInfo' })
        assert.match(answer.msg, /^内容过大，不能超过1\.9MB$|^内容过于复杂，无法保存$/)
      }
    }
    assert.ok(refused > 0, JSON.stringify(piece))
    const { newId } = saved.data
    const { data } = await server.post(news('detail'), { newId })
    const again = await server.post(news('update'), { newId, ...longest, newInfo: data.newInfo, basedOn: data.version }, { headers })
    assert.equal(again.code, 200, `${JSON.stringify(piece)}: ${again.msg}`)
    assert.equal((await server.post(news('detail'), { newId })).data.newInfo, data.newInfo)
  }
})

test('an older text above the limit is shown, and kept while other fields change', async (t) => {
  const folder = await newFolder(t)
  const newInfo = `<p>${'&amp;'.repeat(800_000)}</p>`
  await store(folder, 'news', { id: 'old', createdAt: '2026-01-02T03:04:05.678+08:00', newTitle: '旧闻', newIntro: '', newCover: '', newInfo })
  const server = await startServer(t, { folder })
  const headers = await server.signIn()
  assert.equal((await server.post(news('update'), { newId: 'old', newTitle: '新题' }, { headers })).code, 200)
  const { data } = await server.post(news('detail'), { newId: 'old' })
  assert.ok(data.newTitle === '新题' && data.newInfo === newInfo)
  assert.match(await (await fetch(`${server.url}/xwdtDet?newId=old`)).text(), /<h1[^>]*>新题/)
})

test('the agreement is converted to HTML once, for any number of requests', async (t) => {
  const folder = await newFolder(t)
  await mkdir(join(folder, 'data'), { recursive: true })
  await writeFile(join(folder, 'data', 'agreement.md'), `# 协议\n\n${'*a_'.repeat(1_000)}`)
  const server = await startServer(t, { folder })
  const ask = async (): Promise<number> => {
    const startedAt = performance.now()
    const { code, data } = await server.post('/v1/site/agreement')
    assert.equal(code, 200)
    assert.match(data.html, /^<h1>协议<\/h1>/)
    return performance.now() - startedAt
  }
  const first = await Promise.all([ask(), ask(), ask()])
  const later: number[] = []
  while (later.length < 5) later.push(await ask())
  assert.ok(Math.min(...later) < Math.min(...first) / 5, `first ${first.map(Math.round)} ms, later ${later.map(Math.round)} ms`)
})
