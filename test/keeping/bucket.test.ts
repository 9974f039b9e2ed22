import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { elementsOf, openBucket } from '../../server/keeping/bucket.ts'
import { type Fault, standIn } from './standIn.ts'

async function contentOf(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A fault at the first request that begins so. */
function once(line: RegExp, fault: Fault): (asked: string) => Fault {
  let isOver = false
  return (asked) => {
    if (isOver || !line.test(asked)) return undefined
    isOver = true
    return fault
  }
}

test('an object goes in parts and comes back, although the line is cut in a part and in the download', async (t) => {
  const service = await standIn(t)
  const bucket = openBucket(service.settings)
  const bytes = randomBytes(34 * 1_048_576)
  service.fault = once(/^PUT x\?partNumber=2/, 'cut')
  await bucket.put('x', [bytes.subarray(0, 5_000_000), bytes.subarray(5_000_000)])
  const parts = service.asked.filter((line) => line.startsWith('PUT')).map((line) => /partNumber=(\d)/.exec(line)?.[1])
  assert.deepEqual(parts, ['1', '2', '2', '3'])
  assert.ok(service.objects.get('x')?.equals(bytes))
  service.fault = once(/^GET x/, 'half')
  assert.ok((await contentOf(bucket.get('x'))).equals(bytes))
  assert.equal(service.asked.filter((line) => line === 'GET x').length, 4)
})

test('an upload that is broken off is aborted, and one that a killed server has left', async (t) => {
  const service = await standIn(t)
  const bucket = openBucket(service.settings)
  service.fault = (line) => (line.startsWith('PUT') ? 'NotImplemented' : undefined)
  await assert.rejects(bucket.put('x', [Buffer.from('x')]), /异地存储回复了错误（501，NotImplemented）/)
  assert.deepEqual([service.uploads.size, service.objects.size], [0, 0])
  service.fault = () => undefined
  for (const name of ['x', 'other']) service.uploads.set(`left&${name}`, { name, parts: new Map() })
  await bucket.abortUploads('x')
  assert.deepEqual([...service.uploads.keys()], ['left&other'])
  service.fault = () => 'NotImplemented'
  await bucket.abortUploads('x')
})

test('an object that has no bytes in the bucket is found by HEAD', async (t) => {
  const service = await standIn(t)
  service.storesNothing = true
  await assert.rejects(openBucket(service.settings).put('x', [Buffer.from('x')]), /异地存储里的文件与发送的不同/)
})

test('the message names a wrong key or a wrong secret, and does not contain the secret', async (t) => {
  const { settings } = await standIn(t)
  await assert.rejects(openBucket({ ...settings, keyId: 'AKIDOTHER' }).list(''), /请核对OFFSITE_KEY_ID/)
  await assert.rejects(openBucket({ ...settings, secret: 'wrong-secret' }).list(''), (error: Error) => {
    assert.match(error.message, /请核对OFFSITE_SECRET/)
    return !`${error.stack}`.includes('wrong-secret')
  })
})

test('the stand-in refuses the signature of chunks, as OSS, COS and OBS do', async (t) => {
  const { url } = await standIn(t)
  const headers = { 'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD', 'content-encoding': 'aws-chunked' }
  assert.equal((await fetch(`${url}x`, { method: 'PUT', headers, body: 'x' })).status, 501)
})

test('a list has all its pages', async (t) => {
  const service = await standIn(t)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b']) service.objects.set(name, Buffer.from(name))
  assert.deepEqual(
    (await openBucket(service.settings).list('a')).map(({ name }) => name),
    ['a1', 'a2', 'a3', 'a4', 'a5'],
  )
})

/** A service that is not as it should be. */
async function oddService(t: TestContext, answer: (req: IncomingMessage, res: ServerResponse) => void) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // a TCP server's address is never a string
  return { endpoint: `http://127.0.0.1:${port}`, region: 'a', bucket: 'b', keyId: 'c', secret: 'd' }
}

test('a reply that only drips ends the call, and all calls of a run end with it', async (t) => {
  let asked = 0
  const settings = await oddService(t, (_req, res) => {
    asked++
    const drip = setInterval(() => res.write(' '), 20)
    res.on('close', () => clearInterval(drip))
  })
  await assert.rejects(openBucket(settings, { callLimitMs: 200 }).list('a'), /太慢/)
  assert.equal(asked, 1, 'it is not tried again')
  const bucket = openBucket(settings, { runMs: 200 })
  await assert.rejects(bucket.list('a'), /太慢/)
  await assert.rejects(bucket.list('a'), /太慢/)
  assert.equal(asked, 2, 'nothing is asked when the time of the run is over')
})

test('a list that never ends is refused, whether its names repeat or go on for ever', async (t) => {
  let asked = 0
  const rowsOf = { again: () => 'x', onwards: () => String(1_000_000 + asked) }
  for (const name of [rowsOf.again, rowsOf.onwards]) {
    asked = 0
    const settings = await oddService(t, (_req, res) => {
      asked++
      res.end(`<IsTruncated>true</IsTruncated><Contents><Key>${name()}</Key><Size>1</Size></Contents>`)
    })
    await assert.rejects(openBucket(settings).list(''), /没有尽头/)
    assert.equal(asked, name === rowsOf.again ? 2 : 500)
  }
})

test('two megabytes of elements that are never closed are read at once', () => {
  // Looked for from each of them, the end would be sought through the whole text some hundred thousand times.
  assert.deepEqual(elementsOf('<Contents>'.repeat(200_000), 'Contents'), [])
  assert.deepEqual(elementsOf('<Key>a&amp;b</Key><Key>c</Key><Key>d', 'Key'), ['a&b', 'c'])
})
