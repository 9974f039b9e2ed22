import { setPriority } from 'node:os'

/** Lets the site go first. A sandbox may refuse it (systemd's SystemCallFilter, a container), and the backup is made all the same. */
export function lowerPriority(): void {
  try {
    setPriority(10)
  } catch (error) {
    const code = (error as { info?: { code?: string } }).info?.code
    if (code !== 'EPERM' && code !== 'EACCES') throw error
  }
}
