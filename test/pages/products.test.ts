import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { comparedRows } from '../../client/site/pages/product/comparedRows.ts'
import { FoldedText } from '../../client/site/pages/product/ProductText.tsx'
import { figureIn } from '../../client/site/parts/KeyFigures.tsx'
import { nameWithModel } from '../../contract/kinds/recordPages.ts'
import { startServer } from '../server.ts'

const server = await startServer({ after }, { env: { SEED: 'on' } })
const html = async (path: string, agent = 'Chrome'): Promise<string> => {
  const text = await (await fetch(server.url + path, { headers: { 'User-Agent': agent } })).text()
  return text.replace(/<script[^]*?<\/script>|<(wbr|.?span)[^>]*>/g, '')
}
const places = [
  ['/productDet', 'Chrome'],
  ['/cpDeatail', 'iPhone'],
] as const

test('a product begins with what a buyer asks first, has its platforms in a table, and nothing that is not written', async () => {
  const headers = await server.signIn()
  const save = async (fields: object): Promise<string> =>
    (
      await server.post(
        '/v1/product/saveProduct',
        { coverName: '焊接机器人', locationId: 'cpxt', ...fields },
        { headers },
      )
    ).data.productId
  const whole = await save({
    ...{ price: '26万元/台', lead: '20天', warranty: '一年', models: [{ model: 'ZZ-A1', note: '' }] },
    specs: [
      { term: '重量', value: '12kg', key: true },
      { term: '供电', value: '220V' },
    ],
    platforms: [{ province: '山东', cities: '济南、青岛' }],
  })
  const models = ['ZZ-A1', 'ZZ-A2'].map((model) => ({ model, note: '标准版' }))
  const notes = await save({ price: '面议', models })
  const bare = await save({})
  for (const [path, agent] of places) {
    const facts = async (id: string): Promise<string[]> => {
      const [list = ''] =
        /<dl class="[^"]*head-facts[^]*?<\/dl>/.exec(await html(`${path}?productId=${id}`, agent)) ?? []
      return Array.from(list.matchAll(/<d[td][^>]*>(.*?)<\/d/g), ([, words = '']) => words.replace(/<[^>]*>/g, ''))
    }
    const expected = ['型号', 'ZZ-A1', '价格', '26万元/台', '供货期', '20天', '保修期', '一年']
    assert.deepEqual(await facts(whole), expected)
    assert.deepEqual(await facts(notes), ['价格', '面议'], 'models with a note have a part of their own')
    assert.deepEqual(await facts(bare), [])
    const page = await html(`${path}?productId=${whole}`, agent)
    for (const named of ['<title>焊接机器人 ZZ-A1 - ', '焊接机器人 ZZ-A1</nav>', 'data-product="焊接机器人 ZZ-A1"'])
      assert.ok(page.includes(named), named)
    const [, specs = ''] = /id="specs"([^]*?)<\/section>/.exec(page) ?? []
    assert.ok(specs.includes('供电') && !specs.includes('供货期'), 'nothing is said twice')
    assert.match(page, /<dt[^>]*>山东<\/dt><dd[^>]*>济南、青岛/)
    assert.ok(!(await html(`${path}?productId=${bare}`, agent)).includes('id="specs"'))
  }
  const compared = await html(`/product/compare?ids=${whole}`)
  assert.ok(compared.includes('焊接机器人 ZZ-A1</a></th>') && compared.includes('焊接机器人 ZZ-A1等2个型号</a>'))
  assert.ok((await html('/xunjia')).includes('焊接机器人 ZZ-A1等2个型号</button>'))
  assert.equal(nameWithModel('A1机器人', 'A1', 2), 'A1机器人')
})

test('an address with products that are gone, or of nothing, is still a page where one chooses', async () => {
  const compare = async (ids: string): Promise<[columns: number, page: string]> => {
    const page = await html(`/product/compare?ids=${ids}`)
    return [page.match(/<th scope="col"/g)?.length ?? 0, page]
  }
  const four = 'cpxt-patrol,zhgd-tower-crane,gone,zhgd-dust-noise,zhgd-unloading-platform'
  for (const [ids, columns, words] of [
    ['gone,cpxt-patrol,gone,a,b', 1, /3个产品已经下线/],
    [four, 3, /还有1个没有列出来/],
    ['%3Cscript%3E&locationId=none', 0, /<h2[^>]*>选择要比较的产品/],
  ] as const) {
    const [found, page] = await compare(ids)
    assert.equal(found, columns, ids)
    assert.match(page, words)
  }
})

test('terms are compared that several have; those of one alone follow, and those of none are left out', () => {
  const rows = comparedRows([
    [
      { term: '供电', description: '220V' },
      { term: '高度', description: '80m' },
      { term: '重量', description: '12kg' },
      { term: '重量', description: '含电池' },
    ],
    [
      { term: '重量', description: '12kg；含电池' },
      { term: '供电', description: '12V' },
    ],
    [{ term: '幅度', description: '60m' }],
  ])
  assert.deepEqual(rows, [
    { term: '供电', values: ['220V', '12V', ''], differs: true },
    { term: '重量', values: ['12kg；含电池', '12kg；含电池', ''], differs: true },
    { term: '高度', values: ['80m', '', ''], differs: true },
    { term: '幅度', values: ['', '', '60m'], differs: true },
  ])
  const same = [{ term: '供电', description: '220V' }]
  const empty = [{ term: '备注', description: '' }]
  assert.deepEqual(comparedRows([[...same, ...empty], same]), [
    { term: '供电', values: ['220V', '220V'], differs: false },
  ])
})

test('a text is folded at its first heading that is in nothing else', () => {
  const folded = (html: string) => renderToStaticMarkup(createElement(FoldedText, { html })).split('<details')
  assert.equal(folded('<p>一<br>二<img src="/a.png"></p><hr><h2>三</h2><p>四</p>')[1]?.includes('三'), true)
  assert.equal(folded('<p>一</p><blockquote><h3>二</h3></blockquote><h2>三</h2>')[0]?.includes('二'), true)
  for (const whole of ['<p>一</p><p>二</p>', '<h2>一</h2><p>二</p>', '<blockquote><h2>一</h2></blockquote>', ''])
    assert.equal(folded(whole).length, 1, whole)
})

test('a value of the technical data is read as a number with its unit', () => {
  for (const [value, ...parts] of [
    ['0～80m，误差不大于±0.1m', '', '0～80', 'm', '误差不大于±0.1m'],
    ['不超过32台，LoRa通信', '不超过', '32', '台', 'LoRa通信'],
    ['IP66', '', 'IP66', '', ''],
    ['30～130dB(A)', '', '30～130', 'dB(A)', ''],
    ['-30～70℃', '', '-30～70', '℃', ''],
    ['700mm×2', '', '700', 'mm×2', ''],
    ['1200mm×2000mm（另有1200mm×1500mm）', '', '1200×2000', 'mm', '另有1200mm×1500mm'],
    ['UPS续航2h', 'UPS续航', '2', 'h', ''],
    ['浏览器、微信小程序', '', '', '浏览器、微信小程序', ''],
    ['', '', '', '', ''],
  ] as const) {
    const { before, number, unit, note } = figureIn(value)
    assert.deepEqual([before, number, unit, note], parts, value)
  }
})
