// What `systemctl restart` is on a real machine: ends the server that runs, starts the one that the link leads to, and does not wait
// for it.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const home = process.argv[2]
const pidFile = join(home, 'server.pid')
const own = join(home, 'restarting')

/** An upgrade that was killed leaves its restart running. */
async function takeTurn() {
  for (;;) {
    try {
      return mkdirSync(own)
    } catch {
      await delay(20)
    }
  }
}

async function end(pid) {
  try {
    process.kill(pid, 'SIGTERM')
    for (;;) {
      process.kill(pid, 0)
      // The child of a program that has ended may be reaped by nobody here.
      if (/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return
      await delay(20)
    }
  } catch {
    // It has ended.
  }
}

await takeTurn()
if (existsSync(pidFile)) await end(Number(readFileSync(pidFile, 'utf8')))
const log = openSync(join(home, 'server.log'), 'a')
const { uid, gid } = statSync(dirname(process.env.DATA_DIR))
const server = spawn(process.execPath, [join(home, 'current', 'dist', 'server.mjs')], {
  cwd: home,
  detached: true,
  stdio: ['ignore', log, log],
  ...(process.getuid() === 0 && { uid, gid }),
})
writeFileSync(pidFile, String(server.pid))
server.unref()
rmdirSync(own)
