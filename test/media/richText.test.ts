import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { limits } from '../../contract/calls/rules.ts'
import { createRichText } from '../../server/media/richText.ts'
import { agreementCalls } from '../../server/site/agreementCalls.ts'
import { shippedSite } from '../../server/site/seed.ts'
import { newFolder, startServer } from '../server.ts'
import { store } from '../stored.ts'

const markdown = '/v1/richtext/markdown'
const news = (call: string): string => `/v1/news/${call}News`

const folder = newFolder({ after })
const longInfo = `<p>${'&amp;'.repeat(800_000)}</p>`
await store(folder, 'news', {
  id: 'old',
  createdAt: '2026-01-02T03:04:05.678+08:00',
  newTitle: '旧闻',
  newIntro: '',
  newCover: '',
  newInfo: longInfo,
})
const server = await startServer({ after }, { folder })
const headers = await server.signIn()

test('Markdown may have 200 KB and not a byte more', async () => {
  const most = '字'.repeat(Math.floor(limits.markdown / 3))
  assert.equal((await server.post(markdown, { text: most }, { headers })).data.html, `<p>${most}</p>\n`)
  for (const text of [`${most}字`, 'a'.repeat(limits.markdown + 1)]) {
    const { status, msg, data } = await server.post(markdown, { text }, { headers })
    assert.deepEqual([status, msg, data], [400, 'Markdown内容不能超过200KB', { field: 'text' }])
  }
})

test('an older text above the limit is shown, and kept while other fields change', async () => {
  assert.equal((await server.post(news('update'), { newId: 'old', newTitle: '新题' }, { headers })).code, 200)
  const { data } = await server.post(news('detail'), { newId: 'old' })
  assert.ok(data.newTitle === '新题' && data.newInfo === longInfo)
  assert.match(await (await fetch(`${server.url}/xwdtDet?newId=old`)).text(), /<h1[^>]*>新题/)
})

test('marks for staff where a picture could not be pasted reach no visitor', async () => {
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

test('the agreement is converted to HTML once, for any number of requests', async () => {
  const richText = createRichText()
  const converted: string[] = []
  const htmlOfMarkdown: typeof richText.htmlOfMarkdown = (text) => {
    converted.push(text)
    return richText.htmlOfMarkdown(text)
  }
  let text = '# 协议'
  const site = shippedSite(fileURLToPath(new URL('../../data/seed/', import.meta.url)))
  const calls = agreementCalls(
    () => text,
    () => ({ ...site, agreement: { ...site.agreement, body: '' } }),
    { ...richText, htmlOfMarkdown },
  )
  const ask = async (): Promise<string> => (await calls.siteAgreement()).html
  assert.deepEqual(await Promise.all([ask(), ask(), ask()]), Array(3).fill('<h1>协议</h1>\n'))
  assert.equal(await ask(), '<h1>协议</h1>\n')
  text = '# 新的协议'
  assert.equal(await ask(), '<h1>新的协议</h1>\n')
  assert.equal(await ask(), '<h1>新的协议</h1>\n')
  assert.deepEqual(converted, ['# 协议', '# 新的协议'])
})
