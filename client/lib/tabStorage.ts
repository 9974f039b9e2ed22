/**
 * Lasts as long as the tab, across pages and reloads. A browser that blocks its storage, or has no space, keeps nothing: what
 * uses this works without it.
 */
export function fromTab(key: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

export function keepInTab(key: string, value: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    return
  }
}
