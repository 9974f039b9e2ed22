import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { user } from '../../accounts.ts'
import { command } from '../../keeping/commands.ts'
import { programClock } from '../../clock.ts'
import { eventually } from '../../eventually.ts'
import { type Answer, filesOnly, newFolder, startProgram, type TestServer } from '../../server.ts'
import { fill, smallDisk } from '../../smallDisk.ts'
import { onePixel } from '../../media/pictures.ts'
import { uploadPicture } from '../../media/uploadPicture.ts'

const megabyte = 1_048_576
const save = '/v1/agent/saveAgent'
const application = (n: number) => ({ agentInfo: '齐鲁样例建材有限公司', agentName: '王工', phone: `1380000000${n}` })

/** A disk of 64 MB. */
function mounted(t: TestContext): string | undefined {
  const disk = smallDisk(t, 64)
  if (disk) t.after(disk.unmount)
  return disk?.folder
}

const upload = (server: TestServer, headers: Record<string, string>): Promise<Answer> =>
  uploadPicture(server, headers, onePixel)

/** The server reads the free space again within seconds. */
const until = (done: () => Promise<boolean>): Promise<void> => eventually(done, 'the free space is read again')

test(
  'a server whose disk is full starts, also where a session has to be changed and a change to be finished',
  filesOnly,
  async (t) => {
    const folder = mounted(t)
    if (folder === undefined) return
    const clock = programClock(newFolder(t))
    const env = { DATA_DIR: join(folder, 'data'), UPLOADS_DIR: join(folder, 'uploads'), ...clock.env }
    const first = await startProgram(t, { env })
    const headers = await first.signIn()
    const { newId } = (await first.post('/v1/news/saveNews', { newTitle: '满' }, { headers })).data
    await first.stop()
    const [session = ''] = readdirSync(join(env.DATA_DIR, 'session'))
    const path = join(env.DATA_DIR, 'session', session)
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"usedAt": "20/, '"usedAt": "21'))
    // Killed while it was taken offline.
    const createdAt = '2026-01-01T00:00:00.000+08:00'
    const fields = { newTitle: '满', newIntro: '', newCover: '', newInfo: '' }
    const live: { createdAt: string } = JSON.parse(readFileSync(join(env.DATA_DIR, 'news', `${newId}.json`), 'utf8'))
    const draft = { id: newId, createdAt, fields, was: { createdAt }, off: live.createdAt }
    writeFileSync(join(env.DATA_DIR, 'drafts', 'news', `${newId}.json`), JSON.stringify(draft))
    fill(join(folder, 'filling'))
    // A new store erases nothing for a day.
    clock.advance(1.5 * 86_400_000)
    for (const words of [['list'], ['add', 'li.gong'], ['password', 'admin']]) {
      const { code, output } = await user(folder, words, '', { env })
      assert.ok(words[0] === 'list' ? code === 0 : code === 1 && output.startsWith('磁盘空间不足'), output)
      assert.doesNotMatch(output, /at .*mjs/)
    }
    const second = await startProgram(t, { env })
    for (const word of ['status', 'doctor'] as const) {
      const asked = await command(word, folder, [], { env: { ...env, PORT: new URL(second.url).port } })
      assert.equal(asked.code, 1)
      assert.match(asked.output, /正在运行，.*不能保存内容/)
      assert.match(asked.output, /^✗ 磁盘空间：满了/m)
    }
    // The orders before have left room for a page or two.
    fill(join(folder, 'more'))
    const { code, output } = await user(folder, ['password', 'admin'], '', { env })
    assert.equal(code, 1)
    assert.match(output, /^磁盘空间不足，未能保存，请联系管理员$/m)
    for (const line of [
      /^warn the time of the last sweep was not written/m,
      /^warn what a killed server has left was not put right/m,
    ]) {
      assert.match(second.output().stderr, line)
    }
    assert.equal((await second.post('/v1/news/list')).data.count, 1)
  },
)

const faultsOn = async (server: TestServer, headers: Record<string, string>): Promise<string> =>
  ((await server.post('/v1/dashboard/summary', {}, { headers })).data.faults ?? []).join('\n')

test(
  'below the reserve applications and uploads are refused with a message while staff can save, and are accepted again above it',
  filesOnly,
  async (t) => {
    const folder = mounted(t)
    if (folder === undefined) return
    const server = await startProgram(t, {
      env: {
        DATA_DIR: join(folder, 'data'),
        UPLOADS_DIR: join(folder, 'uploads'),
        DISK_RESERVE: '32',
        RATE_LIMIT: 'off',
        SEED: 'on',
      },
    })
    const staff = await server.signIn()
    const faults = () => faultsOn(server, staff)
    const { hotline } = (await server.post('/v1/site/detail')).data
    assert.equal((await server.post(save, application(1))).code, 200)
    assert.equal((await upload(server, staff)).code, 200)
    assert.doesNotMatch(await faults(), /已暂停/)

    writeFileSync(join(folder, 'filling'), Buffer.alloc(40 * megabyte))
    // Each folder's disk is asked by itself, so one may be known to be low a moment before the other.
    await until(async () => /剩余空间低于预留的32 MB，已暂停接收客户线索和上传图片/.test(await faults()))
    const refused = await server.post(save, application(2))
    assert.deepEqual(
      [refused.status, refused.code, refused.msg],
      [507, 507, `服务器存储空间不足，暂时无法接收申请，请稍后再试，或直接拨打 ${hotline}`],
    )
    assert.equal((await server.post('/allianceRest/insert', application(2))).code, 507)
    assert.equal((await server.post(save, application(1))).code, 200, 'a repeat needs no space')
    const notUploaded = await upload(server, staff)
    assert.deepEqual([notUploaded.code, notUploaded.msg], [507, '服务器存储空间不足，已暂停上传，请联系管理员'])
    assert.deepEqual(readdirSync(join(folder, 'uploads', '.incoming')), [])

    const signedIn = await server.signIn()
    const article = await server.post(
      '/v1/news/saveNews',
      { newTitle: '照常保存', newInfo: '<p>正文</p>' },
      { headers: signedIn },
    )
    assert.equal(article.code, 200)
    assert.equal(
      (await server.post('/v1/news/deleteNews', { newId: article.data.newId }, { headers: signedIn })).code,
      200,
    )
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
    const { stderr } = server.output()
    assert.equal(stderr.match(/less than \d+ bytes are free/g)?.length, 2, 'once for each folder, not for each request')
    assert.doesNotMatch(stderr, /incident/)

    rmSync(join(folder, 'filling'))
    await until(async () => (await server.post(save, application(2))).code === 200)
    await until(async () => (await upload(server, staff)).code === 200)
  },
)

