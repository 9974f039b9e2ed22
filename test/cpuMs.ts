/** Milliseconds of processor time that work takes: the clock goes on while a busy machine runs something else. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1000
}
