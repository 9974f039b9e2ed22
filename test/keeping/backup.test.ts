import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cp, mkdir, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { pictureFacts } from '../../contract/media/pictureName.ts'
import { newFolder, startServer } from '../server.ts'
import { png, webp } from '../media/pictures.ts'
import { uploadPicture } from '../media/uploadPicture.ts'
import { command, contentOf, leftIn } from './commands.ts'
import { archiveOf, newsRecord } from './tarOf.ts'

/** Folders that change without content: locks, commands, the record of the backup, the last uses of sessions, and the log of both. */
const besides = ['lock', 'orders', 'alarm', 'backup', 'offsite', 'session', 'log']

const site = await startServer({ after }, { env: { SEED: 'on' } })
const headers = await site.signIn()
const { data: cover } = await uploadPicture(site, headers, png(1, 1, 700_000))
const { newId } = (
  await site.post('/v1/news/saveNews', { newTitle: '有图', newCover: cover, newInfo: '<p>正文</p>' }, { headers })
).data
for (const newInfo of ['<p>二</p>', '<p>三</p>'])
  await site.post('/v1/news/updateNews', { newId, newInfo }, { headers })
await site.post('/v1/draft/save', { kind: 'news', id: newId, fields: { newTitle: '草稿' } }, { headers })
const deleted = (await site.post('/v1/carousel/saveCarousel', { photoTitle: '删掉的' }, { headers })).data
await site.post('/v1/carousel/deleteCarousel', deleted, { headers })
await site.stop()
await writeFile(join(site.folder, 'data', 'agreement.md'), '# 协议\n')
await mkdir(join(site.folder, 'data', 'later'))
await writeFile(join(site.folder, 'data', 'later', 'one.json'), '{"id":"one"}')

/** A copy of the folder of a site with content, whose server has stopped. */
async function siteFolder(t: TestContext): Promise<string> {
  const folder = newFolder(t)
  await cp(site.folder, folder, { recursive: true })
  return folder
}

