const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** A size to read at a glance: three digits at most, in steps of 1,024. */
export function bytes(count: number): string {
  let size = Math.max(0, count)
  let step = 0
  // 999.5 would be shown as 1000.
  while (size >= 999.5 && step < units.length - 1) {
    size /= 1024
    step++
  }
  let places = 2
  if (step === 0 || size >= 99.95) places = 0
  else if (size >= 9.995) places = 1
  return `${Number(size.toFixed(places))} ${units[step]}`
}
