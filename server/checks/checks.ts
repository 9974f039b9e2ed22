import type { Check } from '../../contract/checks.ts'
import type { CheckInput, CheckRow } from './checkTable.ts'
import { companyChecks } from './companyChecks.ts'
import { contentChecks } from './contentChecks.ts'
import { lookAt, type Machine, machineTopics } from './facts.ts'
import { faultsOf, verdictOf } from './faults.ts'
import { firstChecks } from './firstChecks.ts'
import { type Part, scan } from './scan.ts'

const machineChecks = machineTopics.map(
  (topic): CheckRow => ({ id: topic.id, title: topic.title, look: (input) => verdictOf(topic, input.faults, input) }),
)
const table: readonly CheckRow[] = [...firstChecks, ...companyChecks, ...contentChecks, ...machineChecks]

export type Checks = () => Promise<Check[]>

/** Returns a function that looks whether the site is ready for visitors. */
export function createChecks(machine: Machine): Checks {
  return async () => {
    const seen = await lookAt(machine)
    const readers: ((part: Part) => void)[] = []
    let start = (): void => {}
    const scanned = new Promise<void>((resolve) => (start = resolve)).then(() =>
      scan(seen.store, seen.site, (part) => {
        for (const read of readers) read(part)
      }),
    )
    const input: CheckInput = {
      ...seen,
      faults: await faultsOf(seen),
      eachPart(read) {
        readers.push(read)
        return scanned
      },
    }
    const verdicts = table.map(({ look }) => look(input))
    start()
    const looked = await Promise.all(verdicts)
    return table.flatMap((row, index) => {
      const { id, title } = row
      const verdict = looked[index]
      return verdict ? [{ id, title, ...(firstChecks.includes(row) && { first: true as const }), ...verdict }] : []
    })
  }
}
