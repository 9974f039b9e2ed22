/** The values by each of their keys. */
export function grouped<T>(values: Iterable<T>, keysOf: (value: T) => readonly string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values)
    for (const key of keysOf(value)) {
      const group = groups.get(key)
      if (group) group.push(value)
      else groups.set(key, [value])
    }
  return groups
}
