import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { eventually } from '../eventually.ts'
import { type Answer, filesOnly, startServer, type TestServer } from '../server.ts'
import { onePixel } from '../uploads/pictures.ts'
import { uploadPicture } from '../uploads/uploadPicture.ts'

const megabyte = 1_048_576
const save = '/v1/agent/saveAgent'
const application = (n: number) => ({ agentInfo: '齐鲁样例建材有限公司', agentName: '王工', phone: `1380000000${n}` })

/** A disk of 64 MB; undefined where none can be mounted. */
function smallDisk(t: TestContext): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'zhuzhan-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder])
  t.after(() => {
    if (status === 0) spawnSync('umount', ['-l', folder])
    rmdirSync(folder)
  })
  if (status === 0) return folder
  t.skip('no disk can be mounted here')
  return undefined
}

const upload = (server: TestServer, headers: Record<string, string>): Promise<Answer> => uploadPicture(server, headers, onePixel)

/** The server reads the free space again within seconds. */
const until = (done: () => Promise<boolean>): Promise<void> => eventually(done, 'the free space is read again', 10_000)

test('below the reserve applications and uploads are refused with a message while staff can save, and are accepted again above it', filesOnly, async (
  t,
) => {
  const folder = smallDisk(t)
  if (folder === undefined) return
  const server = await startServer(
    t, { env: { DATA_DIR: join(folder, 'data'), UPLOADS_DIR: join(folder, 'uploads'), DISK_RESERVE: '32', RATE_LIMIT: 'off', SEED: 'on' } },
  )
  const staff = await server.signIn()
  const summary = async () => (await server.post('/v1/dashboard/summary', {}, { headers: staff })).data
  const { hotline } = (await server.post('/v1/site/detail')).data
  assert.equal((await server.post(save, application(1))).code, 200)
  assert.equal((await upload(server, staff)).code, 200)
  assert.equal((await summary()).disk.low, undefined)

  writeFileSync(join(folder, 'filling'), Buffer.alloc(40 * megabyte))
  // Each folder's disk is asked by itself, so one may be known to be low a moment before the other.
  await until(async () => {
    const { low } = (await summary()).disk
    return low?.applications && low.uploads
  })
  const { low, free } = (await summary()).disk
  assert.deepEqual(low, { reserve: 32 * megabyte, applications: true, uploads: true })
  assert.ok(free < 32 * megabyte)
  const refused = await server.post(save, application(2))
  assert.deepEqual([refused.status, refused.code, refused.msg], [507, 507, `服务器存储空间不足，暂时无法接收申请，请稍后再试，或直接拨打 ${hotline}`])
  assert.equal((await server.post('/allianceRest/insert', application(2))).code, 507)
  assert.equal((await server.post(save, application(1))).code, 200, 'a repeat needs no space')
  const notUploaded = await upload(server, staff)
  assert.deepEqual([notUploaded.code, notUploaded.msg], [507, '服务器存储空间不足，已暂停上传，请联系管理员'])
  assert.deepEqual(readdirSync(join(folder, 'uploads', '.incoming')), [])

  const signedIn = await server.signIn()
  const article = await server.post('/v1/news/saveNews', { newTitle: '照常保存', newInfo: '<p>正文</p>' }, { headers: signedIn })
  assert.equal(article.code, 200)
  assert.equal((await server.post('/v1/news/deleteNews', { newId: article.data.newId }, { headers: signedIn })).code, 200)
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
  const { stderr } = server.output()
  assert.equal(stderr.match(/less than \d+ bytes are free/g)?.length, 2, 'once for each folder, not for each request')
  assert.doesNotMatch(stderr, /incident/)

  rmSync(join(folder, 'filling'))
  await until(async () => (await server.post(save, application(2))).code === 200)
  await until(async () => (await upload(server, staff)).code === 200)
})

test('each disk is checked separately', async (t) => {
  const folder = smallDisk(t)
  if (folder === undefined) return
  const server = await startServer(t, { env: { UPLOADS_DIR: folder, DISK_RESERVE: '65' } })
  const staff = await server.signIn()
  assert.equal((await server.post(save, application(1))).code, 200)
  assert.equal((await upload(server, staff)).code, 507)
  assert.deepEqual((await server.post('/v1/dashboard/summary', {}, { headers: staff })).data.disk.low, {
    reserve: 65 * megabyte, applications: false, uploads: true,
  })
})

test('applications that a full disk has refused are no tries', async (t) => {
  const folder = smallDisk(t)
  if (folder === undefined) return
  const server = await startServer(t, { env: { DATA_DIR: join(folder, 'data'), DISK_RESERVE: '0' } })
  const filling = join(folder, 'filling')
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(filling, Buffer.alloc(bavail * bsize))
  for (let n = 0; n < 6; n++) assert.equal((await server.post(save, application(n))).code, 507)
  assert.equal((await server.post(save, { ...application(6), website: 'x' })).code, 507)
  rmSync(filling)
  assert.equal((await server.post(save, application(1))).code, 200)
})

test('DISK_RESERVE=0 switches the check off', async (t) => {
  const folder = smallDisk(t)
  if (folder === undefined) return
  const server = await startServer(t, { env: { DATA_DIR: join(folder, 'data'), UPLOADS_DIR: join(folder, 'uploads'), DISK_RESERVE: '0' } })
  writeFileSync(join(folder, 'filling'), Buffer.alloc(60 * megabyte))
  assert.equal((await server.post(save, application(1))).code, 200)
  assert.equal((await upload(server, await server.signIn())).code, 200)
})
