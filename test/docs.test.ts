import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { channelKindNames, channelKindOf } from '../contract/calls/channels.ts'
import { kinds, type RecordKind } from '../contract/kinds/kinds.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const documents = ['', 'docs'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

/** Headings as GitHub makes anchors of them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )
const linksOf = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(([, inText, inTag]) => inText ?? inTag ?? '')
const isRelative = (link: string): boolean => !/^[a-z]+:/.test(link)
const fileOf = (document: string, link: string): string => {
  const [path = ''] = link.split('#')
  return path === '' ? document : join(dirname(document), path)
}

test('every relative link of the documents leads to a file and a heading that exist', () => {
  assert.ok(documents.includes('README.md') && documents.includes('docs/tour.md') && documents.length > 10)
  const broken: string[] = []
  for (const document of documents) {
    for (const link of linksOf(read(document)).filter(isRelative)) {
      const file = fileOf(document, link)
      const anchor = link.split('#')[1]
      if (!existsSync(join(root, file))) broken.push(`${document}: ${link}`)
      else if (anchor !== undefined && !anchorsOf(read(file)).includes(anchor))
        broken.push(`${document}: ${link} has no such heading`)
    }
  }
  assert.deepEqual(broken, [])
})

test('every file that the documents name by its path exists', () => {
  const named = /`((?:client|contract|server|test|tools|bench|scripts|deploy|docs|data\/seed)\/[\w./-]+\.\w+)`/g
  const missing = documents
    .filter((name) => name !== 'CHANGELOG.md')
    .flatMap((document) => [...read(document).matchAll(named)].map(([, path = '']) => ({ document, path })))
  assert.deepEqual(
    missing.filter(({ path }) => !existsSync(join(root, path))),
    [],
  )
})

test('every name in the tour occurs in one of the files that its paragraph links to', () => {
  const paragraphs = read('docs/tour.md').split(/\n\n|\n(?=\d+\. |- )/)
  const stale: string[] = []
  for (const paragraph of paragraphs) {
    const files = linksOf(paragraph)
      .map((link) => join(root, fileOf('docs/tour.md', link)))
      .filter((file) => existsSync(file) && statSync(file).isFile())
    const code = files.map((file) => readFileSync(file, 'utf8')).join('\n')
    for (const [, name = ''] of paragraph.matchAll(/`([a-zA-Z]+(?:\.[a-zA-Z]+)?)(?:\(\))?`/g)) {
      if (!new RegExp(`\\b${name.replace('.', '\\.')}\\b`).test(code)) stale.push(name)
    }
  }
  assert.deepEqual(stale, [])
})

test('staff find every kind, what is special on it, and every way to be notified in the pages for them', () => {
  const described = Object.values<RecordKind>(kinds).flatMap(({ noun, described }) => [
    noun,
    ...Object.values(described)
      .filter(({ fact, kind }) => fact || kind === 'list')
      .map(({ label }) => label),
  ])
  const ways = channelKindNames
    .map(channelKindOf)
    .flatMap(({ label, fields }) => [label, ...fields.map((each) => each.label)])
  const lacking = (path: string, words: readonly string[]): string[] =>
    words.filter((word) => !read(path).includes(word))
  assert.deepEqual(lacking('docs/staff-guide.zh-CN.md', described), [])
  assert.deepEqual(lacking('docs/notices.zh-CN.md', ways), [])
})

test('package.json, its lock file and the archives that documents name have the version of the newest release in the changelog', () => {
  const [, released] = /^## (\d+\.\d+\.\d+), \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md')) ?? []
  const lock = JSON.parse(read('package-lock.json'))
  assert.deepEqual(
    [JSON.parse(read('package.json')).version, lock.version, lock.packages[''].version],
    [released, released, released],
  )
  for (const document of documents)
    for (const [archive, version] of read(document).matchAll(/zhuzhan-(\d+\.\d+\.\d+)\.tar\.gz/g))
      assert.equal(version, released, `${document}: ${archive}`)
})
