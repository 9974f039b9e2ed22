import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { limits } from '../../contract/rules.ts'
import { newFolder, startServer } from '../server.ts'
import { store } from '../stored.ts'

const markdown = '/v1/richtext/markdown'
const news = (call: string): string => `/v1/news/${call}News`

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

test('an older text above the limit is shown, and kept while other fields change', async (t) => {
  const folder = await newFolder(t)
  const newInfo = `<p>${'&amp;'.repeat(800_000)}</p>`
  await store(folder, 'news', {
    id: 'old',
    createdAt: '2026-01-02T03:04:05.678+08:00',
    newTitle: '旧闻',
    newIntro: '',
    newCover: '',
    newInfo,
  })
  const server = await startServer(t, { folder })
  const headers = await server.signIn()
  assert.equal((await server.post(news('update'), { newId: 'old', newTitle: '新题' }, { headers })).code, 200)
  const { data } = await server.post(news('detail'), { newId: 'old' })
  assert.ok(data.newTitle === '新题' && data.newInfo === newInfo)
  assert.match(await (await fetch(`${server.url}/xwdtDet?newId=old`)).text(), /<h1[^>]*>新题/)
})

test('marks for staff where a picture could not be pasted reach no visitor', async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  const call = async (path: string, fields: object) => (await server.post(path, fields, { headers })).data
  const newInfo = '<p>一<span class="color-red">【图片未能粘贴：a.png】</span></p>'
  const { newId } = await call(news('save'), { newInfo })
  assert.equal((await call(news('detail'), { newId })).newInfo, '<p>一</p>')
  await call(news('update'), { newId, newInfo: newInfo.replace('一', '二') })
  assert.equal((await call(news('detail'), { newId })).newInfo, '<p>二</p>')
  await call('/v1/draft/save', { kind: 'news', id: newId, fields: { newInfo: newInfo.replace('一', '三') } })
  assert.match((await call('/v1/draft/detail', { kind: 'news', id: newId })).fields.newInfo, /未能粘贴/)
  const { url } = await call('/v1/draft/link', { kind: 'news', id: newId })
  const linked = await (await fetch(server.url + url.slice(new URL(url).origin.length))).text()
  assert.match(linked, /<p>三<\/p>/)
  assert.doesNotMatch(linked, /未能粘贴/)
  await call('/v1/draft/publish', { kind: 'news', id: newId })
  assert.equal((await call(news('detail'), { newId })).newInfo, '<p>三</p>')
  const { html } = await call('/v1/page/preview', { kind: 'news', device: 'desktop', newInfo })
  assert.doesNotMatch(html, /未能粘贴/)
  const { privacy } = await call('/v1/site/detail', {})
  await call('/v1/site/update', { privacy: { ...privacy, body: newInfo } })
  assert.equal((await call('/v1/site/detail', {})).privacy.body, '<p>一</p>')
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
  assert.ok(
    Math.min(...later) < Math.min(...first) / 5,
    `first ${first.map(Math.round)} ms, later ${later.map(Math.round)} ms`,
  )
})
