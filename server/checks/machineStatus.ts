import type { Check } from '../../contract/checks.ts'
import type { BackupFact } from '../../contract/entities.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { lookAt, type Machine, topics } from './facts.ts'
import { faultsOf, verdictOf } from './faults.ts'

/** What a server tells the operator's program, which may be of another version. */
export interface MachineStatus {
  version: string
  startedAt: string
  healthy: boolean
  /** Of what is known of the machine. */
  verdicts: Pick<Check, 'state' | 'title' | 'why'>[]
  /** Absent where a database does not answer. */
  files?: {
    backup: BackupFact
    /** The machine with the last backup, where several may make them. */
    machine?: string | undefined
    scrubbedAt: string | undefined
    free: { data: number | undefined; uploads: number | undefined }
  }
}

export async function machineStatus(machine: Machine, healthy: boolean, version: string): Promise<MachineStatus> {
  const seen = await lookAt(machine)
  const { store, backup, space, now } = seen
  const faults = await faultsOf(seen)
  return {
    version,
    startedAt: chinaTime(now - process.uptime() * 1000),
    healthy,
    verdicts: topics.map((topic) => ({ title: topic.title, ...verdictOf(topic, faults, seen) })),
    files: {
      backup,
      scrubbedAt: store.scrub.get('last')?.createdAt,
      free: { data: await space.data.bytes(), uploads: await space.uploads.bytes() },
    },
  }
}
