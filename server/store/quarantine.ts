import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { chinaTime } from './chinaTime.ts'
import { makeFolder } from './makeFolder.ts'

/**
 * Moves a file that cannot be served out of the way, for a person to look at, and says so in one line. A file that cannot be
 * moved (a read-only folder, a name that is no UTF-8) stays where it is; the line then says that.
 */
export function quarantine(root: string, collection: string, file: string, why: string, log: Log): void {
  const shown = `${collection}/${file.replace(/\p{Cc}/gu, '?')}`
  try {
    const folder = join(root, 'quarantine')
    makeFolder(folder)
    const kept = freeName(folder, collection, file)
    renameSync(join(root, collection, file), join(folder, kept))
    log('error', `${shown} is not served: ${why}; moved to quarantine/${kept}`)
  } catch (error) {
    log('error', `${shown} is not served: ${why}; it could not be moved to quarantine`, error)
  }
}

/** Tells what the file was and when it came here; a name may have 255 bytes, and a character of it four. */
function freeName(folder: string, collection: string, file: string): string {
  const stem = file.replace(/\.json$/, '').replace(/\p{Cc}/gu, '?').slice(0, 50)
  const time = chinaTime(Date.now()).slice(0, 19).replaceAll(':', '-')
  for (let n = 1; ; n++) {
    const name = `${collection}.${stem}.${time}${n > 1 ? `.${n}` : ''}.json`
    if (!existsSync(join(folder, name))) return name
  }
}
