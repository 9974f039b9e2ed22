import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/** Kilobytes under brotli. What is over its limit fails the build. */
const budgets = {
  entry: { what: 'script that every browser runs', limit: 1 },
  firstPage: { what: 'script of the heaviest first page', limit: 80 },
  siteStyles: { what: 'style of the frame with that of each page', limit: 14 },
  admin: { what: 'script of the back office before anything is opened', limit: 200 },
  adminLater: { what: 'largest script that the back office loads when it is opened', limit: 30 },
  adminStyles: { what: 'style of the back office with that of each screen', limit: 14 },
  homePage: { what: 'HTML of the home page', limit: 16 },
}

/** Prints every size unless quiet, of several to which one limit applies each, and throws if any is over its limit. */
export function checkBudgets(sizes, isQuiet) {
  const exceeded = []
  for (const [name, { what, limit }] of Object.entries(budgets)) {
    const each = Object.entries(typeof sizes[name] === 'number' ? { '': sizes[name] } : sizes[name])
    const bytes = each.map(([part, size]) => `${part} ${size}`.trim()).join(', ')
    const share = Math.max(...each.map(([, size]) => size)) / (limit * 1024)
    const line = `${what}: ${bytes} of ${limit * 1024} bytes under brotli`
    if (!isQuiet) console.error(line)
    if (share > 0.95) exceeded.push(line)
  }
  if (exceeded.length > 0) throw new Error(`over budget, ${exceeded.join('; ')}`)
}

/** The size of the home page as a visitor gets it, from the given server on folders of its own. */
export async function homePageSize(serverFile) {
  const folder = mkdtempSync(join(tmpdir(), 'zhuzhan-'))
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    UPLOADS_DIR: join(folder, 'uploads'),
    ADMIN_PASSWORD: 'for-weighing-only',
    ACCESS_LOG: 'off',
  }
  const server = spawn(process.execPath, [serverFile], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  server.stderr.setEncoding('utf8').on('data', (text) => {
    log += text
  })
  // Not `exit`: its last words may still be on their way then.
  const closed = once(server, 'close')
  try {
    const [ready] = await Promise.race([once(server.stdout, 'data'), closed.then(() => [])])
    if (ready === undefined) throw new Error(`the built server does not start:\n${lastLines(log)}`)
    const html = Buffer.from(await (await fetch(String(ready).replace('ready ', '').trim())).arrayBuffer())
    return brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
  } finally {
    server.kill()
    await closed
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Enough for a message and its stack. */
const lastLines = (text) => text.trimEnd().split('\n').slice(-20).join('\n')
