// Installs what is missing, builds what is stale, then runs a task of package.json.
// Until the packages are there it may use nothing but Node.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { installPackages, noteInstalled } from './tools/install.mjs'

const [task = 'build', ...args] = process.argv.slice(2)

process.chdir(fileURLToPath(new URL('.', import.meta.url)))
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 15)) fail(`Node 20.15 or newer is needed; this is ${process.versions.node}`)
if (task === 'installed') {
  // With `--omit=dev` the build's own packages are not there.
  if (existsSync('node_modules/esbuild')) noteInstalled()
  process.exit()
}
try {
  await installPackages()
} catch (cause) {
  fail(cause.message)
}
try {
  await (await import('./tools/bundle.mjs')).bundle(task === 'start')
} catch (cause) {
  fail(`the build failed: ${cause.message}`)
}

if (task === 'start') await import('./dist/server.mjs')
else if (['zhuzhan', 'user', 'backup', 'restore', 'move', 'scrub', 'release'].includes(task)) {
  // Of this folder, not of a server that is installed on the same machine.
  process.env.DATA_DIR ||= './data'
  process.argv.splice(
    1,
    2,
    fileURLToPath(new URL('dist/zhuzhan.mjs', import.meta.url)),
    ...(task === 'zhuzhan' ? [] : [task]),
  )
  await import('./dist/zhuzhan.mjs')
} else if (task === 'dev') (await import('./tools/develop.mjs')).develop()
else if (task === 'accept') process.exitCode = await (await import('./tools/accept.mjs')).accept(args)
else if (task === 'faults') process.exitCode = await (await import('./tools/faults.mjs')).faults(args)
else if (['check', 'ask', 'test', 'test:full', 'test:release', 'bench'].includes(task)) {
  const { check, ask, test, testFull, testRelease, bench } = await import('./tools/runTests.mjs')
  const tasks = { check, ask, test, 'test:full': testFull, 'test:release': testRelease, bench }
  process.exitCode = await tasks[task](args)
} else if (task !== 'build') fail(`unknown task ${task}`)

/** stdout belongs to the server's ready line. */
function fail(message) {
  console.error(message)
  process.exit(1)
}
