import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Which files may import the modules that reach outside the program. */
const restricted: readonly [module: RegExp, files: RegExp][] = [
  [
    /^node:(https?|net|dns(\/promises)?)$/,
    /^server\/(edge\/|pages\/|app\.ts|keeping\/(bucket|offsite|minute)|leads\/|store\/lock\.ts)/,
  ],
  [
    /^node:fs/,
    /^server\/(store|keeping|operator|system)\/|^server\/(config|site\/seed)\.ts$|^server\/media\/(uploads|films|readFilm|preparePicture|starterFiles|storedFiles|isIntact)\.ts$|^server\/leads\/leadFiles\.ts$|^server\/edge\/(multipart|files|accessLog)\.ts$|^server\/pages\/(assets|media)\.ts$|^moving\/(movedFile|dump|dumpTables|answerJobs)\.ts$/,
  ],
  [/^react-dom\/server/, /^server\/pages\/render\.tsx$/],
  [/^react$|^react-dom\/client$/, /^client\/(?!lib\/|site\/(navigator|scrollMemory)\.ts$)/],
  [/^@preact\/signals-react/, /^client\/admin\//],
  [/^marked$/, /^server\/media\//],
  [/^uqr$/, /^client\/admin\//],
  [/^busboy$/, /^server\/edge\/multipart\.ts$/],
  [/^parse5$/, /^server\/media\/|^moving\/(tree|cleanHtml)\.ts$/],
  [/^nodemailer$/, /^server\/leads\/smtp\.ts$/],
  [/^postgres$/, /^server\/store\/postgres\/database\.ts$/],
]

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const filesIn = (folders: readonly string[], pattern: RegExp): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => pattern.test(name))
      .map((name) => join(folder, name)),
  )
const files = filesIn(['contract', 'client', 'server', 'moving'], /\.tsx?$/)
const matchesIn = (file: string, pattern: RegExp): string[] =>
  [...read(file).matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '')
/** Also of types, and on demand. */
const importsOf = (file: string): string[] => [
  ...matchesIn(file, /(?:^|\n)(?:import|export)\s[^'"]*?from\s+'([^']+)'|(?:^|\n)import\s+'([^']+)'/g),
  ...matchesIn(file, /\bimport\('([^']+)'\)/g),
]
const isIn = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`)

/** The drawing of ARCHITECTURE.md: a room, what is done in it, and which others it imports besides the contract. */
function drawnRooms(): Map<string, string[]> {
  const rows = new Map<string, string>()
  let house = ''
  for (const line of (read('ARCHITECTURE.md').split('```')[1] ?? '').split('\n')) {
    const [room = '', , list] = line.trim().split(/ {2,}/)
    if (list === undefined) house = room
    else rows.set(`${house}${room}`, list)
  }
  const pathOf = (room: string, name: string): string =>
    [`${dirname(room)}/${name}`, `client/${name}`].find((path) => rows.has(path)) ?? name
  return new Map([...rows].map(([room, list]) => [room, list.split(', ').map((name) => pathOf(room, name))]))
}

test('rooms import what the drawing of ARCHITECTURE.md says', () => {
  const drawn = drawnRooms()
  const roomOf = (file: string): string | undefined => [...drawn.keys()].find((room) => isIn(file, room))
  const imported = new Set<string>()
  for (const file of files) {
    const room = roomOf(file)
    if (!room) assert.match(file, /^server\/(serve|main)\.ts$/)
    for (const target of importsOf(file).filter((path) => path.startsWith('.'))) {
      const other = roomOf(normalize(join(dirname(file), target)))
      if (room && other && other !== room && other !== 'contract') imported.add(`${room} imports ${other}`)
    }
  }
  const arrows = [...drawn].flatMap(([room, list]) => list.map((name) => `${room} imports ${name}`))
  const isNamed = (arrow: string): boolean => arrows.includes(`${arrow.split(' ')[0]} imports all`)
  assert.deepEqual(
    [...imported].filter((arrow) => !isNamed(arrow)).sort(),
    arrows.filter((arrow) => !/ (all|nothing)$/.test(arrow)).sort(),
  )
})

test('only listed files import the modules that reach outside the program', () => {
  const wrong: string[] = []
  for (const file of files) {
    for (const imported of importsOf(file)) {
      if (imported.startsWith('.')) continue
      for (const [module, users] of restricted)
        if (module.test(imported) && !users.test(file)) wrong.push(`${file} uses ${imported}`)
      if (isIn(file, 'contract')) wrong.push(`${file} uses ${imported}`)
      if (isIn(file, 'client') && imported.startsWith('node:')) wrong.push(`${file} uses ${imported}`)
    }
  }
  assert.deepEqual(wrong, [])
})

/** Imports between what lies directly in this folder, files and folders, that lead back to where they begin. */
function importsInCircles(parent: string): string[] {
  const entryOf = (file: string): string | undefined =>
    file.startsWith(`${parent}/`) ? file.slice(parent.length + 1).split('/')[0] : undefined
  const imports = new Map<string, Set<string>>()
  for (const file of files) {
    const entry = entryOf(file)
    if (entry === undefined) continue
    const targets = imports.get(entry) ?? new Set()
    imports.set(entry, targets)
    for (const imported of importsOf(file)) {
      const target = imported.startsWith('.') ? entryOf(normalize(join(dirname(file), imported))) : undefined
      if (target !== undefined && target !== entry) targets.add(target)
    }
  }
  const leadsTo = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (from === to) return true
    if (seen.has(from)) return false
    seen.add(from)
    return [...(imports.get(from) ?? [])].some((next) => leadsTo(next, to, seen))
  }
  return [...imports].flatMap(([entry, targets]) =>
    [...targets].filter((target) => leadsTo(target, entry)).map((target) => `${entry} -> ${target}`),
  )
}

