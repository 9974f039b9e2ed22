import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { otherFiles, unitCommands } from '../../server/commands/machineFiles.ts'
import { newFolder } from '../server.ts'

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url))
const places = {
  'zhuzhan.service': 'etc/systemd/system/zhuzhan.service',
  'zhuzhan.socket': 'etc/systemd/system/zhuzhan.socket',
  'nginx.conf': 'etc/nginx/sites-available/zhuzhan',
  '502.html': 'srv/zhuzhan/502.html',
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
    writeFileSync(join(root, place), readFileSync(sample('new', name), 'utf8').replaceAll('example.com', 'zhuzhan.cn'))
  }
  const machine = { home, root, siteUrl: 'https://www.zhuzhan.cn' }
  return { root, machine, sample, change }
}
type PlaceOf = keyof typeof places

test('what the operator has written into the samples is no difference, what a release has changed is one', (t) => {
  const { root, machine, sample, change } = installed(t)
  const at = (name: PlaceOf): string => join(root, places[name])
  assert.deepEqual(otherFiles('new', machine), [])
  change(at('nginx.conf'), /ssl_certificate .+;/, 'ssl_certificate /etc/ssl/own.pem;')
  mkdirSync(join(root, 'srv/own'))
  renameSync(at('502.html'), join(root, 'srv/own/502.html'))
  change(at('nginx.conf'), /root \/srv\S+;/, 'root /srv/own;')
  change(at('nginx.conf'), 'server_tokens off;', 'server_tokens off;\n  add_header X-Own 1;')
  change(at('zhuzhan.socket'), '8080', '8088')
  change(at('zhuzhan.service'), 'MemoryMax=800M', 'MemoryMax=1600M')
  change(at('zhuzhan.service'), '[Service]', '[Service]\nEnvironment=TZ=Asia/Shanghai')
  assert.deepEqual(otherFiles('new', machine), [])

  // The new release has a statement more, and has none of the old one's.
  change(sample('old', 'nginx.conf'), 'proxy_http_version 1.1;', 'proxy_http_version 1.1;\n    proxy_buffering off;')
  change(sample('new', 'zhuzhan.service'), 'RestartSec=1', 'RestartSec=2')
  change(at('nginx.conf'), 'proxy_http_version 1.1;', 'proxy_http_version 1.1;\n    proxy_buffering off;')
  assert.deepEqual(
    otherFiles('new', machine).map(({ path, statement }) => [path.slice(root.length + 1), statement]),
    [
      [places['zhuzhan.service'], 'RestartSec=2'],
      [places['nginx.conf'], 'proxy_buffering off;'],
    ],
  )
  rmSync(join(root, 'srv/own/502.html'))
  const { path, statement } = otherFiles('new', machine).at(-1) ?? {}
  assert.deepEqual([path, statement], ['/srv/own/502.html', undefined])
})

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