test('each disk is checked separately', async (t) => {
  const folder = mounted(t)
  if (folder === undefined) return
  const server = await startProgram(t, { env: { UPLOADS_DIR: folder, DISK_RESERVE: '65' } })
  const staff = await server.signIn()
  assert.equal((await server.post(save, application(1))).code, 200)
  assert.equal((await upload(server, staff)).code, 507)
  assert.match(await faultsOn(server, staff), /低于预留的65 MB，已暂停上传图片；[^]*剩余空间只有\d\d(\.\d)? MB，/)
})

test('applications that a full disk has refused are no tries', async (t) => {
  const folder = mounted(t)
  if (folder === undefined) return
  const server = await startProgram(t, { env: { DATA_DIR: join(folder, 'data'), DISK_RESERVE: '0' } })
  const filling = join(folder, 'filling')
  fill(filling)
  for (let n = 0; n < 6; n++) assert.equal((await server.post(save, application(n))).code, 507)
  assert.equal((await server.post(save, { ...application(6), website: 'x' })).code, 507)
  rmSync(filling)
  assert.equal((await server.post(save, application(1))).code, 200)
})

test(
  'on a disk that is full to the last byte staff sign in, delete and erase; what they may use is put by again',
  filesOnly,
  async (t) => {
    const folder = mounted(t)
    if (folder === undefined) return
    const data = join(folder, 'data')
    const server = await startProgram(t, {
      env: { DATA_DIR: data, UPLOADS_DIR: join(folder, 'uploads'), DISK_RESERVE: '0', RATE_LIMIT: 'off' },
    })
    const first = await server.signIn()
    const saved = async (path: string, body: object, headers = first) =>
      (await server.post(`/v1/${path}`, body, { headers })).data
    const newInfo = `<p>${'很长的正文'.repeat(100_000)}</p>`
    const ids: string[] = []
    for (const newTitle of ['一', '二', '三']) ids.push((await saved('news/saveNews', { newTitle, newInfo })).newId)
    const [deleted, plain, withDraft] = ids
    await saved('news/deleteNews', { newId: deleted })
    await saved('draft/save', { kind: 'news', id: withDraft, fields: { newTitle: '三的草稿' } })
    const { id: draft } = await saved('draft/save', { kind: 'news', fields: { newTitle: '草稿' } })
    await server.post(save, application(1))
    const {
      data: [{ agentId }],
    } = await saved('agent/list', { kind: 'all' })
    const { mediaId } = await saved('media/detail', { address: (await upload(server, first)).data })
    const reserve = (): number => statSync(join(data, '.tmp-reserve')).size
    const full = 8 * megabyte
    await eventually(async () => reserve() === full, 'it is put by')

    fill(join(folder, 'filling'))
    const signedIn = await server.signIn()
    const code = async (path: string, body: object) =>
      (await server.post(`/v1/${path}`, body, { headers: signedIn })).code
    assert.equal(await code('news/saveNews', { newTitle: '放不下', newInfo }), 507, 'it is for nothing else')
    for (const [path, body] of [
      ['news/deleteNews', { newId: plain }],
      ['news/deleteNews', { newId: withDraft }],
      ['act/discard', { kind: 'news', id: draft }],
      ['agent/deleteAgent', { agentId }],
    ] as const) {
      fill(join(folder, `filling-${path.replace('/', '-')}`))
      assert.equal(await code(path, body), 200, path)
    }
    assert.ok(reserve() < full)
    for (const [path, body] of [
      ['media/delete', { mediaIds: [mediaId] }],
      ['trash/delete', { kind: 'news', ids }],
      ['trash/delete', { kind: 'agent', ids: [agentId] }],
    ] as const) {
      fill(join(folder, `filling-${path.replace('/', '-')}`))
      assert.equal(await code(path, body), 200, path)
    }
    assert.deepEqual(readdirSync(join(data, 'trash', 'news')), [`${draft}.json`])
    for (const name of readdirSync(folder).filter((each) => each.startsWith('filling'))) rmSync(join(folder, name))
    await until(async () => (await code('news/saveNews', { newTitle: '又放得下' })) === 200 && reserve() === full)
  },
)
