import type { Check } from '../../contract/checks.ts'
import { inSlices } from '../system/timeSlices.ts'
import type { CheckRow, CheckInput } from './checkTable.ts'
import { companyChecks } from './companyChecks.ts'
import { contentChecks } from './contentChecks.ts'
import { type Machine, machineTopics } from './facts.ts'
import { faultsOf, verdictOf } from './faults.ts'
import { firstChecks } from './firstChecks.ts'
import { createScan, type Part } from './scan.ts'

const table: readonly CheckRow[] = [...firstChecks, ...companyChecks, ...contentChecks]

export type Checks = () => Promise<Check[]>

/** Returns a function that looks whether the site is ready for visitors. */
export function createChecks(machine: Machine): Checks {
  const { store, site, starter, config, now } = machine
  const scan = createScan(store, site)
  return async () => {
    const parts = await scan()
    const inAll: CheckInput['inAll'] = async <T>(find: (part: Part) => readonly T[]) => {
      const found: T[] = []
      await inSlices(parts, (part) => void found.push(...find(part)))
      return found
    }
    const faults = await faultsOf(machine)
    const input: CheckInput = { store, site: site(), starter, config, now: now(), faults, parts, inAll }
    const checks: Check[] = []
    for (const row of table) {
      const { id, title, look } = row
      checks.push({ id, title, ...(firstChecks.includes(row) && { first: true }), ...(await look(input)) })
    }
    for (const topic of machineTopics) {
      const { id, title } = topic
      checks.push({ id, title, ...await verdictOf(topic, faults, machine) })
    }
    return checks
  }
}
