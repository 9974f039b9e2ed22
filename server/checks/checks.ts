import type { Check } from '../../contract/checks.ts'
import { inSlices } from '../system/timeSlices.ts'
import type { CheckRow, Facts } from './checkTable.ts'
import { companyChecks } from './companyChecks.ts'
import { contentChecks } from './contentChecks.ts'
import type { Fault } from './faults.ts'
import { firstChecks } from './firstChecks.ts'
import { createScan, type Part } from './scan.ts'
import { serverChecks } from './serverChecks.ts'

interface ChecksParts extends Pick<Facts, 'store' | 'starter' | 'config'> {
  site: () => Facts['site']
  faults: () => Promise<Fault[]>
  now: () => number
}

const table: readonly CheckRow[] = [...firstChecks, ...companyChecks, ...contentChecks, ...serverChecks]

export type Checks = () => Promise<Check[]>

/** Returns a function that looks whether the site is ready for visitors. */
export function createChecks({ store, site, starter, config, faults, now }: ChecksParts): Checks {
  const scan = createScan(store, site)
  return async () => {
    const parts = await scan()
    const inAll: Facts['inAll'] = async <T>(find: (part: Part) => readonly T[]) => {
      const found: T[] = []
      await inSlices(parts, (part) => void found.push(...find(part)))
      return found
    }
    const facts: Facts = { store, site: site(), starter, config, now: now(), faults: await faults(), parts, inAll }
    const checks: Check[] = []
    for (const row of table) {
      const { id, title, look } = row
      checks.push({ id, title, ...(firstChecks.includes(row) && { first: true }), ...(await look(facts)) })
    }
    return checks
  }
}
