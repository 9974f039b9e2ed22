import { readFileSync, readdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { tempPrefix } from './commit.ts'
import { quarantine } from './quarantine.ts'

export interface Loaded {
  id: string
  value: unknown
}

const safe = /^[A-Za-z0-9_-]{1,80}$/

/** Ids and collections become file names; whoever passes anything else has not looked it up in memory first. */
export function safeName(name: string): string {
  if (!safe.test(name)) throw new TypeError(`${JSON.stringify(name)} cannot be a file name`)
  return name
}

/** Reads a collection's records, sweeps what a killed server left half-written, and sets aside what is no JSON. */
export function loadFolder(root: string, collection: string, log: Log): Loaded[] {
  const folder = join(root, collection)
  const loaded: Loaded[] = []
  for (const file of readdirSync(folder)) {
    if (file.startsWith(tempPrefix)) {
      sweep(join(folder, file), log)
      continue
    }
    if (!file.endsWith('.json')) continue
    const id = file.slice(0, -'.json'.length)
    if (!safe.test(id)) {
      quarantine(root, collection, file, 'its name cannot be an id', log)
      continue
    }
    try {
      loaded.push({ id, value: parse(readFileSync(join(folder, file))) })
    } catch (error) {
      quarantine(root, collection, file, whyUnreadable(error), log)
    }
  }
  return loaded
}

function sweep(path: string, log: Log): void {
  try {
    unlinkSync(path)
  } catch (error) {
    log('warn', `${path}, left by a server that was killed, could not be removed`, error)
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })
const parse = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes))

/**
 * V8's own message would quote the file, which may be personal. A folder or a dangling link is no record; whatever else keeps a
 * file from being read (its owner, the medium) is not the file's fault and stops the start.
 */
function whyUnreadable(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is not JSON'
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'it is not UTF-8'
  if (code === 'EISDIR' || code === 'ENOENT' || code === 'ELOOP') return 'it is not a file'
  throw error
}
