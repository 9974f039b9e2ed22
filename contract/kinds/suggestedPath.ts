import { type KindName, recordKind } from './kinds.ts'
import { titleKey } from '../text/titleMatch.ts'

const maxPathLength = 30

/**
 * An address in `folder`, or the end of one, for what has this title: its pinyin initials, with a number where others have the same. '' for
 * none.
 */
export function suggestedPath(title: string, taken: readonly string[], folder = ''): string {
  const initials = titleKey(title).initials.slice(0, maxPathLength)
  const path = initials && folder + initials
  if (path === '' || !taken.includes(path)) return path
  for (let number = 2; ; number++) if (!taken.includes(`${path}-${number}`)) return `${path}-${number}`
}

/** An address for a record of the kind, from its title. */
export function suggestedIn(kind: KindName, title: string, taken: readonly string[]): string {
  const { unique, described } = recordKind(kind)
  const path = described[unique ?? '']
  return suggestedPath(title, taken, path && 'folder' in path ? path.folder : undefined)
}
