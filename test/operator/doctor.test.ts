import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, chown, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { failedStartIn, notMounted } from '../../server/operator/doctor.ts'
import type { Check } from '../../contract/calls/checks.ts'
import { user } from '../accounts.ts'
import { command } from '../keeping/commands.ts'
import { startCdn } from '../cdn.ts'
import { settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { newFolder, startProgram, startServer } from '../server.ts'
import { outsideSite } from '../media/outside.ts'

const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const linesOf = (output: string): string[] => output.trimEnd().split('\n')
const wrongIn = (output: string): string[] => linesOf(output).filter((line) => line.startsWith('✗'))

async function siteWithBackups(t: { after(fn: () => unknown): void }) {
  const folder = newFolder(t)
  const env = { BACKUP_DIR: join(folder, 'backups'), SITE_URL: 'https://www.zhuzhan.invalid' }
  const server = await startServer(t, { folder, env })
  await user(folder, ['password', 'admin'])
  await eventually(
    async () => (await command('status', folder, [], { env })).output.includes('，已校验。'),
    'there is a first backup',
  )
  return {
    folder,
    env,
    server,
    ask: (word: 'status' | 'doctor', more = {}) => command(word, folder, [], { env: { ...env, ...more } }),
  }
}

test('status says what runs and what is kept where, and exits with 1 for what is wrong and where nothing runs', async (t) => {
  const { folder, server, ask } = await siteWithBackups(t)
  const well = await ask('status')
  const [data, uploads, running, ...more] = linesOf(well.output)
  assert.deepEqual([data, uploads], [`数据目录：${folder}/data`, `图片目录：${folder}/uploads`])
  assert.match(
    running ?? '',
    new RegExp(`^✓ 服务器：${version} 正在运行，\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d启动，能读能写$`),
  )
  const rest = more.join('\n')
  assert.match(
    rest,
    /^✓ 每日备份：每天自动备份，最近一份 zhuzhan-\S+\.tar\.gz，\d{4}-\d\d-\d\d \d\d:\d\d，[\d.]+ \w?B，已校验。$/m,
  )
  assert.match(rest, /^✓ 数据与上传的文件：.+核对硬盘：还没有，每天02:30核对。$/m)
  assert.match(rest, /^✓ 磁盘空间：够用：数据还剩[\d.]+ \wB，上传的文件还剩[\d.]+ \wB。$/m)
  assert.deepEqual([wrongIn(well.output), well.code], [[], 0])

  await cp(join(folder, 'backups'), join(folder, 'moved'), { recursive: true })
  for (const name of await readdir(join(folder, 'backups'))) execFileSync('rm', [join(folder, 'backups', name)])
  const ill = await ask('status')
  assert.equal(ill.code, 1)
  assert.match(ill.output, /^✗ 每日备份：最近的备份.+不见了.+最近一份 zhuzhan-/m)

  await server.stop()
  const stopped = await ask('status')
  assert.deepEqual(
    [stopped.code, linesOf(stopped.output).map((line) => line.split('。')[0])],
    [1, [data, uploads, '✗ 服务器：没有运行']],
  )
})

test('status has every fault that the server knows, and asks one with a database at its port', async (t) => {
  const server = await startServer(t)
  const { folder, url } = server
  const certificate = {
    image: '/uploads/01.png',
    name: '检测报告',
    type: 'test',
    number: '',
    issuer: '',
    from: '',
    document: '',
  }
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const sent = { certificates: [{ ...certificate, until }] }
  assert.equal((await server.post('/v1/site/update', sent, { headers: await server.signIn() })).code, 200)
  assert.equal(
    (await command('backup', folder, ['site.tar.gz'], { env: { UPLOADS_DIR: join(folder, 'none') } })).code,
    1,
  )
  const { output } = await command('status', folder, [])
  assert.match(output, /^✗ 每日备份：没有开启每日备份.+的备份失败：/m)
  assert.match(output, /^! 资质与检测：“检测报告”有效期至/m)

  const env = { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/site' }
  const asked = (port: string) => command('status', folder, [], { env: { ...env, PORT: port } })
  const found = await asked(new URL(url).port)
  assert.deepEqual(
    [found.code, linesOf(found.output).slice(0, 2)],
    [0, ['数据库：127.0.0.1:1/site', `图片目录：${folder}/uploads`]],
  )
  assert.match(found.output, new RegExp(`^✓ 服务器：${version} 正在运行，.+能读能写$`, 'm'))
  const none = await asked('1')
  assert.equal(none.code, 1)
  assert.match(none.output, /^✗ 服务器：没有运行。/m)
})

test('doctor finds nothing wrong on a good site, and says of each fault what to do', async (t) => {
  const { folder, server, ask } = await siteWithBackups(t)
  const well = await ask('doctor')
  assert.deepEqual([wrongIn(well.output), well.code], [[], 0], well.output)
  for (const title of ['设置', '文件夹', '最近的备份文件', '服务器', '管理员密码', '每日备份', '服务器时钟']) {
    assert.ok(
      linesOf(well.output).some((line) => line.startsWith(`✓ ${title}：`)),
      `${title}\n${well.output}`,
    )
  }
  assert.match(well.output, /^! 证书：从这台机器读不到 /m)
  assert.match((await ask('doctor', { PROT: '80' })).output, /^! 设置：没有 PROT /m)

  const [archive = ''] = await readdir(join(folder, 'backups'))
  const bytes = await readFile(join(folder, 'backups', archive))
  await writeFile(join(folder, 'backups', 'zhuzhan-20990101-033000.tar.gz'), 'of a wrong clock')
  assert.match((await ask('doctor')).output, new RegExp(`^✓ 最近的备份文件：${archive}，`, 'm'))
  await writeFile(join(folder, 'backups', archive), bytes.subarray(0, bytes.length - 100))
  const torn = await ask('doctor')
  assert.equal(torn.code, 1)
  const reason = `${archive}：备份文件已损坏、不完整，或不是 gzip 压缩文件`
  assert.deepEqual(
    wrongIn(torn.output).map((line) => line.split('。')[0]),
    [`✗ 最近的备份文件：${reason}`],
  )
  await writeFile(join(folder, 'backups', archive), bytes)

  await server.stop()
  const [format, hook] = [join(folder, 'data', 'meta', 'format.json'), join(folder, 'hook')]
  await writeFile(format, JSON.stringify({ ...JSON.parse(await readFile(format, 'utf8')), format: 99 }))
  await mkdir(join(folder, 'data', 'quarantine'), { recursive: true })
  await writeFile(join(folder, 'data', 'quarantine', 'a.json'), '')
  await writeFile(hook, '')
  await chmod(hook, 0o600)
  const stopped = await ask('doctor', { BACKUP_HOOK: hook })
  const titles = (output: string) => wrongIn(output).map((line) => line.slice(2).split('：')[0])
  assert.deepEqual([titles(stopped.output), stopped.code], [['服务器', '数据格式', '每日备份', '数据与上传的文件'], 1])
  assert.match(stopped.output, /^✗ 数据格式：数据是更新的版本写的（格式 99）/m)
  await writeFile(format, '{')
  assert.deepEqual(
    titles((await ask('doctor')).output),
    ['服务器', '数据格式', '数据与上传的文件'],
    'what cannot be read hides nothing',
  )
})

test('doctor and the server compare ten files of a CDN with those of the site, and find one that serves pages', async (t) => {
  const cdn = await startCdn(t)
  const clock = settableClock()
  const server = await startServer(t, { env: { SEED: 'on', ASSETS_URL: cdn.url }, now: clock.now })
  cdn.site = server.url
  let time = 0
  /** What the server knows, and has on 首页 and in 上线检查. */
  const isKnown = (wanted: RegExp): Promise<void> =>
    eventually(async () => {
      clock.advance((time += 3_600_000))
      const headers = await server.signIn()
      const faults: string[] = (await server.post('/v1/dashboard/summary', {}, { headers })).data.faults ?? []
      const checks: Check[] = (await server.post('/v1/check/list', {}, { headers })).data
      const { state = 'none', why = '' } = checks.find(({ id }) => id === 'cdn') ?? {}
      return wanted.test(`${state}：${why}`) && (state === 'ok' || faults.some((fault) => fault.startsWith(why)))
    }, `${wanted}`)
  const line = async (ASSETS_URL = cdn.url): Promise<string | undefined> => {
    const { output } = await command('doctor', server.folder, [], {
      env: { ASSETS_URL, PORT: new URL(server.url).port },
    })
    return linesOf(output).find((each) => each.includes(' CDN：'))
  }
  const same = `CDN：${cdn.url} 的10个文件与本站的一样`
  assert.ok((await line())?.startsWith(`! ${same}，但是它也送出网站的页面`))
  cdn.adjust = (path, reply) => {
    if (path === '/') reply.status = 403
    return true
  }
  assert.equal(await line(), `✓ ${same}`)
  await isKnown(/^ok：.+ 的10个文件与本站的一样$/)
  assert.equal(new Set(cdn.asked).size, 11, 'ten files, and the home page')
  const [script, sheet, picture] = [/\.js$/, /\.css$/, /\/media\//].map((kind) =>
    cdn.asked.find((path) => kind.test(path)),
  )
  assert.ok(script && sheet && picture)

  cdn.adjust = (path, reply) => {
    if (path === script) delete reply.headers['access-control-allow-origin']
    if (path === sheet) reply.headers['content-type'] = 'text/plain'
    if (path === picture) Object.assign(reply, { status: 302, headers: { location: server.url + path } })
    return true
  }
  const differing = String(await line())
  assert.ok(differing.startsWith(`✗ CDN：${cdn.url} `), differing)
  for (const difference of [
    `${script} 没有Access-Control-Allow-Origin，浏览器不会用它`,
    `${sheet} 的Content-Type是“text/plain”，本站是“text/css”`,
    `${picture} 的状态是302，本站是200`,
  ])
    assert.ok(differing.includes(difference), differing)
  cdn.adjust = () => true
  const { port } = await outsideSite(t, (_req, res) => res.end('of somebody else'))
  cdn.site = `http://127.0.0.1:${port}`
  assert.match(String(await line()), /^✗ CDN：.+\/assets\/\S+ 的内容与本站不同；/)
  await isKnown(/^problem：CDN：.+ 有10个文件不对：.+ 的内容与本站不同；/)
  assert.match((await command('status', server.folder, [])).output, /^✗ CDN：.+ 的内容与本站不同；/m)
  cdn.end()
  await isKnown(/^warning：CDN：从这台机器读不到 /)
  assert.match(String(await line()), /^! CDN：从这台机器读不到 /)
  assert.match(String(await line('https://cdn.example')), /^✗ CDN：正在运行的服务器还没有用上ASSETS_URL/)
  assert.equal(await line(''), undefined)
})

const skip = process.getuid?.() !== 0 && 'only root can act as another user'
test('doctor finds files of another user, also where root runs it', { skip }, async (t) => {
  const [folder, nobody] = [newFolder(t), 65_534]
  await chown(folder, nobody, nobody)
  await (await startProgram(t, { folder, uid: nobody })).stop()
  assert.match((await command('doctor', folder, [])).output, /^✓ 文件夹：.+用户 nobody$/m)
  const path = join(folder, 'data', 'news', 'a.json')
  await writeFile(path, '{}')
  const { code, output } = await command('doctor', folder, [])
  assert.equal(code, 1)
  assert.ok(
    output.includes(`✗ 文件夹：${path} 不属于用户 nobody，服务器可能读不了：chown -R nobody: ${folder}/data\n`),
    output,
  )
})

test('a disk of /etc/fstab that is not mounted is found where the site is on it', () => {
  const fstab = [
    '# /dev/x /srv/data ext4',
    'UUID=1 / ext4 defaults 0 1',
    '/dev/b\t/srv/data/\text4 defaults 0 2',
    '/dev/c /mnt/my\\040disk xfs',
    '/dev/d none swap sw 0 0',
  ].join('\n')
  const mounts = '/dev/a / ext4 rw 0 0\n/dev/e /srv/database ext4 rw 0 0\n'
  assert.deepEqual(notMounted(['/srv/data/site', '/mnt/my disk'], fstab, mounts), ['/srv/data', '/mnt/my disk'])
  assert.deepEqual(notMounted(['/srv/data', '/srv/datastore'], fstab, `${mounts}/dev/b /srv/data ext4 rw 0 0\n`), [])
  assert.deepEqual(notMounted(['/srv/datastore', '/mnt'], fstab, mounts), [])
})

test('why the last start failed is read from the journal, unless a later one was ready', () => {
  const failed = 'cannot start: listen EADDRINUSE\ncannot start: the data folder has format 9\nMain process exited'
  assert.equal(failedStartIn(failed), 'the data folder has format 9')
  assert.equal(failedStartIn(`${failed}\nready http://127.0.0.1:8080\n`), '')
  assert.equal(failedStartIn(`ready http://127.0.0.1:8080\n${failed}`), 'the data folder has format 9')
  assert.equal(failedStartIn(''), '')
})

test('a word that is none is named with the nearest, and the words are in groups', async (t) => {
  const { code, output } = await command('stauts' as 'status', newFolder(t), [])
  assert.equal(code, 1)
  assert.deepEqual(linesOf(output).slice(0, 3), ['没有“stauts”这个命令，要的是 status 吗？', '用法：', '看一看：'])
  assert.match(output, /^备份和恢复：\n {2}zhuzhan backup /m)
})
