import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { tarHeader } from '../../../server/keeping/tar.ts'
import { postgresTest } from '../../postgres/cluster.ts'
import { admin, answerOf, filesOnly } from '../../server.ts'
import { smallDisk } from '../../smallDisk.ts'
import { builtFiles, type Machine, owner, pack, patched, startMachine, version } from '../../operator/releases.ts'

const newer = '9.0.0'
const asNewer = (server: string): string => patched(server, `var version = "${version}"`, `var version = "${newer}"`)
/** A program that only says what it is. */
const stub = (rest: string) => ({
  'dist/server.mjs': `if (process.argv[2] === '--version') { console.log('zhuzhan ${newer}'); process.exit() }\n${rest}`,
  'dist/zhuzhan.mjs': '',
})

/** Not those of each day. */
const backupsOf = ({ backupDir }: Machine): string[] =>
  readdirSync(backupDir).filter((name) => name.startsWith('before-'))
const releasesOf = ({ home }: Machine): string[] => readdirSync(join(home, 'releases')).sort()
const journal = ({ home }: Machine): string => join(home, 'upgrade.json')

async function asAdmin({ env }: Machine, path: string, body: object) {
  const post = (to: string, sent: object, headers = {}) =>
    answerOf(
      fetch(`http://127.0.0.1:${env.PORT}/v1/${to}`, {
        method: 'POST',
        body: JSON.stringify(sent),
        headers: { 'Content-Type': 'application/json', ...headers },
      }),
    )
  const { data } = await post('indexLogin/loginAuth', admin)
  return (await post(path, body, { 'Authorization-item': `Bearer ${data.token}` })).data
}
const saveNews = async (machine: Machine, newTitle: string): Promise<string> =>
  (await asAdmin(machine, 'news/saveNews', { newTitle })).newId
async function eraseNews(machine: Machine, newId: string): Promise<void> {
  await asAdmin(machine, 'news/deleteNews', { newId })
  await asAdmin(machine, 'trash/delete', { kind: 'news', ids: [newId] })
}
const hasNews = ({ dataDir }: Machine, id: string): boolean => existsSync(join(dataDir, 'news', `${id}.json`))

test(
  'an upgrade that is killed at any step is finished by the next one, and can be taken back',
  filesOnly,
  async (t) => {
    const machine = await startMachine(t)
    const { home } = machine
    const id = await saveNews(machine, '升级前')
    const erased = await saveNews(machine, '中断后删除的')
    const archive = await pack(t, builtFiles(asNewer))
    for (const step of [/校验值相符/, /已解压到/, /备份完成/, /已切换到/, /正在启动/]) {
      const killed = await machine.killedAt(step, 'upgrade', archive)
      assert.equal(killed.code, null, killed.output)
      assert.match(killed.output, step)
      assert.notEqual((await machine.health()).version, undefined, 'the old server still runs')
    }
    await eraseNews(machine, erased)
    const done = await machine.zhuzhan('upgrade', archive)
    assert.equal(done.code, 0, done.output)
    assert.match(
      done.output,
      /上次的升级（first → 9\.0\.0-[0-9a-f]{8}）中断了，先处理它\n正在启动 \S+\n已应答，再看20秒\n升级完成/,
    )
    assert.equal((await machine.health()).version, newer)
    const name = machine.current()
    assert.match(name, /^9\.0\.0-[0-9a-f]{8}$/)
    assert.deepEqual(releasesOf(machine), [name, 'first'])
    assert.deepEqual(backupsOf(machine), [`before-${name}.tar.gz`])
    assert.ok(hasNews(machine, id))
    const again = await machine.zhuzhan('upgrade', archive)
    assert.deepEqual([again.code, again.output.includes('已在使用')], [0, true], again.output)

    const later = await saveNews(machine, '升级后')
    const back = await machine.zhuzhan('rollback')
    assert.equal(back.code, 0, back.output)
    assert.deepEqual([machine.current(), (await machine.health()).version], ['first', version])
    assert.ok(hasNews(machine, id) && hasNews(machine, later), 'nothing is restored where the format is the same')
    assert.equal((await machine.zhuzhan('rollback')).output, '没有可以退回的升级\n')
    assert.deepEqual((await readdir(home)).sort(), ['current', 'lock', 'releases', 'server.log', 'server.pid', 'tool'])
  },
)

