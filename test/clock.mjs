// Loaded before the server: its clock is off by as many milliseconds as a file says, or stands still at the time after an "=".
import { readFileSync } from 'node:fs'

const real = Date.now
let text = '0'
Date.now = () => {
  try {
    // Empty while it is being written.
    text = readFileSync(process.env.CLOCK_OFFSET, 'utf8') || text
  } catch (cause) {
    // Before it is set, and after the test has removed its folder.
    if (cause.code !== 'ENOENT') throw cause
  }
  return text.startsWith('=') ? Number(text.slice(1)) : real() + Number(text)
}
