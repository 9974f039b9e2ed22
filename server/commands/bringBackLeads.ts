import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupFailure } from '../backup/backupFailure.ts'
import { recordRejection } from '../backup/verifyArchive.ts'
import type { LeadRecord } from '../store/leadRecords.ts'
import { nowhere } from '../store/states.ts'
import type { Store } from '../store/store.ts'

/**
 * Adds what customers have sent to a site that a restore has moved aside. Only what came after the moment that this one was set back to:
 * whoever is missing from before it was erased. What is here stays as it is, so it can be repeated.
 */
export async function bringBackLeads({ backup, states, activity }: Store, aside: string): Promise<number> {
  const since = backup.get('restored')?.reached
  if (since === undefined) throw new BackupFailure('这个站点没有恢复过')
  const folder = join(aside, 'agent')
  let count = 0
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name))
    if (recordRejection('agent', name.slice(0, -'.json'.length), bytes) !== undefined) continue
    const record = JSON.parse(bytes.toString()) as LeadRecord
    if (record.createdAt <= since) continue
    await states.agent.change(record.id, (state) => {
      if (state.live || state.draft || state.trash) return state
      count++
      return { ...nowhere, live: record }
    })
  }
  await activity.add([{ user: '', action: 'restore', kind: 'agent', ok: true }])
  return count
}
