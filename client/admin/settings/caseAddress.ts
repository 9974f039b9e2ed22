import type { SiteField } from '../../../contract/siteFieldKinds.ts'
import { suggestedPath } from '../../../contract/suggestedPath.ts'

const folder = '/xiangmuanli/'

export interface Case {
  name: string
  path: string
}

/** Whether the items of this list have pages of their own, as cases have. */
export const hasPages = (field: SiteField | undefined): boolean =>
  field?.kind === 'list' && field.of.kind === 'object' && field.of.fields['path']?.kind === 'casePath'

/** An address from the name that none of the others has; '' for none. */
export function suggestedAddress(name: string, others: readonly Case[]): string {
  const end = suggestedPath(name, others.flatMap(({ path }) => (path.startsWith(folder) ? [path.slice(folder.length)] : [])))
  return end && folder + end
}
