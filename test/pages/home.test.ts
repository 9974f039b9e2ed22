import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startServer } from '../server.ts'

const server = await startServer({ after }, { env: { SEED: 'on' } })
const { url, post, signIn } = server
const headers = await signIn()
const phone = 'Mozilla/5.0 (Linux; Android 13) Mobile'
const homes = [
  ['/', 'Mozilla/5.0 (Windows NT 6.1)'],
  ['/mobile', phone],
] as const

/** The rendered main part, without the marks between words. */
async function drawn(path: string, agent: string, from = url): Promise<string> {
  const html = await (await fetch(from + path, { headers: { 'User-Agent': agent } })).text()
  return html.slice(html.indexOf('<main'), html.indexOf('</main>')).replace(/<wbr[^>]*>/g, '')
}
const site = async () => (await post('/v1/site/detail')).data
async function update(path: string, sent: object): Promise<void> {
  const { code, msg } = await post(path, sent, { headers })
  assert.equal(code, 200, msg)
}
const actionsOf = (html: string): string[] =>
  [...(/<p class="actions[^]*?<\/p>/.exec(html)?.[0].matchAll(/class="([^"]*)" href="([^"]*)"/g) ?? [])].map(
    ([, look, to]) => `${look} ${to}`,
  )

test('the first screen says what to do: ask, see the products, join, each only where there is a page for it', async () => {
  const { inquiry, pagesOn } = await site()
  const [desktop, onPhone] = await Promise.all(homes.map(async ([path, agent]) => actionsOf(await drawn(path, agent))))
  assert.deepEqual(desktop, ['button /zixun', 'button outline /product', 'more row /dljm#apply'])
  assert.deepEqual(onPhone, ['button /zixun', 'button outline /zhuyingyewu', 'more row /dailijiameng#apply'])
  await update('/v1/site/update', { inquiry: { ...inquiry, form: false, dealer: false, agent: false } })
  assert.deepEqual(actionsOf(await drawn(...homes[0])), ['button /product'])
  assert.deepEqual(actionsOf(await drawn(...homes[1])), ['button /zhuyingyewu'])
  await update('/v1/site/update', { inquiry, pagesOn })
})

test('the first case is shown large with its outcome and the words of a customer, and the next three small beneath it', async () => {
  const {
    data: { data: cases },
  } = await post('/v1/cases/list')
  const [first, ...others] = cases as {
    caseId: string
    caseName: string
    casePath: string
    caseIntro: string
    figures: { label: string }[]
  }[]
  assert.ok(first && others.length === 3)
  const {
    quotes: [quote],
    figures: [figure],
  } = (await post('/v1/cases/detail', { caseId: first.caseId })).data
  const [sentence = ''] = first.caseIntro.split('。')
  for (const [path, agent] of homes) {
    const html = await drawn(path, agent)
    const [, scene = ''] = /<div class="lead-scene([^]*?)<ul class="teasers">/.exec(html) ?? []
    for (const part of [
      quote.words,
      quote.speaker,
      `${figure.value}<small>${figure.suffix}`,
      figure.label,
      figure.done,
      `href="${first.casePath}"`,
    ]) {
      assert.ok(scene.includes(part), `${path}: ${part}`)
    }
    assert.ok(!html.includes(sentence))
    for (const { casePath, figures } of others) {
      assert.equal(html.split(`href="${casePath}"`).length, 2, casePath)
      assert.ok(html.includes(`</strong>${figures[0]?.label}`), `${casePath} has its first outcome`)
    }
  }
  assert.ok((await drawn(first.casePath, homes[0][1])).includes(quote.words), 'its page has them too')

  await update('/v1/cases/update', { caseId: first.caseId, quotes: [], figures: [] })
  const html = await drawn(...homes[0])
  assert.ok(html.includes(`${sentence}。<`) && !/case-quote|lead-outcomes/.test(html))
})

test('three articles are shown with picture, day and title: the newest, and none where the page of news is off', async () => {
  const { pagesOn, pageNames } = await site()
  const { data: rows } = (await post('/v1/news/list', { limit: 3 })).data
  const strip = async (): Promise<string> =>
    new RegExp(`<h2[^>]*>${pageNames.news}[^]*?</section>`).exec(await drawn(...homes[0]))?.[0] ?? ''
  const shown = await strip()
  assert.equal(shown.split('<li>').length - 1, 3)
  for (const { newId, newTitle, newCover, createDate } of rows) {
    for (const part of [`newId=${newId}`, newTitle, newCover, `dateTime="${createDate.slice(0, 10)}"`])
      assert.ok(shown.includes(part), part)
  }
  assert.match(shown, /href="\/xwdt"[^>]*>全部新闻/)
  await update('/v1/site/update', { pagesOn: { ...pagesOn, news: false } })
  assert.equal(await strip(), '')
  await update('/v1/site/update', { pagesOn })
})

test('the band at the end has a switch, and the page of phones ends with the ways to reach the company', async () => {
  const { inquiry } = await site()
  assert.match(await drawn(...homes[0]), /<section class="inquiry-band"/)
  const onPhone = await drawn(...homes[1])
  assert.doesNotMatch(onPhone, /inquiry-band/)
  await update('/v1/site/update', { inquiry: { ...inquiry, homeBand: false } })
  assert.doesNotMatch(await drawn(...homes[0]), /inquiry-band/)
  await update('/v1/site/update', { inquiry })
})

test('the record and the cases of an older release get the news at the end, the band, and no words of our customers', async (t) => {
  const first = await startServer(t, { env: { SEED: 'on' } })
  await first.stop()
  const rewrite = (name: string, change: (record: Record<string, unknown>) => void): void => {
    const file = join(first.folder, 'data', name)
    const record = JSON.parse(readFileSync(file, 'utf8'))
    change(record)
    writeFileSync(file, JSON.stringify(record))
  }
  rewrite('site/site.json', (record) => {
    delete (record.inquiry as Record<string, unknown>).homeBand
    record.homeSections = ['oneStop', 'figures', 'cases'].map((name) => ({ name, on: name !== 'figures' }))
  })
  for (const name of ['huanghejiangong', 'qdfangwu', 'sddianjian1', 'sdkaili'])
    rewrite(`case/${name}.json`, (record) => delete record.quotes)
  const older = await startServer(t, { env: { SEED: 'on' }, folder: first.folder })
  const names = (await older.post('/v1/site/detail')).data.homeSections.map(({ name }: { name: string }) => name)
  assert.deepEqual([names.slice(0, 3), names.at(-1), names.length], [['oneStop', 'figures', 'cases'], 'news', 9])
  const html = await drawn('/', homes[0][1], older.url)
  assert.match(html, /全部新闻[^]*inquiry-band/)
  assert.doesNotMatch(html, /case-quote/)
})
