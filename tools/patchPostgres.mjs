import { readFile } from 'node:fs/promises'

/**
 * Faults of postgres 3.4.9 when a connection is lost, none of which can be caught from outside. Each text is replaced in the bundle; the
 * build fails for a version without it.
 */
const patches = [
  {
    // Closing cancels the timer of a delayed write without forgetting it, so that the connection never writes again.
    from: '    clearImmediate(nextWriteTimer)\n',
    to: '    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n',
    times: 2,
  },
  {
    // A write to a connection that has closed meanwhile throws where nobody can catch it, and ends the process.
    from: '    const x = socket.write(chunk, fn)\n',
    to: "    if (socket === null) {\n      chunk = nextWriteTimer = null\n      error(Errors.connection('CONNECTION_CLOSED', options))\n      return false\n    }\n    const x = socket.write(chunk, fn)\n",
    times: 1,
  },
  {
    // A query that waits for a connection which the other side closes at once is tried again without end and without a pause.
    from: '    if (initial)\n      return reconnect()\n',
    to: "    initial && errored(Errors.connection('CONNECTION_CLOSED', options))\n    errorResponse = null\n",
    times: 1,
  },
  {
    // A connection that closes while it asks for the types of arrays rejects a promise that nobody awaits, which ends the process.
    from: '        return fetchArrayTypes()\n',
    to: '        return void fetchArrayTypes().catch(errored)\n',
    times: 1,
  },
]

export const patchPostgres = {
  name: 'patch-postgres',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/]postgres[\\/]src[\\/]connection\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8')
      for (const { from, to, times } of patches) {
        if (contents.split(from).length !== times + 1) throw new Error('this version of postgres differs: see tools/patchPostgres.mjs')
        contents = contents.replaceAll(from, () => to)
      }
      return { contents, loader: 'js' }
    })
  },
}
