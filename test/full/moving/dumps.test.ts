import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { maxDumpBytes, type MovedPart, type MovedRecord } from '../../../contract/kinds/movedRecords.ts'
import { readMovedFile } from '../../../moving/movedFile.ts'
import { newFolder } from '../../server.ts'
import {
  bodyText,
  dedeTables,
  type DumpTable,
  eyouTables,
  mysqldump,
  ownBackup,
  pbootTables,
  phpMyAdmin,
} from '../../moving/dumpFiles.ts'
import { encoded } from '../../acts/oldSite.ts'

async function read(t: TestContext, dump: string | Uint8Array): Promise<MovedPart> {
  const path = join(newFolder(t), 'dump.sql')
  writeFileSync(path, dump)
  const first = await readMovedFile(path, '')
  const records = [...first.records]
  for (let after = first.next; after !== ''; ) {
    const part = await readMovedFile(path, after)
    records.push(...part.records)
    after = part.next
  }
  return { ...first, records }
}
const refusal = async (t: TestContext, dump: string | Uint8Array): Promise<string> =>
  read(t, dump).then(
    () => 'it was read',
    ({ message }: Error) => message,
  )
const find = (records: readonly MovedRecord[], title: string): MovedRecord => {
  const found = records.find((record) => record.title === title)
  assert.ok(found, `${title}: ${records.map((each) => each.title)}`)
  return found
}

/** What is read of the tables of PbootCMS, however they are written. */
function assertPboot({ records, notes }: MovedPart): void {
  assert.deepEqual(notes, [])
  assert.equal(records.length, 2)
  assert.equal(find(records, "新闻's").html, bodyText)
  const product = find(records, '管道泵')
  assert.deepEqual(
    [product.kind, product.column, product.html, product.model, product.specs],
    ['product', '水泵', '<p>扬程</p>', 'DN50', [{ term: '流量', value: '20 吨' }]],
  )
  assert.doesNotMatch(JSON.stringify(records), /secret-of-the-old-site/)
}

const doubled = (text: string): Uint8Array =>
  Buffer.from(
    Buffer.from(text)
      .toString('latin1')
      .replace(/[\x80-\x9f]/g, (sign) => new TextDecoder('windows-1252').decode(Buffer.from(sign, 'latin1'))),
  )
const dialects: Readonly<Record<string, string | Uint8Array>> = {
  mysqldump: mysqldump(...pbootTables()),
  phpMyAdmin: phpMyAdmin(...pbootTables()),
  'the own backup': ownBackup(...pbootTables()),
  'another prefix': mysqldump(...pbootTables('my_site_')),
  packed: gzipSync(mysqldump(...pbootTables())),
  'packed in two': Buffer.concat([
    gzipSync(mysqldump(...pbootTables().slice(0, 3))),
    gzipSync(mysqldump(...pbootTables().slice(3))),
  ]),
  'UTF-16 of PowerShell': Buffer.from(`\uFEFF${mysqldump(...pbootTables())}`, 'utf16le'),
  'UTF-8 with a mark': `\uFEFF${mysqldump(...pbootTables())}`,
  GBK: encoded(ownBackup(...pbootTables()), 'gbk'),
  'UTF-8 in tables of latin1': doubled(mysqldump(...pbootTables())),
  'MariaDB of today': `/*M!999999\\- enable the sandbox mode */ \n${mysqldump(...pbootTables())}`,
}
for (const [name, dump] of Object.entries(dialects))
  test(`a dump is read in each dialect: ${name}`, async (t) => assertPboot(await read(t, dump)))

