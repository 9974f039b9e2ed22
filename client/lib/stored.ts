/**
 * What a browser keeps under a key: `sessionStorage` as long as the tab, across pages and reloads. A browser that blocks its storage, or
 * has no space, keeps nothing: what uses this works without it.
 */
export function stored(key: string, storage: 'localStorage' | 'sessionStorage') {
  const text = (): string | null => guarded(() => globalThis[storage].getItem(key)) ?? null
  const writeText = (value: string): void => void guarded(() => globalThis[storage].setItem(key, value))
  return {
    text,
    writeText,
    /** Undefined if there is nothing, or nothing that this program wrote. */
    read: (): unknown => guarded(() => JSON.parse(text() ?? 'null') as unknown) ?? undefined,
    write: (value: unknown): void => writeText(JSON.stringify(value)),
    remove: (): void => guarded(() => globalThis[storage].removeItem(key)),
  }
}

function guarded<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
