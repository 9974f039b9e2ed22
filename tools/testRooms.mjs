import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compiledFile } from './compileTests.mjs'
import { reachOf } from './importGraph.mjs'

export const needBrowser = (files) => files.some((file) => reachOf(file).has('test/browser/browser.ts'))

/** The longest first. A process runs the files of a line of folders, one after the other; those below test/ itself are `.`. */
const rooms = [
  ['browser'],
  ['.', 'keeping', 'pages', 'sheets'],
  ['leads', 'office'],
  ['operator', 'records'],
  ['people', 'scripts', 'site', 'tools', 'visits'],
  ['acts', 'store', 'system'],
  ['edge', 'media'],
  ['admin', 'client', 'contract', 'editor', 'moving'],
]
/** Of these folders, the files that have a document. */
const roomsWithDocument = [
  ['admin', 'client'],
  ['editor', 'media'],
]

/** Each of these has a process of its own: they take as long as a folder. */
const isLong = (file) => file.startsWith('test/specification/')
/** A document in the process, before which React must not be loaded. */
const documents = ['test/client/page.ts', 'test/editor/dom.ts']
const hasHooks = /^(nodeTest\.)?(after|before)\w*\(/m

/** Returns what Node's runner is to run: the files of a room in one process, or each file in its own. */
export function roomsOf(files, isTogether) {
  // Another run may go on in the same clone.
  const folder = join(process.env.TEST_RELEASE, 'rooms')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const byRoom = new Map()
  for (const file of files) {
    const name = isTogether && !isLong(file) ? roomOf(file) : file
    byRoom.set(name, [...(byRoom.get(name) ?? []), file])
  }
  const order = [...files.filter(isLong), ...[...rooms, ...roomsWithDocument].map(String)]
  const names = [...byRoom.keys()]
  if (isTogether) names.sort((a, b) => order.indexOf(a) - order.indexOf(b))
  return names.map((name, index) => entryOf(byRoom.get(name), `${folder}/${String(index).padStart(3, '0')}`))
}

function roomOf(file) {
  const [, below] = file.split('/')
  const reach = reachOf(file)
  const hasDocument = documents.some((page) => reach.has(page))
  const room = (hasDocument ? roomsWithDocument : rooms).find((each) =>
    each.includes(below.endsWith('.ts') ? '.' : below),
  )
  if (room === undefined) throw new Error(`${file}: its folder is in no room of tools/testRooms.mjs`)
  return String(room)
}

/** Hooks of what the files share last as long as the process, so it is imported before them. */
function entryOf(files, place) {
  const entry = `${place}-${basename(files[0], '.test.ts')}.mjs`
  const helpers = files.flatMap((file) =>
    [...reachOf(file).keys()].filter((each) => each !== file && hasOwnHooks(each)),
  )
  writeFileSync(
    entry,
    [
      // The pages of a browser have the machine's clock, and what is beside them, too.
      ...(process.env.TEST_STARTS_AT && !needBrowser(files)
        ? [`import ${addressOf(join(process.env.TEST_RELEASE, 'startTime.mjs'))}`]
        : []),
      `import { runFiles } from ${addressOf('test/runner/runFiles.mjs')}`,
      `globalThis.testFile = ${JSON.stringify(files[0])}`,
      ...[...new Set(helpers)].map((helper) => `await import(${addressOf(compiledFile(helper))})`),
      `await runFiles(import.meta.filename, {`,
      ...files.map((file) => `  '${file}': () => import(${addressOf(compiledFile(file))}),`),
      `})\n`,
    ].join('\n'),
  )
  return entry
}

const hasOwnHooks = (file) => file.startsWith('test/') && hasHooks.test(readFileSync(file, 'utf8'))
const addressOf = (path) => `'${pathToFileURL(resolve(path)).href}'`
