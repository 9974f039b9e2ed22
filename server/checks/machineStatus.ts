import type { Check } from '../../contract/checks.ts'
import type { BackupFact } from '../../contract/entities.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { FreeSpace } from '../system/freeSpace.ts'
import type { Checks } from './checks.ts'
import type { Fault } from './faults.ts'
import { serverChecks } from './serverChecks.ts'

/** What a server tells the operator's program, which may be of another version. */
export interface MachineStatus {
  version: string
  startedAt: string
  healthy: boolean
  /** Of what is set up on the machine. */
  verdicts: Pick<Check, 'state' | 'title' | 'why'>[]
  /** What is known where the data is in files. */
  files?: {
    backup: BackupFact
    scrubbedAt: string | undefined
    free: { data: number | undefined; uploads: number | undefined }
  }
}

interface Machine {
  store: Pick<Store, 'scrub'>
  checks: Checks
  faults: () => Promise<Fault[]>
  backup: () => Promise<BackupFact>
  space: { data: FreeSpace; uploads: FreeSpace }
  isHealthy: () => Promise<boolean>
  now: () => number
}

export async function machineStatus(machine: Machine, version: string): Promise<MachineStatus> {
  const { store, checks, faults, backup, space, isHealthy, now } = machine
  const verdicts: MachineStatus['verdicts'] = (await checks())
    .filter(({ id }) => serverChecks.some((row) => row.id === id)).map(({ state, title, why }) => ({ state, title, why }))
  for (const { text, detail } of await faults()) {
    if (!verdicts.some(({ why }) => why.includes(text))) verdicts.push({ state: 'problem', title: '注意', why: text + detail })
  }
  return {
    version,
    startedAt: chinaTime(now() - process.uptime() * 1000),
    healthy: await isHealthy(),
    verdicts,
    files: {
      backup: await backup(),
      scrubbedAt: store.scrub.get('last')?.createdAt,
      free: { data: await space.data.bytes(), uploads: await space.uploads.bytes() },
    },
  }
}
