import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { format } from 'node:util'
import { filesOf } from './testRooms.mjs'

/**
 * A reporter for node:test, read by `resultsIn`: the files with failed tests, the titles of these with their reasons, how many passed, and
 * why others were left out. A file is a suite that has its name: the event of a test names the file that calls `test`, which may be a helper.
 * Of a process that ended early, each file is named that was not finished, first the one that it was in.
 */
export default async function* testResults(events) {
  const finished = new Set()
  const failed = new Set()
  const endedEarly = []
  const results = { failed: [], reasons: {}, passed: 0, leftOut: {} }
  for await (const { type, data } of events) {
    if (type !== 'test:complete') continue
    const isRoom = resolve(data.name) === data.file
    const isFile = data.nesting === 0 && data.name.startsWith('test/')
    if (isFile) finished.add(data.name)
    if (isRoom && !data.details.passed) endedEarly.push(...filesOf(data.file))
    if (isRoom) continue
    if (isFile && !data.details.passed) failed.add(data.name)
    if (isFile) continue
    if (!data.details.passed) {
      const { failureType, cause } = data.details.error
      const [place = ''] = /test\/[\w./]+\.test\.ts:\d+/.exec(cause?.stack) ?? []
      // Of a suite that is not passed, its tests are told.
      if (failureType !== 'subtestsFailed') results.reasons[data.name] = format('%s %s', cause?.message ?? cause, place)
    } else if (data.skip === undefined) results.passed++
    else results.leftOut[data.skip] = (results.leftOut[data.skip] ?? 0) + 1
  }
  for (const file of endedEarly) if (!finished.has(file)) failed.add(file)
  results.failed = [...failed]
  yield JSON.stringify(results)
}

/** Node writes none when it could not start. */
export function resultsIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { failed: [], reasons: {}, passed: 0, leftOut: {} }
  }
}