test('a character of GBK may end in a backslash, which programs write in two ways', async (t) => {
  const tables = pbootTables()
  const content = tables.find(({ name }) => name === 'ay_content') as DumpTable
  const withSign = {
    ...content,
    rows: content.rows.map((row) => row.map((each) => (each === '管道泵' ? '誠信泵' : each))),
  }
  const all = tables.map((table) => (table === content ? withSign : table))
  const known = encoded(mysqldump(...all).replace('utf8mb4', 'gbk'), 'gbk')
  assert.ok(find((await read(t, known)).records, '誠信泵'))
  // As PHP adds slashes: byte by byte.
  const bytes = encoded(ownBackup(...all), 'gbk')
    .toString('latin1')
    .replaceAll('\xd5\\', '\xd5\\\\')
  assert.ok(find((await read(t, Buffer.from(bytes, 'latin1'))).records, '誠信泵'))
})

test('織夢: columns, own models, pictures, states and addresses', async (t) => {
  const { records, lists, company, notes } = await read(t, mysqldump(...dedeTables()))
  assert.deepEqual(notes, [])
  assert.equal(records.length, 7)
  const product = find(records, '球阀 & 闸阀')
  assert.deepEqual(
    [product.kind, product.above, product.column, product.model, product.specs, product.html, product.date],
    ['product', '产品中心', '阀门', 'Q41F', [{ term: '口径', value: 'DN80' }], bodyText, '2024-05-17 08:00:00'],
  )
  assert.deepEqual(product.from, [
    '/a/cp/fm/2024/0517/11.html',
    '/plus/view.php?aid=11',
    '/plus/view-11-1.html',
    '/m/view.php?aid=11',
  ])
  const gone = find(records, '旧闻')
  assert.deepEqual([gone.hidden, gone.notes], [true, ['原来在回收站里']])
  assert.equal(gone.html, '<p>一</p><h3>第二页</h3><p>二</p>')
  const link = find(records, '外链')
  assert.deepEqual(
    [link.hidden, link.notes, link.from[0]],
    [true, ['原来点开的是https://x.example.com/', '没有正文'], '/a/xw/2024/0517/wl.html'],
  )
  assert.deepEqual(find(records, '图集').pictures, ['/uploads/a.jpg', '/uploads/b.jpg'])
  const page = find(records, '公司简介')
  assert.deepEqual([page.kind, page.html, page.path], ['page', '<p>简介</p>', 'jj'])
  assert.ok(lists.some(({ from }) => from === '/a/cp/fm/list_2_*'))
  // Neither its name nor the ones above say what it is, but its model does.
  const pump = find(records, '管道泵')
  assert.deepEqual([pump.kind, pump.above, pump.column], ['product', '水泵', '离心泵'])
  const valve = find(records, '进口阀')
  assert.deepEqual(
    [valve.kind, valve.price, valve.specs],
    [
      'product',
      '98.5',
      [
        { term: '市场价', value: '120' },
        { term: '单位', value: '只' },
      ],
    ],
    'what lies two columns below 产品中心',
  )
  assert.deepEqual(
    lists.filter(({ from }) => from.startsWith('/plus/')).map(({ from, to, column }) => [from.slice(-5), to, column]),
    [
      ['tid=1', '/product', '产品中心'],
      ['tid=2', '/product', '阀门'],
      ['tid=3', '/xwdt', '新闻'],
      ['tid=5', '/product', '水泵'],
      ['tid=6', '/product', '离心泵'],
      ['tid=7', '/product', '进口'],
    ],
    'also that of a cover without a text of its own',
  )
  assert.deepEqual(company, { siteName: '阀门厂', icp: '鲁ICP备2号' })
})

test('易优: both kinds of parameters, galleries, files, states and addresses', async (t) => {
  const { records, company } = await read(t, ownBackup(...eyouTables()))
  assert.equal(records.length, 3)
  const product = find(records, '远传水表')
  assert.deepEqual(
    [product.kind, product.above, product.model, product.price, product.specs],
    ['product', '产品展示', 'A&B', '198.00', [{ term: '材质', value: '铜' }]],
  )
  assert.equal(product.html, '<p>说明&nbsp;</p><p><a href="/uploads/soft/a.pdf">说明书.pdf</a></p>')
  assert.deepEqual(product.pictures, ['/uploads/allimg/1.jpg', '/uploads/a.jpg', '/uploads/b.jpg'])
  assert.ok(product.from.includes('/chanpin/shuibiao/2.html') && product.from.includes('/shuibiao/2.html'))
  assert.deepEqual(find(records, '删掉的').notes, ['没有正文', '原来在回收站里'])
  const page = find(records, '公司简介')
  assert.deepEqual([page.kind, page.path, page.html], ['page', 'jianjie', '<p>简介</p>'])
  assert.deepEqual(company, { siteName: '水表厂', icp: '鲁ICP备3号' })
})

