// Saves an application in SQLite, in a durable transaction of its own.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { serve } from './serve.mjs'

const [recordsFile, database, packages] = process.argv.slice(2)
const Database = createRequire(`${packages}/`)('better-sqlite3')

const columns = ['id', 'createdAt', 'agentName', 'agentInfo', 'phone', 'source']
const db = new Database(database)
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec(
  `CREATE TABLE agent (${columns.map((name) => `${name} TEXT NOT NULL`).join(', ')}, PRIMARY KEY (id)) WITHOUT ROWID`,
)
const insert = db.prepare(`INSERT INTO agent (${columns}) VALUES (${columns.map((name) => `@${name}`)})`)
db.transaction((records) => records.forEach((record) => insert.run(record)))(
  JSON.parse(readFileSync(recordsFile, 'utf8')),
)
db.pragma('wal_checkpoint(TRUNCATE)')

serve('/v1/agent/saveAgent', ({ agentName, agentInfo, phone }) => {
  insert.run({ id: randomUUID(), createdAt: new Date().toISOString(), agentName, agentInfo, phone, source: 'desktop' })
  return null
})
