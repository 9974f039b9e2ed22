import { useSyncExternalStore } from 'react'
import type { TypedRow } from '../../contract/quoteList.ts'
import { createListeners } from '../lib/listeners.ts'
import { listen } from '../lib/listen.ts'
import { stored } from '../lib/stored.ts'

const store = stored('quoteList', 'sessionStorage')
let stopListening = (): void => {}
const { subscribe, emit } = createListeners({
  // A page that is back from the browser's cache may be older than the list.
  onFirst: () => (stopListening = listen(window, { pageshow: () => emit() })),
  onLast: () => stopListening(),
})

let text: string | null = null
let rows: readonly TypedRow[] = []
const none = rows

/** The tab's list of products to ask for. It is sent when somebody sends it, and to nobody before. */
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
