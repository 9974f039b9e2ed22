import type { Check } from '../../contract/calls/checks.ts'
import type { CheckInput, CheckRow } from './checkTable.ts'
import { companyChecks } from './companyChecks.ts'
import { contentChecks } from './contentChecks.ts'
import { lookAt, type Machine, machineTopics } from './facts.ts'
import { faultsOf, linesOf } from './faults.ts'
import { firstChecks } from './firstChecks.ts'
import { type Part, scan } from './scan.ts'

const table: readonly CheckRow[] = [...firstChecks, ...companyChecks, ...contentChecks]

export type Checks = () => Promise<Check[]>

/** Returns a function that looks whether the site is ready for visitors. */
export function createChecks(machine: Machine): Checks {
  return async () => {
    const seen = await lookAt(machine)
    const faults = await faultsOf(seen)
    const readers: ((part: Part) => void)[] = []
    // Once every row has asked for it.
    const scanned = Promise.resolve().then(() =>
      scan(seen.store, seen.site, (part) => {
        for (const read of readers) read(part)
      }),
    )
    const input: CheckInput = {
      ...seen,
      faults,
      eachPart(read) {
        readers.push(read)
        return scanned
      },
    }
    const rows = await Promise.all(
      table.map(async (row): Promise<Check> => {
        const { id, title, look } = row
        return { id, title, ...(firstChecks.includes(row) && { first: true }), ...(await look(input)) }
      }),
    )
    return [...rows, ...linesOf(machineTopics, faults, seen)]
  }
}
