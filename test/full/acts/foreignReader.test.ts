import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { createForeignReader, readerMemory } from '../../../server/acts/foreignReader.ts'
import { richTextMemory } from '../../../server/media/richText.ts'
import { LimitExceeded } from '../../../server/system/jobWorker.ts'
import { sendLarge } from '../../media/sendLarge.ts'
import { eventually } from '../../eventually.ts'
import { newFolder, startProgram, type TestProgram } from '../../server.ts'
import { outsideSite } from '../../media/outside.ts'
import { sentence } from '../../acts/forms.ts'
import { oldInternet } from '../../acts/oldInternet.ts'
import { sender } from '../../acts/oldSite.ts'
import { item, wxr } from '../../moving/wxr.ts'

const megabyte = 1_048_576
const onLinux = { skip: process.platform !== 'linux' && 'looks into /proc' }

const memoryOf = (pid: number, field: 'VmHWM' | 'VmRSS'): number => {
  const [, kilobytes = ''] =
    new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
const pidOf = (server: TestProgram): number => server.process.pid ?? 0
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
/** One that has ended stays there until it is noticed. */
const isRunning = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

async function upload(server: TestProgram, headers: Record<string, string>, file: Buffer): Promise<string> {
  const { begin, chunk } = sendLarge(server, headers)
  const uploadId = await begin(file.length, '老网站.xml')
  for (let at = 0; at < file.length; at += 4 * megabyte) await chunk(uploadId, at, file.subarray(at, at + 4 * megabyte))
  return uploadId
}

const attachment = (id: number): string =>
  item({
    id,
    type: 'attachment',
    status: 'inherit',
    more: `<wp:post_parent>1</wp:post_parent><wp:attachment_url>https://old.example.com/${id}.jpg</wp:attachment_url>`,
  })
const post = (html: string, ...others: string[]): Buffer =>
  Buffer.from(wxr(item({ id: 1, title: '一', html }), ...others))
const attachments = (count: number): string[] => Array.from({ length: count }, (_, index) => attachment(index + 2))

test(
  'exports and answers that fill the memory of a reader are read or refused in words, and the server answers meanwhile',
  onLinux,
  async (t) => {
    const host = 'www.old.example'
    const packed = { body: gzipSync(Buffer.alloc(20 * megabyte, 0xff)), headers: { 'Content-Encoding': 'gzip' } }
    const { port } = await outsideSite(t, sender({ '/': packed, '/sitemap.xml': packed }))
    const server = await startProgram(t, { env: oldInternet([host], port) })
    const headers = await server.signIn()
    const call = (path: string, body: object) => server.post(`/v1/import/${path}`, body, { headers })
    const files = {
      'paragraphs of 38 MB': post('\n\n<p>x</p>'.repeat(3_800_000)),
      'captions of 10 MB': post('[caption]<img>'.repeat(700_000)),
      'galleries of 58,000 files': post('[gallery]'.repeat(100_000), ...attachments(58_000)),
    }
    const before = memoryOf(pidOf(server), 'VmRSS')
    let isDone = false
    let reader = 0
    const watch = (async () => {
      while (!isDone) {
        for (const pid of childrenOf(pidOf(server)))
          if (isRunning(pid)) reader = Math.max(reader, memoryOf(pid, 'VmHWM'))
        assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
        await wait(20)
      }
    })()
    for (const [name, file] of Object.entries(files)) {
      const uploadId = await upload(server, headers, file)
      const { code, data } = await call('file', { uploadId })
      assert.deepEqual([code, data.records?.length, data.next], [200, 1, ''], name)
      assert.ok(data.records[0].html.length <= 500_000, name)
      assert.deepEqual(data.records[0].notes, ['正文太长，后面的没有带过来'], name)
      await server.post('/v1/media/film/cancel', { uploadId }, { headers })
    }
    const site = await call('addresses', { address: `http://${host}/` })
    assert.deepEqual([site.code, /网页太大|网页太复杂|没有找到网页的网址/.test(site.msg)], [422, true], site.msg)
    isDone = true
    await watch
    const grown = memoryOf(pidOf(server), 'VmHWM') - before
    t.diagnostic(`server ${Math.round(before)} MB and ${Math.round(grown)} more, reader ${Math.round(reader)} MB`)
    // It looks now and then how much it has.
    assert.ok(reader > 40 && reader < readerMemory.resident * 1.1, `the reader had ${reader} MB`)
    assert.ok(grown < 120, `the server has grown by ${grown} MB`)
  },
)

test(
  'a process with too much memory ends alone, as its heap or as a whole, and the next job has a new one',
  onLinux,
  async (t) => {
    const path = join(newFolder(t), 'export.xml')
    writeFileSync(path, post('\n\n<p>x</p>'.repeat(2_000_000), ...attachments(30_000)))
    const page = { address: 'http://old.example/', contentType: 'text/html', contentEncoding: '' }
    for (const memory of [
      { heap: 8, resident: 1_000 },
      { heap: 1_000, resident: 80 },
    ]) {
      const read = createForeignReader(memory)
      await assert.rejects(read({ read: 'file', path, after: '' }, 60_000), LimitExceeded, JSON.stringify(memory))
      const bytes = Buffer.from(`<title>一</title><p>${sentence}</p>`)
      assert.ok('page' in (await read({ read: 'page', source: { ...page, bytes } }, 60_000)))
    }
  },
)

test(
  'a process that works without end does not outlive a server that is killed, and knows nothing of it',
  onLinux,
  async (t) => {
    const server = await startProgram(t, { env: { NOTIFY_SECRET: 'a secret' } })
    const headers = await server.signIn()
    // Each beginning of a comment is looked for its end in all that follows.
    const uploadId = await upload(server, headers, Buffer.from(`<rss>${'<!--'.repeat(2 * megabyte)}`))
    void server.post('/v1/import/file', { uploadId }, { headers }).catch(() => {})
    await eventually(() => childrenOf(pidOf(server)).some((pid) => memoryOf(pid, 'VmRSS') > 50), 'the file is read')
    const [reader = 0] = childrenOf(pidOf(server))
    assert.doesNotMatch(readFileSync(`/proc/${reader}/environ`, 'utf8'), /DATA_DIR|PASSWORD|SECRET/)
    // Of new versions of Node a process has so much memory before it has begun.
    const isFirstToGo = (): boolean => readFileSync(`/proc/${reader}/oom_score_adj`, 'utf8').trim() === '1000'
    await eventually(isFirstToGo, 'it is the first that the kernel ends')
    await server.stop('SIGKILL')
    await eventually(() => !isRunning(reader), 'its reader has ended')
  },
)

test('what reads others’ bytes fits the unit beside 100,000 records, and the pages for operators say so', () => {
  const textOf = (path: string): string =>
    readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8')
  const [, most = ''] = /^MemoryMax=(\d+)M$/m.exec(textOf('deploy/zhuzhan.service')) ?? []
  const together = 390 + readerMemory.resident + richTextMemory
  assert.ok(together <= Number(most), `${together} MB`)
  for (const page of ['docs/running.md', 'docs/running.zh-CN.md']) {
    const numbers: string[] = textOf(page).match(/\d+(?= MB)/g) ?? []
    for (const number of [readerMemory.resident, richTextMemory, together])
      assert.ok(numbers.includes(`${number}`), `${number} in ${page}`)
  }
})
