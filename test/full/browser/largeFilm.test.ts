import assert from 'node:assert/strict'
import { createHash, randomFillSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { leastShare } from '../../leastShare.ts'
import { newFolder, type TestProgram } from '../../server.ts'
import { mp4 } from '../../media/films.ts'
import { browserTest, ownProgram } from '../../browser/browser.ts'
import { staff } from '../../browser/staff.ts'

const megabyte = 1_048_576
const filmBytes = 150 * megabyte

/** Its content is random, so that a chunk at the wrong place does not go unnoticed. */
function filmIn(folder: string): { path: string; hash: string } {
  const film = mp4({ filler: filmBytes })
  randomFillSync(film, film.length - filmBytes)
  const path = join(folder, '施工全程.mp4')
  writeFileSync(path, film)
  return { path, hash: createHash('sha256').update(film).digest('hex') }
}

/** Browsers try a request that a broken connection has lost once more by themselves. */
const refusedAfterBreak = 2

/** A proxy in front of the server that breaks all its connections when so many bytes have gone up, and refuses the next ones. */
async function breakingProxy(
  t: TestContext,
  target: string,
  breaks: readonly number[],
): Promise<{ url: string; broken(): number }> {
  const sockets = new Set<Socket>()
  let [sent, broken, refused] = [0, 0, 0]
  const breakNow = (): void => {
    broken++
    refused = 0
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const proxy = createServer((client) => {
    if (broken > 0 && refused++ < refusedAfterBreak) return client.on('error', () => {}).resetAndDestroy()
    const server = connect(Number(new URL(target).port), '127.0.0.1')
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          client.destroy()
          server.destroy()
        })
    }
    client.on('data', ({ length }) => {
      sent += length
      if (sent > (breaks[broken] ?? Infinity)) breakNow()
    })
    client.pipe(server)
    server.pipe(client)
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, broken: () => broken }
}

const now = (): number => performance.now()

/** Others who read and save until it is stopped: how long each of them has waited. */
function others(server: TestProgram, headers: Record<string, string>): () => Promise<number[]> {
  const waits: number[] = []
  let stopped = false
  const timed = async (request: () => Promise<unknown>): Promise<void> => {
    while (!stopped) {
      const startedAt = now()
      await request()
      waits.push(now() - startedAt)
      // They must not be what the server is busy with.
      await pause(25)
    }
  }
  const readers = timed(async () => void (await (await fetch(server.url)).text()))
  const writers = timed(async () =>
    assert.equal((await server.post('/v1/site/update', { slogan: `第${waits.length}次修改` }, { headers })).code, 200),
  )
  return async () => {
    stopped = true
    await Promise.all([readers, writers])
    return waits
  }
}

/** The most memory that the server has had so far, in bytes; undefined where the system does not say. */
const peakOf = ({ process: { pid } }: TestProgram): number | undefined =>
  existsSync(`/proc/${pid}/status`)
    ? Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
    : undefined

browserTest(
  'a film of 150 MB arrives complete over a connection that breaks twice, while nobody else waits',
  async (t) => {
    const server = await ownProgram(t)
    const headers = await server.signIn()
    const proxy = await breakingProxy(t, server.url, [50 * megabyte, 110 * megabyte])
    const { page } = await staff(t, '/AdminMedia', { server: { ...server, url: proxy.url } })
    await page.evaluate(() => {
      const seen: (number | string)[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => {
        const bar = document.querySelector<HTMLProgressElement>('.media-uploads progress')
        seen.push(bar ? bar.value : '', document.querySelector('.media-upload-state')?.textContent ?? '')
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    })

    const before = peakOf(server)
    let uploads = 0
    let film = { path: '', hash: '' }
    /** Of the first upload, whose connection breaks. */
    let seen: (number | string)[] | undefined
    const share = await leastShare(1 / 4, async () => {
      film = filmIn(newFolder(t))
      const startedAt = now()
      const stopOthers = others(server, headers)
      await page.locator('.media-screen input[type=file]:enabled').setInputFiles(film.path)
      await page
        .getByRole('region', { name: '上传列表' })
        .getByText(`已上传 ${++uploads} 个文件`)
        .waitFor({ timeout: 0 })
      const took = now() - startedAt
      const waits = await stopOthers()
      seen ??= await page.evaluate(() => (globalThis as unknown as { seen: (number | string)[] }).seen)
      assert.ok(waits.length > 20, `${waits.length} requests of others`)
      return Math.max(...waits) / took
    })
    assert.ok(share < 1 / 4, `others waited for ${share.toFixed(2)} of the time that a film took, three times`)
    const after = peakOf(server)
    assert.equal(proxy.broken(), 2)

    const [row] = (await server.post('/v1/media/list', { type: 'film' }, { headers })).data.data
    const kept = createHash('sha256')
    const { body } = await fetch(server.url + row.address)
    for await (const part of body ?? []) kept.update(part)
    assert.equal(kept.digest('hex'), film.hash)

    const shares = (seen ?? []).filter((each) => typeof each === 'number')
    assert.ok(
      new Set(shares.map((share) => Math.floor(share * 20))).size > 15,
      `${new Set(shares).size} positions of the progress bar were seen`,
    )
    const steps = shares.map((share, index) => share - (shares[index - 1] ?? 0))
    assert.ok(Math.min(...steps) > -0.1, 'after a break it goes on where it was')
    assert.ok(seen?.includes('网络中断，恢复后自动继续'))

    if (before !== undefined && after !== undefined) {
      assert.ok(after - before < filmBytes, `the server took ${Math.round((after - before) / megabyte)} MB more`)
    }
  },
)
