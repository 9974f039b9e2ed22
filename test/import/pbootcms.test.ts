import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxMoved, type MovedRecord } from '../../contract/movedRecords.ts'
import { readPbootcms } from '../../server/import/pbootcms.ts'
import { newDatabase, pbootcmsTables, withSqlite } from './pbootcmsFile.ts'

const find = (records: readonly MovedRecord[], title: string): MovedRecord => {
  const found = records.find((record) => record.title === title)
  assert.ok(found, title)
  return found
}

test('columns say what each record becomes, with its specs, pictures and addresses', withSqlite, () => {
  const extra = `INSERT INTO ay_content_ext (contentid, ext_price, ext_photos, ext_more)
    VALUES (12, '80', '/static/upload/b.jpg,/static/upload/c.png', '&lt;p&gt;长&lt;/p&gt;');`
  const { records, lists, next } = readPbootcms(newDatabase(pbootcmsTables + extra), '')
  assert.equal(next, '')
  assert.deepEqual(
    records.map(({ title, kind, column }) => [title, kind, column]),
    [
      ['公司简介', 'page', '公司简介'],
      ['开工', 'news', '公司动态'],
      ['水泵 "A"', 'product', '水泵'],
      ['某小区', 'case', '案例'],
      ['钳工', 'news', '招聘'],
      ['某桥', 'case', '工程业绩'],
    ],
  )
  const product = find(records, '水泵 "A"')
  assert.deepEqual(product.specs, [{ term: '产品价格', value: '80' }])
  assert.deepEqual(product.pictures, ['/static/upload/a.jpg', '/static/upload/b.jpg', '/static/upload/c.png'])
  assert.equal(product.html, '<p>扬程</p><h3>more</h3><div><p>长</p></div>')
  assert.equal(product.pinned, true)
  const path = 'pump/12.html'
  assert.deepEqual(product.from, [`/?${path}`, `/${path}`, `/index.php/${path}`, `/index.php?${path}`])
  assert.deepEqual(find(records, '公司简介').from.slice(0, 2), ['/?about_1/', '/about_1/'])
  const news = find(records, '开工')
  assert.deepEqual([news.hidden, news.date], [true, '2020-05-06 07:08:09'])
  assert.ok(news.from.includes('/list_2/kaigong.html') && news.from.includes('/kaigong.html'))
  assert.deepEqual(news.notes, ['没有正文', '原来点开的是https://x.example.com', '附件/static/upload/a.pdf要重新上传'])
  assert.deepEqual(
    lists.filter(({ from }) => /^\/\?[^.]*\/$/.test(from)),
    [
      { from: '/?list_2/', to: '/xwdt' },
      { from: '/?pump/', to: '/product' },
      { from: '/?list_4/', to: '/xiangmuanli' },
      { from: '/?list_5/', to: '/xwdt' },
      { from: '/?list_6/', to: '/xiangmuanli' },
    ],
  )
})

test('a file of many records is read part by part, and one of too many is refused', withSqlite, () => {
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
    const part = readPbootcms(file, after)
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
  assert.throws(() => readPbootcms(tooMany, ''), /超过10000条/)
})

test('a hostile file is harmless: views, virtual tables and computed columns are not read', withSqlite, () => {
  const refused = (sql: string): void => {
    const file = newDatabase(sql)
    assert.throws(() => readPbootcms(file, ''), /不是PbootCMS的数据库/)
  }
  refused('CREATE TABLE other (id INTEGER);')
  const endless =
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, hex(zeroblob(99999999)) AS title FROM n'
  refused(`CREATE VIEW ay_content AS ${endless}; CREATE TABLE ay_content_sort (scode TEXT);`)
  refused('CREATE VIRTUAL TABLE ay_content USING fts5(id, title); CREATE TABLE ay_content_sort (scode TEXT);')
  const computed = newDatabase(
    `CREATE TABLE ay_content (id INTEGER PRIMARY KEY, scode TEXT, title TEXT,
       content TEXT GENERATED ALWAYS AS ('<p>computed</p>') VIRTUAL);
     CREATE TABLE ay_content_sort (scode TEXT);
     CREATE VIEW ay_extfield AS ${endless};
     CREATE TRIGGER t AFTER INSERT ON ay_content BEGIN DELETE FROM ay_content_sort; END;
     INSERT INTO ay_content (scode, title) VALUES ('1', '标题');`,
  )
  const { records } = readPbootcms(computed, '')
  assert.deepEqual(
    records.map(({ title, html }) => [title, html]),
    [['标题', '']],
  )
})
