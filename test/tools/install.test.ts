import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { root } from './copySources.ts'

/** A folder whose npm is this program. */
function folderWith(t: TestContext, npm: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'zhuzhan-install-'))
  t.after(() => {
    chmodSync(folder, 0o700)
    rmSync(folder, { recursive: true, force: true })
  })
  writeFileSync(join(folder, 'package-lock.json'), '{}')
  mkdirSync(join(folder, 'node_modules'))
  cpSync(join(root, 'tools'), join(folder, 'tools'), { recursive: true })
  writeFileSync(join(folder, 'npm.mjs'), npm)
  return folder
}

const program = `import { installPackages } from './tools/install.mjs'
await installPackages(50).catch(({ message }) => { console.error(message); process.exitCode = 1 })`
const argumentsOf = ['--input-type=module', '--eval', program]
const environment = (folder: string) => ({ PATH: process.env.PATH, npm_execpath: join(folder, 'npm.mjs') })

function install(folder: string, uid?: number): { status: number | null; stdout: string; stderr: string } {
  const options = { cwd: folder, env: environment(folder), encoding: 'utf8' as const }
  return spawnSync(process.execPath, argumentsOf, { ...options, ...(uid !== undefined && { uid }) })
}

/** Runs until the output matches, then ends npm and with it the installation. */
async function installUntil(t: TestContext, folder: string, expected: RegExp): Promise<string> {
  const child = spawn(process.execPath, argumentsOf, { cwd: folder, env: environment(folder) })
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  for await (const text of child.stderr.setEncoding('utf8')) {
    output += text
    if (!expected.test(output)) continue
    writeFileSync(join(folder, 'enough'), '')
  }
  return output
}

/** npm that waits until it has been seen to wait. */
const waiting = (first: string): string => `import { existsSync } from 'node:fs'
console.error(${JSON.stringify(first)})
const timer = setInterval(() => existsSync('enough') && clearInterval(timer), 10)`

test('while nothing answers, an installation says that it waits, and for what', async (t) => {
  const silent = await installUntil(
    t,
    folderWith(t, waiting('npm warn something')),
    /在等npm的软件源答复，已等 \d+ 秒\n/,
  )
  assert.match(silent, /npm warn something/)
  const attempt = 'npm http fetch GET https://registry.example.com/react attempt 1 failed with EAI_AGAIN'
  const unreachable = await installUntil(
    t,
    folderWith(t, waiting(attempt)),
    /连不上npm的软件源（EAI_AGAIN），npm还会再试/,
  )
  assert.doesNotMatch(unreachable, /example\.com/)
  const received = 'npm http fetch GET 200 https://registry.example.com/react 12ms (cache miss)'
  await installUntil(t, folderWith(t, waiting(received)), /收到了 1 个文件/)
})

test('after npm ci nothing is installed again', (t) => {
  const folder = folderWith(t, 'process.exitCode = 1')
  assert.equal(install(folder).status, 1, 'nothing is noted')
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  cpSync(join(root, 'build.mjs'), join(folder, 'build.mjs'))
  const postinstall = () => spawnSync('sh', ['-c', scripts.postinstall], { cwd: folder }).status
  assert.equal(postinstall(), 0)
  assert.equal(install(folder).status, 1, 'what builds is not there')
  mkdirSync(join(folder, 'node_modules', 'esbuild'))
  assert.equal(postinstall(), 0)
  assert.equal(install(folder).status, 0)
})

test('an installation that fails says why, and does not blame the network for anything else', (t) => {
  const failing = (...lines: string[]): string => {
    const folder = folderWith(t, `console.error(${JSON.stringify(lines.join('\n'))}); process.exitCode = 7`)
    const { status, stdout, stderr } = install(folder)
    assert.deepEqual([status, stdout, existsSync(join(folder, 'node_modules', '.zhuzhan-lock'))], [1, '', false])
    return stderr
  }
  assert.match(failing('npm error code ENOTFOUND'), /依赖包没有安装成功：连不上npm的软件源（ENOTFOUND）/)
  assert.match(failing('npm ERR! code EACCES', 'npm ERR! path /there'), /\/there\n.*没有写入的权限（EACCES）/s)
  assert.match(failing('npm error code ENOSPC'), /磁盘空间不足/)
  const other = failing('npm error code EUSAGE', 'npm error the lock file does not fit')
  assert.match(other, /does not fit\n.*npm以7退出，原因见上面/s)
  assert.doesNotMatch(other, /连不上/)
})

test('a folder that cannot be written to is named before npm is asked', (t) => {
  const folder = folderWith(t, `console.error('npm was run')`)
  chmodSync(folder, 0o555)
  // Root may write everywhere.
  const { status, stderr } = install(folder, process.geteuid?.() === 0 ? 65534 : undefined)
  assert.equal(status, 1)
  assert.ok(stderr.startsWith(`依赖包没有安装：不能写入 ${folder}（EACCES）`), stderr)
  assert.doesNotMatch(stderr, /npm was run/)
})

test('what is installed is not installed again', (t) => {
  const folder = folderWith(t, `console.error('npm was run')`)
  assert.match(install(folder).stderr, /npm was run/)
  assert.equal(install(folder).stderr, '')
})
