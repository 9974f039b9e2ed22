import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { limits } from '../../../contract/calls/rules.ts'
import { leastShare } from '../../leastShare.ts'
import { type Answer, startServer } from '../../server.ts'

const markdown = '/v1/richtext/markdown'
const news = (call: string): string => `/v1/news/${call}News`
/** Its cost grows with the third power of its length: this takes six seconds, more takes minutes. */
const bomb = '*a_'.repeat(8_000)
const server = await startServer({ after })
const headers = await server.signIn()

test('Markdown that takes too long or too much memory is refused, and the next is converted', async () => {
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

test('a flood of expensive Markdown is answered 429, and delays no save', async () => {
  const share = await leastShare(1 / 3, shareOfFlood)
  assert.ok(share < 1 / 3, `a save took ${share.toFixed(2)} of the time that all the Markdown took, three times`)
})

/** How long a save takes while Markdown floods the server, as a share of the time that all the Markdown takes. */
async function shareOfFlood(): Promise<number> {
  const startedAt = performance.now()
  const flood = Array.from({ length: 8 }, () => server.post(markdown, { text: bomb }, { headers }))
  const first = await Promise.race(flood)
  assert.deepEqual([first.status, first.msg, first.headers.get('retry-after')], [429, '服务器繁忙，请稍后再试', '5'])

  const saved = await server.post(
    news('save'),
    { newTitle: '新闻', newInfo: `<p>${'文'.repeat(20_000)}</p>` },
    { headers },
  )
  const waited = performance.now() - startedAt
  assert.equal(saved.code, 200)
  await flood.reduce<Promise<unknown>>((before, one) => before.then(() => one), Promise.resolve())
  const allOfThem = performance.now() - startedAt
  const codes = (await Promise.all(flood)).map(({ status }) => status)
  assert.deepEqual([codes.filter((code) => code === 400).length, codes.filter((code) => code === 429).length], [5, 3])
  return waited / allOfThem
}

test('any rich text that was saved can be opened and saved again', async () => {
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
    const again = await server.post(
      news('update'),
      { newId, ...longest, newInfo: data.newInfo, basedOn: data.version },
      { headers },
    )
    assert.equal(again.code, 200, `${JSON.stringify(piece)}: ${again.msg}`)
    assert.equal((await server.post(news('detail'), { newId })).data.newInfo, data.newInfo)
  }
})
