import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '../eventually.ts'
import { standIn } from '../offsite/standIn.ts'
import { patched, version } from '../operator/releases.ts'
import { copyRelease, filesOnly, newFolder, startServer } from '../server.ts'
import { png } from '../uploads/pictures.ts'
import { uploadPicture } from '../uploads/uploadPicture.ts'
import { command } from './commands.ts'

test(
  'one record comes back out of an archive as a draft, live or deleted, with a server or without',
  filesOnly,
  async (t) => {
    const folder = newFolder(t)
    const server = await startServer(t, { folder })
    const headers = await server.signIn()
    const post = async (path: string, body: object) => (await server.post(path, body, { headers })).data
    const picture: string = (await uploadPicture(server, headers, png(30, 20))).data
    const newsOf = async (newTitle: string): Promise<string> =>
      (await post('/v1/news/saveNews', { newTitle, newCover: picture })).newId
    const [changed, trashed, erased] = [await newsOf('甲'), await newsOf('乙'), await newsOf('丙')]
    const archive = join(newFolder(t), 'site.tar.gz')
    assert.equal((await command('backup', folder, [archive])).code, 0)
    await post('/v1/news/updateNews', { newId: changed, newTitle: '改坏的' })
    for (const newId of [trashed, erased]) await post('/v1/news/deleteNews', { newId })
    await post('/v1/trash/delete', { kind: 'news', ids: [erased] })
    const only = (id: string) => command('restore', folder, [archive, '--only', `news/${id}`])
    const titleOf = async (id: string): Promise<string> =>
      (await post('/v1/draft/detail', { kind: 'news', id })).fields.newTitle

    const ofLive = await only(changed)
    assert.equal(ofLive.code, 0, ofLive.output)
    assert.match(ofLive.output, /^要恢复的备份：.+\nnews\/.+ 已恢复为草稿，公开的内容没有变/)
    assert.equal(await titleOf(changed), '甲')
    assert.equal((await post('/v1/news/detailNews', { newId: changed })).newTitle, '改坏的')
    await server.post('/v1/draft/publish', { kind: 'news', id: changed }, { headers })
    assert.equal((await post('/v1/news/detailNews', { newId: changed })).newTitle, '甲')

    const ofTrash = await only(trashed)
    const [, copy = ''] = /原来的在回收站里，草稿的编号是 ([\w-]+)/.exec(ofTrash.output) ?? []
    assert.equal(await titleOf(copy), '乙')
    assert.equal((await post('/v1/trash/list', { page: 1, limit: 10 })).count, 1)
    await server.stop()
    const ofErased = await only(erased)
    assert.equal(ofErased.code, 0, ofErased.output)
    assert.match(ofErased.output, /已恢复为新的草稿：/)
    const twice = await only(erased)
    assert.deepEqual([twice.code, /已有草稿/.test(twice.lastLine)], [1, true])
    for (const [wanted, words] of [
      ['news/none', /这份备份里没有 news\/none/],
      ['nothing/1', /写法是 --only product\/编号/],
    ] as const) {
      const { code, output } = await command('restore', folder, [archive, '--only', wanted])
      assert.deepEqual([code, words.test(output)], [1, true], output)
    }
    const again = await startServer(t, { folder })
    const { data } = await again.post(
      '/v1/draft/detail',
      { kind: 'news', id: erased },
      { headers: await again.signIn() },
    )
    assert.equal(data.fields.newTitle, '丙')
  },
)

test('one record comes back out of an archive in a bucket', filesOnly, async (t) => {
  const [service, folder] = [await standIn(t), newFolder(t)]
  const first = await startServer(t, { folder })
  const headers = await first.signIn()
  const { newId } = (await first.post('/v1/news/saveNews', { newTitle: '甲' }, { headers })).data
  await first.stop()
  const env = { ...service.env, BACKUP_DIR: join(folder, 'backups') }
  await startServer(t, { folder, env })
  await eventually(() => [...service.objects.keys()].some((name) => name.endsWith('.tar.gz.sealed')), 'it is sent')
  const { code, output } = await command('restore', folder, ['offsite:latest', '--only', `news/${newId}`], { env })
  assert.equal(code, 0, output)
  assert.match(output, new RegExp(`^news/${newId} 已恢复为草稿`, 'm'))
})

test(
  'a running server that does not know a command is named with its version and with what to do',
  filesOnly,
  async (t) => {
    const folder = newFolder(t)
    const program = await copyRelease(newFolder(t))
    const server = patched(await readFile(program, 'utf8'), `var version = "${version}"`, 'var version = "0.5.9"')
    await writeFile(program, patched(server, /command\d*\.do === "(?:bringBack|scrub)"/g, 'false'))
    const older = await startServer(t, { folder, program })
    const { newId } = (await older.post('/v1/news/saveNews', { newTitle: '甲' }, { headers: await older.signIn() }))
      .data
    const archive = join(newFolder(t), 'site.tar.gz')
    assert.equal((await command('backup', folder, [archive])).code, 0)
    const words =
      /正在运行的服务器是 0\.5\.9，不认识 \S+ 的这个命令.*systemctl restart zhuzhan.*systemctl stop zhuzhan\.socket/
    const only = await command('restore', folder, [archive, '--only', `news/${newId}`])
    assert.deepEqual([only.code, words.test(only.lastLine)], [1, true], only.output)
    const scrub = await command('scrub', folder, [])
    assert.deepEqual([scrub.code, words.test(scrub.output)], [1, true], scrub.output)
  },
)
