import { backupWords, scrubWords, topics } from '../checks/facts.ts'
import type { MachineStatus } from '../checks/faults.ts'
import { backupFact } from '../backup/backupState.ts'
import type { Config } from '../config.ts'
import { offsiteState } from '../offsite/offsiteState.ts'
import type { AlarmRecord, BackupRecord, OffsiteRecord, ScrubRecord } from '../store/records.ts'
import { loadDatabase } from '../store/storageEngine.ts'

/** What the servers on a database have written of their machines. Throws where it cannot be read. */
export async function machineRows(config: Config, databaseUrl: string): Promise<Pick<MachineStatus, 'verdicts'>> {
  const database = (await loadDatabase())(databaseUrl, { connections: 1, onWarning() {} })
  try {
    const query =
      "select collection, id, body::text as body from zhuzhan_records where collection in ('backup', 'offsite', 'alarm', 'scrub') and body is not null"
    const rows = await database.query<{ collection: string; id: string; body: string }>(query)
    const recordsOf = <R>(collection: string): Map<string, R> =>
      new Map(rows.filter((row) => row.collection === collection).map(({ id, body }) => [id, JSON.parse(body) as R]))
    const records = { backup: recordsOf<BackupRecord>('backup'), offsite: recordsOf<OffsiteRecord>('offsite') }
    const now = Date.now()
    const offsite = config.offsite ? offsiteState(records, now) : null
    const backup = { ...(await backupFact(records, config.backupDir !== '', now)), offsite }
    const scrubbedAt = recordsOf<ScrubRecord>('scrub').get('last')?.createdAt
    const active = [...recordsOf<AlarmRecord>('alarm').values()].filter(({ over }) => !over)
    const known = [
      { title: '备份', why: backupWords(config, backup, records.backup.get('verified')?.machine) },
      { title: '数据', why: scrubWords(scrubbedAt) },
    ]
    return { verdicts: [...known.map((line) => ({ state: 'ok' as const, ...line })), ...active.map(verdictOf)] }
  } finally {
    await database.close()
  }
}

/** The servers have found it. */
function verdictOf({ id, text }: AlarmRecord): MachineStatus['verdicts'][number] {
  for (const { title, facts } of topics) {
    const fact = facts.find((each) => id === each.id)
    if (fact) return { state: fact.state ?? 'problem', title, why: text }
  }
  return { state: 'problem', title: '服务器', why: text }
}
