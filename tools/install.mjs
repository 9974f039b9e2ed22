import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { hashOf } from './sources.mjs'

const note = join('node_modules', '.zhuzhan-lock')

/** Installs the packages unless those of the lockfile are noted. `reportMs`: how often it says what it waits for. */
export async function installPackages(reportMs = 5_000) {
  if (existsSync(note) && readFileSync(note, 'utf8') === hashOf(['package-lock.json'])) return
  requireWritable(process.cwd())
  console.error('正在安装依赖包 …')
  const problem = await runNpm(reportMs)
  if (problem !== undefined) throw new Error(`依赖包没有安装成功：${problem}`)
  noteInstalled()
}

/** The packages of the lockfile are there; `npm ci` says so as well. */
export const noteInstalled = () => writeFileSync(note, hashOf(['package-lock.json']))

/** npm would find it out last, and name another cause first. */
function requireWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
  } catch ({ code }) {
    throw new Error(`依赖包没有安装：${cannotWrite(folder, code)}`)
  }
}

const cannotWrite = (folder, code) => `不能写入 ${folder}（${code}），请换一个可以写的文件夹，或者让它属于当前的用户`

/** Resolves to why npm failed, or to undefined. By itself it is silent for minutes while nothing answers. */
async function runNpm(reportMs) {
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=http']
  const [program, before] = npm ? [process.execPath, [npm]] : ['npm', []]
  const child = spawn(program, [...before, ...args], { stdio: ['ignore', 2, 'pipe'] })
  const ended = new Promise((resolve) => {
    child.on('error', () => resolve({ problem: '没有找到npm，它随Node一起安装' }))
    child.on('close', (status) => resolve({ status }))
  })

  const startedAt = performance.now()
  let files = 0
  let failure
  let code
  const report = setInterval(() => {
    const waited = `已等 ${Math.round((performance.now() - startedAt) / 1000)} 秒`
    if (failure !== undefined) console.error(`连不上npm的软件源（${failure}），npm还会再试，${waited}`)
    else if (files === 0) console.error(`在等npm的软件源答复，${waited}`)
    else console.error(`收到了 ${files} 个文件，${waited}`)
  }, reportMs)
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (!line.startsWith('npm http')) console.error(line)
    else if (/ fetch [A-Z]+ \d{3} /.test(line)) {
      files++
      failure = undefined
    } else failure = / failed with (\w+)/.exec(line)?.[1] ?? failure
    code ??= /^npm (?:error|ERR!) code (\w+)/.exec(line)?.[1]
  })

  const { problem, status } = await ended
  clearInterval(report)
  if (status === 0) return undefined
  return problem ?? reasonOf(code, status)
}

function reasonOf(code, status) {
  if (/^(EAI_|ENOTFOUND|ECONN|EHOST|ENET|ETIMEDOUT|E\w+TIMEOUT$|ERR_SOCKET)/.test(code))
    return `连不上npm的软件源（${code}），请检查网络、代理和npm的registry设置`
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return `没有写入的权限（${code}），路径见上面npm的说明`
  if (['ENOSPC', 'EDQUOT'].includes(code)) return `磁盘空间不足（${code}）`
  return `npm以${status}退出，原因见上面`
}
