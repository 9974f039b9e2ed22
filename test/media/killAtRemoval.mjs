import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Kills the process right before it removes an upload for the nth time. */
let left = Number(process.env.KILL_AT)
const { rm } = fs.promises
fs.promises.rm = (path, ...rest) => {
  if (/\/uploads\/media\//.test(String(path)) && --left === 0) process.kill(process.pid, 'SIGKILL')
  return rm(path, ...rest)
}
syncBuiltinESMExports()
