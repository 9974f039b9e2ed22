import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Which modules each folder may import from, besides itself. The first entry that matches a file applies. */
const layers: readonly [folder: string, imports: readonly string[]][] = [
  ['contract', []],
  ['client/lib', ['contract']],
  ['client/ui', ['client/lib', 'contract']],
  ['client/site', ['client/ui', 'client/lib', 'contract']],
  ['client/editor/text', ['client/lib', 'contract']],
  ['client/editor/paste', ['client/editor/text', 'client/lib', 'contract']],
  [
    'client/editor/ui',
    [
      'client/editor/text',
      'client/editor/EditorIcon.tsx',
      'client/editor/editorIcons.ts',
      'client/editor/keyboard.ts',
      'client/editor/surface.ts',
      'client/editor/uploads.ts',
      'client/editor/useEditing.ts',
      'client/ui',
      'client/lib',
      'contract',
    ],
  ],
  ['client/editor', ['client/ui', 'client/lib', 'contract']],
  ['client/admin/ui', ['client/ui', 'client/lib', 'contract']],
  [
    'client/admin/form',
    [
      'client/admin/ui',
      'client/admin/api.ts',
      'client/admin/operations',
      'client/admin/session.ts',
      'client/admin/sessionCheck.ts',
      'client/editor',
      'client/ui',
      'client/lib',
      'contract',
    ],
  ],
  ['client/admin', ['client/editor', 'client/ui', 'client/lib', 'contract']],
  ['server/failure.ts', ['server/system/systemErrors.ts']],
  ['server/call.ts', ['contract', 'server/failure.ts', 'server/store/records.ts']],
  ['server/system', ['server/system']],
  ['server/network', ['contract', 'server/failure.ts']],
  ['server/http', ['contract', 'server/call.ts', 'server/failure.ts', 'server/network', 'server/system']],
  ['server/richtext', ['contract', 'server/failure.ts', 'server/system']],
  ['server/store', ['contract', 'server/failure.ts', 'server/system']],
  [
    'server/content',
    [
      'contract',
      'server/call.ts',
      'server/failure.ts',
      'server/network',
      'server/richtext',
      'server/store',
      'server/system',
    ],
  ],
  [
    'server/media',
    [
      'contract',
      'server/call.ts',
      'server/failure.ts',
      'server/network',
      'server/richtext',
      'server/store',
      'server/system',
    ],
  ],
  [
    'server/import',
    [
      'contract',
      'server/call.ts',
      'server/failure.ts',
      'server/media/filmCalls.ts',
      'server/media/films.ts',
      'server/network',
      'server/richtext',
      'server/store',
      'server/system',
    ],
  ],
  [
    'server/site',
    [
      'contract',
      'server/call.ts',
      'server/content',
      'server/failure.ts',
      'server/media/library.ts',
      'server/richtext',
      'server/store',
      'server/system',
    ],
  ],
  [
    'server/outbox',
    ['contract', 'server/call.ts', 'server/failure.ts', 'server/network', 'server/store', 'server/system'],
  ],
  [
    'server/leads',
    [
      'contract',
      'server/call.ts',
      'server/content/trash.ts',
      'server/failure.ts',
      'server/media/readDocument.ts',
      'server/media/readPicture.ts',
      'server/network',
      'server/outbox',
      'server/site/addressBook.ts',
      'server/store',
      'server/system',
    ],
  ],
  [
    'server/people',
    [
      'contract',
      'server/call.ts',
      'server/failure.ts',
      'server/network',
      'server/site/item.ts',
      'server/site/seed.ts',
      'server/store',
      'server/system',
    ],
  ],
  [
    'server/sheets',
    [
      'contract',
      'server/call.ts',
      'server/failure.ts',
      'server/media/storedFiles.ts',
      'server/richtext/markdownOf.ts',
      'server/store',
      'server/system',
    ],
  ],
  [
    'server/redirects',
    [
      'contract',
      'server/call.ts',
      'server/content/pinyin.ts',
      'server/failure.ts',
      'server/site/addressBook.ts',
      'server/store',
      'server/system',
    ],
  ],
  [
    'server/operations',
    [
      'contract',
      'server/call.ts',
      'server/content',
      'server/failure.ts',
      'server/people/sessions.ts',
      'server/redirects',
      'server/site',
      'server/store',
      'server/system',
    ],
  ],
  [
    'server/visits',
    ['contract', 'server/call.ts', 'server/redirects', 'server/site/addressBook.ts', 'server/store', 'server/system'],
  ],
  [
    'server/pages',
    [
      'contract',
      'client/site',
      'client/ui/icons.ts',
      'server/call.ts',
      'server/http',
      'server/redirects',
      'server/site/addressBook.ts',
      'server/store',
      'server/system',
    ],
  ],
  [
    'server/checks',
    [
      'contract',
      'server/backup/backupState.ts',
      'server/backup/schedule.ts',
      'server/call.ts',
      'server/config.ts',
      'server/failure.ts',
      'server/leads/leadFiles.ts',
      'server/media',
      'server/offsite/offsiteState.ts',
      'server/people',
      'server/site',
      'server/store',
      'server/system',
    ],
  ],
  [
    'server/backup',
    ['contract', 'package.json', 'server/config.ts', 'server/media/isIntact.ts', 'server/store', 'server/system'],
  ],
  ['server/offsite', ['contract', 'server/backup', 'server/config.ts', 'server/store', 'server/system']],
  ['server', ['contract', 'package.json', 'server']],
]

