// Kills the process right before the writer thread's nth change of files, once a file says n. CommonJS: Node 20 loads no modules into
// threads.
const fs = require('node:fs')
const { isMainThread, workerData } = require('node:worker_threads')

if (!isMainThread && workerData?.root) {
  let left
  const counted =
    (change) =>
    (...args) => {
      if (left === undefined && fs.existsSync(process.env.KILL_AT))
        left = Number(fs.readFileSync(process.env.KILL_AT, 'utf8'))
      if (left !== undefined && --left === 0) process.kill(process.pid, 'SIGKILL')
      return change(...args)
    }
  for (const name of ['renameSync', 'mkdirSync', 'unlinkSync', 'rmdirSync', 'fsyncSync']) fs[name] = counted(fs[name])
}