test('releases that fail are left by themselves, with the data as it was', filesOnly, async (t) => {
  const [one, other] = [await startMachine(t), await startMachine(t)]
  const id = await saveNews(other, '升级前')
  const broken = await pack(t, stub(`process.stderr.write('cannot start'); process.exit(1)`))
  // It has begun to write another format when it turns out not to work.
  const ill = await pack(
    t,
    builtFiles((server) => {
      const format2 = patched(asNewer(server), /\bdataFormat = 1\b/g, 'dataFormat = 2')
      return `setTimeout(() => process.exit(1), 3_000)\n${patched(format2, 'canRead ? 200 : 503', '503')}`
    }),
  )
  const [failed, restored] = await Promise.all([one.zhuzhan('upgrade', broken), other.zhuzhan('upgrade', ill)])
  for (const [machine, { code, output }] of [
    [one, failed],
    [other, restored],
  ] as const) {
    assert.equal(code, 1, output)
    assert.match(output, /正在退回 first\n[^]*已退回：first 正在运行\n升级失败，已退回：版本 9\.0\.0 没有正常应答/)
    assert.deepEqual([machine.current(), (await machine.health()).version], ['first', version])
    assert.equal(existsSync(journal(machine)), false)
  }
  assert.doesNotMatch(failed.output, /正在恢复/)
  assert.match(restored.output, /正在恢复升级前的备份/)
  assert.ok(hasNews(other, id))
  assert.equal(JSON.parse(await readFile(join(other.dataDir, 'meta', 'format.json'), 'utf8')).format, 1)
})

test('a release that answers and then ends is left by itself', filesOnly, async (t) => {
  const machine = await startMachine(t)
  const dying = await pack(
    t,
    builtFiles((server) => `setTimeout(() => process.exit(1), 6_000)\n${asNewer(server)}`),
  )
  const { code, output } = await machine.zhuzhan('upgrade', dying)
  assert.equal(code, 1, output)
  assert.match(output, /已应答，再看20秒\n版本 9\.0\.0 应答之后又退出了，正在退回 first\n[^]*已退回：first 正在运行\n/)
  assert.deepEqual([machine.current(), (await machine.health()).version], ['first', version])
})

test(
  'an older release is installed only when it is asked for, and releases that nobody goes back to are removed',
  filesOnly,
  async (t) => {
    const machine = await startMachine(t)
    for (const name of ['0.5.0-0123abcd', 'by-hand'])
      mkdirSync(join(machine.home, 'releases', name, 'dist'), { recursive: true })
    const older = await pack(
      t,
      builtFiles((server) => patched(server, `var version = "${version}"`, 'var version = "0.5.9"')),
    )
    const refused = await machine.zhuzhan('upgrade', older)
    assert.equal(refused.code, 1)
    assert.match(refused.output, /\n0\.5\.9 比正在使用的 \S+ 旧，没有安装。.+加上 --older\n$/)
    assert.deepEqual([machine.current(), backupsOf(machine)], ['first', []])
    const done = await machine.zhuzhan('upgrade', older, '--older')
    assert.equal(done.code, 0, done.output)
    assert.match(done.output, /\n已删除旧的版本 0\.5\.0-0123abcd\n$/)
    assert.deepEqual(releasesOf(machine), [machine.current(), 'by-hand', 'first'])
    assert.equal((await machine.health()).version, '0.5.9')
    assert.equal(basename(readlinkSync(join(machine.home, 'tool'))), machine.current())
  },
)

