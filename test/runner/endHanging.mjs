import { appendFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { parentPort, workerData as entry } from 'node:worker_threads'

// A thread beside the tests of a process, which ends it where one of them, or a file, takes longer than it may. Twice as long is given to a
// machine that has more to do than it has cores. The thread goes on where the test keeps the process busy for ever.

/** Of an everyday test and its file, in seconds. */
const everyday = { test: 120, file: 300 }
const long = { test: 600, file: 1_200 }

const now = {}
parentPort.on('message', (message) => {
  Object.assign(now, message)
  if ('test' in message) now.testSince = Date.now()
  if ('file' in message) now.fileSince = Date.now()
})

setInterval(() => {
  const limits = /^test\/(full|release)\//.test(now.file) ? long : everyday
  const factor = loadavg()[0] > availableParallelism() ? 2 : 1
  if (Date.now() - now.testSince > factor * limits.test * 1_000) end(factor * limits.test)
  else if (Date.now() - now.fileSince > factor * limits.file * 1_000) end(factor * limits.file)
}, 1_000)

function end(seconds) {
  const waits = now.waits === undefined ? '' : `, which waited until ${now.waits}`
  appendFileSync(`${entry}.file`, `\nended after ${seconds} s in "${now.test}"${waits}`)
  parentPort.postMessage('')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 5_000)
  now.testSince = now.fileSince = Infinity
}
