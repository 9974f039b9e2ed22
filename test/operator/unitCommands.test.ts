import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { unitCommands } from '../../server/operator/unitCommands.ts'
import { newFolder } from '../server.ts'

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url))
const places = {
  'zhuzhan.service': 'etc/systemd/system/zhuzhan.service',
  'zhuzhan.socket': 'etc/systemd/system/zhuzhan.socket',
}

/** A machine as install.sh leaves it, with this release and an older one. */
function installed(t: { after(end: () => unknown): void }) {
  const root = newFolder(t)
  const home = join(root, 'srv')
  for (const release of ['new', 'old']) cpSync(deploy, join(home, 'releases', release, 'deploy'), { recursive: true })
  const sample = (release: string, name: string) => join(home, 'releases', release, 'deploy', name)
  const change = (path: string, from: string | RegExp, to: string): void => {
    const text = readFileSync(path, 'utf8')
    const changed = text.replace(from, to)
    assert.notEqual(changed, text)
    writeFileSync(path, changed)
  }
  for (const [name, place] of Object.entries(places)) {
    mkdirSync(dirname(join(root, place)), { recursive: true })
    writeFileSync(join(root, place), readFileSync(sample('new', name), 'utf8'))
  }
  const machine = { home, root }
  return { root, machine, sample, change }
}

test('a release that cannot start with the units of the machine has the commands that put its own back', (t) => {
  const { root, machine, sample, change } = installed(t)
  assert.deepEqual(unitCommands('old', machine), [])
  change(sample('old', 'zhuzhan.service'), 'RestartSec=1', 'RestartSec=3')
  assert.deepEqual(unitCommands('old', machine), [], 'it starts all the same')

  rmSync(sample('old', 'zhuzhan.socket'))
  change(sample('old', 'zhuzhan.service'), 'Requires=zhuzhan.socket\n', '')
  const units = '/etc/systemd/system'
  assert.deepEqual(unitCommands('old', machine), [
    'systemctl disable --now zhuzhan.socket',
    `rm ${join(root, places['zhuzhan.socket'])}`,
    `cp ${sample('old', 'zhuzhan.service')} ${units}/`,
    'systemctl daemon-reload',
  ])
  rmSync(join(root, places['zhuzhan.socket']))
  cpSync(sample('old', 'zhuzhan.service'), join(root, places['zhuzhan.service']))
  assert.deepEqual(unitCommands('old', machine), [])
  assert.deepEqual(unitCommands('new', machine).slice(0, 1), [`cp ${sample('new', 'zhuzhan.socket')} ${units}/`])
})
