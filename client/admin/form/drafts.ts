import type { FieldValues } from '../../../contract/kinds/merge.ts'
import { isObject, mapFields } from '../../../contract/site/siteFieldKinds.ts'

/** Where a record stands between its draft and its visitors. */
export interface Publication {
  /** The version that visitors see; undefined where they see nothing. */
  published: string | undefined
  /** The published version that the draft began with. */
  basedOn: string | undefined
  /** The version of the draft; undefined where there is none. */
  draft: string | undefined
  savedBy: string
  publishAt: string
  /** Of what visitors see, if they see it. */
  unpublishAt: string
}

export interface Draft {
  at: number
  /** What was typed since the last save. */
  values: FieldValues
  /** The version of the record that it changes. */
  basedOn?: string
  /** What these fields held in that version, as far as it is known. */
  before?: FieldValues
  /** Where the record stood; absent in what an earlier version of the program has kept. */
  publication?: Publication | undefined
  /** The record's, which may not have been typed. */
  title?: string | undefined
  /** It was stored when forms held texts. */
  inTexts?: true
}

export type UnsavedWork = Omit<Draft, 'at'>

const draftPrefix = 'zhuzhan.draft.'
/** Of drafts that have values as they are sent. */
const format = 2
const delayMs = 600
const maxAgeMs = 30 * 24 * 60 * 60 * 1000
/** For all drafts together. Most browsers store 5 million, and the back office needs some of that for other things. */
const maxCharacters = 3_000_000
const maxDraftCharacters = 1_500_000

/** Unsaved forms, kept in the browser until they are saved or discarded. `storage` is undefined where the browser has none. */
export function createDraftStore(storage: Storage | undefined, now: () => number = () => Date.now()) {
  const keys = (): string[] => {
    if (!storage) return []
    return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
      key.startsWith(draftPrefix),
    )
  }
  const read = (key: string): Draft | undefined => {
    const draft = parseDraft(storage?.getItem(key) ?? '')
    return draft && now() <= draft.at + maxAgeMs ? draft : undefined
  }
  const byAge = (): { key: string; at: number; size: number }[] =>
    keys()
      .map((key) => ({ key, at: read(key)?.at ?? 0, size: storage?.getItem(key)?.length ?? 0 }))
      .sort((one, other) => one.at - other.at)

  return {
    read: (name: string): Draft | undefined => withStorage(() => read(draftPrefix + name)),

    /** Returns whether it was stored. */
    write(name: string, work: UnsavedWork): boolean {
      const key = draftPrefix + name
      const full = { ...work, at: now(), format }
      let text = JSON.stringify(full)
      // Without what was there before, a draft is still what the person wrote.
      if (text.length > maxDraftCharacters) text = JSON.stringify({ ...full, before: undefined })
      if (!storage || text.length > maxDraftCharacters) return false
      return (
        withStorage(() => {
          const others = byAge().filter((draft) => draft.key !== key)
          let size = others.reduce((sum, draft) => sum + draft.size, text.length)
          for (;;) {
            const [oldest] = others
            if (size <= maxCharacters && tryToStore(storage, key, text)) return true
            if (!oldest) return false
            others.shift()
            storage.removeItem(oldest.key)
            size -= oldest.size
          }
        }) ?? false
      )
    },

    remove(name: string): void {
      withStorage(() => storage?.removeItem(draftPrefix + name))
    },

    /** The drafts whose names begin with this, by the rest of their names. */
    list: (prefix: string): Map<string, Draft> =>
      new Map(
        withStorage(() =>
          keys()
            .filter((key) => key.startsWith(draftPrefix + prefix))
            .flatMap((key) => {
              const draft = read(key)
              return draft ? [[key.slice(draftPrefix.length + prefix.length), draft] as const] : []
            }),
        ),
      ),

    /** Removes drafts that have expired or cannot be read. */
    removeExpired(): void {
      withStorage(() => {
        for (const key of keys()) if (!read(key)) storage?.removeItem(key)
      })
    },
  }
}

export type DraftStore = ReturnType<typeof createDraftStore>

/** Where a form keeps its draft. */
export interface DraftPlace {
  store: DraftStore
  name: string
  /** Of the record with this id, once it has one. */
  draftName?(id: string): string
  /** The field that holds the title of the record. */
  titleField?: string
}

export type DraftKeeper = ReturnType<typeof createDraftKeeper>

/**
 * Stores the draft of one form, a moment after each change. `place` is absent where drafts are off; `unsaved` returns nothing when all is
 * saved.
 */
export function createDraftKeeper(
  place: DraftPlace | undefined,
  empty: FieldValues,
  unsaved: () => UnsavedWork | undefined,
  onStored: (stored: boolean) => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined

  const cancel = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  let name = place?.name ?? ''
  const remove = (): void => {
    cancel()
    place?.store.remove(name)
  }
  /** Writes at once what was scheduled. */
  const flush = (): void => {
    if (timer === undefined || !place) return
    cancel()
    const work = unsaved()
    if (work) onStored(place.store.write(name, work))
    else place.store.remove(name)
  }
  return {
    read: (): Draft | undefined =>
      withStorage(() => {
        const draft = place?.store.read(name)
        return draft?.inTexts ? fromTexts(draft, empty, name.includes('/site/')) : draft
      }),
    /** A new record was added: what is typed from now on belongs to it. */
    moveTo(id: string): void {
      const next = place?.draftName?.(id) ?? name
      if (next === name) return
      remove()
      name = next
    },
    schedule(): void {
      timer ??= setTimeout(flush, delayMs)
    },
    flush,
    remove,
  }
}

/** A full or forbidden storage throws. */
function tryToStore(storage: Storage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** A browser may forbid the storage at any moment: then there are no drafts. */
function withStorage<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function parseDraft(text: string): Draft | undefined {
  const stored = withStorage(() => JSON.parse(text) as (Draft & { format?: number }) | null)
  if (typeof stored?.at !== 'number' || !isObject(stored.values)) return undefined
  const { format: written, ...draft } = stored
  return written === format ? draft : { ...draft, inTexts: true }
}

/** All settings were JSON, of a record its lists, where they were not empty, and whether it is on top. */
function fromTexts({ inTexts: _, values, before = {}, ...draft }: Draft, empty: FieldValues, isJson: boolean): Draft {
  const decoded = (texts: FieldValues): FieldValues =>
    mapFields(texts, (name, text) => {
      const emptyValue = empty[name] ?? ''
      if (!isJson && typeof emptyValue === 'string') return text
      return text === '' ? emptyValue : (JSON.parse(String(text)) as unknown)
    })
  return { ...draft, values: decoded(values), before: decoded(before) }
}
