import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pictureFacts } from '../contract/media/pictureName.ts'

const seed = fileURLToPath(new URL('../data/seed', import.meta.url))

interface StarterProduct {
  id: string
  locationId: string
  coverName: string
  coverDescribe: string
  coverUrl: string
  pictures?: string[]
  story: { image: string; title: string; desc: string }[]
}
interface StarterArticle {
  newTitle: string
  newIntro: string
  newCover: string
}
interface StarterCase {
  caseName: string
  caseImage: string
  caseBody: string
  products: string[]
}
interface StarterBanner {
  image: string
  name?: string
  lead?: string
}

const records = <T>(part: string): T[] =>
  readdirSync(join(seed, part)).map((file) => JSON.parse(readFileSync(join(seed, part, file), 'utf8')) as T)
const products = records<StarterProduct>('product')
const cases = records<StarterCase>('case')
const articles = records<StarterArticle>('news')
interface StarterSite {
  banners: Record<string, StarterBanner>
  mobileBanners: StarterBanner[]
  showroom: StarterBanner[]
  scenarios: (StarterBanner & { desc: string })[]
}
const { banners, mobileBanners, showroom, scenarios }: StarterSite = JSON.parse(
  readFileSync(join(seed, 'site/site.json'), 'utf8'),
)

/** By the picture's part and name: what it shows, and the words of which one stands in the text that it illustrates. */
const pictures: Record<string, { what: string; shows: string[] }> = JSON.parse(
  readFileSync(new URL('../scripts/renders/shows.json', import.meta.url), 'utf8'),
)

test('every picture of a starter record shows what the words beside it say', () => {
  const places = [
    ...products.flatMap(({ coverName, coverDescribe, coverUrl, pictures: gallery = [], story }) => [
      ...[coverUrl, ...gallery].map((image) => ({ image, words: coverName + coverDescribe })),
      ...story.map(({ image, title, desc }) => ({ image, words: title + desc })),
    ]),
    ...scenarios.map(({ image, name = '', desc }) => ({ image, words: name + desc })),
    ...articles.map(({ newCover, newTitle, newIntro }) => ({ image: newCover, words: newTitle + newIntro })),
    ...cases.flatMap(({ caseImage, caseName, caseBody }) => [
      { image: caseImage, words: caseName },
      ...[...caseBody.matchAll(/<img src="([^"]*)"/g)].map(([, image = '']) => ({ image, words: caseName + caseBody })),
    ]),
    ...[...Object.values(banners), ...mobileBanners, ...showroom].map(({ image, name = '', lead = '' }) => ({
      image,
      words: name + lead,
    })),
  ]
    .filter(({ image }) => image !== '')
    .map(({ image, words }) => ({ name: image.replace('/media/', '').replace(/\..*/, ''), words }))
  assert.deepEqual(
    places.filter(({ name, words }) => !pictures[name]?.shows.some((term) => words.includes(term))),
    [],
  )
  const used = new Set(places.map(({ name }) => name))
  assert.deepEqual(
    Object.keys(pictures).filter((name) => !used.has(name)),
    [],
    'shown nowhere',
  )
})

test('no picture stands twice on the page of a starter product', () => {
  assert.equal(products.length, 20)
  for (const { id, coverUrl, pictures = [], story } of products) {
    const shownCases = cases.filter((each) => each.products.includes(id)).map(({ caseImage }) => caseImage)
    const shown = [coverUrl, ...pictures, ...story.map(({ image }) => image), ...shownCases]
    assert.deepEqual(
      shown.filter((address, index) => shown.indexOf(address) !== index),
      [],
      id,
    )
  }
})

test('the cover of each product is a thing that is believed, not a drawing', () => {
  // A drawing lies on any ground: it is transparent, so its name has no average colour.
  const drawn = products.filter(({ coverUrl }) => pictureFacts(coverUrl)?.color === undefined)
  assert.deepEqual(
    drawn.map(({ coverUrl }) => coverUrl),
    [],
  )
})

test('the pictures that starter records name exist, and all starter media have at most 36 MB', () => {
  const files = readdirSync(seed, { recursive: true, encoding: 'utf8' })
  const named = files
    .filter((path) => path.endsWith('.json'))
    .flatMap((path) => readFileSync(join(seed, path), 'utf8').match(/\/media\/[\w./-]+/g) ?? [])
  assert.ok(named.length > 150, `${named.length} addresses`)
  assert.deepEqual(
    named.filter((address) => !existsSync(join(seed, address))),
    [],
  )
  const media = files.map((path) => statSync(join(seed, path))).filter((each) => each.isFile())
  const bytes = media.reduce((sum, { size }) => sum + size, 0)
  assert.ok(bytes <= 36 * 1024 * 1024, `${bytes} bytes`)
})
