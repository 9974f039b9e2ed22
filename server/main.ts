import { answerHelp, start, startError, takeKeptSocket } from './serve.ts'
import type { Log } from './system/log.ts'

answerHelp('用法：\n  node dist/server.mjs      启动网站；设置都是环境变量，见docs/settings.md')
let socket: number | undefined
try {
  socket = takeKeptSocket(process.env, process.pid)
  const { url, log, stop } = await start(process.env, { socket })
  stopOnSignals(stop, log)
  console.log(`ready ${url}`)
} catch (failure) {
  process.stderr.write(`${startError(failure)}\n`)
  if (socket !== undefined)
    process.stderr.write('requests wait at the socket that systemd keeps until a start succeeds\n')
  process.exit(1)
}

function stopOnSignals(stop: () => Promise<void>, log: Log): void {
  let stopping: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping ??= stop().then(
        () => process.exit(0),
        (cause) => {
          log('error', 'the stop was not clean', cause)
          process.exit(1)
        },
      )
    })
  }
}
