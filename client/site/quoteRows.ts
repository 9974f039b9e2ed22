import { useSyncExternalStore } from 'react'
import type { TypedRow } from '../../contract/leads/quoteList.ts'
import { createListeners } from '../lib/listeners.ts'
import { listen } from '../lib/listen.ts'
import { stored } from '../lib/stored.ts'

const store = stored('quoteList', 'localStorage')
let stopListening = (): void => {}
const { subscribe, emit } = createListeners({
  // Another tab has changed the list, maybe while this page was in the browser's cache.
  onFirst: () => (stopListening = listen(window, { pageshow: emit, storage: emit })),
  onLast: () => stopListening(),
})

let text: string | null = null
let rows: readonly TypedRow[] = []
const none = rows

/** The browser's list of products to ask for, the same in all tabs. It is sent when somebody sends it, and to nobody before. */
export function keptRows(): readonly TypedRow[] {
  const stored = store.text()
  if (stored === text) return rows
  text = stored
  const read = store.read()
  rows = Array.isArray(read) ? read : none
  return rows
}

/** Where the browser keeps nothing, until the page is left. */
export function keepRows(next: readonly TypedRow[]): void {
  store.write(next)
  text = store.text()
  rows = next
  emit()
}

export const useQuoteRows = (): readonly TypedRow[] => useSyncExternalStore(subscribe, keptRows, () => none)
