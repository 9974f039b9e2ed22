import type { UserInfo } from '../../../contract/kinds/entities.ts'
import { groupCalled, groupPath, missingGroups, pathOf } from '../../../contract/kinds/groups.ts'
import { recordKind } from '../../../contract/kinds/kinds.ts'
import { maxOf } from '../../../contract/kinds/sheetColumns.ts'
import { siteFields } from '../../../contract/site/siteFields.ts'
import type { StagedRecord } from './staged.ts'

type Groups = UserInfo['groups']

export const maxGroupName = maxOf(siteFields.groups.of.fields.name)

/** The groups that ticked rows need and the site has not: as many as it may have, and the others. */
export const newGroupsOf = (rows: readonly StagedRecord[], groups: Groups): { made: string[]; left: string[] } =>
  missingGroups(
    groups,
    rows.filter(({ ticked }) => ticked).map(({ group }) => group),
  )

/** The path of the group that a source means: one of the site, or a new one, which lies in another where a slash or an arrow says so. */
export function groupMeant(groups: Groups, words: string): string {
  const parts = words.split(/\s*[>＞›/／]\s*/).filter((part) => part !== '')
  const [above = '', ...below] = parts
  const path = below.length > 0 ? pathOf(above, below.join('/')) : words
  const known = groupCalled(groups, words) ?? groupCalled(groups, path)
  return known ? groupPath(groups, known) : path
}

/** Visitors will find it on no list: `left` are groups that cannot be made. */
export const lacksGroup = ({ kind, group, existing, made }: StagedRecord, left: readonly string[]): boolean =>
  recordKind(kind).filter !== undefined && !existing && !made && (group === '' || left.includes(group))
