// Loaded before the server: its clock is off by as many milliseconds as a file says.
import { existsSync, readFileSync } from 'node:fs'

const real = Date.now
let offset = 0
const read = () => {
  if (existsSync(process.env.CLOCK_OFFSET)) offset = Number(readFileSync(process.env.CLOCK_OFFSET, 'utf8'))
}
read()
setInterval(read, 100).unref()
Date.now = () => real() + offset