test('what a dump lacks is said', async (t) => {
  const whole = mysqldump(...pbootTables())
  // Another export would not help.
  assert.match(await refusal(t, mysqldump(...pbootTables().slice(0, 1))), /数据库读不了：.*“一批网址”.*表格/)
  for (const tables of [[], pbootTables().slice(0, 3)])
    assert.match(await refusal(t, mysqldump(...tables)), /备份不完整.*请重新导出整个数据库/)
  const other = mysqldump({ name: 'phome_ecms_news', columns: ['id', 'title'], rows: [[1, '新闻']] })
  assert.match(await refusal(t, other), /帝国CMS.*的数据库读不了/)
  assert.match(await refusal(t, other.slice(0, other.indexOf(');\nUNLOCK'))), /请重新导出/)
  assert.match(
    await refusal(t, whole.replace(/CREATE TABLE[^;]*;/g, '').replace(/CREATE TABLE[^;]*?ENGINE[^;]*;/g, '')),
    /没有表的结构/,
  )
  const cut = whole.slice(0, whole.indexOf('管道泵'))
  const { records, notes } = await read(t, cut)
  assert.deepEqual([records.length, notes.length], [1, 1])
  assert.match(notes.join(), /在中间断了/)
  const packed = gzipSync(whole)
  assert.match((await read(t, packed.subarray(0, packed.length - 60))).notes.join(), /在中间断了/)
  const strange = whole.replace('INSERT INTO `ay_content` VALUES (', "INSERT INTO `ay_content` VALUES (9,'x'),(")
  assert.deepEqual((await read(t, strange)).notes, ['备份里有1行读不懂，没有读取'])
  const two = await read(t, mysqldump(...pbootTables(), ...pbootTables('old_')))
  assert.deepEqual([two.records.length, two.notes.length], [2, 1])
  assert.match(two.notes.join(), /还有别的网站，没有读取：前缀old_/)
})

test('a hostile dump has an end: lines of 10 MB, what a packed one claims, escapes at every cut', async (t) => {
  const content = pbootTables().find(({ name }) => name === 'ay_content') as DumpTable
  const long = {
    ...content,
    rows: [[5, '2', '长', '2024-01-01', `<p>${'长"\\'.repeat(2_500_000)}</p>`, 255, '1', '0', '']],
  }
  const all = pbootTables().map((table) => (table.name === content.name ? long : table))
  const { records } = await read(t, mysqldump(...all))
  const [record] = records
  assert.deepEqual([record?.html.length, record?.notes], [500_000, ['正文太长，后面的没有带过来']])
  // A chunk ends within each part of one of these.
  const text = `<p>${"\n'".repeat(800_000)}</p>`
  const table = { ...content, rows: [[6, '2', '切', '2024-01-01', text, 255, '1', '0', '']] }
  const tables = pbootTables().map((each) => (each.name === content.name ? table : each))
  for (const shift of ['', ' ', '  ', '   ']) {
    const [cut] = (await read(t, shift + mysqldump(...tables))).records
    assert.equal(cut?.html, text.slice(0, 500_000))
  }
  const bomb = gzipSync(Buffer.alloc(maxDumpBytes + 1, '\n'))
  assert.match(await refusal(t, bomb), /超过200MB/)
  assert.match(await refusal(t, `-- x\n'${'x'.repeat(17_000_000)}`), /读不懂/)
})
