import { existsSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * A reporter for node:test, read by `resultsIn`: for each file that was run how many tests passed, why others were left out, and what
 * failed. A file is a suite that has its name: the event of a test names the file that calls `test`, which may be a helper. Where a process
 * ended early, the file that it was in has failed; those that were to follow are missing.
 */
export default async function* testResults(events) {
  const results = {}
  const loads = new Map()
  let file = newResult()
  let failedInRoom = 0
  for await (const { type, data } of events) {
    // These come when a test ends; those of the other types in the order of the files.
    if (type === 'test:complete' && !data.details.passed) loads.set(data.name, loadavg()[0])
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const isRoom = resolve(data.name) === data.file
    const isFile = data.nesting === 0 && data.name.startsWith('test/')
    const { failureType, cause } = data.details.error ?? {}
    // Of a suite that is not passed, its tests are told.
    if (type === 'test:fail' && !isRoom && failureType !== 'subtestsFailed') {
      const [place = ''] = [/test\/[\w./]+\.test\.ts:\d+/, /test\/[\w./]+:\d+/].flatMap(
        (at) => at.exec(cause?.stack) ?? [],
      )
      // Of `fetch failed` the reason is one deeper.
      const words = [cause?.message ?? cause, cause?.cause?.message, place].filter(Boolean).join(' ')
      const message = stripVTControlCharacters(words)
      file.failures.push({ title: data.name, message, load: loads.get(data.name) ?? loadavg()[0] })
      failedInRoom++
    } else if (isFile || isRoom || type === 'test:fail') {
      // Neither a test nor a failure of its own.
    } else if (data.skip === undefined) file.passed++
    else file.leftOut[data.skip] = (file.leftOut[data.skip] ?? 0) + 1
    if (isFile) {
      results[data.name] = file
      file = newResult()
    }
    if (!isRoom) continue
    const [current, reason = `its process ended: ${cause}`] = placeOf(data.file)
    const endedEarly = results[current] === undefined || failedInRoom === 0
    if (type === 'test:fail' && endedEarly) {
      file.failures.push({ title: 'the whole file', message: reason, load: loadavg()[0] })
      results[current] = file
    }
    file = newResult()
    failedInRoom = 0
  }
  yield JSON.stringify(results)
}

const newResult = () => ({ passed: 0, leftOut: {}, failures: [] })

/** The file that a process was in, and why it was ended, if it was; test/runner/runFiles.mjs notes both. */
const placeOf = (entry) => (existsSync(`${entry}.file`) ? readFileSync(`${entry}.file`, 'utf8').split('\n') : [entry])

/** Node writes none when it could not start. */
export function resultsIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}
