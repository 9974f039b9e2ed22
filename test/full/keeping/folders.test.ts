import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { patienceMs } from '../../eventually.ts'
import { newFolder, program, startServer } from '../../server.ts'
import { command, contentOf } from '../../keeping/commands.ts'
import { archiveOf, newsRecord } from '../../keeping/tarOf.ts'

const commands: [program: string, args: string[]][] = [
  ['server', []],
  ['backup', ['out.tar.gz']],
  ['restore', ['site.tar.gz']],
  ['restore', ['site.tar.gz', '--replace']],
  ['move', ['--from', 'x', '--to', 'postgres://127.0.0.1:1/none']],
]

test('every program refuses folders of which one contains the other beyond a direct child, in one line, and writes nothing', async (t) => {
  const folder = newFolder(t)
  await writeFile(join(folder, 'site.tar.gz'), archiveOf([newsRecord('a')]))
  for (const made of ['x/public', 'y']) await mkdir(join(folder, made), { recursive: true })
  await symlink(join(folder, 'x', 'public'), join(folder, 'link'))
  await symlink(join(folder, 'y'), join(folder, 'x', 'out'))
  const before = (await readdir(folder, { recursive: true })).sort()
  const pairs = [
    'x x',
    'x y/../x',
    'x x/public/uploads',
    'x/public/data x',
    'x link/uploads',
    'x x/out/uploads',
    'link x/public',
    // Folders that the other one keeps files in.
    'x x/news',
    'x x/drafts',
    'x x/meta',
    'x x/lock',
    'x x/log',
    'x x/replaced-2026',
    'x x/../x/session',
    'x/product x',
    'x/film x',
    'x/.incoming x',
  ]
  for (const pair of pairs) {
    const [data = '', uploads = ''] = pair.split(' ')
    // Each of the programs once, and the server with every pair.
    for (const [name, args] of uploads === 'x/public/uploads' ? commands : commands.slice(0, 1)) {
      const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: data, UPLOADS_DIR: uploads }
      const words = [join(program, '..', `${name}.mjs`), ...args]
      const { status, stdout, stderr } = spawnSync(process.execPath, words, {
        cwd: folder,
        env,
        encoding: 'utf8',
        timeout: patienceMs(),
      })
      assert.deepEqual([status, stdout], [1, ''], `${name} ${data} ${uploads}`)
      assert.match(stderr, /^(cannot start: )?DATA_DIR and UPLOADS_DIR .+\n$/, `${name} ${data} ${uploads}`)
    }
  }
  assert.deepEqual((await readdir(folder, { recursive: true })).sort(), before)
})

for (const [data, uploads] of [
  ['site', 'site/uploads'],
  ['uploads/data', 'uploads'],
  ['site', 'link'],
] as const) {
  test(`a restore into ${data} and ${uploads} replaces the content of both, and the server starts`, async (t) => {
    const folder = newFolder(t)
    if (uploads === 'link') {
      await mkdir(join(folder, 'site', 'uploads'), { recursive: true })
      await symlink(join('site', 'uploads'), join(folder, 'link'))
    }
    const picture = (name: string) => ({ name: `uploads/news/${name}.png`, body: name })
    await writeFile(join(folder, 'old.tar.gz'), archiveOf([newsRecord('old'), picture('old')]))
    await writeFile(join(folder, 'new.tar.gz'), archiveOf([newsRecord('new'), picture('new')]))
    const env = { DATA_DIR: join(folder, data), UPLOADS_DIR: join(folder, uploads) }
    for (const args of [['old.tar.gz'], ['new.tar.gz', '--replace']]) {
      const { code, output } = await command('restore', folder, args, { env })
      assert.equal(code, 0, output)
    }
    assert.deepEqual(await readdir(join(folder, uploads, 'news')), ['new.png'])
    const server = await startServer(t, { folder, env })
    const { data: list } = await server.post('/v1/news/list')
    assert.deepEqual(
      list.data.map((row: { newId: string }) => row.newId),
      ['new'],
    )
  })
}

test('a DATA_DIR or UPLOADS_DIR that is a file is refused in words', async (t) => {
  const folder = newFolder(t)
  await writeFile(join(folder, 'file'), '')
  for (const name of ['DATA_DIR', 'UPLOADS_DIR']) {
    const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: 'data', UPLOADS_DIR: 'uploads', [name]: 'file' }
    const { status, stderr } = spawnSync(process.execPath, [program], {
      cwd: folder,
      env,
      encoding: 'utf8',
      timeout: patienceMs(),
    })
    assert.deepEqual(
      [status, stderr],
      [1, `cannot start: ${name} must be a folder, and ${join(folder, 'file')} is a file\n`],
    )
  }
  assert.deepEqual(await readdir(folder), ['file'])
})

test('a DATA_DIR that is a link to nowhere is refused in words', async (t) => {
  const folder = newFolder(t)
  await symlink(join(folder, 'not-mounted'), join(folder, 'link'))
  const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: 'link', UPLOADS_DIR: 'uploads' }
  const { status, stderr } = spawnSync(process.execPath, [program], {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: patienceMs(),
  })
  assert.equal(status, 1)
  assert.match(stderr, /^cannot start: DATA_DIR：.*link 是一个链接，它指向的文件夹不存在，可能是磁盘没有挂载\n$/)
})

