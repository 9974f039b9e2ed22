import type { Words } from '../lists/list.ts'

export interface Draft {
  /** Milliseconds. */
  at: number
  values: Words
  /** The version of the record that it was written over. */
  basedOn?: string
  /** What the changed fields held in that version. */
  before?: Words
  /** Milliseconds; of a form that was given up. Others are kept for as long as any draft. */
  until?: number
}

interface Beside {
  before?: Words
  /** It is kept for a day, in case that was a slip. */
  givenUp?: boolean
}

const prefix = 'zhuzhan.draft.'
const dayMs = 24 * 60 * 60 * 1000
const keptMs = 30 * dayMs
/** Of 5 million that most browsers give; the rest of the back office keeps things there too. */
const mostCharacters = 3_000_000
const mostOfOne = 1_500_000

/** Unsaved forms, kept in the browser until they are saved or thrown away. `storage` is undefined where the browser gives none. */
export function createDrafts(storage: Storage | undefined, now: () => number = Date.now) {
  const keys = (): string[] => {
    if (!storage) return []
    return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(prefix))
  }
  const read = (key: string): Draft | undefined => {
    const draft = parsed(storage?.getItem(key) ?? '')
    return draft && now() <= endOf(draft) ? draft : undefined
  }
  const nextToExpireFirst = (): { key: string; end: number; size: number }[] =>
    keys()
      .map((key) => {
        const draft = read(key)
        return { key, end: draft ? endOf(draft) : 0, size: storage?.getItem(key)?.length ?? 0 }
      })
      .sort((one, other) => one.end - other.end)

  return {
    read: (name: string): Draft | undefined => guarded(() => read(prefix + name)),

    /** False: it could not be kept. */
    write(name: string, values: Words, basedOn: string | undefined, { before, givenUp = false }: Beside = {}): boolean {
      const key = prefix + name
      const at = now()
      const draft: Draft = { at, values, ...(basedOn !== undefined && { basedOn }), ...(givenUp && { until: at + dayMs }) }
      const full = JSON.stringify({ ...draft, ...(before && { before }) } satisfies Draft)
      // Without what was there before, a draft is still what the person wrote.
      const text = full.length > mostOfOne ? JSON.stringify(draft) : full
      if (!storage || text.length > mostOfOne) return false
      return (
        guarded(() => {
          const others = nextToExpireFirst().filter((each) => each.key !== key)
          let size = others.reduce((sum, each) => sum + each.size, text.length)
          for (;;) {
            const [first] = others
            if (size <= mostCharacters && put(storage, key, text)) return true
            if (!first) return false
            others.shift()
            storage.removeItem(first.key)
            size -= first.size
          }
        }) ?? false
      )
    },

    drop(name: string): void {
      guarded(() => storage?.removeItem(prefix + name))
    },

    /** Whether there is any whose name begins so, but for those given up. */
    any: (start: string): boolean =>
      guarded(() =>
        keys().some((key) => {
          const draft = key.startsWith(prefix + start) ? read(key) : undefined
          return draft !== undefined && draft.until === undefined
        }),
      ) ?? false,

    /** Takes away what is too old or cannot be read. */
    sweep(): void {
      guarded(() => {
        for (const key of keys()) if (!read(key)) storage?.removeItem(key)
      })
    },
  }
}

const endOf = ({ at, until = at + keptMs }: Draft): number => until

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
  if (!draft || typeof draft.at !== 'number' || !areWords(draft.values)) return undefined
  const { at, values, basedOn, before, until } = draft
  return {
    at,
    values,
    ...(typeof basedOn === 'string' && { basedOn }),
    ...(areWords(before) && { before }),
    ...(typeof until === 'number' && { until }),
  }
}

const areWords = (value: unknown): value is Words =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string')
