import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isLarge } from '../../contract/calls/rules.ts'
import { agreementFile, agreementRecord, formatRecord, moveMarker, storeIdOf } from '../store/format.ts'
import { activityRows } from '../store/postgres/activityRows.ts'
import { type Database, openDatabase } from '../store/postgres/database.ts'
import { uploadRows } from '../store/postgres/uploadRows.ts'
import { activityName, agreementName, entryKind, recordName, uploadName } from './manifest.ts'
import type { ListedFile, SiteContent } from './siteContent.ts'

interface DatabaseParts {
  databaseUrl: string
  /** A server may have an agreement of its own there. */
  dataDir: string
  /** The path of a file that does not exist, beside the archive: what is read from the database is written there first. */
  scratch: string
}

/** Records are read in batches of so many bytes and rows. */
const batchBytes = 4 * 1_048_576
const batchRows = 200

/** The content of a database, read through a connection of its own. */
export function databaseContent({ databaseUrl, dataDir, scratch }: DatabaseParts): SiteContent {
  const database = openDatabase(databaseUrl, { connections: 1, onWarning() {} })
  const uploads = uploadRows(database)
  const agreementPath = join(dataDir, agreementFile)
  const agreement = async (): Promise<Buffer | undefined> => {
    if (existsSync(agreementPath)) return readFileSync(agreementPath)
    const body = (await bodiesOf(database, [agreementRecord]))[0]?.body
    return body === undefined ? undefined : Buffer.from((JSON.parse(body) as { text: string }).text)
  }

  return {
    uploadsPlace: '数据库里',
    scratchFor: (largest) => largest,
    async storeId() {
      const body = (await bodiesOf(database, [formatRecord]))[0]?.body
      return (body !== undefined && storeIdOf(JSON.parse(body))) || ''
    },
    async others(inSnapshot) {
      const text = await agreement()
      return [
        ...(text ? [{ name: agreementName, size: text.length }] : []),
        ...(await daysIn(database)),
        ...(await recordsIn(database, Object.keys(inSnapshot))),
      ]
    },
    async *read(files) {
      for (const { name } of files) {
        const kind = entryKind(name)
        let bytes: Buffer | undefined
        if (kind?.is === 'agreement') bytes = await agreement()
        else if (kind?.is === 'activity') bytes = Buffer.from(await activityRows(database).read(kind.day))
        if (bytes) yield [name, bytes]
      }
      for (const batch of batchesOf(files)) {
        for (const { collection, id, body } of await bodiesOf(database, batch))
          yield [recordName(collection, id), Buffer.from(body)]
      }
    },
    requireUploads() {},
    async uploads() {
      const facts = await uploads.facts(await uploads.list())
      return [...facts].flatMap(([address, { bytes }]): ListedFile[] => {
        const [folder = '', file = ''] = address.split('/')
        const name = uploadName(folder, file)
        return entryKind(name)?.is === 'upload' ? [{ name, size: bytes }] : []
      })
    },
    async openUpload(name) {
      const parts = await partsOf(name.slice('uploads/'.length), uploads)
      if (!parts) return undefined
      const fd = openSync(scratch, 'wx+', 0o600)
      rmSync(scratch)
      try {
        for await (const part of parts) for (let done = 0; done < part.length; ) done += writeSync(fd, part, done)
      } catch (error) {
        closeSync(fd)
        throw error
      }
      // Somebody may have deleted it meanwhile, of which a large one has many rows.
      if ((await uploads.facts([name.slice('uploads/'.length)])).size > 0) return fd
      closeSync(fd)
      return undefined
    },
    async mediaHeld(ids) {
      const query = `select id from zhuzhan_records where collection = 'media' and body is not null and id = any(${listed})`
      return new Set((await database.query<{ id: string }>(query, [JSON.stringify(ids)])).map(({ id }) => id))
    },
    close: () => database.close(),
  }
}

/** The names of the first parameter, which is JSON. */
const listed = 'array(select json_array_elements_text($1::text::json))'

interface RecordId {
  collection: string
  id: string
}

/** Those that are gone are left out. */
const bodiesOf = (database: Database, records: readonly RecordId[]): Promise<(RecordId & { body: string })[]> =>
  database.query(
    `select r.collection, r.id, r.body::text as body
    from json_to_recordset($1::text::json) as wanted(collection text, id text)
    join zhuzhan_records r on r.collection = wanted.collection and r.id = wanted.id
    where r.body is not null`,
    [JSON.stringify(records)],
  )

function* batchesOf(files: readonly ListedFile[]): Generator<RecordId[]> {
  let batch: RecordId[] = []
  let bytes = 0
  for (const { name, size } of files) {
    const kind = entryKind(name)
    if (kind?.is !== 'record') continue
    if (batch.length > 0 && (bytes + size > batchBytes || batch.length === batchRows)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(kind)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

async function daysIn(database: Database): Promise<ListedFile[]> {
  const query = 'select day, sum(octet_length(line) + 1)::float8 as size from zhuzhan_log group by day order by day'
  return (await database.query<{ day: string; size: number }>(query)).flatMap(({ day, size }) => {
    const name = activityName(day)
    return entryKind(name)?.is === 'activity' ? [{ name, size }] : []
  })
}

/** In the order of a folder. The agreement is a file there, and a move that was interrupted has no server. */
async function recordsIn(database: Database, inSnapshot: readonly string[]): Promise<ListedFile[]> {
  const rows = await database.query<RecordId & { size: number }>(
    `select collection, id, octet_length(body::text)::float8 as size from zhuzhan_records
    where body is not null and collection <> all(${listed})`,
    [JSON.stringify(inSnapshot)],
  )
  return rows
    .filter(
      (row) => ![agreementRecord, moveMarker].some((own) => own.collection === row.collection && own.id === row.id),
    )
    .map(({ collection, id, size }) => ({ name: recordName(collection, id), size }))
    .filter(({ name }) => entryKind(name)?.is === 'record')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function partsOf(
  name: string,
  uploads: ReturnType<typeof uploadRows>,
): Promise<Iterable<Buffer> | AsyncIterable<Buffer> | undefined> {
  if (isLarge(name)) return uploads.large.get(name)
  const bytes = await uploads.get(name)
  return bytes && [bytes]
}