test('a swap that cannot go on says where the old and the new content is, and goes on once the obstacle is gone', async (t) => {
  const folder = newFolder(t)
  await writeFile(join(folder, 'site.tar.gz'), archiveOf([newsRecord('new')]))
  const [data, uploads, time] = [join(folder, 'data'), join(folder, 'uploads'), '20260101000000']
  const made = [
    join(data, 'product'),
    join(data, `restoring-${time}`, 'news'),
    join(uploads, 'news'),
    join(uploads, `restoring-${time}`),
  ]
  for (const path of made) await mkdir(path, { recursive: true })
  await writeFile(
    join(data, 'restoring.json'),
    JSON.stringify({ time, old: [['product'], ['news']], new: [['news'], []] }),
  )
  const obstacle = join(uploads, `replaced-${time}`)
  await writeFile(obstacle, '')

  const restored = await command('restore', folder, ['site.tar.gz', '--replace'])
  assert.equal(restored.code, 1)
  const reason = `EEXIST: file already exists, mkdir '${obstacle}'`
  const places = `原有内容在 ${data}/replaced-${time}、${uploads}，新内容在 ${data}`
  assert.equal(
    restored.output,
    `恢复未完成：${reason}。${places}。解决这个问题后，再次运行恢复命令或启动服务器即可继续\n`,
  )
  const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: data, UPLOADS_DIR: uploads }
  const { stderr } = spawnSync(process.execPath, [program], {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: patienceMs(),
  })
  const oldAndNew = `the old content is in ${data}/replaced-${time} and ${uploads}, the new in ${data}`
  assert.equal(
    stderr,
    `cannot start: the restore ${time} cannot be completed: ${reason}; ${oldAndNew}; once the cause is removed, the next start continues\n`,
  )

  await rm(obstacle)
  const { output } = await command('restore', folder, ['site.tar.gz', '--replace'])
  assert.match(output, new RegExp(`^上次中断的恢复（${time}）已先行完成\n`))
  assert.deepEqual(await readdir(join(uploads, `replaced-${time}`)), ['news'])
})

/** A full disk, found when the journal gets its name. */
const noJournal = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'
const { renameSync } = fs
fs.renameSync = (from, to) => {
  if (to.endsWith('restoring.json')) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', path: to })
  renameSync(from, to)
}
syncBuiltinESMExports()`

test('a restore that cannot commit its swap changes nothing, and does not promise to go on', async (t) => {
  const folder = newFolder(t)
  await writeFile(join(folder, 'old.tar.gz'), archiveOf([newsRecord('old')]))
  await writeFile(join(folder, 'new.tar.gz'), archiveOf([newsRecord('new')]))
  assert.equal((await command('restore', folder, ['old.tar.gz'])).code, 0)
  const before = await contentOf(folder)
  const node = ['--import', `data:text/javascript,${encodeURIComponent(noJournal)}`]
  const { code, lastLine } = await command('restore', folder, ['new.tar.gz', '--replace'], { node })
  assert.deepEqual(
    [code, lastLine],
    [1, `恢复失败，原有内容未动：磁盘空间不足：${join(folder, 'data', 'restoring.json')}`],
  )
  assert.equal((await command('backup', folder, ['next.tar.gz'])).code, 0)
  await rm(join(folder, 'next.tar.gz'))
  const { ['data/backup/verified.json']: verified, ['data/backup/last.json']: last, ...after } = await contentOf(folder)
  // The backup is in the activity log.
  const [logged = ''] = Object.keys(after).filter((name) => name.startsWith('data/log/'))
  delete after[logged]
  assert.deepEqual(after, before)
  assert.ok(verified !== undefined && last !== undefined && logged !== '')
})

test('an archive is not put into a folder that UPLOADS_DIR is a link to: uploads are public', async (t) => {
  const folder = newFolder(t)
  for (const made of ['data', 'pictures']) await mkdir(join(folder, made))
  await symlink('pictures', join(folder, 'link'))
  const env = { UPLOADS_DIR: join(folder, 'link') }
  const { code, output } = await command('backup', folder, ['pictures/site.tar.gz'], { env })
  assert.equal(code, 1)
  assert.match(output, /备份文件不能放在数据目录或图片目录里面/)
  const withDaily = { ...env, BACKUP_DIR: join(folder, 'pictures', 'daily') }
  const daily = await command('backup', folder, ['site.tar.gz'], { env: withDaily })
  assert.deepEqual([daily.code, daily.output], [1, 'BACKUP_DIR must not be inside UPLOADS_DIR\n'])
})

test('restoring an archive without a name says whose site it has put back', async (t) => {
  const folder = newFolder(t)
  const record = { id: 'site', createdAt: '2026-01-01T00:00:00.000+08:00', companyName: '海右建设有限公司' }
  const site = { name: 'data/site/site.json', body: JSON.stringify(record) }
  await writeFile(join(folder, 'old.tar.gz'), archiveOf([site]))
  const { code, output, lastLine } = await command('restore', folder, ['old.tar.gz'])
  assert.equal(code, 0, output)
  assert.match(output, /^要恢复的备份：没有写明公司的旧备份，/)
  assert.match(lastLine, /^恢复完成，已校验：海右建设有限公司，网址 没有设置，/)
})
