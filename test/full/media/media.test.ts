import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { eventually } from '../../eventually.ts'
import { filesOnly, startProgram } from '../../server.ts'
import { jpg, png } from '../../media/pictures.ts'
import { filesIn, library, libraryOf, withVariant } from '../../media/mediaLibrary.ts'

test(
  'a deletion that is killed at any file leaves the picture complete in the library, or gone',
  filesOnly,
  async (t) => {
    const killer = new URL('../../media/killAtRemoval.mjs', import.meta.url).href
    for (const at of [1, 2, 3]) {
      const env = { NODE_OPTIONS: `--import ${killer}`, KILL_AT: String(at) }
      const first = await libraryOf(await startProgram(t, { env }))
      const address = await first.upload(jpg(1920, 1080), 'a.jpg', withVariant)
      const gone = once(first.server.process, 'exit')
      const deleted = await first
        .call('/v1/media/delete', { mediaIds: [await first.idOf(address)] })
        .catch(() => undefined)
      assert.equal(deleted?.code, at === 3 ? 200 : undefined)
      if (at < 3) await gone
      else await first.server.stop()

      const { server, list } = await library(t, { folder: first.server.folder })
      await eventually(async () => at !== 1 || (await list()).count === 1, 'the file has a record again')
      const { data } = await list()
      assert.deepEqual(
        data.map((row: { missing?: true }) => row.missing),
        at === 1 ? [undefined] : [],
      )
      assert.deepEqual((await fetch(server.url + address)).status, at === 1 ? 200 : 404)
      await eventually(() => at === 1 || filesIn(server).length === 0, 'nothing is left of it')
      await server.stop()
    }
  },
)

test('a replacement that is killed half-way is completed by the same call', async (t) => {
  const first = await libraryOf(await startProgram(t))
  const [from, to] = [await first.upload(png(1, 1)), await first.upload(png(2, 2))]
  const input = { mediaId: await first.idOf(from), replacement: await first.idOf(to) }
  const articles = 150
  await Promise.all(
    Array.from({ length: articles }, (_, n) =>
      first.call('/v1/news/saveNews', { newTitle: `第${n}条`, newCover: from }),
    ),
  )
  const replacing = first.call('/v1/media/replace', input).catch(() => undefined)
  const left = async (of: Awaited<ReturnType<typeof library>>): Promise<number> =>
    (await of.call('/v1/media/detail', { mediaId: input.mediaId })).data.uses
  await eventually(async () => (await left(first)) < articles, 'some are replaced')
  await first.server.stop('SIGKILL')
  assert.equal(await replacing, undefined)

  const second = await library(t, { folder: first.server.folder })
  const rest = await left(second)
  assert.ok(rest > 0 && rest < articles, `killed half-way: ${rest} left`)
  assert.deepEqual((await second.call('/v1/media/replace', input)).data, { places: rest })
  assert.equal(await left(second), 0)
  assert.equal((await second.call('/v1/media/detail', { mediaId: input.replacement })).data.uses, articles)
})