test(
  'a release that reads fewer records than there were is left by itself, and they are all there',
  filesOnly,
  async (t) => {
    const machine = await startMachine(t)
    const ids = [await saveNews(machine, '一'), await saveNews(machine, '二')]
    await asAdmin(machine, 'redirect/save', { rows: [{ from: '/old.html', to: '/xwdt' }] })
    // As if a rule of what is sent were one of what is stored.
    const strict = await pack(
      t,
      builtFiles((server) =>
        patched(
          asNewer(server),
          /if \(!isObject\d*\((stored\d*)\)\)/g,
          "if ($1?.newTitle === '二' || $1?.from === '/old.html') return { refusal: 'it is too long' };\n$&",
        ),
      ),
    )
    const { code, output } = await machine.zhuzhan('upgrade', strict)
    assert.equal(code, 1, output)
    assert.match(
      output,
      /新版本读不了所有的记录：news 少了 1 条，redirect 少了 1 条，正在退回 first\n[^]*已退回：first 正在运行\n升级失败，已退回/,
    )
    assert.deepEqual([machine.current(), (await machine.health()).version], ['first', version])
    assert.match(
      readFileSync(join(machine.home, 'server.log'), 'utf8'),
      /error 1 of 2 records of news cannot be read[^\n]*\n[^\n]*error news\/\S+ is not served/,
    )
    assert.ok(
      ids.every((id) => hasNews(machine, id)),
      'it is where the old release reads it',
    )
  },
)

test('what staff erase while the release is changed is nothing that it cannot read', filesOnly, async (t) => {
  const machine = await startMachine(t)
  const id = await saveNews(machine, '最后一刻删除的')
  machine.env.RESTART_COMMAND = `rm -f '${join(machine.dataDir, 'news', `${id}.json`)}'; ${machine.env.RESTART_COMMAND}`
  const { code, output } = await machine.zhuzhan('upgrade', await pack(t, builtFiles(asNewer)))
  assert.equal(code, 0, output)
  assert.deepEqual([hasNews(machine, id), (await machine.health()).version], [false, newer])
})

test('the way back from a newer format asks before it gives up what was saved since', filesOnly, async (t) => {
  const machine = await startMachine(t)
  const id = await saveNews(machine, '升级前')
  const archive = await pack(
    t,
    builtFiles((server) => patched(asNewer(server), /\bdataFormat = 1\b/g, 'dataFormat = 2')),
  )
  const done = await machine.zhuzhan('upgrade', archive)
  assert.deepEqual([done.code, /zhuzhan rollback --restore/.test(done.output)], [0, true], done.output)
  const later = await saveNews(machine, '升级后')
  const asked = await machine.zhuzhan('rollback')
  assert.equal(asked.code, 1)
  assert.match(asked.output, /^新版本改变了数据的格式，first 读不了。请运行 zhuzhan rollback --restore/)
  assert.equal((await machine.health()).version, newer)
  // What was killed while it restored is done again.
  assert.equal((await machine.killedAt(/正在恢复升级前的备份/, 'rollback', '--restore')).code, null)
  const back = await machine.zhuzhan('rollback', '--restore')
  assert.equal(back.code, 0, back.output)
  assert.deepEqual([machine.current(), (await machine.health()).version], ['first', version])
  assert.deepEqual([hasNews(machine, id), hasNews(machine, later)], [true, false])
  const aside = readdirSync(machine.dataDir).filter((name) => name.startsWith('replaced-'))
  assert.ok(
    aside.some((name) => existsSync(join(machine.dataDir, name, 'news', `${later}.json`))),
    'it is kept',
  )
  const foreign = ['', ...readdirSync(machine.dataDir, { recursive: true, encoding: 'utf8' })].filter(
    (name) => lstatSync(join(machine.dataDir, name), { throwIfNoEntry: false })?.uid !== owner,
  )
  assert.deepEqual(
    foreign.filter((name) => existsSync(join(machine.dataDir, name))),
    [],
    'nothing there is root’s',
  )
})

