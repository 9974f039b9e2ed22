/** Remembers what is computed of each record. Records are frozen and replaced by a change, so it never goes stale. */
export function perRecord<R extends object, T>(compute: (record: R) => T): (record: R) => T {
  const results = new WeakMap<R, { value: T }>()
  return (record) => {
    const entry = results.get(record) ?? { value: compute(record) }
    results.set(record, entry)
    return entry.value
  }
}
