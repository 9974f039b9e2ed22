import { titleKey } from './titleMatch.ts'

const maxLength = 30

/** The end of an address for what has this title: its pinyin initials, with a number where others have the same. '' for none. */
export function suggestedPath(title: string, taken: readonly string[]): string {
  const initials = titleKey(title).initials.slice(0, maxLength)
  if (initials === '' || !taken.includes(initials)) return initials
  for (let number = 2; ; number++) if (!taken.includes(`${initials}-${number}`)) return `${initials}-${number}`
}
