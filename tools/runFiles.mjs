import { appendFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { after, afterEach, beforeEach, describe, test } from 'node:test'
import { cpuSeconds } from './cpuSeconds.mjs'

/** A test of the everyday run is given up after this time, which a busy machine makes longer; an hour for those that take long. */
const hangsAfterMs = Number(process.env.HANGS_AFTER_MS ?? 3_600_000)
const isHanging = (ms) => ms > hangsAfterMs * Math.max(1, loadavg()[0] / availableParallelism())

/** Runs test files one after the other in this process, each as a suite that has the name of the file, and its hooks. */
export async function runFiles(entry, files) {
  let current = ''
  let begun = performance.now()
  const rest = setInterval(() => {
    if (!isHanging(performance.now() - begun)) return
    console.error(`!!! HANGS: ${current} !!!`)
    process.exit(1)
  }, 1_000).unref()
  for (const [file, load] of Object.entries(files)) {
    globalThis.testFile = current = file
    // Who finds that this process has ended reads where it was.
    writeFileSync(`${entry}.file`, file)
    const before = cpuSeconds()
    await new Promise((done) => {
      describe(file, async () => {
        beforeEach((t) => void ([current, begun] = [`${file}: ${t.name}`, performance.now()]))
        afterEach(() => void (begun = performance.now()))
        after(done)
        try {
          await load()
        } catch (cause) {
          test('the file is loaded', () => Promise.reject(cause))
        }
      })
    })
    note('CPU seconds', cpuSeconds() - before, file)
  }
  clearInterval(rest)
}

export function note(kind, count, file = '') {
  const counts = process.env.TEST_COUNTS
  if (counts !== undefined) appendFileSync(counts, `${kind}\t${count}\t${file}\n`)
}
