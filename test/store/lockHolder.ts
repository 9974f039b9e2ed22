import { createInterface } from 'node:readline'
import { type Lock, LockHeld, acquireLock } from '../../server/store/lock.ts'

/** Acquires the lock of a folder for each line `take` and releases it for each `give`; prints `held <pid>`, `refused` or `given`. */
const [root = ''] = process.argv.slice(2)
let lock: Lock | undefined
console.log('ready')
for await (const line of createInterface(process.stdin)) {
  if (line === 'give') {
    await lock?.release()
    lock = undefined
    console.log('given')
    continue
  }
  try {
    lock = await acquireLock(root)
    console.log(`held ${process.pid}`)
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error
    console.log('refused')
  }
}
