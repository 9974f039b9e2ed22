import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { leastShare } from '../leastShare.ts'
import { startProgram, type TestProgram } from '../server.ts'

const skip = existsSync('/proc/self/status') ? false : 'there is no /proc to read the memory from'
const megabyte = 1_048_576

/** Resident memory of the server, in MB. */
const memoryOf = ({ process: { pid } }: TestProgram): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** The maximum until the promise resolves; with a fixed time, since no event shows that a server will not use more. */
async function highest(server: TestProgram, until: Promise<unknown>): Promise<number> {
  let over = false
  const watched = until.finally(() => (over = true))
  let most = 0
  for (; !over; await wait(20)) most = Math.max(most, memoryOf(server))
  await watched
  return most
}

const post = (path: string, body: string, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

/** A client that sends these bytes, and reads nothing until it is resumed. */
async function client(t: TestContext, { url }: TestProgram, text: string | Buffer): Promise<Socket> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
  socket.on('error', () => {}).pause()
  t.after(() => socket.destroy())
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(text)
  return socket
}

/** Reads until the received text matches. */
async function readUntil(socket: Socket, awaited: RegExp): Promise<string> {
  let came = ''
  for await (const part of socket.iterator({ destroyOnReturn: false })) if (awaited.test((came += part))) break
  return came
}

describe('the memory that visitors can make the server use', { skip }, () => {
  test('unread responses, to many pipelined calls on many connections', async (t) => {
    const server = await startProgram(t)
    const { data } = await server.post(
      '/v1/news/saveNews',
      { newInfo: `<p>${'x'.repeat(30_000)}</p>` },
      { headers: await server.signIn() },
    )
    assert.equal((await server.post('/v1/news/detailNews', data)).code, 200)
    const idle = memoryOf(server)
    const calls = post('/v1/news/detailNews', JSON.stringify(data)).repeat(1_500)
    for (let n = 0; n < 40; n++) await client(t, server, calls)
    const most = await highest(server, wait(4_000))
    assert.equal((await fetch(server.url)).status, 200)
    assert.ok(most < idle + 250, `${idle} MB, then ${most} MB`)
  })

  test('unread long lists, requested many times on one connection and once on many', async (t) => {
    const server = await startProgram(t)
    const headers = await server.signIn()
    const long = { coverDescribe: '述'.repeat(2_000) }
    for (let n = 0; n < 30; n++)
      await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          server.post('/v1/product/saveProduct', { ...long, coverName: `${n} ${at}` }, { headers }),
        ),
      )
    const list = post('/v1/product/list', '{"limit":9999}')
    const idle = memoryOf(server)
    const silent = await client(t, server, list.repeat(200))
    for (let n = 0; n < 100; n++) await client(t, server, list)
    const most = await highest(server, wait(4_000))
    assert.ok(most < idle + 200, `${idle} MB, then ${most} MB`)
    assert.equal((await server.post('/v1/product/list', { limit: 9999 })).data.data.length, 600)
    // A client that reads in the end gets everything that it requested.
    const reading = await client(
      t,
      server,
      list.repeat(5) + post('/v1/news/list', '{}').replace('Host: a', 'Host: a\r\nConnection: close'),
    )
    const came = await readUntil(reading, /"count":0}}$/)
    assert.equal(came.match(/"count":600}}/g)?.length, 5)
    assert.equal(silent.destroyed, false)
  })

  test('large bodies of a public call', async (t) => {
    const server = await startProgram(t, { env: { SEED: 'on' } })
    await server.post('/v1/product/list')
    const idle = memoryOf(server)
    const body = Buffer.from(
      post('/v1/indexLogin/loginAuth', `{"username":"admin","password":"${'x'.repeat(2 * megabyte - 100)}"}`),
    )
    const clients = await Promise.all(Array.from({ length: 300 }, () => client(t, server, body.subarray(0, -1))))
    const most = await highest(server, wait(3_000))
    assert.ok(most < idle + 200, `${idle} MB, then ${most} MB`)
    assert.match(await readUntil(clients[0] as Socket, /}$/), /^HTTP\/1\.1 413 .*不能超过16KB/s)
  })
})

