import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { takeKeptSocket } from '../../server/system/keptSocket.ts'
import { eventually, patienceMs } from '../eventually.ts'
import { startKeptServer } from '../keptServer.ts'
import { freePort, programPath } from '../programs.ts'
import { newFolder, program } from '../server.ts'

test('a socket is taken by the process that systemd names, and by no program that it starts', () => {
  const env = { LISTEN_PID: '12', LISTEN_FDS: '1', LISTEN_FDNAMES: 'zhuzhan.socket', PORT: '1' }
  assert.equal(takeKeptSocket({ ...env }, 13), undefined)
  assert.equal(takeKeptSocket({ LISTEN_FDS: '1' }, 12), undefined)
  assert.equal(takeKeptSocket(env, 12), 3)
  assert.deepEqual(env, { PORT: '1' })
})

test('what cannot be listened at stops the start in one line, another says that requests wait', (t) => {
  const folder = newFolder(t)
  const start = (listen: string, port = '0') =>
    spawnSync('/bin/sh', ['-c', `${listen} exec "$@"`, 'sh', process.execPath, program], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, PORT: port },
      timeout: patienceMs(),
    })
  const two = start('LISTEN_PID=$$ LISTEN_FDS=2')
  assert.deepEqual(
    [two.status, two.stderr],
    [1, 'cannot start: the socket unit must have one ListenStream=, and LISTEN_FDS is "2"\n'],
  )
  const badSetting = start('LISTEN_PID=$$ LISTEN_FDS=1', '80a')
  assert.equal(badSetting.status, 1)
  assert.match(
    badSetting.stderr,
    /^cannot start: PORT .+\nrequests wait at the socket that systemd keeps until a start succeeds\n$/,
  )
})

test('what is under way is answered and its connection closed, and what comes meanwhile is answered by the next server', async (t) => {
  const { url, port, processes, restart } = await startKeptServer(t)
  const descriptor = `/proc/${processes[0]}/fdinfo/3`
  // The flag O_CLOEXEC: a program that the server starts does not get the socket.
  const [, flags = ''] = /^flags:\s*(\d+)/m.exec(readFileSync(descriptor, 'utf8')) ?? []
  assert.ok(parseInt(flags, 8) & 0o2000000)
  const underWay = connect(port, '127.0.0.1')
  const reply = text(underWay)
  underWay.write(
    'POST /v1/news/list HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n',
  )
  // Over a connection of its own: one that is kept would bring what comes next to the first server.
  assert.equal((await fetch(`${url}/healthz`, { headers: { connection: 'close' } })).status, 200)

  const restarted = restart('SIGTERM')
  await eventually(() => !existsSync(descriptor), 'the first server does not listen any more')
  const meanwhile = fetch(`${url}/privacy`)
  assert.equal(processes.length, 1, 'nobody is there to answer it')
  underWay.write('{}')
  assert.match(await reply, /^HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n/)
  assert.equal((await meanwhile).status, 200)
  await restarted
  assert.equal(processes.length, 2)
})

const activate = programPath('systemd-socket-activate')

test('systemd’s own program passes the socket', {
  skip: activate === undefined && !process.env.CI && 'not installed',
}, async (t) => {
  const folder = newFolder(t)
  const port = await freePort()
  const settings = { DATA_DIR: join(folder, 'data'), UPLOADS_DIR: join(folder, 'uploads'), SEED: 'off', PORT: '1' }
  const env = Object.entries(settings).flatMap(([name, value]) => ['-E', `${name}=${value}`])
  // It becomes the server at the first connection.
  const child = spawn(activate ?? '', ['-l', `127.0.0.1:${port}`, ...env, process.execPath, program], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const output = text(child.stdout)
  t.after(() => child.kill('SIGKILL'))
  let status: number | undefined
  await eventually(
    async () => (status = await statusOf(`http://127.0.0.1:${port}/healthz`)) !== undefined,
    'the socket is there',
  )
  assert.equal(status, 200)
  child.kill('SIGTERM')
  assert.equal(await output, `ready http://127.0.0.1:${port}\n`)
})

const statusOf = (url: string): Promise<number | undefined> =>
  fetch(url).then(
    ({ status }) => status,
    () => undefined,
  )
