import { fork } from 'node:child_process'
import { watch } from 'node:fs'
import { bundle } from './bundle.mjs'
import { sourceFolders } from './sources.mjs'

/** Builds and restarts whenever a source has changed; a build that fails leaves the old server running. */
export function develop() {
  let server = fork('dist/server.mjs')
  const restart = async () => {
    if (server.exitCode === null) {
      const exited = new Promise((resolve) => server.once('exit', resolve))
      if (server.kill()) await exited
    }
    server = fork('dist/server.mjs')
  }
  const changed = oneAtATime(async () => {
    try {
      await bundle()
      await restart()
    } catch (cause) {
      console.error(cause.message)
    }
  })
  // Editors write a file in several steps.
  let pending
  for (const folder of sourceFolders) {
    watch(folder, { recursive: true }, () => {
      clearTimeout(pending)
      pending = setTimeout(changed, 100)
    })
  }
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      if (server.exitCode !== null) process.exit(0)
      server.once('exit', () => process.exit(0))
      server.kill()
    })
  }
}

/** Requests during a run start one more run afterwards, never at the same time. */
export function oneAtATime(work) {
  let running = false
  let runAgain = false
  return async function run() {
    if (running) {
      runAgain = true
      return
    }
    running = true
    do {
      runAgain = false
      await work()
    } while (runAgain)
    running = false
  }
}
