import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { startServer } from '../server.ts'
import { store } from '../stored.ts'

const seed = new URL('../../data/seed/', import.meta.url)

/** Sentences of the starter, for texts that compress as badly as a company's. */
const sentences = ['news', 'product', 'case'].flatMap((kind) =>
  readdirSync(new URL(`${kind}/`, seed)).flatMap((file) => {
    const { newInfo, productCon, caseBody } = JSON.parse(readFileSync(new URL(`${kind}/${file}`, seed), 'utf8'))
    const html = String(newInfo ?? productCon ?? caseBody ?? '')
    return html
      .replace(/<[^>]+>/g, '\n')
      .split(/[\n。；]/)
      .filter((sentence) => sentence.trim().length > 20)
  }),
)
const sentence = (index: number): string => sentences[index % sentences.length]?.trim() ?? ''

const digits = (text: string): string => createHash('md5').update(text).digest('hex')

/** A product with texts as long as the starter's, and an uploaded picture. */
const product = (index: number, locationId: string) => ({
  id: digits(`id ${index}`).slice(0, 21),
  locationId,
  createdAt: `2025-01-01T00:00:00.${String(index).padStart(3, '0')}+08:00`,
  coverName: sentence(index * 37).slice(0, 7),
  coverDescribe: `${sentence(index * 53 + 7).slice(0, 37)}。`,
  jumpUrl: '',
  productCon: '',
  coverUrl: `/uploads/product/${digits(`picture ${index}`)}.1200x900.${digits(`tone ${index}`).slice(0, 6)}.480w.750w.960w.jpg`,
})

/** The body as it is sent under brotli. */
function compressed(address: string, agent: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(address, { headers: { 'User-Agent': agent, 'Accept-Encoding': 'br' } }, async (response) => {
      assert.equal(response.headers['content-encoding'], 'br')
      resolve(Buffer.concat(await response.toArray()))
    })
      .on('error', reject)
      .end()
  })
}

test('with 200 products the home pages stay small, and lead to the rest', async (t) => {
  const first = await startServer(t, { env: { SEED: 'on' } })
  await first.stop()
  const starter = readdirSync(new URL('product/', seed)).length
  for (let index = 0; index < 200 - starter; index++) {
    await store(first.folder, 'product', product(index, ['zhgd', 'cpxt', 'jzbh'][index % 3] ?? ''))
  }
  const { url, post } = await startServer(t, { folder: first.folder })
  assert.equal((await post('/v1/product/list')).data.count, 200)

  for (const [path, agent, page, more, count, kilobytes] of [
    ['/', 'Mozilla/5.0 (Windows NT 6.1)', '/productDet', '/product', 30, 16.5],
    // Its links contain what their cards show, which takes three times the bytes as it has to be in an address.
    ['/mobile', 'Mozilla/5.0 (Linux; Android 13) Mobile', '/cpDeatail', '/zhuyingyewu', 12, 20.5],
  ] as const) {
    const body = await compressed(url + path, agent)
    const html = String(brotliDecompressSync(body))
    const linked = html.match(new RegExp(`href="${page}\\?productId=[^"]+`, 'g')) ?? []
    assert.equal(new Set(linked).size, count, path)
    // The panels of the menu and the outcome of the first case have brought the last half.
    assert.ok(body.length <= kilobytes * 1024, `${path} has ${body.length} bytes`)
    assert.match(html, new RegExp(`<a [^>]*href="${more}">(?:<span[^>]*>)?查看更多产品`), path)
  }
})
