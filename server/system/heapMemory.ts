import { constants, type NodeGCPerformanceDetail, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

export interface Memory {
  /** Whether work that needs some should be put off: without memory the program ends. */
  isShort(): boolean
}

/** Above this share of what it may have, what is left is needed for saves and pages. */
const shortShare = 0.9

let watched: Memory | undefined
/** Of this process, however many servers it has. */
export const watchHeap = (): Memory => (watched ??= startWatching())

/** Looks at what is in use after a major collection: before it, a good part may be garbage. */
function startWatching(): Memory {
  let isShort = false
  const observer = new PerformanceObserver((list) => {
    const collections = list.getEntries() as (PerformanceEntry & { detail?: NodeGCPerformanceDetail })[]
    const isMajor = collections.some(({ detail }) => detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR)
    if (!isMajor) return
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
    isShort = used > shortShare * limit
  })
  observer.observe({ entryTypes: ['gc'] })
  return { isShort: () => isShort }
}
