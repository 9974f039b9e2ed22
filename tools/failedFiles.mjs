import { resolve } from 'node:path'
import { sourceOfCompiled } from './compileTests.mjs'
import { filesOfRoom } from './testRooms.mjs'

/**
 * A reporter for node:test: the files with failed tests, one per line, and the titles of these tests, indented. Only the event of the file
 * itself names it: by its path when it has a process of its own, else by its suite. The event of a test names the file that calls `test`,
 * which may be a helper. Of a process that ended early, each file is named that was not finished.
 */
export default async function* failedFiles(events) {
  const finished = new Set()
  for await (const { type, data } of events) {
    if (type !== 'test:complete') continue
    const isFile = data.nesting === 0 && data.name.startsWith('test/')
    if (isFile) finished.add(data.name)
    if (data.details.passed) continue
    if (isFile) yield `${data.name}\n`
    else if (resolve(data.name) !== data.file) yield `  ${data.name}\n`
    else yield* unfinished(data.file)
  }

  function unfinished(entry) {
    const files = filesOfRoom(entry)
    if (files.length === 0) return [`${sourceOfCompiled(entry)}\n`]
    return files.filter((file) => !finished.has(file)).map((file) => `${file}\n`)
  }
}