test('what is not the release that it says it is changes nothing', filesOnly, async (t) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const machine = await startMachine(t, { UPGRADE_KEY: key })
  const refused = async (archive: string, why: RegExp): Promise<void> => {
    const { code, output } = await machine.zhuzhan('upgrade', archive)
    assert.equal(code, 1, output)
    assert.match(output, why)
    assert.deepEqual([machine.current(), releasesOf(machine), backupsOf(machine)], ['first', ['first'], []])
    assert.equal(existsSync(journal(machine)), false)
  }
  const signed = async (archive: string, by = privateKey): Promise<string> => {
    await writeFile(`${archive}.sha256.sig`, sign(null, readFileSync(`${archive}.sha256`), by))
    return archive
  }
  const good = await pack(t, stub(''))
  await refused(good, /文件或文件夹不存在：.+\.sig/)
  await refused(await signed(good, generateKeyPairSync('ed25519').privateKey), /^签名不符/)
  const cut = await signed(await pack(t, stub('')))
  await appendFile(cut, 'x')
  await refused(cut, /^校验值不符/)
  for (const name of ['dist/../../outside', '/tmp/outside', '.hidden/file', 'dist/..']) {
    await refused(await signed(await pack(t, { ...stub(''), [name]: 'x' })), /发布包里有不允许的文件/)
  }
  const link = (tar: Buffer): Buffer => {
    const header = tarHeader('dist/link', 0, 0)
    header.write('2', 156, 'latin1')
    header.write('        ', 148, 'latin1')
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
      'latin1',
    )
    return Buffer.concat([header, tar])
  }
  await refused(await signed(await pack(t, stub(''), link)), /不允许的内容（链接/)
  await refused(
    await signed(await pack(t, { 'dist/server.mjs': 'throw new Error("bad")' })),
    /程序在这台机器上不能运行/,
  )
  await refused(await signed(await pack(t, { 'dist/other.mjs': '' })), /程序在这台机器上不能运行/)
  const withoutKey = await machine.zhuzhan('rollback')
  assert.deepEqual([withoutKey.code, withoutKey.output], [1, '没有可以退回的升级\n'])
})

test(
  'a disk that is full before or while the release is unpacked leaves the old one as it is',
  filesOnly,
  async (t) => {
    const disk = smallDisk(t, 128)
    if (disk === undefined) return
    const machine = await startMachine(t, {}, disk)
    const { home } = machine
    const archive = await pack(t, builtFiles(asNewer))
    const { bavail, bsize } = statfsSync(home)
    writeFileSync(join(home, 'filling'), Buffer.alloc(bavail * bsize - 2 ** 20))
    const early = await machine.zhuzhan('upgrade', archive)
    assert.match(early.output, /^校验值相符\n磁盘空间不足：.+ 需要 \d+ MB，只有 1 MB\n$/)
    assert.equal(early.code, 1)

    // Its end says that it is smaller than it is.
    const lying = await pack(t, { ...stub(''), 'dist/large.bin': Buffer.alloc(4 * 2 ** 20) })
    const bytes = readFileSync(lying)
    bytes.writeUInt32LE(1000, bytes.length - 4)
    const sum = createHash('sha256').update(bytes).digest('hex')
    await writeFile(lying, bytes)
    await writeFile(`${lying}.sha256`, `${sum}  zhuzhan-test.tar.gz\n`)
    const late = await machine.zhuzhan('upgrade', lying)
    assert.match(late.output, /磁盘空间不足/)
    assert.equal(late.code, 1)
    assert.deepEqual(
      [machine.current(), releasesOf(machine), existsSync(journal(machine))],
      ['first', ['first'], false],
    )
    assert.equal((await machine.health()).version, version)
  },
)

postgresTest(
  'with a database an upgrade makes its own backup, or takes the word of who has made one',
  async (t, { newDatabase }) => {
    const machine = await startMachine(t, { DATABASE_URL: await newDatabase(), BACKUP_DIR: '' })
    const archive = await pack(t, builtFiles(asNewer))
    const asked = await machine.zhuzhan('upgrade', archive)
    assert.equal(asked.code, 1)
    assert.match(asked.output, /^未设置 BACKUP_DIR[^]+--backed-up[^]+pg_dump[^]+"\$DATABASE_URL"\n$/)
    const believed = await machine.zhuzhan('upgrade', `${archive}.none`, '--backed-up')
    assert.match(believed.output, /文件或文件夹不存在：.+\.none/)

    machine.env.BACKUP_DIR = machine.backupDir
    const done = await machine.zhuzhan('upgrade', archive)
    assert.equal(done.code, 0, done.output)
    assert.match(done.output, /^备份完成，已校验：\d+ 条记录/m)
    assert.equal((await machine.health()).version, newer)
    assert.deepEqual(backupsOf(machine), [`before-${machine.current()}.tar.gz`])
    const back = await machine.zhuzhan('rollback')
    assert.deepEqual([back.code, (await machine.health()).version], [0, version], back.output)
    assert.equal(backupsOf(machine).length, 1)
  },
)
