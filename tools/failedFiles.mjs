import { resolve } from 'node:path'
import { sourceOfCompiled } from './compileTests.mjs'

/**
 * A reporter for node:test: the files with failed tests, one per line, and the titles of these tests, indented. Only the event of the file
 * itself names it, by its path: the event of a test names the file that calls `test`, which may be a helper.
 */
export default async function* failedFiles(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:complete' || data.details.passed) continue
    yield resolve(data.name) === data.file ? `${sourceOfCompiled(data.file)}\n` : `  ${data.name}\n`
  }
}