/** Requests the home page repeatedly on new connections, in a process of its own; returns the longest time in ms at the end. */
function askForPages({ url }: TestProgram): () => Promise<number> {
  const program = `
    let worst = 0
    process.on('message', () => process.send(worst, () => process.exit()))
    for (;;) {
      const startedAt = performance.now()
      await (await fetch(${JSON.stringify(url)}, { headers: { Connection: 'close' } })).text()
      worst = Math.max(worst, performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }`
  const asking = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return () =>
    new Promise((resolve, reject) => {
      asking.once('exit', () => reject(new Error('the pages were not answered')))
      asking.once('message', (worst) => resolve(Number(worst)))
      asking.send('end')
    })
}

/** Compresses like prose: about a byte per character, like the articles of the starter content. */
function chineseText(length: number): string {
  let seed = 1
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const words = Array.from({ length: 2_500 }, () =>
    Array.from({ length: 2 + Math.floor(next() * 2) }, () =>
      String.fromCharCode(0x4e00 + Math.floor(next() * 2_000)),
    ).join(''),
  )
  let text = ''
  while (text.length < length) text += words[Math.floor(next() ** 2.5 * words.length)] ?? ''
  return text.slice(0, length)
}

for (const [what, path, limit] of [
  ['saves of one record', '/v1/news/updateNews', 300],
  ['new records', '/v1/news/saveNews', 500],
] as const) {
  test(`200 ${what} of 2 MB at once are all handled, with limited memory and without blocking pages`, {
    skip,
  }, async (t) => {
    const server = await startProgram(t, { env: { SEED: 'on' } })
    const { 'Authorization-item': token } = await server.signIn()
    const headers = { 'Authorization-item': token ?? '' }
    const { data } = await server.post('/v1/news/saveNews', { newTitle: '大' }, { headers })
    const change = JSON.stringify({ newId: data.newId, newInfo: `<p>${chineseText(676_000)}</p>` })
    const save = Buffer.from(
      post(
        path,
        path.endsWith('saveNews') ? change.replace(/"newId":"[^"]*",/, '') : change,
        `Authorization-item: ${token}\r\n`,
      ),
    )
    await fetch(server.url)

    const measure = async (): Promise<number> => {
      const singleSaves: number[] = []
      for (let n = 0; n < 5; n++) {
        const startedAt = performance.now()
        assert.equal((await server.post('/v1/news/updateNews', JSON.parse(change), { headers })).code, 200)
        singleSaves.push(performance.now() - startedAt)
      }
      const idle = memoryOf(server)
      const pages = askForPages(server)
      // The pages are asked for some times before the saves begin, so that compiling them is not measured.
      await wait(1_000)
      const answers: string[] = []
      const saves = Array.from({ length: 200 }, async (_, place) => {
        // Of more than there is memory for the oldest are refused: their clients try again when they are told to, one after the other.
        for (;;) {
          const answer = await readUntil(await client(t, server, save), /}$/)
          if (!answer.startsWith('HTTP/1.1 503 ')) return void answers.push(answer)
          const seconds = Number(/^retry-after: (\d+)/im.exec(answer)?.[1])
          await wait(seconds * 1000 + place * 50)
        }
      })
      const most = await highest(server, Promise.all(saves))
      const worst = await pages()
      assert.equal(answers.filter((answer) => answer.startsWith('HTTP/1.1 200 ')).length, 200)
      t.diagnostic(`${Math.round(idle)} MB, at most ${Math.round(most)} MB; a page ${Math.round(worst)} ms`)
      assert.ok(most < idle + limit, `${idle} MB, then ${most} MB`)
      return worst / Math.max(...singleSaves)
    }
    const share = await leastShare(20, measure)
    assert.ok(share < 20, `a page waited ${share.toFixed(1)} times as long as one save alone takes, three times`)
  })
}
