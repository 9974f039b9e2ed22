type Listener = () => void

/** Those who listen to a state that is not React's. `onFirst` and `onLast` begin and end what is needed only while somebody listens. */
export function createListeners({ onFirst, onLast }: { onFirst?: () => void; onLast?: () => void } = {}) {
  const listeners = new Set<Listener>()
  return {
    any: (): boolean => listeners.size > 0,
    /** Returns an unsubscribe function. */
    subscribe(listener: Listener): () => void {
      listeners.add(listener)
      if (listeners.size === 1) onFirst?.()
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) onLast?.()
      }
    },
    emit(): void {
      for (const listener of [...listeners]) listener()
    },
  }
}

/** To subscribe to what stays as it is. */
export const neverChanges = () => () => {}
