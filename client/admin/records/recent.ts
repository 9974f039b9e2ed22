import { stored } from '../../lib/stored.ts'
import { user } from '../session.ts'

/** What a person visited, newest first. Stored by account, since several people may use one browser. */
interface Recent {
  /** Is `news/ID`, for example, or the path of a screen. */
  key: string
  title: string
}

const maxItems = 8
const store = () => stored(`recent/${user.peek()?.userId ?? ''}`, 'localStorage')

export function recentItems(): readonly Recent[] {
  const items = store().read()
  return Array.isArray(items) ? items.filter(isRecent).slice(0, maxItems) : []
}

export function rememberRecent({ key, title }: Recent): void {
  const others = recentItems().filter((each) => each.key !== key)
  store().write([{ key, title }, ...others].slice(0, maxItems))
}

const isRecent = (value: Partial<Recent> | null): value is Recent =>
  typeof value?.key === 'string' && typeof value.title === 'string'
