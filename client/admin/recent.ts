import { user } from './session.ts'

/** What a person visited, newest first. Stored by account, since several people may use one browser. */
interface Recent {
  /** Such as `news/ID`, or the path of a screen. */
  key: string
  title: string
}

const maxItems = 8
const storageKey = (): string => `recent/${user.peek()?.userId ?? ''}`

export function recentItems(): readonly Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, maxItems) : []
  } catch {
    // Forbidden, or not written by us.
    return []
  }
}

export function rememberRecent({ key, title }: Recent): void {
  try {
    const others = recentItems().filter((each) => each.key !== key)
    localStorage.setItem(storageKey(), JSON.stringify([{ key, title }, ...others].slice(0, maxItems)))
  } catch {
    // Full or forbidden: then nothing is remembered.
  }
}

const isRecent = (value: Partial<Recent> | null): value is Recent => typeof value?.key === 'string' && typeof value.title === 'string'
