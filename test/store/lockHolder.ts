import { createInterface } from 'node:readline'
import { type Lock, LockHeld, takeLock } from '../../server/store/lock.ts'

/** Takes the lock of a folder at each line `take` and gives it back at each `give`; says `held <pid>`, `refused` or `given`. */
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
    lock = await takeLock(root)
    console.log(`held ${process.pid}`)
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error
    console.log('refused')
  }
}
