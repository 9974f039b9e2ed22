// Installs what is missing, builds what is stale, then runs a task: start, dev, check, test, test:engines, bench, user, backup, restore, move.
// Until the packages are there it may use nothing but Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './tools/install.mjs'
import { filesIn } from './tools/sources.mjs'

const [task = 'build', ...args] = process.argv.slice(2)

process.chdir(fileURLToPath(new URL('.', import.meta.url)))
if (Number(process.versions.node.split('.')[0]) < 20) fail(`Node 20 or newer is needed; this is ${process.versions.node}`)
try {
  installPackages()
  await (await import('./tools/bundle.mjs')).bundle()
} catch (cause) {
  fail(`the build failed: ${cause.message}`)
}

if (task === 'start') await import('./dist/server.mjs')
else if (['user', 'backup', 'restore', 'move'].includes(task)) await (process.argv.splice(1, 2, task), import(`./dist/${task}.mjs`))
else if (task === 'dev') (await import('./tools/develop.mjs')).develop()
else if (task === 'check') checkTypes()
else if (task === 'test') runTests(testFiles('test').filter((file) => !file.startsWith(join('test', 'engines'))), ['nginx', 'caddy', 'openssl', 'systemd-analyze'])
// The older Chromiums are packages, which the tests install into a temporary folder.
else if (task === 'test:engines') runTests(testFiles(join('test', 'engines')), ['firefox-esr', 'WebKitWebDriver', 'Xvfb'])
else if (task === 'bench') run(['--import', 'tsx', 'bench/run.ts', ...args])
else if (task !== 'build') fail(`unknown task ${task}`)

function runTests(all, programs) {
  checkTypes()
  requirePrograms(programs)
  run(['--import', 'tsx', '--test', '--test-concurrency=2', ...(args.length > 0 ? args : all)])
}

function checkTypes() {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], { stdio: 'inherit' })
  if (status !== 0) fail('the types do not fit')
}

/** Tests skip themselves without Chromium and these programs; nobody may count that as a pass. */
function requirePrograms(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  const onPath = (name) => folders.some((folder) => existsSync(join(folder, name)))
  const wanted = {
    'a Chromium (or CHROMIUM_PATH)': process.env.CHROMIUM_PATH || ['chromium', 'chromium-browser', 'google-chrome'].some(onPath),
    ...Object.fromEntries(names.map((name) => [name, onPath(name)])),
  }
  const missing = Object.keys(wanted).filter((name) => !wanted[name])
  if (missing.length === 0) return
  const list = missing.join(', ')
  if (process.env.CI) fail(`not found: ${list}. Under CI the tests need them`)
  console.error(`!!! NOT FOUND: ${list.toUpperCase()}. The tests that need them are skipped. !!!`)
}

function testFiles(folder) {
  return filesIn(folder).filter((file) => file.endsWith('.test.ts'))
}

function run(words) {
  const child = spawn(process.execPath, words, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/** stdout belongs to the server's ready line. */
function fail(message) {
  console.error(message)
  process.exit(1)
}
