import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Kills the process right before (1) or right after (2) it moves a film to its place. */
const { rename } = fs.promises
const kill = () => process.kill(process.pid, 'SIGKILL')
fs.promises.rename = async (from, to) => {
  const isFilm = /\/uploads\/film\//.test(String(to))
  if (isFilm && process.env.KILL_AT === '1') kill()
  await rename(from, to)
  if (isFilm) kill()
}
syncBuiltinESMExports()
