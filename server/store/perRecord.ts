/** Remembers what is computed of each record. Records are frozen and replaced by a change, so it never goes stale. */
export function perRecord<R extends object, T>(compute: (record: R) => T): (record: R) => T {
  const known = new WeakMap<R, { value: T }>()
  return (record) => {
    const entry = known.get(record) ?? { value: compute(record) }
    known.set(record, entry)
    return entry.value
  }
}
