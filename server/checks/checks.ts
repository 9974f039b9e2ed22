import type { Check } from '../../contract/checks.ts'
import { inSlices } from '../system/timeSlices.ts'
import type { CheckInput, CheckRow } from './checkTable.ts'
import { companyChecks } from './companyChecks.ts'
import { contentChecks } from './contentChecks.ts'
import { lookAt, type Machine, machineTopics } from './facts.ts'
import { faultsOf, verdictOf } from './faults.ts'
import { firstChecks } from './firstChecks.ts'
import { createScan } from './scan.ts'

const machineChecks = machineTopics.map(
  (topic): CheckRow => ({ id: topic.id, title: topic.title, look: (input) => verdictOf(topic, input.faults, input) }),
)
const table: readonly CheckRow[] = [...firstChecks, ...companyChecks, ...contentChecks, ...machineChecks]

export type Checks = () => Promise<Check[]>

/** Returns a function that looks whether the site is ready for visitors. */
export function createChecks(machine: Machine): Checks {
  const scan = createScan(machine.store, machine.site)
  return async () => {
    const parts = await scan()
    const seen = await lookAt(machine)
    const input: CheckInput = { ...seen, faults: await faultsOf(seen), eachPart: (read) => inSlices(parts, read) }
    const checks: Check[] = []
    for (const row of table) {
      const { id, title, look } = row
      checks.push({ id, title, ...(firstChecks.includes(row) && { first: true }), ...(await look(input)) })
    }
    return checks
  }
}
