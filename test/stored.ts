import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openDatabase, type Database } from '../server/store/postgres/database.ts'
import { createSchema } from '../server/store/postgres/schema.ts'
import { databaseFor, onPostgres } from './server.ts'

/** A legal text as programs before there were histories have kept it. */
export const keptNotice = {
  id: '5f2c',
  createdAt: '2026-11-20T16:07:49.123+08:00',
  name: 'agreement',
  lead: '引言',
  body: '<p>第一版</p>',
  date: '2026-12-01',
  savedBy: 'admin',
}

interface StoredText {
  /** Such as `news/<id>`. */
  name: string
  text: string
  /** Changes with every write. */
  version: number
}

/** The records of a test's server, in its folder or its database. */
export async function stored(folder: string): Promise<StoredText[]> {
  if (onPostgres) {
    return withDatabase(folder, (database) =>
      database.query<StoredText>(
        "select collection || '/' || id as name, body::text as text, revision::float8 as version from zhuzhan_records where body is not null order by 1",
      ),
    )
  }
  const root = join(folder, 'data')
  const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(
    names.map(async (name) => ({
      name: name.slice(0, -'.json'.length),
      text: await readFile(join(root, name), 'utf8'),
      version: (await stat(join(root, name))).mtimeMs,
    })),
  )
}

export const storedTexts = async (folder: string, collection: string): Promise<StoredText[]> =>
  (await stored(folder)).filter(({ name }) => name.startsWith(`${collection}/`))

/** Writes a record as an earlier version or a keeper may have left it. The server must not be running. */
export async function store(
  folder: string,
  collection: string,
  record: { id: string } & Record<string, unknown>,
): Promise<void> {
  const text = JSON.stringify(record)
  if (onPostgres) {
    await withDatabase(folder, async (database) => {
      await createSchema(database)
      const batch = JSON.stringify([{ collection, id: record.id, text }])
      await database.query("select zhuzhan_write('', gen_random_uuid()::text, $1::text::json)", [batch])
    })
    return
  }
  const path = join(folder, 'data', collection, `${record.id}.json`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function withDatabase<T>(folder: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(await databaseFor(folder), { connections: 1, onWarning: () => {} })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
