import type { ActivityDisk } from '../activityDisk.ts'
import type { Database } from './database.ts'

/** The activity log in a table of its own, which all servers add to. */
export const activityRows = (database: Database): ActivityDisk => ({
  async append(day, lines, sync) {
    await database.query('select zhuzhan_append_log($1, $2::text::json, $3)', [day, JSON.stringify(lines), sync])
  },
  async days() {
    return (await database.query<{ day: string }>('select distinct day from zhuzhan_log order by day')).map(
      ({ day }) => day,
    )
  },
  async read(day) {
    const query = "select string_agg(line || e'\\n', '' order by id) as text from zhuzhan_log where day = $1"
    const [row] = await database.query<{ text: string | null }>(query, [day])
    return row?.text ?? ''
  },
  async remove(day) {
    await database.query('delete from zhuzhan_log where day = $1', [day])
  },
  close: async () => {},
})
