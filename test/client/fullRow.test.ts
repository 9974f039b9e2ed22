import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import { allowed, backOfficeRow, type Newer, newer, publicRow, type Row } from './fullRow.ts'
import { scriptWords, type Word } from './scriptWords.ts'

const client = fileURLToPath(new URL('../../dist/client/', import.meta.url))
const manifest = JSON.parse(readFileSync(`${client}manifest.json`, 'utf8')) as {
  script: string
  files: string[]
  admin: { script: string }
}
/** No file imports it: a browser is given its address. */
const thread = manifest.files.filter((name) => name.startsWith('thread-'))

/** Files and all that they import, directly or not. */
function reachedFrom(scripts: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const script of scripts) reached(script, found)
  return found
}

function reached(name: string, found: Map<string, string>): void {
  if (found.has(name)) return
  const code = readFileSync(client + name, 'utf8')
  found.set(name, code)
  for (const [, imported] of code.matchAll(/(?:from|import)\s*\(?\s*["']\.\/([^"']+\.js)["']/g))
    reached(imported ?? '', found)
}

const isNewer = ({ since }: Newer, row: Row): boolean =>
  since.chromium > row.chromium || since.firefox > row.firefox || since.safari > row.safari

/** What a script uses of the table, each with its context. */
function used(code: string, table: readonly Newer[]): string[] {
  const words = scriptWords(code)
  const names = (where: Newer['where']) =>
    new Set(table.filter((entry) => entry.where === where).map(({ name }) => name))
  const newer = {
    global: names('global'),
    static: names('static'),
    method: names('method'),
    member: names('member'),
    option: names('option'),
    event: names('event'),
    text: names('text'),
  }
  return words.flatMap((word, at) => {
    let found: string[] = []
    if (word.kind === 'text') found = usedText(words, at, newer)
    if (word.kind === 'name') found = usedNames(words, at, newer)
    return found.map((name) => `${name} in … ${around(words, at)} …`)
  })
}

type NamesByKind = Readonly<Record<Newer['where'], ReadonlySet<string>>>

function usedText(words: readonly Word[], at: number, newer: NamesByKind): string[] {
  const text = words[at]?.text ?? ''
  const isEvent = newer.event.has(text) && words[at - 1]?.text === '(' && words[at - 2]?.text === 'addEventListener'
  return [...[...newer.text].filter((each) => text.includes(each)), ...(isEvent ? [`the event ${text}`] : [])]
}

function usedNames(words: readonly Word[], at: number, newer: NamesByKind): string[] {
  const textAt = (index: number): string | undefined => words[index]?.text
  const [name = '', before, after] = [textAt(at), textAt(at - 1), textAt(at + 1)]
  // `?.(` and `typeof` test for it.
  if ((after === '?.' && textAt(at + 2) === '(') || before === 'typeof') return []
  const isKey = after === ':' && (before === '{' || before === ',')
  const isCalled = after === '('
  const isOfObject = before === '.' || before === '?.'
  const holder = isOfObject ? textAt(at - 2) : undefined
  const isGlobal = !isOfObject || /^(window|globalThis|self|document)$/.test(holder ?? '')
  const options = isCalled ? keysOfCall(words, at + 1).filter((key) => newer.option.has(`${name}.${key}`)) : []
  const uses: readonly (readonly [isUsed: boolean, use: string])[] = [
    [newer.static.has(`${holder}.${name}`), `${holder}.${name}`],
    [!isKey && isGlobal && newer.global.has(name), name],
    [isOfObject && isCalled && newer.method.has(name), `.${name}(`],
    [isOfObject && newer.member.has(name), `.${name}`],
  ]
  return [...uses.filter(([isUsed]) => isUsed).map(([, use]) => use), ...options.map((key) => `${name} with ${key}`)]
}

/** The keys of objects that are direct arguments of a call. */
function keysOfCall(words: readonly Word[], open: number): string[] {
  const keys: string[] = []
  let depth = 0
  for (let at = open; at < words.length; at++) {
    const text = words[at]?.kind === 'sign' ? (words[at]?.text ?? '') : ''
    if (/^(\(|\[|\{|\$\{)$/.test(text)) depth++
    else if (/^[)\]}]$/.test(text) && --depth === 0) break
    const [before, word, after] = [words[at - 1]?.text, words[at], words[at + 1]?.text]
    if (depth === 2 && word?.kind === 'name' && (before === '{' || before === ',') && /^[:,}]$/.test(after ?? ''))
      keys.push(word.text)
  }
  return keys
}

const around = (words: readonly Word[], at: number): string =>
  words
    .slice(Math.max(0, at - 8), at + 8)
    .map(({ kind, text }) => (kind === 'text' ? JSON.stringify(text.slice(0, 60)) : text))
    .join(' ')

for (const [part, scripts, row, target] of [
  ['public site', [manifest.script], publicRow, ['chrome88', 'firefox85', 'safari14.1']],
  ['back office', [manifest.admin.script, ...thread], backOfficeRow, ['chrome88', 'firefox98', 'safari15.4']],
] as const) {
  test(`the scripts of the ${part} call nothing that the Full row lacks`, () => {
    const files = reachedFrom(scripts)
    assert.ok(files.size > scripts.length)
    const table = newer.filter((entry) => isNewer(entry, row))
    const faults: string[] = []
    for (const [name, code] of files) {
      const rest = allowed
        .filter(({ behind }) => !behind || code.search(behind) >= 0)
        .reduce((text, { code: pattern }) => text.replace(pattern, ' '), code)
      faults.push(...used(rest, table).map((fault) => `${name}: ${fault}`))
    }
    assert.deepEqual(faults, [])
  })

  test(`the scripts of the ${part} are written in what the Full row can parse`, () => {
    for (const [name, code] of reachedFrom(scripts)) {
      const written = transformSync(code, { target: 'esnext', charset: 'utf8' }).code
      // They know `?.`, but for what test/tools/build.test.ts forbids.
      const supported = { 'optional-chain': true }
      const lowered = transformSync(code, { target: [...target], supported, charset: 'utf8', logLevel: 'silent' })
      const lines = lowered.code.split('\n')
      const difference = written.split('\n').find((line, at) => line !== lines[at])
      assert.equal(difference, undefined, name)
    }
  })
}

test('every exception is still needed', () => {
  assert.equal(thread.length, 1)
  const codes = [...reachedFrom([manifest.script, manifest.admin.script, ...thread]).values()]
  for (const { code: pattern, why } of allowed)
    assert.ok(
      codes.some((code) => code.search(pattern) >= 0),
      `${pattern}: ${why}`,
    )
})

test('a use is found anywhere in the code, and nothing else is', () => {
  const find = (code: string): string[] => used(code, newer).map((fault) => fault.split(' in …')[0] ?? '')
  assert.deepEqual(find('if(a)/[/"]at(/.test(b);c/d/e;x.at(-1);y={at(i){},structuredClone:1}'), ['.at('])
  assert.deepEqual(find('`${`${Object.hasOwn(a,"b")}`}:has(`;"Object.hasOwn"'), ['Object.hasOwn', ':has('])
  assert.deepEqual(
    find(
      'e.addEventListener("x",()=>f({signal:1}),{passive:!0,signal:s});e.checkVisibility?.();typeof structuredClone',
    ),
    ['addEventListener with signal'],
  )
  assert.deepEqual(find(transformSync('/(?<=a)b/.test(c)', { target: 'safari14.1', logLevel: 'silent' }).code), [
    '(?<=',
  ])
  assert.deepEqual(find('window.structuredClone(a)||AbortSignal.any([b])'), ['structuredClone', 'AbortSignal.any'])
})
