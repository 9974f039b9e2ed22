import { maxGroups } from '../../../contract/groups.ts'
import { groupNames } from '../session.ts'
import type { StagedRecord } from './staged.ts'

export const presentGroups = (): string[] => groupNames().map(([, name]) => name.replace(/（已关闭）$/, ''))

/** The groups that ticked products need and the site has not: as many as it may have, and the others. */
export function newGroupsOf(
  rows: readonly StagedRecord[],
  present: readonly string[],
): { made: string[]; left: string[] } {
  const names = rows.filter(({ ticked }) => ticked).map(({ group }) => group)
  const missing = [...new Set(names)].filter((name) => name !== '' && !present.includes(name))
  const room = Math.max(0, maxGroups - present.length)
  return { made: missing.slice(0, room), left: missing.slice(room) }
}
