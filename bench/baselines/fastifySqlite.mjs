// The list call with Fastify and SQLite, optimized: prepared statements, a response schema, a narrow index for searches.
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { sayReady } from './serve.mjs'

const [rowsFile, database, packages] = process.argv.slice(2)
const require = createRequire(`${packages}/`)
const Database = require('better-sqlite3')
const { fastify } = require('fastify')

const columns = [
  'productId',
  'coverName',
  'coverDescribe',
  'jumpUrl',
  'coverUrl',
  'locationId',
  'productType',
  'createDate',
]
const db = new Database(database)
db.pragma('journal_mode = WAL')
db.pragma('cache_size = -200000')
db.pragma('mmap_size = 1000000000')
db.exec(
  `CREATE TABLE product (place INTEGER PRIMARY KEY, ${columns.map((name) => `${name} TEXT NOT NULL`).join(', ')})`,
)
const insert = db.prepare(`INSERT INTO product (${columns}) VALUES (${columns.map((name) => `@${name}`)})`)
// Oldest first, so that the newest has the highest rowid.
db.transaction((rows) => rows.forEach((row) => insert.run(row)))(JSON.parse(readFileSync(rowsFile, 'utf8')).reverse())
// No index finds a substring, but this one contains everything that a search reads, in display order.
db.exec('CREATE INDEX search ON product (place DESC, coverName)')
db.exec('ANALYZE')

const all = {
  count: db.prepare('SELECT count(*) FROM product').pluck(),
  page: db.prepare(`SELECT ${columns} FROM product ORDER BY place DESC LIMIT ? OFFSET ?`),
}
const found = {
  count: db.prepare('SELECT count(*) FROM product INDEXED BY search WHERE coverName LIKE ?').pluck(),
  page: db.prepare(
    `SELECT ${columns} FROM product WHERE place IN (
       SELECT place FROM product INDEXED BY search WHERE coverName LIKE ? ORDER BY place DESC LIMIT ? OFFSET ?
     ) ORDER BY place DESC`,
  ),
}

const text = { type: 'string' }
const number = { type: 'integer' }
const row = { type: 'object', properties: Object.fromEntries(columns.map((name) => [name, text])) }
const data = { type: 'object', properties: { data: { type: 'array', items: row }, count: number } }
const schema = {
  body: { type: 'object', properties: { coverName: text, page: number, limit: number } },
  response: { 200: { type: 'object', properties: { code: number, msg: text, data } } },
}

const app = fastify()
app.post('/v1/product/list', { schema }, async ({ body: { coverName = '', page = 1, limit = 10 } }) => {
  const offset = (page - 1) * limit
  const like = `%${coverName.replace(/[%_]/g, '')}%`
  const data =
    coverName === ''
      ? { data: all.page.all(limit, offset), count: all.count.get() }
      : { data: found.page.all(like, limit, offset), count: found.count.get(like) }
  return { code: 200, msg: '成功', data }
})
await app.listen({ host: '127.0.0.1', port: 0 })
sayReady(app.server.address().port)
