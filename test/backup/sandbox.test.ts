import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '../eventually.ts'
import { sampleFile } from '../proxies.ts'
import { newFolder, startServer } from '../server.ts'
import { command } from './commands.ts'

/** What os.setPriority throws where a filter of system calls refuses it; in every thread. */
const refusal = `
  const os = require('node:os')
  os.setPriority = () => {
    throw Object.assign(new Error('uv_os_setpriority returned EPERM'), { code: 'ERR_SYSTEM_ERROR', info: { code: 'EPERM' } })
  }
  require('node:module').syncBuiltinESMExports()
`

test('a backup is made where the machine lets nobody change a priority', async (t) => {
  const folder = newFolder(t)
  const preload = join(folder, 'refusal.cjs')
  await writeFile(preload, refusal)
  const env = { NODE_OPTIONS: `--require ${preload}`, BACKUP_DIR: join(folder, 'backups') }
  const server = await startServer(t, { folder, env })
  const made = async (): Promise<string[]> => (await readdir(env.BACKUP_DIR).catch(() => [])).filter((name) => /^zhuzhan-.*\.tar\.gz$/.test(name))
  await eventually(async () => (await made()).length > 0 || server.output().stderr.includes('no backup'), 'a backup is made')
  assert.equal((await made()).length, 1, server.output().stderr)
  const byHand = await command('backup', folder, [join(folder, 'by-hand.tar.gz')], { env })
  assert.equal(byHand.code, 0, byHand.words)
})

test('the unit allows a backup a lower priority than the site', async () => {
  const filters = [...(await readFile(sampleFile('zhuzhan.service'), 'utf8')).matchAll(/^SystemCallFilter=(.*)$/gm)].map(([, filter]) => filter)
  assert.ok(filters.indexOf('setpriority') > filters.findIndex((filter) => filter?.includes('@resources')), 'after the filter that forbids it')
})
