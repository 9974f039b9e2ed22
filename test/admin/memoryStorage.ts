/** A browser's storage in memory; `capacity` is what it holds, in characters. */
export function memoryStorage(capacity = Number.POSITIVE_INFINITY): Storage {
  const kept = new Map<string, string>()
  const used = (): number => [...kept].reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      const before = kept.get(key)?.length ?? -key.length
      if (used() - before + value.length > capacity) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}
