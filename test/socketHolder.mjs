// Keeps a listening socket, as systemd does, and runs the program of its argument on it, again and again.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
const { fd } = server._handle
// systemd names the process that it starts; only a shell knows its own number before it becomes the server.
const become = 'echo "process $$"; LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=zhuzhan exec "$@"'
// This blocks the event loop, so that this process never accepts a connection.
for (;;)
  spawnSync('/bin/sh', ['-c', become, 'sh', process.execPath, process.argv[2]], {
    stdio: ['ignore', 'inherit', 'inherit', fd],
  })
