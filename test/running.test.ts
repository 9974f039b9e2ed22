import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { commandsIn } from './commandsIn.ts'
import { newFolder } from './server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const pages = ['docs/running.md', 'docs/backup.md', 'docs/baota.zh-CN.md', 'docs/1panel.zh-CN.md']
const page = read('docs/running.md')
const blocks = commandsIn(page)

/** Settings that a text names, alone or with a value. */
const settingsIn = (text: string): string[] =>
  [...text.matchAll(/`([A-Z]+_[A-Z_]+)[`=]|^([A-Z_]+)=/gm)].map(([, named, set]) => named ?? set ?? '')
const headings = (text: string): number | undefined => text.match(/^##+ /gm)?.length

test('the pages in Chinese have the same commands and settings, and as many sections', () => {
  for (const name of ['running', 'backup', 'scaling', 'settings']) {
    const english = read(`docs/${name}.md`)
    const chinese = read(`docs/${name}.zh-CN.md`)
    assert.deepEqual(commandsIn(chinese), commandsIn(english), name)
    assert.equal(headings(chinese), headings(english), name)
    assert.deepEqual(new Set(settingsIn(chinese)), new Set(settingsIn(english)), name)
  }
  const rows = (path: string) => [...read(path).matchAll(/^\| `([A-Z_]+)` \| ([\w./:,-]*)/gm)].map(([, ...row]) => row)
  const defaults = (path: string) => rows(path).filter(([, value = '']) => /^[\d.]/.test(value))
  assert.deepEqual(
    rows('docs/settings.zh-CN.md').map(([name]) => name),
    rows('docs/settings.md').map(([name]) => name),
  )
  assert.deepEqual(defaults('docs/settings.zh-CN.md'), defaults('docs/settings.md'))
})

test('what is written in Chinese leads to pages in Chinese, where there are such', () => {
  const chinese = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.zh-CN.md'))
  for (const path of ['README.zh-CN.md', ...chinese.map((name) => `docs/${name}`)]) {
    const text = read(path).replaceAll('[英文版](', '')
    for (const name of chinese) {
      const english = name.replace('.zh-CN', '')
      const linked = [...text.matchAll(/\]\((?:docs\/)?([\w.-]+)/g)].map(([, link]) => link)
      assert.ok(!linked.includes(english), `${path} leads to ${english}`)
    }
  }
})

test('every command of the pages is one that bash can read', () => {
  assert.ok(blocks.length > 25)
  for (const block of pages.flatMap((path) => commandsIn(read(path)))) {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: block, encoding: 'utf8' })
    assert.equal(status, 0, `${stderr}\n${block}`)
  }
})

test('a command that asks for a password is in a block of its own, so that no pasted command becomes the answer', () => {
  const asking = blocks.filter((block) => /(?:zhuzhan user|user\.mjs) (?:add|password)/.test(block))
  assert.ok(asking.length >= 4)
  for (const block of asking.filter((block) => !block.startsWith('docker ')))
    assert.equal(block.trim().split('\n').length, 1, block)
})

