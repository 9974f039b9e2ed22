import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Which rooms a room may import from, besides itself. The first that fits a file is its room. */
const rooms: readonly [room: string, may: readonly string[]][] = [
  ['contract', []],
  ['client/lib', ['contract']],
  ['client/ui', ['client/lib', 'contract']],
  ['client/site', ['client/ui', 'client/lib', 'contract']],
  ['client/editor', ['client/ui', 'client/lib', 'contract']],
  ['client/admin', ['client/editor', 'client/ui', 'client/lib', 'contract']],
  ['server/pages', ['contract', 'client/site', 'server/http', 'server/calls/caller.ts']],
  ['server/networks.ts', []],
  ['server/workerProgram.ts', []],
  ['server/workerThread.ts', ['server/workerProgram.ts']],
  ['server/fileOwner.ts', []],
  ['server/http', ['contract', 'server/networks.ts', 'server/failure.ts', 'server/log.ts', 'server/calls/caller.ts', 'server/uploads/diskFailure.ts']],
  ['server/calls', ['contract', 'server/networks.ts', 'server/failure.ts', 'server/auth', 'server/richtext', 'server/store', 'server/uploads']],
  ['server/auth', ['contract', 'server/networks.ts', 'server/failure.ts', 'server/log.ts', 'server/store', 'server/calls/caller.ts']],
  ['server/staff', ['contract', 'server/fileOwner.ts', 'server/failure.ts', 'server/log.ts', 'server/config.ts', 'server/auth', 'server/store']],
  ['server/backup', ['contract', 'package.json', 'server/workerProgram.ts', 'server/fileOwner.ts', 'server/log.ts', 'server/config.ts', 'server/store', 'server/staff/orders.ts']],
  ['server/store', ['contract', 'server/failure.ts', 'server/log.ts', 'server/workerProgram.ts', 'server/workerThread.ts', 'server/fileOwner.ts']],
  ['server/richtext', ['contract', 'server/failure.ts', 'server/workerProgram.ts', 'server/workerThread.ts']],
  ['server/uploads', ['contract', 'server/failure.ts', 'server/calls/caller.ts']],
  ['server', ['contract', 'server']],
]

/** Who may use what touches the world. */
const holders: readonly [module: RegExp, may: RegExp][] = [
  [/^node:(http|net)$/, /^server\/(http\/|pages\/|app\.ts)/],
  [/^node:fs/, /^server\/(store|uploads|staff|backup)\/|^server\/(workerProgram|fileOwner)\.ts$|^server\/http\/(multipart|files|lineWriter)\.ts$|^server\/pages\/(assets|media)\.ts$/],
  [/^react-dom\/server/, /^server\/pages\/render\.tsx$/],
  [/^@preact\/signals-react/, /^client\/admin\//],
  [/^marked$/, /^server\/richtext\//],
  [/^uqr$/, /^client\/admin\//],
  [/^busboy$/, /^server\/http\/multipart\.ts$/],
  [/^parse5$/, /^server\/richtext\//],
]

const files = ['contract', 'client', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name)),
)
const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:^|\n)(?:import|export)\s[^'"]*?from\s+'([^']+)'|(?:^|\n)import\s+'([^']+)'|\bimport\('([^']+)'\)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  )
const inRoom = (file: string, room: string): boolean => file === room || file.startsWith(`${room}/`)

test('imports run one way, from room to room', () => {
  assert.ok(files.length > 40)
  const wrong: string[] = []
  for (const file of files) {
    const [room, may] = rooms.find(([name]) => inRoom(file, name)) ?? ['', []]
    for (const imported of importsOf(file)) {
      if (!imported.startsWith('.')) continue
      const target = normalize(join(dirname(file), imported))
      if (!inRoom(target, room) && !may.some((name) => inRoom(target, name))) wrong.push(`${file} -> ${target}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('only those that hold the world’s doors use them', () => {
  const wrong: string[] = []
  for (const file of files) {
    for (const imported of importsOf(file)) {
      if (imported.startsWith('.')) continue
      for (const [module, may] of holders) if (module.test(imported) && !may.test(file)) wrong.push(`${file} uses ${imported}`)
      if (inRoom(file, 'contract')) wrong.push(`${file} uses ${imported}`)
      if (inRoom(file, 'client') && imported.startsWith('node:')) wrong.push(`${file} uses ${imported}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('no two files of the server import each other in a circle', () => {
  const graph = new Map(files.map((file) => [file, importsOf(file).filter((name) => name.startsWith('.')).map((name) => normalize(join(dirname(file), name)))]))
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    assert.ok(!path.includes(file), `${[...path, file].join(' -> ')}`)
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
})
