import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxMoved, type MovedRecord } from '../../contract/kinds/movedRecords.ts'
import { partOfSqlite } from '../../moving/movedFile.ts'
import type { SqliteFile } from '../../moving/sqliteTables.ts'
import { newDatabase, pbootcmsTables, withSqlite } from './pbootcmsFile.ts'

const now = Date.parse('2026-01-01T00:00:00Z')
const read = (file: SqliteFile, after = '') => partOfSqlite(file, after, now)

const find = (records: readonly MovedRecord[], title: string): MovedRecord => {
  const found = records.find((record) => record.title === title)
  assert.ok(found, title)
  return found
}

test('columns say what each record becomes, with its specs, pictures and addresses', withSqlite, async () => {
  const extra = `INSERT INTO ay_content_ext (contentid, ext_price, ext_photos, ext_more)
    VALUES (12, '80', '/static/upload/b.jpg,/static/upload/c.png', '&lt;p&gt;长&lt;/p&gt;');`
  const { records, lists, next } = await read(newDatabase(pbootcmsTables + extra))
  assert.equal(next, '')
  assert.deepEqual(
    records.map(({ title, kind, column }) => [title, kind, column]),
    [
      ['公司简介', 'page', '公司简介'],
      ['某小区', 'case', '案例'],
      ['钳工', 'news', '招聘'],
      ['某桥', 'case', '工程业绩'],
      ['开工', 'news', '公司动态'],
      ['水泵 "A"', 'product', '水泵'],
    ],
    'by date, and what is pinned is first in lists',
  )
  const product = find(records, '水泵 "A"')
  assert.deepEqual([product.specs, product.price], [[], '80'])
  assert.deepEqual(product.pictures, ['/static/upload/a.jpg', '/static/upload/b.jpg', '/static/upload/c.png'])
  assert.equal(product.html, '<p>扬程</p><h3>more</h3><div><p>长</p></div>')
  assert.equal(product.pinned, true)
  const path = 'pump/12.html'
  assert.deepEqual(product.from, [`/?${path}`, `/${path}`, `/index.php/${path}`, `/index.php?${path}`])
  assert.deepEqual(find(records, '公司简介').from.slice(0, 2), ['/?about_1/', '/about_1/'])
  const news = find(records, '开工')
  assert.deepEqual([news.hidden, news.date], [true, '2020-05-06 07:08:09'])
  assert.ok(news.from.includes('/list_2/kaigong.html') && news.from.includes('/kaigong.html'))
  assert.deepEqual(news.notes, ['原来点开的是https://x.example.com', '原来没有显示'])
  assert.equal(news.html, '<p><a href="/static/upload/a.pdf">a.pdf</a></p>')
  assert.deepEqual(
    lists.filter(({ from }) => /^\/\?[^.]*\/$/.test(from)),
    [
      { from: '/?list_2/', to: '/xwdt', column: '公司动态' },
      { from: '/?pump/', to: '/product', column: '水泵' },
      { from: '/?list_4/', to: '/xiangmuanli', column: '案例' },
      { from: '/?list_5/', to: '/xwdt', column: '招聘' },
      { from: '/?list_6/', to: '/xiangmuanli', column: '工程业绩' },
    ],
  )
})

test('a file of many records is read part by part, and one of too many is refused', withSqlite, async () => {
  const many = (count: number): string =>
    `${pbootcmsTables} DELETE FROM ay_content;
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO ay_content (id, acode, scode, title, content, date, status)
       SELECT i, 'cn', '2', '新闻' || i, '<p>x</p>', '2020-01-01 00:00:00', '1' FROM n;`
  const file = newDatabase(many(1_200))
  const titles: string[] = []
  let after = ''
  let parts = 0
  do {
    const part = await read(file, after)
    titles.push(...part.records.map(({ title }) => title))
    after = part.next
    parts++
  } while (after !== '')
  assert.equal(parts, 3)
  assert.deepEqual(
    titles,
    Array.from({ length: 1_200 }, (_, n) => `新闻${n + 1}`),
  )
  const tooMany = newDatabase(many(maxMoved + 90_000))
  await assert.rejects(read(tooMany), /超过10000条/)
})

