import { randomUUID } from 'node:crypto'
import { largeFolders } from '../../../contract/calls/rules.ts'
import type { Database } from './database.ts'

/** Uploads as rows. They are named after their content and never change, so that each server may keep copies in a folder. */
export interface UploadRows {
  large: LargeRows
  /** The names that begin with the prefix. */
  list(prefix?: string): Promise<string[]>
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  /** Removes files, unless there is a record with this id in `media` again. */
  remove(names: readonly string[], mediaId?: string): Promise<void>
  /** Which of these exist and are not being removed. Waits for removals that have begun. */
  held(names: readonly string[]): Promise<ReadonlySet<string>>
  /** The sizes and times of those that exist, by name. */
  facts(names: readonly string[]): Promise<ReadonlyMap<string, { bytes: number; madeAt: number }>>
}

/** Films and documents as rows of a part each, under a name or, until they are complete, under the id of an upload. */
interface LargeRows {
  /** Adds a part; a repeat replaces it. */
  append(name: string, offset: number, bytes: Buffer): Promise<void>
  /** Resolves when all parts are stored; until then there is none of that name. */
  put(name: string, parts: AsyncIterable<Buffer>): Promise<void>
  get(name: string): Promise<AsyncIterable<Buffer> | undefined>
  remove(names: readonly string[]): Promise<void>
}

/** The names of large uploads that are complete. */
export const completeName = `^(${largeFolders.join('|')})/`

/** The names of the first parameter, which is JSON. */
const listed = 'array(select json_array_elements_text($1::text::json))'

export function uploadRows(database: Database): UploadRows {
  return {
    large: largeRows(database),
    async list(prefix = '') {
      const stored = `select name from zhuzhan_uploads union select distinct name from zhuzhan_films where name ~ '${completeName}'`
      const rows = await database.query<{ name: string }>(
        `select name from (${stored}) as names where starts_with(name, $1) order by name`,
        [prefix],
      )
      return rows.map(({ name }) => name)
    },
    async put(name, bytes) {
      await database.query('insert into zhuzhan_uploads (name, bytes) values ($1, $2) on conflict do nothing', [
        name,
        bytes,
      ])
    },
    async get(name) {
      const [row] = await database.query<{ bytes: Buffer }>('select bytes from zhuzhan_uploads where name = $1', [name])
      return row?.bytes
    },
    async remove(names, mediaId = '') {
      await database.query(`select zhuzhan_remove_uploads(${listed}, $2)`, [JSON.stringify(names), mediaId])
    },
    async held(names) {
      const rows = await database.query<{ name: string }>(
        `select name from zhuzhan_uploads where name = any(${listed}) for key share`,
        [JSON.stringify(names)],
      )
      return new Set(rows.map(({ name }) => name))
    },
    async facts(names) {
      const rows = await database.query<{ name: string; bytes: number; madeAt: number }>(
        `select name, octet_length(bytes)::float8 as bytes, extract(epoch from made_at)::float8 * 1000 as "madeAt" from zhuzhan_uploads where name = any(${listed})
        union all select name, sum(octet_length(bytes))::float8, extract(epoch from min(made_at))::float8 * 1000 from zhuzhan_films where name = any(${listed}) group by name`,
        [JSON.stringify(names)],
      )
      return new Map(rows.map(({ name, ...facts }) => [name, facts]))
    },
  }
}

function largeRows(database: Database): LargeRows {
  const append: LargeRows['append'] = async (name, offset, bytes) => {
    await database.query(
      'insert into zhuzhan_films (name, at, bytes) values ($1, $2, $3) on conflict (name, at) do update set bytes = excluded.bytes',
      [name, offset, bytes],
    )
  }
  const remove: LargeRows['remove'] = async (names) => {
    await database.query(`delete from zhuzhan_films where name = any(${listed})`, [JSON.stringify(names)])
  }
  const has = async (name: string): Promise<boolean> =>
    (await database.query('select from zhuzhan_films where name = $1 limit 1', [name])).length > 0
  return {
    append,
    remove,
    async put(name, parts) {
      if (await has(name)) return
      const temp = `incoming/${randomUUID()}`
      let offset = 0
      for await (const part of parts) {
        await append(temp, offset, part)
        offset += part.length
      }
      // Another server may have stored the same.
      await database.query(
        'update zhuzhan_films set name = $2 where name = $1 and not exists (select from zhuzhan_films where name = $2)',
        [temp, name],
      )
      await remove([temp])
    },
    async get(name) {
      if (!(await has(name))) return undefined
      return partsOf(name)
    },
  }

  async function* partsOf(name: string): AsyncGenerator<Buffer> {
    for (let offset = 0; ; ) {
      const [row] = await database.query<{ bytes: Buffer }>(
        'select bytes from zhuzhan_films where name = $1 and at = $2',
        [name, offset],
      )
      if (!row) return
      yield row.bytes
      offset += row.bytes.length
    }
  }
}
