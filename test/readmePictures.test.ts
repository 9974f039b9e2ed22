import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { hashOfShown, isPhonePicture, readmePages } from '../scripts/readmePages.ts'
import { startServer } from './server.ts'

const docs = new URL('../docs/screens/', import.meta.url)

test("the README's pictures show the pages as they are", async (t) => {
  const server = await startServer(t, { env: { SEED: 'on' } })
  const shown: Record<string, string> = JSON.parse(readFileSync(new URL('shown.json', docs), 'utf8'))
  const now: Record<string, string> = {}
  for (const [name, path] of Object.entries(readmePages)) {
    const userAgent = isPhonePicture(name) ? 'Android' : 'Linux'
    const response = await fetch(server.url + path, { headers: { 'User-Agent': userAgent } })
    assert.equal(response.status, 200, path)
    now[name] = hashOfShown(await response.text())
    assert.ok(existsSync(new URL(`${name}.webp`, docs)), name)
  }
  assert.deepEqual(shown, now, 'scripts/readmePictures.ts takes them anew')
})

test('the READMEs have these pictures, and no others of the site', () => {
  for (const file of ['README.md', 'README.zh-CN.md']) {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
    const used = [...text.matchAll(/docs\/screens\/([\w-]+)\.webp/g)].flatMap(([, name]) => name ?? [])
    assert.deepEqual(used.filter((name) => !name.startsWith('admin-')).sort(), Object.keys(readmePages).sort(), file)
  }
})
