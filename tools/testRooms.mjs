import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compiledFile } from './compileTests.mjs'
import { reachOf } from './importGraph.mjs'

/** How many files one process runs: enough that the Chromium and the packages that it loads are shared, and few enough to share the cores. */
const most = 12
/** A document in the process, before which React must not be loaded. */
const documents = ['test/client/page.ts', 'test/editor/dom.ts']
const changesProcess =
  /\bglobalThis\.\w+ (\?\?)?=|\((globalThis|process),|\bprocess\.on\(|(?<!t\.)\bmock\.timers\.enable/
const hasHooks = /^(nodeTest\.)?(after|before)\w*\(/m

/**
 * Files of one folder share a process, which starts a Chromium and loads packages once; one that changes the process has its own. Returns
 * what Node's runner is to run.
 */
export function roomsOf(files) {
  const byRoom = new Map()
  for (const file of files) {
    const reach = reachOf(file)
    const isAlone = changesProcess.test(readFileSync(file, 'utf8'))
    const key = isAlone ? file : [dirname(file), ...documents.filter((page) => reach.has(page))].join()
    byRoom.set(key, [...(byRoom.get(key) ?? []), file])
  }
  return [...byRoom.values()]
    .flatMap(inParts)
    .map((part, index) => (part.length === 1 ? compiledFile(part[0]) : entryOf(part, index)))
}

/** Parts as even as they can be. */
function inParts(files) {
  const count = Math.ceil(files.length / most)
  return Array.from({ length: count }, (_, part) => files.filter((_, index) => index % count === part))
}

/** Hooks of what the files share last as long as the process, so it is imported before them. */
function entryOf(files, index) {
  const entry = `.tests/rooms/${index}-${basename(dirname(files[0]))}.mjs`
  const shared = new Set(
    files.flatMap((file) => [...reachOf(file)].filter((each) => each !== file && hasOwnHooks(each))),
  )
  mkdirSync(dirname(entry), { recursive: true })
  writeFileSync(
    entry,
    [
      `import { runFiles } from ${addressOf('tools/runFiles.mjs')}`,
      ...[...shared].map((helper) => `import ${addressOf(compiledFile(helper))}`),
      `await runFiles({`,
      ...files.map((file) => `  '${file}': () => import(${addressOf(compiledFile(file))}),`),
      `})\n`,
    ].join('\n'),
  )
  return entry
}

/** None for a file that has a process of its own. */
export const filesOfRoom = (entry) =>
  [...readFileSync(entry, 'utf8').matchAll(/^ {2}'(test\/.+?)': \(\) => import\(/gm)].map(([, file]) => file)

const hasOwnHooks = (file) => file.startsWith('test/') && hasHooks.test(readFileSync(file, 'utf8'))
const addressOf = (path) => `'${pathToFileURL(resolve(path)).href}'`
