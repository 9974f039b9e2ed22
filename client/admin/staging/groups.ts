import { maxGroups } from '../../../contract/locations.ts'
import { api } from '../api.ts'
import { groupNames, loadUser, may } from '../session.ts'
import type { StagedRecord } from './staged.ts'

export const presentGroups = (): string[] => groupNames().map(([, name]) => name.replace(/（已关闭）$/, ''))

/** The groups that ticked products need and the site has not: as many as it may have, and the others. */
export function newGroupsOf(
  rows: readonly StagedRecord[],
  present: readonly string[],
  most = may('site:update') ? maxGroups : 0,
): { made: string[]; left: string[] } {
  const names = rows.filter(({ ticked }) => ticked).map(({ group }) => group)
  const missing = [...new Set(names)].filter((name) => name !== '' && !present.includes(name))
  const room = Math.max(0, most - present.length)
  return { made: missing.slice(0, room), left: missing.slice(room) }
}

const emptyGroup = { id: '', intro: '', on: true }

/**
 * Makes the groups that rows need, as far as there is room; resolves to the ids of all by their names. Three groups can never be removed, so
 * those of the starter that nobody uses, and these rows neither, get the first names, and the others stand at the end.
 */
export async function makeGroups(rows: readonly StagedRecord[]): Promise<ReadonlyMap<string, string>> {
  const site = await api('siteDetail', {})
  const known = new Map(site.groups.map(({ id, name }) => [name, id]))
  const { made } = newGroupsOf(rows, [...known.keys()])
  if (made.length === 0) return known
  const used = new Set(rows.map(({ group }) => group))
  const { starterGroups: free = [] } = await api('siteSetup', {})
  const missing = [...made]
  const named = site.groups.map((group) => {
    const name = free.includes(group.id) && !used.has(group.name) ? missing.shift() : undefined
    return name === undefined ? group : { ...emptyGroup, id: group.id, name }
  })
  const groups = [...named, ...missing.map((name) => ({ ...emptyGroup, name }))]
  await api('siteUpdate', { groups, basedOn: site.version })
  await loadUser().catch(() => {})
  return new Map((await api('siteDetail', {})).groups.map(({ id, name }) => [name, id]))
}
