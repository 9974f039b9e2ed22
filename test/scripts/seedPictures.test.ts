import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pictureFacts } from '../../contract/media/pictureName.ts'

const seed = fileURLToPath(new URL('../../data/seed/', import.meta.url))
const files = readdirSync(seed, { recursive: true, encoding: 'utf8' })
const references = files
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => readFileSync(seed + name, 'utf8').match(/\/media\/[\w./-]+/g) ?? [])
const shipped = new Set(files.map((name) => `/${name}`))
const isPicture = (path: string): boolean => /^\/media\/\w+\/.+\.(?:jpg|png|webp)$/.test(path)

/** What shared links show of a picture. */
const sharedCrop = (path: string): string =>
  path.replace(/^\/media\/([\w-]+\/[\w-]+\.[0-9a-f]{8})\..*$/, '/media/share/$1.1200x630.jpg')

test('every picture that the starter content names is shipped with its variants', () => {
  const pictures = references.filter(isPicture)
  assert.ok(pictures.length > 60)
  for (const path of pictures) {
    const facts = pictureFacts(path)
    assert.ok(facts, `${path} is named after nothing`)
    for (const { src } of [{ src: path }, ...facts.variants]) assert.ok(shipped.has(src), `${src} is missing`)
  }
})

test('no picture is shipped that nothing names, and none twice', () => {
  const named = new Set(
    references.flatMap((path) => [
      path,
      sharedCrop(path),
      ...(pictureFacts(path)?.variants ?? []).map(({ src }) => src),
    ]),
  )
  assert.deepEqual(
    [...shipped].filter((path) => isPicture(path) && !named.has(path)),
    [],
  )
})

test('no variant is heavier than its picture', () => {
  const size = (path: string): number => readFileSync(seed + path).length
  for (const path of new Set(references.filter(isPicture))) {
    for (const { src } of pictureFacts(path)?.variants ?? []) assert.ok(size(src) < size(path), src)
  }
})

test('no starter product repeats its cover in its text or among its pictures', () => {
  for (const name of files.filter((name) => /^product\/.*\.json$/.test(name))) {
    const { coverUrl, productCon, pictures = [] } = JSON.parse(readFileSync(seed + name, 'utf8'))
    assert.ok(coverUrl && !productCon.includes(coverUrl) && !pictures.includes(coverUrl), name)
  }
})
