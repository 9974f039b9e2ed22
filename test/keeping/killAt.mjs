import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Kills the process right before it changes names in the file system for the nth time. */
let left = Number(process.env.KILL_AT)
const counted =
  (change) =>
  (...args) => {
    if (--left === 0) process.kill(process.pid, 'SIGKILL')
    return change(...args)
  }
for (const name of ['renameSync', 'mkdirSync', 'unlinkSync', 'rmdirSync', 'rmSync']) fs[name] = counted(fs[name])
for (const name of ['rename', 'mkdir', 'unlink', 'rmdir', 'rm']) fs.promises[name] = counted(fs.promises[name])
syncBuiltinESMExports()
