import { readFileSync } from 'node:fs'

/** Of this process and of those that it has waited for, which Linux counts in hundredths. */
export function cpuSeconds() {
  try {
    const [, fields] = readFileSync('/proc/self/stat', 'utf8').split(') ')
    return fields
      .split(' ')
      .slice(11, 15)
      .reduce((sum, each) => sum + Number(each) / 100, 0)
  } catch {
    // Another system, or a process that has ended.
    return 0
  }
}
