import type { Words } from '../lists/list.ts'

export interface Draft {
  /** Milliseconds. */
  at: number
  values: Words
  /** The version of the record that it was written over. */
  basedOn?: string
}

const prefix = 'zhuzhan.draft.'
const keptMs = 30 * 24 * 60 * 60 * 1000
/** Of 5 million that most browsers give; the rest of the back office keeps things there too. */
const mostCharacters = 3_000_000
const mostOfOne = 1_500_000

/** Unsaved forms, kept in the browser until they are saved or thrown away. `storage` is undefined where the browser gives none. */
export function createDrafts(storage: Storage | undefined, now: () => number = Date.now) {
  const keys = (): string[] => {
    if (!storage) return []
    return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(prefix))
  }
  const read = (key: string): Draft | undefined => parsed(storage?.getItem(key) ?? '')
  const oldestFirst = (): { key: string; at: number; size: number }[] =>
    keys()
      .map((key) => ({ key, at: read(key)?.at ?? 0, size: storage?.getItem(key)?.length ?? 0 }))
      .sort((one, other) => one.at - other.at)

  return {
    read: (name: string): Draft | undefined => guarded(() => read(prefix + name)),

    /** False: it could not be kept. */
    write(name: string, values: Words, basedOn: string | undefined): boolean {
      const key = prefix + name
      const text = JSON.stringify({ at: now(), values, ...(basedOn !== undefined && { basedOn }) } satisfies Draft)
      if (!storage || text.length > mostOfOne) return false
      return (
        guarded(() => {
          const others = oldestFirst().filter((each) => each.key !== key)
          let size = others.reduce((sum, each) => sum + each.size, text.length)
          for (;;) {
            const oldest = others[0]
            if (size <= mostCharacters && put(storage, key, text)) return true
            if (!oldest) return false
            others.shift()
            storage.removeItem(oldest.key)
            size -= oldest.size
          }
        }) ?? false
      )
    },

    drop(name: string): void {
      guarded(() => storage?.removeItem(prefix + name))
    },

    /** Whether there is any whose name begins so. */
    any: (start: string): boolean => guarded(() => keys().some((key) => key.startsWith(prefix + start))) ?? false,

    /** Takes away what is too old or cannot be read. */
    sweep(): void {
      guarded(() => {
        for (const { key, at } of oldestFirst()) if (now() - at > keptMs) storage?.removeItem(key)
      })
    },
  }
}

export type Drafts = ReturnType<typeof createDrafts>

/** Where there is room; a full or forbidden storage throws. */
function put(storage: Storage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** A browser may forbid the storage at any moment; then there are no drafts. */
function guarded<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function parsed(text: string): Draft | undefined {
  const draft = guarded(() => JSON.parse(text) as Partial<Draft> | null)
  if (!draft || typeof draft.at !== 'number' || typeof draft.values !== 'object' || draft.values === null) return undefined
  if (Object.values(draft.values).some((value) => typeof value !== 'string')) return undefined
  return { at: draft.at, values: draft.values, ...(typeof draft.basedOn === 'string' && { basedOn: draft.basedOn }) }
}
