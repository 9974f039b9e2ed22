// Loaded before a program, or imported first. Each sealed file has a key of its own, which takes a quarter of a second: files that are sealed
// with this say so in their salt, and are opened in a hundredth of that. sealed.test.ts has the real ones.
const crypto = require('node:crypto')
const { syncBuiltinESMExports } = require('node:module')
const threads = require('node:worker_threads')

const { randomBytes, scrypt } = crypto
const mark = Buffer.from('quick')
const saltBytes = 16

crypto.randomBytes = (size, ...more) => {
  const bytes = randomBytes(size, ...more)
  if (size === saltBytes && more.length === 0) mark.copy(bytes)
  return bytes
}
crypto.scrypt = (password, salt, length, cost, done) => {
  const isQuick = mark.equals(salt.subarray(0, mark.length))
  scrypt(password, salt, length, isQuick ? { ...cost, N: 128, p: 1 } : cost, done)
}
// A thread loads what its process was started with, and not what that has imported.
const { Worker } = threads
threads.Worker = class extends Worker {
  constructor(program, options) {
    super(program, { ...options, execArgv: ['--require', __filename] })
  }
}
syncBuiltinESMExports()
