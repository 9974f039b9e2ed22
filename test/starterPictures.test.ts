import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pictureFacts } from '../contract/pictureName.ts'

const seed = fileURLToPath(new URL('../data/seed', import.meta.url))

interface StarterProduct {
  id: string
  locationId: string
  coverUrl: string
  pictures?: string[]
  story: { image: string }[]
}
interface StarterCase {
  caseImage: string
  products: string[]
}

const records = <T>(part: string): T[] =>
  readdirSync(join(seed, part)).map((file) => JSON.parse(readFileSync(join(seed, part, file), 'utf8')) as T)
const products = records<StarterProduct>('product')
const cases = records<StarterCase>('case')

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

test('within a group the covers are all photographic or all drawn', () => {
  const kinds = new Map<string, Set<string>>()
  for (const { locationId, coverUrl } of products) {
    // A drawing lies on any ground: it is transparent, so its name has no average colour.
    const kind = pictureFacts(coverUrl)?.color === undefined ? 'drawn' : 'photographic'
    kinds.set(locationId, (kinds.get(locationId) ?? new Set()).add(kind))
  }
  assert.deepEqual(Object.fromEntries([...kinds].map(([group, found]) => [group, [...found].join()])), {
    cpxt: 'photographic',
    jzbh: 'drawn',
    zhgd: 'photographic',
  })
})

test('the pictures that starter records name exist, and all starter media have at most 32 MB', () => {
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
  assert.ok(bytes <= 32 * 1024 * 1024, `${bytes} bytes`)
})