test('what lies in a folder, files and folders, imports one way', () => {
  for (const parent of ['server', 'client', 'client/admin', 'client/editor', 'client/site']) {
    assert.deepEqual(importsInCircles(parent), [], parent)
  }
})

/** Why each of these calls in a loop, or for each of a list at once. */
const callsInLoops: Readonly<Record<string, string>> = {
  'client/admin/dashboard/warnings.tsx': 'confirms the few devices of one account',
  'client/admin/leads/newLeads.ts': 'counts two lists',
  'client/admin/list/recordSource.ts': 'a call takes only so many words, and replies with so much',
  'client/admin/import/sources.ts': 'looks through the lists of another site',
  'client/admin/acts/operations.ts': 'asks how far an operation is',
  'client/admin/records/records.tsx': 'looks at the first 20 products that are removed',
  'client/admin/site/askAboutClosing.ts': 'a call takes only so many redirects of a page of the site that is closed',
  'client/admin/import/sendImport.ts': 'a call takes only so many rows of an import',
  'client/admin/import/sending.ts': 'a call takes only so many pictures of the web',
}

test('the office does nothing to records one after the other: that is an operation of the server', () => {
  // The lines of a loop are those that stand further in.
  const loop = /\n( *)(?:(?:for|while) (?:await )?\(|.*Promise\.all(?:Settled)?\((?!\[(?!\.))).*(?:\n\1 +.*|\n(?=\n))*/g
  const own = filesIn(['client/admin'], /\.tsx?$/)
  const calling = own.filter((file) => [...read(file).matchAll(loop)].some(([lines]) => /\b(?:api|call)\(/.test(lines)))
  assert.deepEqual(calling.sort(), Object.keys(callsInLoops).sort())
})

test('nothing leads to what the bundle leaves out of React', () => {
  const left =
    /<(?:title|meta|link|script|style|base)\b|\bViewTransition\b|<Fragment [^>]*ref=|\b(?:preload|preinit|preconnect)\w*\(/
  const drawing = filesIn(['client'], /\.tsx$/).filter((file) => left.test(read(file)))
  assert.deepEqual(drawing, [])
})

test('an everyday test waits for what it needs, not for a time', () => {
  const everyday = filesIn(['test'], /\.ts$/).filter((file) => !/^test\/(full|release|engines|machines)\//.test(file))
  const sleeps = /\bwaitForTimeout\(|\b(?:wait|delay|pause)\([\d_]{3,}\)|\bsetTimeout\(\w+, [\d_]{3,}\)/
  const sleeping = everyday.filter((file) => sleeps.test(read(file)))
  assert.deepEqual(sleeping, [])
  const starting = everyday.filter((file) => /\blaunchChromium\(/.test(read(file)))
  assert.deepEqual(starting, ['test/browser/browser.ts'])
})

test('there are no circular imports', () => {
  const graph = new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => normalize(join(dirname(file), name))),
    ]),
  )
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    assert.ok(!path.includes(file), `${[...path, file].join(' -> ')}`)
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
})

test('the top level of the repository holds these files and folders', () => {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const top = [...new Set(tracked.map((path) => path.split('/')[0]))].sort()
  const folders = [
    '.ci',
    '.github',
    'bench',
    'client',
    'contract',
    'data',
    'deploy',
    'docs',
    'moving',
    'patches',
    'scripts',
    'server',
    'test',
    'tools',
    'uploads',
  ]
  const texts = [
    'ARCHITECTURE.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'README.md',
    'README.zh-CN.md',
    'SECURITY.md',
  ]
  const settings = [
    '.dockerignore',
    '.editorconfig',
    '.git-blame-ignore-revs',
    '.gitignore',
    'biome.json',
    'build.mjs',
    'package-lock.json',
    'package.json',
    'tsconfig.json',
  ]
  assert.deepEqual(top, [...folders, ...texts, ...settings].sort())
  assert.ok(tracked.includes('uploads/.gitkeep'))
})
