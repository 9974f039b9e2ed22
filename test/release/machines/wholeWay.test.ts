import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { postgresPrograms } from '../../postgres/startCluster.ts'
import { newFolder } from '../../server.ts'

const walk = fileURLToPath(new URL('../../machines/walk.ts', import.meta.url))
const own = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
/** Root in a container may have no right to mount. Then the parts are tried by their own tests, in process. */
const mayMount =
  spawnSync('unshare', [...own, 'sh', '-c', 'mount -t tmpfs tmpfs /mnt && ip link set lo up && command -v nginx'])
    .status === 0

test('the documented way, command by command: install, burn, recover to the minute, upgrade, a bad release, back, PostgreSQL with a second machine, and back', {
  skip: mayMount ? false : 'machines cannot be made here: no right to mount, no ip or no nginx',
}, async (t) => {
  const child = spawn('unshare', [...own, process.execPath, '--import', 'tsx', walk, newFolder(t)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  assert.equal(code, 0, output)
  assert.match(output, /all that was acknowledged is there\n$/)
  t.diagnostic(output)
  const skipped = postgresPrograms === undefined && !process.env.CI ? 'no PostgreSQL was found' : false
  await t.test('to PostgreSQL and back', { skip: skipped }, () => assert.match(output, /it runs on files again/))
})