for (const running of [true, false]) {
  test(`what is backed up while the server is ${running ? 'running' : 'stopped'} is restored byte for byte and serves the site`, async (t) => {
    const folder = await siteFolder(t)
    const server = running ? await startServer(t, { folder, env: { SEED: 'on' } }) : undefined
    const file = join(folder, 'site.tar.gz')
    const { code, output, lastLine } = await command('backup', folder, [file])
    assert.equal(code, 0, output)
    assert.match(lastLine, /^备份完成，已校验：\d+ 条记录，1 个上传的文件，.* MB，.* 秒：\/.*site\.tar\.gz$/)
    assert.doesNotMatch(output, /正在备份/, 'no progress where there is no terminal')
    assert.deepEqual(await leftIn(folder), [])
    if (server) {
      assert.deepEqual(await readdir(join(folder, 'data', 'orders')), [])
      await server.stop()
    }

    const home = newFolder(t)
    const restored = await command('restore', home, [file])
    assert.equal(restored.code, 0, restored.output)
    assert.match(restored.lastLine, /^恢复完成，已校验：山东筑站智慧科技有限公司，.*，\d+ 条记录，1 个上传的文件/)
    assert.deepEqual(await contentOf(join(home, 'data'), besides), await contentOf(join(folder, 'data'), besides))
    assert.deepEqual(await contentOf(join(home, 'uploads')), await contentOf(join(folder, 'uploads')))

    const again = await startServer(t, { folder: home, env: { SEED: 'on' } })
    const { data } = await again.post('/v1/news/list', { newTitle: '有图' })
    assert.equal(data.count, 1)
    assert.equal((await fetch(again.url + data.data[0].newCover)).status, 200)
    assert.match(execFileSync('tar', ['tzf', file], { encoding: 'utf8' }), /^data\/session\//m, 'sessions are archived')
    assert.equal((await again.post('/v1/indexLogin/userInfo', {}, { headers })).code, 401, 'it may have ended since')
    const own = { headers: await again.signIn() }
    const versions = (await again.post('/v1/history/list', { kind: 'news', id: newId }, own)).data
    assert.equal(versions.length, 2)
    assert.equal((await again.post('/v1/draft/detail', { kind: 'news', id: newId }, own)).data.fields.newTitle, '草稿')
    assert.equal((await again.post('/v1/trash/list', {}, own)).data.data[0].title, '删掉的')
    assert.doesNotMatch(again.output().stderr, /not served|starter content/)
  })
}

test('the activity log is in a backup, and a restore keeps what was logged since', async (t) => {
  const folder = await siteFolder(t)
  const log = join(folder, 'data', 'log')
  const [day = ''] = await readdir(log)
  const before = await readFile(join(log, day), 'utf8')
  assert.match(before, /"action":"signIn"/)
  const line = '{"at":"2026-01-01T00:00:00.000+08:00","user":"","action":"backup","ok":true}\n'
  await writeFile(join(log, '2026-01-01.jsonl'), `${line}{"torn`)
  const file = join(folder, 'site.tar.gz')
  assert.equal((await command('backup', folder, [file])).code, 0)
  const after = await readFile(join(log, day), 'utf8')
  assert.match(after.slice(before.length), /"action":"backup"/)

  const home = newFolder(t)
  assert.equal((await command('restore', home, [file])).code, 0)
  assert.equal(await readFile(join(home, 'data', 'log', day), 'utf8'), before)
  assert.equal(await readFile(join(home, 'data', 'log', '2026-01-01.jsonl'), 'utf8'), line)

  await writeFile(join(log, '2026-01-02.jsonl'), line)
  assert.equal((await command('restore', folder, ['--replace', file])).code, 0)
  assert.equal(await readFile(join(log, day), 'utf8'), after)
  assert.equal(await readFile(join(log, '2026-01-02.jsonl'), 'utf8'), line)
  assert.equal(await readFile(join(log, '2026-01-01.jsonl'), 'utf8'), line)
})

test('the repository’s .gitkeep is not backed up, and a folder with nothing else counts as empty', async (t) => {
  const folder = await siteFolder(t)
  await writeFile(join(folder, 'uploads', '.gitkeep'), '')
  const file = join(folder, 'site.tar.gz')
  const backedUp = await command('backup', folder, [file])
  assert.equal(backedUp.code, 0, backedUp.output)
  assert.doesNotMatch(execFileSync('tar', ['xzOf', file, 'manifest.json'], { encoding: 'utf8' }), /gitkeep/)

  const home = newFolder(t)
  await mkdir(join(home, 'uploads'))
  await writeFile(join(home, 'uploads', '.gitkeep'), '')
  const restored = await command('restore', home, [file])
  assert.equal(restored.code, 0, restored.output)
  assert.deepEqual(await contentOf(join(home, 'uploads')), await contentOf(join(folder, 'uploads')))
})

test('an archive in a format from before 0.5.0 is refused with what to do, and changes nothing', async (t) => {
  const home = newFolder(t)
  await writeFile(join(home, 'old.tar.gz'), archiveOf([newsRecord('old')], { format: 2 }))
  const { code, lastLine } = await command('restore', home, ['old.tar.gz'])
  assert.deepEqual(
    [code, lastLine],
    [1, '恢复失败，原有内容未动：备份是0.5.0以前的格式，请先用0.5.0恢复，再升级到本版本'],
  )
  assert.deepEqual(await contentOf(join(home, 'data')), {})
})

test('folders in which a server has not saved anything yet count as empty', async (t) => {
  const home = newFolder(t)
  for (const folder of ['drafts/news', 'history/news', 'news'])
    await mkdir(join(home, 'data', folder), { recursive: true })
  await writeFile(join(home, 'old.tar.gz'), archiveOf([newsRecord('old')]))
  assert.equal((await command('restore', home, ['old.tar.gz'])).code, 0)
  await mkdir(join(home, 'other/data/history/news/1'), { recursive: true })
  await writeFile(join(home, 'other/data/history/news/1/v.json'), '{}')
  assert.match((await command('restore', join(home, 'other'), ['../old.tar.gz'])).output, /不是空的/)
})

test('an archive can be read by tar, and its manifest has correct hashes', async (t) => {
  const folder = await siteFolder(t)
  const file = join(folder, 'site.tar.gz')
  const before = Date.now()
  await command('backup', folder, [file])
  const after = Date.now()
  const out = newFolder(t)
  execFileSync('tar', ['xzf', file, '-C', out])
  const manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8'))
  assert.deepEqual(
    [
      manifest.program,
      manifest.format,
      manifest.dataFormat,
      manifest.counts.news,
      manifest.counts['history/news'],
      manifest.uploads.files,
    ],
    ['zhuzhan', 3, 1, 25, 2, 1],
  )
  const time = Date.parse(manifest.time)
  // It has whole seconds.
  assert.ok(time > before - 1000 && time <= after, manifest.time)
  const sums = manifest.files
    .map(({ name, sha256 }: { name: string; sha256: string }) => `${sha256}  ${name}\n`)
    .join('')
  execFileSync('sha256sum', ['--check', '--quiet', '--strict'], { cwd: out, input: sums })
  assert.equal(Object.keys(await contentOf(out)).length, manifest.files.length + 1)
})

test('a backup stops where the folder of uploads, or a file that a record names, is missing, and goes on with --allow-missing', async (t) => {
  const folder = await siteFolder(t)
  const file = join(folder, 'site.tar.gz')
  const news = join(folder, 'uploads', 'news')
  const [picture = ''] = await readdir(news)
  await rename(join(news, picture), join(folder, picture))
  const stopped = await command('backup', folder, [file])
  assert.equal(stopped.code, 1)
  const lost = `缺少 1 个上传的文件：uploads/news/${picture}`
  assert.match(stopped.lastLine, new RegExp(`^备份失败：${folder}/uploads ${lost}。.+ --allow-missing `))
  await rename(join(folder, 'uploads'), join(folder, 'elsewhere'))
  const unmounted = await command('backup', folder, [file])
  assert.deepEqual(
    [unmounted.code, unmounted.lastLine.startsWith(`备份失败：图片目录 ${folder}/uploads 不存在`)],
    [1, true],
  )
  assert.deepEqual(
    (await readdir(folder)).filter((name) => /gz$|^[.]zhuzhan/.test(name)),
    [],
  )

  await rename(join(folder, 'elsewhere'), join(folder, 'uploads'))
  const allowed = await command('backup', folder, [file, '--allow-missing'])
  assert.equal(allowed.code, 0, allowed.output)
  assert.ok(allowed.output.includes(lost))
  const manifest = JSON.parse(execFileSync('tar', ['xzOf', file, 'manifest.json'], { encoding: 'utf8' }))
  assert.deepEqual(manifest.missing, [`uploads/news/${picture}`])
  const restored = await command('restore', newFolder(t), [file])
  assert.deepEqual([restored.code, restored.output.includes(lost)], [0, true])

  // Staff have removed it: nothing is missing.
  await rm(join(folder, 'data', 'media'), { recursive: true })
  assert.equal((await command('backup', folder, [file])).code, 0)
})

test('files that are no uploads are left out', async (t) => {
  const folder = await siteFolder(t)
  await writeFile(join(folder, 'uploads', 'news', 'notes of mine.txt'), 'x')
  await symlink('/etc/passwd', join(folder, 'uploads', 'news', 'link.png'))
  const file = join(folder, 'site.tar.gz')
  const { code, output } = await command('backup', folder, [file])
  assert.equal(code, 0, output)
  const names = execFileSync('tar', ['tzf', file], { encoding: 'utf8' }).split('\n')
  assert.equal(names.filter((name) => name.startsWith('uploads/')).length, 1)
})

test('a folder of uploads that is a link is backed up like the others', async (t) => {
  const folder = await siteFolder(t)
  const elsewhere = join(newFolder(t), 'pictures')
  await rename(join(folder, 'uploads', 'news'), elsewhere)
  await symlink(elsewhere, join(folder, 'uploads', 'news'))
  await symlink('itself', join(folder, 'uploads', 'itself'))
  const file = join(folder, 'site.tar.gz')
  const { output, lastLine } = await command('backup', folder, [file])
  assert.match(lastLine, /，1 个上传的文件，/, output)
  const home = newFolder(t)
  assert.equal((await command('restore', home, [file])).code, 0)
  assert.deepEqual(await contentOf(join(home, 'uploads', 'news')), await contentOf(elsewhere))
})

test('a picture is backed up and restored with its variants', async (t) => {
  const server = await startServer(t)
  const { folder } = server
  const headers = await server.signIn()
  const { data: address } = await uploadPicture(server, headers, png(960, 540), { fields: { w480: webp(480, 270) } })
  const [variant = ''] = pictureFacts(address)?.variants.map(({ src }) => src) ?? []
  await server.post(
    '/v1/news/saveNews',
    { newTitle: '有图', newCover: '', newInfo: `<p><img src="${address}"></p>` },
    { headers },
  )
  await server.stop()
  const file = join(folder, 'site.tar.gz')
  const { lastLine } = await command('backup', folder, [file])
  assert.match(lastLine, /，2 个上传的文件，/)
  const home = newFolder(t)
  assert.equal((await command('restore', home, [file])).code, 0)
  const again = await startServer(t, { folder: home })
  for (const each of [address, variant]) assert.equal((await fetch(again.url + each)).status, 200)
  await rm(join(folder, variant))
  assert.match(
    (await command('backup', folder, [file])).lastLine,
    new RegExp(`缺少 1 个上传的文件：${variant.slice(1)}`),
  )
})

test('a backup replaces an older archive only when it has been verified, and refuses unsafe target folders', async (t) => {
  const folder = await siteFolder(t)
  const file = join(folder, 'site.tar.gz')
  await writeFile(file, 'older')
  await withTooLargeARecord(folder, async () => {
    const { code, lastLine } = await command('backup', folder, [file])
    assert.equal(code, 1)
    assert.match(lastLine, /^备份失败：/)
  })
  assert.equal(await readFile(file, 'utf8'), 'older')
  assert.deepEqual(await leftIn(folder), [])

  const misuses: [string[], RegExp][] = [
    [[], /^用法：/],
    [[file, file], /^用法：/],
    [['--force', file], /force/],
    [[join(folder, 'data', 'site', 'site.json')], /应以 \.tar\.gz 结尾/],
    [[join(folder, 'uploads', 'news', 'a.tar.gz')], /不能放在数据目录或图片目录里面/],
    [[join(folder, 'data', 'a.tar.gz')], /不能放在数据目录或图片目录里面/],
    [[join(folder, 'nowhere', 'a.tar.gz')], /^备份失败：文件或文件夹不存在：/],
  ]
  for (const [args, pattern] of misuses) {
    const { code, output: refusal } = await command('backup', folder, args)
    assert.equal(code, 1, args.join(' '))
    assert.match(refusal, pattern)
    assert.doesNotMatch(refusal, /at .*mjs/)
  }
  const none = newFolder(t)
  const { code, lastLine } = await command('backup', none, [join(none, 'a.tar.gz')])
  assert.deepEqual(
    [code, lastLine],
    [1, `备份失败：${none}/data 里没有站点的数据：请核对 DATA_DIR。新的站点由服务器第一次启动时建立`],
  )
  assert.deepEqual(await readdir(none), [])
})

/** Found only when the archive is read back. */
async function withTooLargeARecord(folder: string, work: () => Promise<void>): Promise<void> {
  const agreement = join(folder, 'data', 'agreement.md')
  await writeFile(agreement, Buffer.alloc(33 * 1_048_576))
  await work()
  await rm(agreement)
}

test('a folder written by a newer version is not backed up, with one line of explanation', async (t) => {
  const folder = newFolder(t)
  await mkdir(join(folder, 'data', 'meta'), { recursive: true })
  await writeFile(join(folder, 'data', 'meta', 'format.json'), '{"id":"format","format":99}')
  const { code, output } = await command('backup', folder, ['site.tar.gz'])
  assert.equal(code, 1)
  assert.match(output, /^备份失败：the data folder has format 99, .+\n$/)
})

test('with a database a restore touches no folder, and says the way', async (t) => {
  const folder = newFolder(t)
  await mkdir(join(folder, 'data'))
  const before = await readdir(folder, { recursive: true })
  const { code, lastLine } = await command('restore', folder, ['all.tar.gz'], {
    env: { DATABASE_URL: 'postgres://zhuzhan:hidden@127.0.0.1/zhuzhan' },
  })
  assert.deepEqual([code, /zhuzhan move/.test(lastLine), /hidden/.test(lastLine)], [1, true, false])
  assert.deepEqual(await readdir(folder, { recursive: true }), before)
})
