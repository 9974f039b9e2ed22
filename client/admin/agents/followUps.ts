import { adminScreens } from '../../../contract/adminPaths.ts'
import { keepWork, type Work } from '../work/unfinished.ts'

export const followUpFields = ['state', 'owner', 'nextAt', 'note'] as const
export type FollowUp = Record<(typeof followUpFields)[number], string>

/** What was typed and not saved, by the id: it is there again when the dialog is. */
const unsaved = new Map<string, Partial<FollowUp>>()
const work: Work = { unsaved: () => unsaved.size > 0, end: () => unsaved.clear() }

export const followUpOf = (id: string): Partial<FollowUp> => unsaved.get(id) ?? {}
export const hasFollowUp = (id: string): boolean => unsaved.has(id)

export function keepFollowUp(id: string, typed: Partial<FollowUp>): void {
  keepWork(adminScreens.agents, 'followUp', work)
  if (Object.keys(typed).length > 0) unsaved.set(id, typed)
  else unsaved.delete(id)
}
