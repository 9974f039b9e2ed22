import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { serveCommands } from '../../server/operator/serverCommands.ts'
import { user } from '../accounts.ts'
import { command } from '../keeping/commands.ts'
import { eventually } from '../eventually.ts'
import { admin, newFolder, startProgram, startServer } from '../server.ts'

const asRoot = process.getuid?.() === 0 ? {} : { skip: 'only root can act as another user' }
const nobody = 65_534
/** Whom each file under a folder belongs to, without repeats. */
async function ownersIn(folder: string): Promise<number[]> {
  const names = await readdir(folder, { recursive: true })
  const found = await Promise.all(['.', ...names].map((name) => stat(join(folder, name)).catch(() => undefined)))
  return [...new Set(found.flatMap((each) => (each ? [each.uid] : [])))]
}
/** A folder of the service's user alone, as a system service has it. */
async function folderOfNobody(t: { after(fn: () => unknown): void }): Promise<string> {
  const folder = newFolder(t)
  await chown(folder, nobody, nobody)
  return folder
}

test('accounts are added, listed, given a password and removed, beside a running server and without one', async (t) => {
  let server = await startServer(t)
  const { folder } = server
  const restart = async () => (server = await startServer(t, { folder }))
  const signIn = async (password: string) => {
    const { code, data } = await server.post('/v1/indexLogin/loginAuth', { username: 'li.gong', password })
    return [code, data?.auth]
  }
  const add = () => user(folder, ['add', 'li.gong', '--role', 'service', '--password-stdin'], 'first-secret\n')
  const change = async (): Promise<string> => {
    const { code, output } = await user(folder, ['password', 'li.gong'])
    assert.equal(code, 0)
    return /密码：(\S+)/.exec(output)?.[1] ?? ''
  }
  const remove = async () => (await user(folder, ['remove', 'li.gong'])).code
  const added = { code: 0, output: `已添加账号“li.gong”\n数据目录：${folder}/data\n` }

  assert.deepEqual(await add(), added)
  assert.deepEqual(await signIn('first-secret'), [200, 'agent:update'])
  const twice = await user(folder, ['add', 'li.gong'])
  assert.equal(twice.output, `已有名为“li.gong”的账号\n数据目录：${folder}/data\n`, 'and no password')
  assert.match((await user(folder, ['list'])).output, /^admin\t/m)
  const running = await change()
  assert.deepEqual([(await signIn('first-secret'))[0], (await signIn(running))[0]], [401, 200])
  await server.stop()
  const stopped = await change()
  assert.match((await user(folder, ['list'])).output, /^li\.gong\t/m)
  await restart()
  assert.deepEqual([(await signIn(running))[0], (await signIn(stopped))[0]], [401, 200])
  assert.deepEqual([await remove(), await remove()], [0, 1])
  assert.equal((await signIn(stopped))[0], 401)
  await server.stop()
  assert.deepEqual(await add(), added)
  await restart()
  assert.equal((await signIn('first-secret'))[0], 200)
  await server.stop()
  assert.deepEqual([await remove(), await remove()], [0, 1])
  assert.deepEqual(await readdir(join(folder, 'data', 'orders')).catch(() => []), [], 'no order is left lying')
})

test('a password change by the operator ends the sessions of that account', async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  assert.equal((await user(server.folder, ['password', 'admin', '--password-stdin'], 'by-the-operator')).code, 0)
  assert.equal((await server.post('/v1/indexLogin/userInfo', {}, { headers })).code, 401)
})

test('wrong usage is reported and changes nothing', async (t) => {
  const folder = newFolder(t)
  const misuses: [string[], string, RegExp][] = [
    [['add'], '', /用法/],
    [['fly', 'a'], '', /用法/],
    [['add', ' a'], '', /账号为1到50个字符/],
    [['add', 'a', '--role', 'everything'], '', /没有“everything”这个角色/],
    [['add', 'a', '--password-stdin'], '123456789\n', /新密码不能少于10位/],
    [['add', 'a', '--password-stdin'], '', /请输入新密码/],
    [['password', 'li.gong', '--password-stdin'], 'Li.Gong-2026\n', /新密码不能包含账号名/],
    [['add', 'a', '--force'], '', /force/],
  ]
  for (const [args, typed, words] of misuses) {
    const { code, output } = await user(folder, args, typed)
    assert.equal(code, 1, args.join(' '))
    assert.match(output, words)
    assert.doesNotMatch(output, /at .*mjs/)
  }
  assert.deepEqual(await readdir(folder), [])
})

