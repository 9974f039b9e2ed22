import { monitorEventLoopDelay } from 'node:perf_hooks'
import { join } from 'node:path'
import { mediaCalls } from '../server/calls/media.ts'
import { visitorAt } from '../server/call.ts'
import type { ParsedOf } from '../contract/calls.ts'
import { mediaId } from '../server/media/library.ts'
import { createMediaUses } from '../server/media/mediaUses.ts'
import type { Disk } from '../server/store/disk.ts'
import { openStore } from '../server/store/store.ts'
import { createRichText } from '../server/richtext/richText.ts'
import { createUploads } from '../server/uploads/uploads.ts'
import { newFolder } from './folders.ts'
import { atMost, printAim } from './print.ts'
import { median } from './rounds.ts'

const addressOf = (n: number): string => `/uploads/news/${n.toString(16).padStart(32, '0')}.1920x1080.c8d2e0.480w.960w.jpg`
const timeOf = (n: number): string => new Date(1.7e12 + n * 1000).toISOString()

/** The media library of an ordinary site, and of a very large one. */
export async function media(): Promise<void> {
  for (const count of [500, 100_000]) await libraryOf(count)
}

/** Measures so many pictures, and as many articles with two of them each. */
async function libraryOf(count: number): Promise<void> {
  console.log(`media: ${count} pictures, ${count} articles with two pictures each, in this process`)
  const store = await openStore({ disk: memoryDisk(count), now: Date.now, log: () => {} })
  const stalls = monitorEventLoopDelay({ resolution: 1 })
  stalls.enable()
  const startedAt = performance.now()
  const uses = createMediaUses(store)
  await uses.ready()
  printAim('reading where they are used, in the background', performance.now() - startedAt, ' ms')
  printAim('the longest stall of other requests meanwhile', stalls.max / 1e6, ' ms')

  const uploads = createUploads(join(newFolder(), 'uploads'))
  await uploads.prepare()
  const { mediaList } = mediaCalls({ store, uploads, uses, richText: createRichText(), filmBytes: 0, now: Date.now })
  const timed = async (input: Partial<ParsedOf<'mediaList'>>): Promise<number> => {
    const startedAt = performance.now()
    await mediaList({ word: '', type: undefined, unused: false, page: 1, limit: 20, sort: undefined, order: undefined, from: '', to: '', ...input }, visitorAt(''))
    return performance.now() - startedAt
  }
  const lists: readonly [string, Partial<ParsedOf<'mediaList'>>][] = [
    ['the newest', {}], ['a page in the middle', { page: Math.round(count / 40) }], ['a word', { word: '照片99' }], ['the unused', { unused: true }], ['by name', { sort: 'name' }], ['by uses', { sort: 'uses', order: 'desc' }],
  ]
  for (const [what, input] of lists) {
    const first = await timed(input)
    const times: number[] = []
    for (let page = 1; page <= 15; page++) times.push(await timed({ ...input, page: (input.page ?? 1) + page }))
    printAim(`${what}: the first list`, first, ' ms')
    printAim(`${what}: each further page`, median(times), ' ms', atMost(10))
  }
}

function memoryDisk(count: number): Disk {
  const records: Readonly<Record<string, (n: number) => { id: string }>> = {
    news: (n) => ({
      id: `n${n}`, createdAt: timeOf(n), newTitle: `新闻${n}`, newIntro: '', newCover: addressOf(n), newInfo: `<p>${'正文内容'.repeat(150)}</p><p><img src="${addressOf((n * 7) % count)}"></p>`,
    }),
    media: (n) => ({
      id: mediaId(addressOf(n)), createdAt: timeOf(n), address: addressOf(n), name: `照片${n}.jpg`, alt: '', type: 'image/jpeg', bytes: 100_000 + n, width: 1920, height: 1080, by: 'a',
    }),
  }
  const load: Disk['load'] = async (collection) => {
    const record = records[collection]
    return record ? Array.from({ length: count }, (_, n) => ({ id: record(n).id, value: JSON.parse(JSON.stringify(record(n))) as unknown, revision: 0 })) : []
  }
  return { load, put: async () => 0, remove: async () => 0, quarantine() {}, async follow() {}, async catchUp() {}, check: async () => true, async close() {} }
}
