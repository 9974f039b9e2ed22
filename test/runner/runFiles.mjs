import { appendFileSync, writeFileSync } from 'node:fs'
import { after, afterEach, beforeEach, describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { cpuSeconds } from '../../tools/testCounts.mjs'

/** Runs test files one after the other in this process, each as a suite that has the name of the file, and its hooks. */
export async function runFiles(entry, files) {
  const watch = new Worker(new URL('./endHanging.mjs', import.meta.url), { workerData: entry })
  watch.on('message', () => process.exit(1))
  watch.unref()
  globalThis.waitsUntil = (waits) => watch.postMessage({ waits })
  for (const [file, load] of Object.entries(files)) {
    globalThis.testFile = file
    // Who finds that this process has ended reads where it was.
    writeFileSync(`${entry}.file`, file)
    watch.postMessage({ file, test: '', waits: undefined })
    const before = cpuSeconds()
    await new Promise((done) => {
      describe(file, async () => {
        beforeEach((t) => watch.postMessage({ test: t.name, waits: undefined }))
        afterEach(() => watch.postMessage({ test: '', waits: undefined }))
        after(done)
        try {
          await load()
        } catch (cause) {
          test('the file is loaded', () => Promise.reject(cause))
        }
      })
    })
    const counts = process.env.TEST_COUNTS
    if (counts !== undefined) appendFileSync(counts, `CPU seconds\t${cpuSeconds() - before}\t${file}\n`)
  }
}
