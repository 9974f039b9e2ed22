import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Check } from '../../contract/calls/checks.ts'
import type { Summary } from '../../contract/kinds/entities.ts'
import { eventually } from '../eventually.ts'
import { sendLarge } from '../media/sendLarge.ts'
import { filesOnly, newFolder, startServer, type TestServer } from '../server.ts'
import { png } from '../media/pictures.ts'
import { uploadPicture } from '../media/uploadPicture.ts'

/** The faults on 首页; each of them is in 上线检查, as a problem, and in the log, too. */
async function faultsOf(server: TestServer): Promise<string[]> {
  const headers = await server.signIn()
  const { faults: shown = [] } = (await server.post('/v1/dashboard/summary', {}, { headers })).data as Summary
  const faults = shown.map((text) => text.replace(/（[\d :-]{16}发现的）$/, ''))
  const problems = ((await server.post('/v1/check/list', {}, { headers })).data as Check[]).filter(
    ({ state }) => state === 'problem',
  )
  for (const text of faults) {
    assert.ok(
      problems.some(({ why }) => why.includes(text)),
      text,
    )
    assert.ok(server.output().stderr.includes(text), text)
  }
  return faults
}

const saidBy = async (server: TestServer, words: RegExp): Promise<void> =>
  eventually(async () => (await faultsOf(server)).some((text) => words.test(text)), `${words}`)

test(
  'a backup that is gone, a hook that fails or is missing, and a missing BACKUP_DIR are reported in all three places',
  filesOnly,
  async (t) => {
    const folder = newFolder(t)
    const [backups, hook] = [join(folder, 'backups'), join(folder, 'hook')]
    await writeFile(hook, '#!/bin/sh\necho refused by the other machine; exit 3\n')
    await chmod(hook, 0o755)
    const env = { BACKUP_DIR: backups, BACKUP_HOOK: hook }
    const first = await startServer(t, { folder, env })
    await saidBy(first, /没有送到别的机器.*3.*refused by the other machine/)
    const [file = ''] = await readdir(backups)
    assert.equal((await faultsOf(first)).length, 1, 'a folder that is made for the first backup is no fault')

    await rm(join(backups, file))
    assert.ok((await faultsOf(first)).some((text) => /不见了/.test(text) && text.includes(file)))
    await first.stop()
    await rename(hook, `${hook}-gone`)
    await rm(backups, { recursive: true })
    const second = await startServer(t, { folder, env })
    await eventually(() => second.output().stderr.includes(backups), 'the start says so by itself')
    const faults = (await faultsOf(second)).join('\n')
    for (const words of [`备份文件夹不存在或不能写入：${backups}`, `不存在或不能运行：${hook}`, file])
      assert.ok(faults.includes(words), words)
    assert.ok(!(await readdir(folder)).includes('backups'), 'no folder is made where a disk should be mounted')
    assert.equal((await fetch(`${second.url}/healthz`)).status, 200)
  },
)

test('all is well without backups, and in a site that has just begun', async (t) => {
  assert.deepEqual(await faultsOf(await startServer(t, { env: { SEED: 'on' } })), [])
})

test('records in quarantine are reported until somebody has removed them', filesOnly, async (t) => {
  const server = await startServer(t)
  await server.stop()
  await writeFile(join(server.folder, 'data', 'news', 'broken.json'), '{"id":')
  await (await startServer(t, { folder: server.folder })).stop()
  const later = await startServer(t, { folder: server.folder })
  await saidBy(later, /有1条记录已损坏.*news\.broken\./)
  await rm(join(later.folder, 'data', 'quarantine'), { recursive: true })
  assert.deepEqual(await faultsOf(later), [])
})

test(
  'a site whose settings are lost shows the newest version of their history until they are saved, and never the starter’s company',
  filesOnly,
  async (t) => {
    const first = await startServer(t, { env: { SEED: 'on' } })
    const starter = (await first.post('/v1/site/detail')).data
    const save = async (on: TestServer, fields: object) =>
      assert.equal((await on.post('/v1/site/update', fields, { headers: await on.signIn() })).code, 200)
    const own = { companyName: '海右智造有限公司', siteName: '海右', hotline: '0532-88886666', address: '青岛' }
    await save(first, own)
    await save(first, { slogan: '一' })
    await first.stop()
    const lose = () => writeFile(join(first.folder, 'data', 'site', 'site.json'), '{')
    await lose()
    const second = await startServer(t, { folder: first.folder, env: { SEED: 'on' } })
    await saidBy(second, /网站设置的记录丢失或损坏/)
    const shown = (await second.post('/v1/site/detail')).data
    assert.deepEqual([shown.companyName, shown.hotline, shown.slogan], [own.companyName, own.hotline, starter.slogan])
    const page = await (await fetch(second.url)).text()
    assert.ok(page.includes(own.companyName))
    for (const fact of [starter.companyName, starter.hotline, starter.address]) assert.ok(!page.includes(fact), fact)
    await save(second, { slogan: '二' })
    const saved = (await second.post('/v1/site/detail')).data
    assert.deepEqual([saved.companyName, saved.slogan], [own.companyName, '二'])
    assert.ok((await faultsOf(second)).every((text) => !text.includes('网站设置的记录')))
    await second.stop()

    // Nothing of its own is left.
    await rm(join(first.folder, 'data', 'history', 'site', 'site'), { recursive: true })
    await mkdir(join(first.folder, 'data', 'history', 'site', 'site'))
    await writeFile(
      join(first.folder, 'data', 'history', 'site', 'site', '2026.json'),
      JSON.stringify({ ...starter, id: 'site', createdAt: '2026-01-01' }),
    )
    await lose()
    const third = await startServer(t, { folder: first.folder, env: { SEED: 'on' } })
    assert.equal((await third.post('/v1/site/detail')).data.companyName, '')
    const bare = await (await fetch(third.url)).text()
    for (const fact of [starter.companyName, starter.hotline, starter.address]) assert.ok(!bare.includes(fact), fact)
  },
)

test('a deleted folder of uploads is a 503 of /healthz, is reported, and is not made again', filesOnly, async (t) => {
  const server = await startServer(t)
  const [headers, uploads] = [await server.signIn(), join(server.folder, 'uploads')]
  await rename(uploads, `${uploads}-away`)
  await eventually(async () => (await fetch(`${server.url}/healthz`)).status === 503, 'the health check fails')
  await saidBy(server, /存放上传文件的文件夹不见了/)
  const { begin, chunk } = sendLarge(server, headers)
  assert.equal((await chunk(await begin(4), 0, Buffer.alloc(4))).code, 500)
  assert.equal((await uploadPicture(server, headers, png(1, 1))).code, 500)
  assert.ok(!(await readdir(server.folder)).includes('uploads'))
  await rename(`${uploads}-away`, uploads)
  await eventually(async () => (await fetch(`${server.url}/healthz`)).status === 200, 'it is well again')
})
