// Saves an application by rewriting one file with all of them, one save at a time.
import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { serve } from './serve.mjs'

const [recordsFile, file] = process.argv.slice(2)
const records = JSON.parse(readFileSync(recordsFile, 'utf8'))

let last = Promise.resolve()
serve('/v1/agent/saveAgent', (application, gone) => (last = last.then(() => save(application, gone))))

async function save({ agentName, agentInfo, phone }, gone) {
  // Lets the server notice that a client has disconnected.
  await new Promise(setImmediate)
  if (gone()) return null
  records.push({ id: randomUUID(), createdAt: new Date().toISOString(), agentName, agentInfo, phone, source: 'desktop' })
  synced(`${file}.tmp`, 'w', (fd) => writeFileSync(fd, JSON.stringify(records)))
  renameSync(`${file}.tmp`, file)
  synced(dirname(file), 'r')
  return null
}

function synced(path, flags, work) {
  const fd = openSync(path, flags)
  work?.(fd)
  fsyncSync(fd)
  closeSync(fd)
}