test('a hostile file is harmless: views, virtual tables and computed columns are not read', withSqlite, async () => {
  const refused = async (sql: string): Promise<void> => {
    await assert.rejects(async () => read(newDatabase(sql)), /不是PbootCMS的数据库/)
  }
  await refused('CREATE TABLE other (id INTEGER);')
  const endless =
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, hex(zeroblob(99999999)) AS title FROM n'
  await refused(`CREATE VIEW ay_content AS ${endless}; CREATE TABLE ay_content_sort (scode TEXT);`)
  await refused('CREATE VIRTUAL TABLE ay_content USING fts5(id, title); CREATE TABLE ay_content_sort (scode TEXT);')
  const computed = newDatabase(
    `CREATE TABLE ay_content (id INTEGER PRIMARY KEY, scode TEXT, title TEXT,
       content TEXT GENERATED ALWAYS AS ('<p>computed</p>') VIRTUAL);
     CREATE TABLE ay_content_sort (scode TEXT);
     CREATE VIEW ay_extfield AS ${endless};
     CREATE TRIGGER t AFTER INSERT ON ay_content BEGIN DELETE FROM ay_content_sort; END;
     INSERT INTO ay_content (scode, title) VALUES ('1', '标题');`,
  )
  const { records } = await read(computed)
  assert.deepEqual(
    records.map(({ title, html }) => [title, html]),
    [['标题', '']],
  )
})

test(
  'records stand as the old lists had them, what was not shown says why, and dates are read as far as they are some',
  withSqlite,
  async () => {
    const rows = [
      { id: 31, more: { sorting: '2' } },
      { id: 32, more: { sorting: '1' } },
      { id: 33, more: { sorting: '9', isheadline: '1' } },
      { id: 34, more: { sorting: '9', isrecommend: '1' } },
      { id: 35, more: { sorting: '2', date: '2024-05-06' } },
      { id: 36, more: { sorting: '2', date: '0000-00-00 00:00:00' } },
      { id: 37, more: { sorting: '0', date: '2030-01-01 08:00:00' } },
      { id: 38, more: { sorting: '0', scode: '9' } },
    ]
    const inserts = rows.map(({ id, more }) => {
      const all = { date: '2020-01-01 00:00:00', scode: '8', ...more }
      const values = Object.values(all).map((value) => `'${value}'`)
      return `INSERT INTO ay_content (id, title, status, content, ${Object.keys(all)}) VALUES (${id}, 'n${id}', '1', '<p>x</p>', ${values});`
    })
    const columns = ['sorting', 'isrecommend', 'isheadline'].map((name) => `ALTER TABLE ay_content ADD "${name}" TEXT;`)
    const file = newDatabase(`${pbootcmsTables} DELETE FROM ay_content; ${columns.join('')}
    INSERT INTO ay_content_sort (acode, mcode, pcode, scode, name, filename, status) VALUES
      ('cn','2','2','8','展会','zhanhui','1'), ('cn','2','0','9','停用的','off','0');
    ${inserts.join('')}`)
    const { records } = await read(file)
    assert.deepEqual(
      records.map(({ title, date, hidden, notes }) => [title, date, hidden, notes]),
      [
        ['n36', '', false, ['原来的日期0000-00-00 00:00:00读不懂，请补上']],
        ['n31', '2020-01-01 00:00:00', false, []],
        ['n35', '2024-05-06 00:00:00', false, []],
        ['n32', '2020-01-01 00:00:00', false, []],
        ['n38', '2020-01-01 00:00:00', true, ['原来的栏目没有显示']],
        ['n37', '2030-01-01 08:00:00', true, ['原来要到2030-01-01 08:00才显示']],
        ['n33', '2020-01-01 00:00:00', false, []],
        ['n34', '2020-01-01 00:00:00', false, []],
      ],
    )
    assert.equal(find(records, 'n31').above, '公司动态')
  },
)

test(
  'the company is offered, what has no place is counted, and the first version has other addresses',
  withSqlite,
  async () => {
    const { company, notes, records, lists } = await read(
      newDatabase(`${pbootcmsTables} UPDATE ay_model SET urlname = NULL; ALTER TABLE ay_model DROP COLUMN urlname;
      CREATE TABLE ay_company (id INTEGER PRIMARY KEY, name TEXT, address TEXT, mobile TEXT, phone TEXT, email TEXT);
      CREATE TABLE ay_site (id INTEGER PRIMARY KEY, title TEXT, icp TEXT);
      CREATE TABLE ay_link (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO ay_company (name, address, mobile, phone, email) VALUES ('甲&amp;乙泵业', '淄博', '13900000000', '', 'a@b.example');
      INSERT INTO ay_site (title, icp) VALUES ('泵业', '鲁ICP备1号');
      INSERT INTO ay_link (name) VALUES ('x'), ('y');`),
    )
    assert.deepEqual(company, {
      ...{ siteName: '泵业', companyName: '甲&乙泵业', hotline: '13900000000' },
      ...{ mailbox: 'a@b.example', address: '淄博', icp: '鲁ICP备1号' },
    })
    assert.deepEqual(notes, ['友情链接2条没有带过来'])
    assert.ok(find(records, '某小区').from.includes('/content/20.html'))
    assert.ok(lists.some(({ from }) => from === '/list/4.html'))
  },
)
