import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BackupFailure } from '../backup/backupFailure.ts'
import { recordRejection } from '../backup/verifyArchive.ts'
import type { LeadRecord } from '../store/leadRecords.ts'
import type { LeadFileRecord } from '../store/records.ts'
import { nowhere } from '../store/states.ts'
import type { Store } from '../store/store.ts'
import { ignoreMissing } from '../system/systemErrors.ts'

/**
 * Adds what customers have sent to a site that a restore has moved aside. Only what came after the moment that this one was set back to:
 * whoever is missing from before it was erased. What is here stays as it is, so it can be repeated.
 */
export async function bringBackLeads(store: Store, aside: string): Promise<number> {
  const { backup, states, activity } = store
  const since = backup.get('restored')?.reached
  if (since === undefined) throw new BackupFailure('这个站点没有恢复过')
  const folder = join(aside, 'agent')
  let count = 0
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name))
    if (recordRejection('agent', name.slice(0, -'.json'.length), bytes) !== undefined) continue
    const record = JSON.parse(bytes.toString()) as LeadRecord
    if (record.createdAt <= since) continue
    for (const { fileId } of record.files ?? []) await bringBackFile(store, aside, fileId)
    await states.agent.change(record.id, (state) => {
      if (state.live || state.draft || state.trash) return state
      count++
      return { ...nowhere, live: record }
    })
  }
  await activity.add([{ user: '', action: 'restore', kind: 'agent', ok: true }])
  return count
}

async function bringBackFile({ leadFile, leadFileParts }: Store, aside: string, id: string): Promise<void> {
  const readIn = async (folder: string, name: string): Promise<object> =>
    JSON.parse(await readFile(join(aside, folder, `${name}.json`), 'utf8')) as object
  const record = await readIn('leadFile', id).catch(ignoreMissing)
  if (!record || leadFile.get(id)) return
  const folder = join('history', 'leadFile', id)
  for (const name of await readdir(join(aside, folder))) {
    const part = basename(name, '.json')
    await leadFileParts.write(id, part, await readIn(folder, part))
  }
  // Last: one that was cut off is done again.
  await leadFile.put(record as LeadFileRecord)
}
