import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { clean } from '../../server/richtext/clean.ts'
import { startServer } from '../server.ts'

const phone = { headers: { 'User-Agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Mobile Safari/537.36' } }
const page = (name: string): { pageBody: string } =>
  JSON.parse(readFileSync(new URL(`../../data/seed/page/${name}.json`, import.meta.url), 'utf8')) as {
    pageBody: string
  }

test('the starter has data sheets, a page of downloads and one of jobs, and a line for the press that leads to them', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on' } })
  const html = async (path: string, init?: RequestInit): Promise<string> => {
    const response = await fetch(server.url + path, init)
    assert.equal(response.status, 200, path)
    return response.text()
  }
  for (const name of ['xiazai', 'jiaru'])
    assert.equal(clean(page(name).pageBody), page(name).pageBody, 'staff can save it as it is')

  const downloads = await html('/p/xiazai')
  const pictures = Array.from(page('xiazai').pageBody.matchAll(/<img[^>]* src="([^"]+)"/g), ([, src = '']) => src)
  assert.equal(pictures.length, 3)
  // What opens by a tap, and is saved, is this file.
  for (const picture of pictures) assert.match(picture, /\.1600x\d+\..*\.(?:jpg|png)$/)
  assert.match(await html('/zizhi'), /<main.*href="\/media\/about\/licence[^>]*>营业执照.*<\/main>/s)
  const sheets = new Set(downloads.match(/\/media\/document\/[\w-]+\.pdf/g))
  assert.equal(sheets.size, 6)
  for (const sheet of sheets) {
    const file = await fetch(server.url + sheet)
    const bytes = Buffer.from(await file.arrayBuffer())
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'application/pdf'])
    assert.match(file.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
    assert.ok(bytes.subarray(0, 5).toString() === '%PDF-' && bytes.length < 600_000, sheet)
  }
  for (const [product, sheet] of [
    ['zhgd-tower-crane', 'tower-crane-monitor'],
    ['zhgd-dust-noise', 'dust-noise-monitor'],
    ['zhgd-real-name-gate', 'real-name-gate'],
    ['zhgd-smart-helmet', 'smart-helmet'],
    ['zhgd-cloud-platform', 'cloud-platform'],
    ['cpxt-floor-troweling', 'floor-troweling-robot'],
  ] as const) {
    const address = `/media/document/${sheet}.pdf`
    assert.ok(sheets.has(address) && (await html(`/productDet?productId=${product}`)).includes(`href="${address}"`))
    const headers = await server.signIn()
    const documents = [{ name: '产品资料', address }]
    assert.equal(
      (await server.post('/v1/product/updateProduct', { productId: product, documents }, { headers })).code,
      200,
    )
  }
  const pressed = /<p class="press[^>]*>[^<]+<a[^>]* href="\/p\/xiazai"/
  assert.match(await html('/gywm'), pressed)
  assert.match(await html('/gongsijianjie', phone), pressed)
  assert.match(await html('/'), /<footer.*href="\/p\/jiaru"/s)

  const headers = await server.signIn()
  assert.equal((await server.post('/v1/pages/delete', { pageId: 'xiazai' }, { headers })).code, 200)
  assert.doesNotMatch(await html('/gywm'), /class="press/, 'a line that would lead nowhere is not shown')
})

test('every product of the starter says what a buyer asks for', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on' } })
  const { data: rows } = (await server.post('/v1/product/list', { limit: 100 })).data
  assert.equal(rows.length, 20)
  const models = new Set<string>()
  for (const { productId } of rows) {
    const { data: product } = await server.post('/v1/product/detailProduct', { productId })
    for (const name of ['price', 'lead', 'warranty', 'models', 'specs', 'story'])
      assert.ok(product[name], `${productId} ${name}`)
    const figures = product.specs.filter(({ key }: { key: boolean }) => key)
    assert.ok(figures.length >= 3 && figures.length <= 4, `${productId} has key figures`)
    assert.ok(
      product.documents || /产品资料：[^<]+<\/p>$/.test(product.productCon),
      `${productId} has documents or says why not`,
    )
    for (const { model } of product.models) {
      assert.ok(!models.has(model), `${model} is one product's`)
      models.add(model)
    }
    assert.equal(clean(product.productCon), product.productCon, 'staff can save it as it is')
  }
})