test('no command makes a store where there is none, and each answer names the folder that it is about', async (t) => {
  const folder = newFolder(t)
  const none = `${folder}/data 里没有站点的数据：请核对 DATA_DIR。新的站点由服务器第一次启动时建立\n`
  for (const made of [false, true]) {
    if (made) await mkdir(join(folder, 'data'))
    for (const args of made
      ? [['list']]
      : [
          ['add', 'li.gong'],
          ['remove', 'li.gong'],
        ]) {
      assert.deepEqual(await user(folder, args), { code: 1, output: none }, args[0])
    }
  }
  assert.deepEqual(await readdir(folder, { recursive: true }), ['data'])
  const server = await startServer(t, { folder })
  for (const [args, code] of [
    [['list'], 0],
    [['add', 'li.gong'], 0],
    [['add', 'li.gong'], 1],
    [['remove', 'nobody'], 1],
  ] as const) {
    const answer = await user(folder, [...args])
    assert.equal(answer.code, code)
    assert.match(answer.output, new RegExp(`^数据目录：${folder}/data$`, 'm'))
  }
  await server.stop()
  const { output } = await command('backup', folder, ['site.tar.gz'])
  assert.match(output, new RegExp(`^数据目录：${folder}/data\n图片目录：${folder}/uploads\n`))
})

test('a command run as root leaves only files of the server’s user, beside it and without it', asRoot, async (t) => {
  const folder = await folderOfNobody(t)
  const server = await startProgram(t, { folder, uid: nobody })
  assert.equal((await user(folder, ['password', 'admin', '--password-stdin'], 'by-the-operator')).code, 0)
  await server.signIn({ ...admin, password: 'by-the-operator' })
  await server.stop()
  assert.match((await user(folder, ['password', 'admin'])).output, /密码：\S+/)
  assert.equal((await user(folder, ['add', 'li.gong', '--password-stdin'], 'first-secret')).code, 0)
  assert.deepEqual(await ownersIn(folder), [nobody])
  const next = await startProgram(t, { folder, uid: nobody })
  await next.signIn({ username: 'li.gong', password: 'first-secret' })
})

test('a command that root runs says as whom it has failed', asRoot, async (t) => {
  const folder = await folderOfNobody(t)
  await (await startProgram(t, { folder, uid: nobody })).stop()
  const { code, output } = await command('backup', folder, [join(newFolder(t), 'site.tar.gz')])
  assert.equal(code, 1)
  assert.match(output, /^备份失败：没有读写权限：.+\n（以上是以数据目录的所有者 nobody 的身份执行的）\n$/m)
})

test('a user who does not own the folder is refused in one line, and changes nothing', asRoot, async (t) => {
  const folder = await folderOfNobody(t)
  const server = await startProgram(t, { folder, uid: nobody })
  await server.stop()
  const { code, output } = await user(folder, ['list'], '', { uid: 1 })
  assert.equal(code, 1)
  assert.equal(output, `${folder}/data 属于用户 nobody，请以该用户或root的身份运行\n`)
  assert.deepEqual(await ownersIn(folder), [nobody])
})

test('a command folder of another user is named', asRoot, async (t) => {
  const folder = await folderOfNobody(t)
  await startProgram(t, { folder, uid: nobody })
  await mkdir(join(folder, 'data', 'orders'), { mode: 0o700 })
  const { code, output } = await user(folder, ['list'], '', { uid: nobody })
  assert.equal(code, 1)
  assert.match(output, new RegExp(`^没有读写权限：${folder}/data/orders/\\S+\n$`))
})

test('a command that makes no sense is refused at once', async (t) => {
  const server = await startServer(t)
  const orders = join(server.folder, 'data', 'orders')
  await mkdir(orders, { recursive: true })
  const order = join(orders, '0123456789abcdef.order')
  await writeFile(`${order}.part`, '{"do":')
  await utimes(`${order}.part`, new Date(), new Date())
  await rename(`${order}.part`, order)
  await eventually(() => existsSync(join(orders, '0123456789abcdef.answer')), 'it is answered')
  assert.deepEqual(JSON.parse(await readFile(join(orders, '0123456789abcdef.answer'), 'utf8')), {
    done: false,
    said: '操作失败，详见服务器日志',
  })
})

test('what is being written beside commands stays, whatever time its disk has', async (t) => {
  const folder = newFolder(t)
  const orders = join(folder, 'orders')
  const snapshot = join(orders, '0123456789abcdef.snapshot')
  const look = serveCommands(folder, {} as never, {} as never, () => {})
  await mkdir(orders)
  await writeFile(snapshot, '')
  await utimes(snapshot, 1000, 1000)
  for (const [seconds, stays] of [
    [1010, true],
    [1040, false],
  ] as const) {
    await utimes(orders, seconds, seconds)
    await look()
    assert.equal(existsSync(snapshot), stays)
  }
})

test('an error in reading commands is logged once, and again only when it changes', async (t) => {
  const server = await startServer(t)
  const orders = join(server.folder, 'data', 'orders')
  const warnings = (): string[] =>
    server
      .output()
      .stderr.split('\n')
      .filter((line) => line.startsWith('warn '))
  await mkdir(join(orders, '0123456789abcdef.order'), { recursive: true })
  await eventually(() => warnings().length > 0, 'it is logged')
  // Each of these is answered after another look into the folder.
  for (let n = 0; n < 3; n++)
    assert.equal((await user(server.folder, ['list'])).code, 0, 'what cannot be read holds up no other')
  assert.equal(warnings().length, 1)
  await rm(orders, { recursive: true })
  await writeFile(orders, 'no folder')
  await eventually(() => warnings().length > 1, 'the other error is logged')
})
