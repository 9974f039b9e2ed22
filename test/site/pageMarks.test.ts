import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { marked, readMarks } from '../../contract/kinds/pageMarks.ts'
import { siteFields } from '../../contract/site/siteFields.ts'
import { isPageOn, routesOf, sitePageNames } from '../../contract/site/sitePages.ts'
import { cpuMs } from '../cpuMs.ts'
import { leastShare } from '../leastShare.ts'
import { startServer } from '../server.ts'

const server = await startServer({ after }, { env: { SEED: 'on' } })
const headers = await server.signIn()
const { data: site } = await server.post('/v1/site/detail')
const draw = async (path: string, more: object = {}) =>
  (await server.post('/v1/site/preview', { path, ...more }, { headers })).data

const pages = [
  ...sitePageNames.flatMap((name) => routesOf(name).slice(0, 1).flat()),
  '/zixun',
  '/search',
  '/agreement',
].filter((path): path is string => path !== undefined && isPageOn(site, path))

/** Of 5 to 20 characters; every third has some that are two for JavaScript. */
const names = Array.from({ length: 16 }, (_, index) =>
  [...(index % 3 === 0 ? '山东𠮷造👷智能科技股份有限公司𠮷林分公司👷' : '山东天幕智能科技股份有限公司吉林省分公司')]
    .slice(0, index + 5)
    .join(''),
)

for (const path of pages) {
  test(`${path} with marks is the same page, whatever the company is called`, async () => {
    for (const name of names) {
      const company = { companyName: name, siteName: name, map: { ...site.map, title: name } }
      const [plain, withMarks] = await Promise.all([draw(path, company), draw(path, { ...company, marks: true })])
      const { text, marks } = readMarks(withMarks.html)
      // The addresses of maps are encoded with their marks.
      const comparable = (html: string): string => html.replaceAll(/%F3%A0%8[01]%[0-9A-F]{2}/g, '')
      assert.ok(comparable(text) === comparable(plain.html), firstDifference(comparable(text), comparable(plain.html)))
      assert.ok(text.includes(name))
      assert.ok(marks.length > 10)
      assert.equal(plain.places, undefined)
    }
  })
}

function firstDifference(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return `${one.slice(at - 80, at + 80)}\n---\n${other.slice(at - 80, at + 80)}`
}

test('a page names the fields of its texts, its pictures and its records', async () => {
  const { html, places } = await draw('/', { marks: true, slogan: '先看见，再动手' })
  const paths = new Set(readMarks(html).marks.map(({ path }) => path))
  for (const path of ['slogan', 'homeTexts.hero', 'menus.0.name', 'hotline', 'showroom.0.name', 'figures.0.label'])
    assert.ok(paths.has(path), path)
  assert.ok(
    places.pictures.some(
      (each: object) => JSON.stringify(each) === JSON.stringify({ path: 'logo.light', address: site.logo.light }),
    ),
  )
  const kinds = new Set(places.records.map(({ kind }: { kind: string }) => kind))
  assert.deepEqual([...kinds].sort(), ['case', 'news', 'page', 'product'])
  const products = await draw('/product', { marks: true })
  assert.ok(products.places.records.some(({ kind }: { kind: string }) => kind === 'carousel'))
})

test('the map takes a title of any characters from its address', async () => {
  const title = `${'图'.repeat(39)}👷`
  const response = await fetch(`${server.url}/map?title=${encodeURIComponent(`${title}厂`)}`)
  assert.equal(response.status, 200)
  assert.ok((await response.text()).includes(`<h1>${title}</h1>`))
})

/** What stands between two letters. */
for (const [what, piece] of [
  ['blanks', ' '],
  ['wide blanks', '　'],
  ['empty paragraphs', '<p></p>'],
  ['line breaks', '<br>'],
  ['quotes in a tag', '<p title="a" class="b">'],
] as const) {
  test(`a text of ${what} is marked in time that grows with its length`, async () => {
    const mark = (length: number): void => {
      const body = `字${piece.repeat(length / piece.length)}字`
      for (let times = 0; times < 30; times++) marked(siteFields, { privacy: { body } })
    }
    // What grows with its square would take sixteen times as long.
    const share = await leastShare(9, async () => {
      const quarter = cpuMs(() => mark(20_000))
      return cpuMs(() => mark(80_000)) / quarter
    })
    assert.ok(share < 9, `four times the text took ${share.toFixed(1)} times as long`)
  })
}