test('every setting that the pages and the samples name is one, and docs/settings.md lists exactly those', () => {
  const known = new Set(
    [...read('server/config.ts').matchAll(/\b(set|choice|secret)\('([A-Z_]+)'/g)].flatMap(([, by, name = '']) =>
      by === 'secret' ? [name, `${name}_FILE`] : [name],
    ),
  )
  assert.ok(known.size > 15)
  const listed = [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name)
  assert.deepEqual(new Set(listed), known)
  const inPages = pages.flatMap((path) => settingsIn(read(path)))
  const inSample = [
    ...`${read('deploy/zhuzhan.env')}${read('deploy/managed-postgres.env')}`.matchAll(/^#?([A-Z_]+)=/gm),
  ].map(([, name = '']) => name)
  // PostgreSQL's own settings in the same file begin with POSTGRES_.
  const inCompose = [...`${read('deploy/compose.yaml')}${read('deploy/compose.one.yaml')}`.matchAll(/^ +([A-Z_]+): /gm)]
    .map(([, name = '']) => name)
    .filter((name) => !/^(POSTGRES_|CMD)/.test(name))
  assert.ok(inPages.length > 15 && inSample.length > 4 && inCompose.length > 2)
  const ofNode = 'NODE_EXTRA_CA_CERTS'
  for (const name of [...inPages, ...inSample, ...inCompose]) assert.ok(known.has(name) || name === ofNode, name)
})

test('every file that the page takes from a release is in one, and what is replaced in files is there', () => {
  const installer = read('deploy/install.sh')
  const named = [
    /current\/deploy\/([a-zA-Z0-9-]+(?:\.[a-z]+)?)(?= )/g,
    /\$deploy\/([a-z.-]+)/g,
    /(?:^|\{ )sample ([a-z.-]+)/gm,
    /^for unit in ([^;]+);/gm,
  ]
  const samples = new Set(
    named.flatMap((pattern) =>
      [...`${page}\n${installer}`.matchAll(pattern)].flatMap(([, names = '']) => names.split(' ')),
    ),
  )
  for (const name of [
    'Caddyfile',
    'fail2ban-filter.conf',
    'fail2ban-jail.conf',
    'journald.conf',
    'nginx.conf',
    'zhuzhan.env',
    'zhuzhan.service',
    'zhuzhan.socket',
  ]) {
    assert.ok(samples.has(name), `the page does not use deploy/${name}`)
  }
  for (const name of samples) assert.ok(existsSync(join(root, 'deploy', name)), `deploy/${name}`)
  for (const name of ['Caddyfile', 'nginx.conf', 'zhuzhan.env']) assert.match(read(`deploy/${name}`), /example\.com/)
  assert.match(read('deploy/zhuzhan.env'), /^#LOG_ADDRESS=on$/m)
  const words = new Set(
    blocks.flatMap((block) => [...block.matchAll(/^ *zhuzhan (\w+)/gm)].map(([, word = '']) => word)),
  )
  for (const word of ['doctor', 'user', 'backup', 'restore', 'scrub']) assert.ok(words.has(word), word)
})

test('the sample of nginx is installed in the words of the machine’s nginx', (t) => {
  const folder = newFolder(t)
  const sample = read('deploy/nginx.conf')
  const [words = ''] = /^http2_words\(\) \{\n[^]*?^\}$/m.exec(read('deploy/install.sh')) ?? []
  const installedBy = (version: string): string => {
    writeFileSync(join(folder, 'nginx'), `#!/bin/sh\necho "nginx version: nginx/${version}" >&2\n`, { mode: 0o755 })
    writeFileSync(join(folder, 'site'), sample)
    const { status, stderr } = spawnSync('sh', ['-euc', `${words}\nhttp2_words "$0"`, join(folder, 'site')], {
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env.PATH}` },
    })
    assert.equal(status, 0, stderr)
    return readFileSync(join(folder, 'site'), 'utf8')
  }
  assert.equal(installedBy('1.22.1'), sample)
  assert.equal(installedBy('1.25.0'), sample)
  for (const version of ['1.25.1', '1.26.3 (Debian)']) {
    const installed = installedBy(version)
    assert.match(installed, /\n {4}listen 443 ssl;\n {4}listen \[::\]:443 ssl;\n {4}http2 on;\n/)
    assert.doesNotMatch(installed, /ssl http2/)
  }
})

test('the image has the operator’s program and daily backups, and each folder that it keeps is a volume', () => {
  const dockerfile = read('deploy/Dockerfile')
  const [, settings = ''] = /^ENV ((?:.+\\\n)*.+)$/m.exec(dockerfile) ?? []
  const folders = [...settings.matchAll(/\b(?:DATA_DIR|UPLOADS_DIR|BACKUP_DIR)=(\S+)/g)].map(([, path = '']) => path)
  const volumes = JSON.parse(/^VOLUME (.+)$/m.exec(dockerfile)?.[1] ?? '[]') as string[]
  assert.equal(folders.length, 3)
  for (const folder of folders)
    assert.ok(
      volumes.some((volume) => `${folder}/`.startsWith(`${volume}/`)),
      folder,
    )
  assert.match(dockerfile, /ln -s \/app\/dist\/zhuzhan\.mjs \/usr\/local\/bin\/zhuzhan\b/)
  for (const volume of volumes) {
    assert.match(dockerfile, new RegExp(`install -d -o node .*${volume}\\b`))
    assert.match(read('deploy/compose.one.yaml'), new RegExp(`^ +- \\w+:${volume}$`, 'm'))
    assert.match(page, new RegExp(` -v [\\w-]+:${volume} `))
  }
  assert.equal(read('deploy/compose.yaml').match(/backups:\/var\/backups\/zhuzhan/g)?.length, 2)
})

test('what a server runs is JavaScript, so that it runs on every kind of machine that has Node', () => {
  const native = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true }).filter((entry) => {
    if (!entry.isFile()) return false
    const start = readFileSync(join(entry.parentPath, entry.name)).subarray(0, 4).toString('latin1')
    return /\.(node|wasm)$/.test(entry.name) || start === '\x7fELF'
  })
  assert.deepEqual(native, [])
})

test('what is pasted into a panel’s form are lines of nginx’s sample, and the pages take the rest from it', () => {
  const sample = read('deploy/nginx.conf')
  const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim())
  const known = new Set(linesOf(sample))
  /** What differs in a panel: there is no upstream, its own location for certificates stays, and the release lies elsewhere. */
  const ofPanels = [
    'proxy_pass http://127.0.0.1:8080;',
    'location ~ ^/(?!\\.well-known/acme-challenge/) {',
    'root /www/zhuzhan/current/deploy;',
  ]
  const pasted = linesOf(read('deploy/nginx-panel.conf')).filter((line) => line !== '' && !line.startsWith('#'))
  assert.ok(pasted.length > 25)
  assert.deepEqual(
    pasted.filter((line) => !known.has(line) && !ofPanels.includes(line)),
    [],
  )
  // What a visitor could have written himself must be replaced here as well.
  for (const line of linesOf(sample).filter((line) => /^proxy_(?:set_header|cache)\b/.test(line)))
    assert.ok(pasted.includes(line), line)
  for (const path of ['docs/baota.zh-CN.md', 'docs/1panel.zh-CN.md']) {
    const [, script = ''] = /sed '([^']*proxy_cache_path[^']*)'/.exec(read(path)) ?? []
    const { stdout } = spawnSync('sed', [script, join(root, 'deploy', 'nginx.conf')], { encoding: 'utf8' })
    assert.match(stdout, /^proxy_cache_path /)
    for (const name of pasted.join('\n').matchAll(/\$zhuzhan_\w+/g)) assert.ok(stdout.includes(name[0]), name[0])
    assert.doesNotMatch(stdout, /^ *(?:server|listen|upstream)\b/m)
  }
})
