import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startServer } from '../server.ts'

const paths = ['/huanghejiangong', '/sddianjian1', '/sdkaili', '/qdfangwu']
const { url, post, signIn } = await startServer({ after }, { env: { SEED: 'on' } })

const textOf = async (address: string): Promise<string> => (await fetch(address)).text()
/** The rendered HTML, without the embedded data. */
const drawn = async (address: string): Promise<string> => (await textOf(address)).replace(/<script[^]*?<\/script>/g, '')

test('a case shows its figures, details and products with links', async () => {
  for (const path of paths) {
    const html = await drawn(url + path)
    assert.ok(html.split('<dl class="figures-large').length === 2, path)
    assert.match(html, /<dl class="details"><div[^>]*><dt[^>]*>项目类型/)
    assert.equal(new Set(html.match(/\/productDet\?productId=[\w-]+/g)).size, 4, path)
    const [, image = ''] = /<section class="section project" id="overview">[^]*?src="([^"]+)"/.exec(html) ?? []
    assert.ok(image)
    assert.equal(html.match(new RegExp(`<img[^>]*${image}`, 'g'))?.length, 1, `${path} shows its picture once`)
  }
  assert.match(await drawn(`${url}/huanghejiangong`), /217<small>个/)
})

test('each film of a case has its title as a heading over it', async () => {
  const [, films = ''] = (await drawn(`${url}/qdfangwu`)).split('films unprinted')
  const parts = films.replace(/<wbr\/?>/g, '').match(/(?<=<h2[^>]*>)[^<]+|<video/g)?.slice(0, 4)
  assert.deepEqual(parts, ['项目介绍', '<video', '安装过程', '<video'])
})

test('a deleted product is left out of the cases and scenarios that refer to it', async () => {
  assert.match(await drawn(`${url}/huanghejiangong`), /zhgd-tower-crane/)
  assert.match(await drawn(`${url}/yingyongchangjing`), /zhgd-tower-crane/)
  const { code } = await post('/v1/product/deleteProduct', { productId: 'zhgd-tower-crane' }, { headers: await signIn() })
  assert.equal(code, 200)
  assert.doesNotMatch(await drawn(`${url}/huanghejiangong`), /zhgd-tower-crane/)
  assert.match(await drawn(`${url}/huanghejiangong`), /zhgd-dust-noise/)
  assert.doesNotMatch(await drawn(`${url}/yingyongchangjing`), /zhgd-tower-crane/)
})

test('an older site record without these facts is rendered without their sections', async (t) => {
  const first = await startServer(t, { env: { SEED: 'on' } })
  await first.stop()
  const file = join(first.folder, 'data', 'site', 'site.json')
  const site = JSON.parse(readFileSync(file, 'utf8'))
  for (const each of [...site.cases, ...site.scenarios]) for (const name of ['figures', 'details', 'products']) delete each[name]
  writeFileSync(file, JSON.stringify(site))
  const older = await startServer(t, { env: { SEED: 'on' }, folder: first.folder })
  for (const path of [...paths, '/yingyongchangjing']) {
    const response = await fetch(older.url + path)
    assert.equal(response.status, 200)
    const html = (await response.text()).replace(/<script[^]*?<\/script>/g, '')
    assert.doesNotMatch(html, /figures-large|class="details"|应用产品|productDet\?|scenario-products/, path)
    assert.match(html, path === '/yingyongchangjing' ? /<h2>智慧工地<\/h2>/ : /<h2>项目介绍<\/h2>/)
  }
})

test('no picture of the scenarios is shown twice', async () => {
  const html = await drawn(`${url}/yingyongchangjing`)
  const images = html.match(/\/media\/scenario\/\w+/g) ?? []
  assert.equal(new Set(images).size, 5)
  assert.doesNotMatch(html.slice(html.indexOf('scenario-list')), /\/media\/scenario\//)
})
