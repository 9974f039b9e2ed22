import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sendLarge } from '../media/sendLarge.ts'
import { newFolder, onPostgres, startServer } from '../server.ts'
import { mysqldump, pbootTables } from '../moving/dumpFiles.ts'
import { hasSqlite, newDatabase, pbootcmsTables } from '../moving/pbootcmsFile.ts'
import { item, wxr } from '../moving/wxr.ts'

const server = await startServer({ after })
const headers = await server.signIn()
const { begin, chunk, send, call } = sendLarge(server, headers)
const upload = async (file: Buffer, name: string): Promise<string> => {
  const uploadId = await begin(file.length, name)
  await chunk(uploadId, 0, file)
  return uploadId
}
const read = (uploadId: string, behind = '') => server.post('/v1/import/file', { uploadId, after: behind }, { headers })
const unfinished = (): string[] => (onPostgres ? [] : readdirSync(join(server.folder, 'uploads', '.unfinished')))

test('an export of WordPress is read part by part, is not kept, and is nobody else’s', async () => {
  const posts = Array.from({ length: 700 }, (_, n) => item({ id: n + 1, title: `新闻${n + 1}` }))
  const uploadId = await upload(Buffer.from(wxr(...posts)), '老网站.xml')
  const first = await read(uploadId)
  assert.deepEqual([first.code, first.data.records.length, first.data.next], [200, 500, '500'])
  const second = await read(uploadId, first.data.next)
  assert.deepEqual([second.data.records.length, second.data.next], [200, ''])
  assert.equal(second.data.records[0].title, '新闻501')
  const other = await server.post('/v1/account/save', { name: '别人', role: 'editor' }, { headers })
  const theirs = await server.signIn({ username: '别人', password: other.data.password })
  assert.equal((await server.post('/v1/import/file', { uploadId }, { headers: theirs })).code, 404)
  assert.equal((await call('film/cancel', { uploadId })).code, 200)
  assert.equal((await read(uploadId)).code, 404)
  assert.deepEqual(unfinished(), [])
})

test('a file that is none of both is refused, and goes', async () => {
  const refusals = [
    { content: 'just a text', words: /不是WordPress的导出文件/ },
    { content: 'SQLite format 3\0 and no database', words: hasSqlite ? /数据库读不了/ : /升级到24/ },
    { content: '{"path":"a.md","text":""}', words: /不是WordPress的导出文件/ },
    { content: '<!DOCTYPE x [<!ENTITY a "b">]><rss/>', words: /不该有的内容/ },
  ]
  for (const { content, words } of refusals) {
    const uploadId = await upload(Buffer.from(content.padEnd(4_096, ' ')), 'x.db')
    const { code, msg } = await read(uploadId)
    assert.equal(code, 422, msg)
    assert.match(msg, words)
    assert.equal((await read(uploadId)).code, 404)
  }
  assert.deepEqual(unfinished(), [])
  const kept = await send(Buffer.from(wxr().padEnd(2_000, ' ')), 'x.xml')
  assert.equal(kept.code, 422, 'it never becomes a file of the library')
  assert.equal((await call('film/begin', { name: 'x.db', bytes: 51 * 1_048_576 })).code, 413)
})

test('a dump is read, and may be larger than a document', async () => {
  const otherSystem = '-- x\nCREATE TABLE `t_contents` (`cid` int);\nINSERT INTO `t_contents` VALUES (1);\n'
  const { code, msg, data } = await read(await upload(Buffer.from(mysqldump(...pbootTables())), '备份.sql'))
  assert.equal(code, 200, msg)
  assert.deepEqual([data.records.length, data.next], [2, ''])
  const large = await call('film/begin', { name: 'x.sql.gz', bytes: 60 * 1_048_576 })
  assert.equal(large.code, 200, large.msg)
  await call('film/cancel', { uploadId: large.data.uploadId })
  assert.equal((await call('film/begin', { name: 'x.sql', bytes: 201 * 1_048_576 })).code, 413)
  const refused = await read(await upload(Buffer.from(otherSystem.padEnd(4_096, '\n')), 'x.sql'))
  assert.deepEqual([refused.code, /没有PbootCMS、织梦/.test(refused.msg)], [422, true])
})

test('a database of PbootCMS is read, or a sentence says what to do', async (t) => {
  const folder = newFolder(t)
  const path = join(folder, 'pbootcms.db')
  if (hasSqlite) newDatabase(pbootcmsTables, path).close()
  const bytes = hasSqlite ? readFileSync(path) : Buffer.from('SQLite format 3\0'.padEnd(4_096, '\0'))
  const { code, msg, data } = await read(await upload(bytes, 'pbootcms.db'))
  if (!hasSqlite) {
    assert.equal(code, 422)
    assert.match(msg, /请管理员把Node\.js升级到24/)
    return
  }
  assert.equal(code, 200, msg)
  assert.equal(data.records.length, 6)
  assert.doesNotMatch(JSON.stringify(data), /secret-of-the-old-site/)
})