/** Which files may import the modules that reach outside the program. */
const restricted: readonly [module: RegExp, files: RegExp][] = [
  [
    /^node:(https?|net|dns(\/promises)?)$/,
    /^server\/(http\/|pages\/|app\.ts|network\/|offsite\/|outbox\/|store\/lock\.ts)/,
  ],
  [
    /^node:fs/,
    /^server\/(store|backup|commands|offsite|system)\/|^server\/(config|site\/seed)\.ts$|^server\/media\/(uploads|films|readFilm|preparePicture|starterFiles|isIntact)\.ts$|^server\/leads\/leadFiles\.ts$|^server\/http\/(multipart|files|accessLog)\.ts$|^server\/pages\/(assets|media)\.ts$|^server\/import\/(movedFile|dump|dumpTables)\.ts$/,
  ],
  [/^react-dom\/server/, /^server\/pages\/render\.tsx$/],
  [/^react$|^react-dom\/client$/, /^client\/(?!lib\/|site\/(navigator|scrollMemory)\.ts$)/],
  [/^@preact\/signals-react/, /^client\/admin\//],
  [/^marked$/, /^server\/richtext\//],
  [/^uqr$/, /^client\/admin\//],
  [/^busboy$/, /^server\/http\/multipart\.ts$/],
  [/^parse5$/, /^server\/(richtext\/|import\/tree\.ts)/],
  [/^nodemailer$/, /^server\/outbox\/smtp\.ts$/],
  [/^postgres$/, /^server\/store\/postgres\/database\.ts$/],
]

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const filesIn = (folders: readonly string[], pattern: RegExp): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => pattern.test(name))
      .map((name) => join(folder, name)),
  )
const files = filesIn(['contract', 'client', 'server'], /\.tsx?$/)
const matchesIn = (file: string, pattern: RegExp): string[] =>
  [...read(file).matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '')
/** Also of types, and on demand. */
const importsOf = (file: string): string[] => [
  ...matchesIn(file, /(?:^|\n)(?:import|export)\s[^'"]*?from\s+'([^']+)'|(?:^|\n)import\s+'([^']+)'/g),
  ...matchesIn(file, /\bimport\('([^']+)'\)/g),
]
const isIn = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`)

test('imports run one way between folders', () => {
  assert.ok(files.length > 40)
  const wrong: string[] = []
  for (const file of files) {
    const [folder, allowed] = layers.find(([name]) => isIn(file, name)) ?? ['', []]
    for (const imported of importsOf(file)) {
      if (!imported.startsWith('.')) continue
      const target = normalize(join(dirname(file), imported))
      if (!isIn(target, folder) && !allowed.some((name) => isIn(target, name))) wrong.push(`${file} -> ${target}`)
    }
  }
  assert.deepEqual(wrong, [])
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

/** Why each of these calls in a loop. */
const callsInLoops: Readonly<Record<string, string>> = {
  'client/admin/leads/StateSelect.tsx': 'sends one state again, above what a colleague has written meanwhile',
  'client/admin/operations/operations.ts': 'asks how far an operation is',
  'client/admin/people/ActivityScreen.tsx': 'reads all pages of a list',
  'client/admin/settings/askAboutClosing.ts':
    'a call takes only so many redirects of a page of the site that is closed',
  'client/admin/staging/sendImport.ts': 'a call takes only so many rows of an import',
  'client/admin/staging/sending.ts': 'a call takes only so many pictures of the web',
}

test('the office does nothing to records one after the other: that is an operation of the server', () => {
  // The lines of a loop are those that stand further in.
  const loop = /\n( *)(?:for|while) (?:await )?\(.*(?:\n\1 +.*|\n(?=\n))*/g
  const own = filesIn(['client/admin'], /\.tsx?$/).filter((file) => !/^client\/admin\/(sheets|moving)\//.test(file))
  const calling = own.filter((file) => [...read(file).matchAll(loop)].some(([lines]) => /\b(?:api|call)\(/.test(lines)))
  assert.deepEqual(calling.sort(), Object.keys(callsInLoops).sort())
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
