/**
 * Walks the documented way as the operator has to: its commands are read out of the page. A machine is installed, works, burns, and another
 * one takes its place; that is upgraded, refuses a release that does not start, goes back, is copied as a disk is, and moves to PostgreSQL
 * and back. Run by test/release/machines/wholeWay.test.ts in namespaces of its own.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandsIn } from '../commandsIn.ts'
import { eventually } from '../eventually.ts'
import { standIn } from '../keeping/standIn.ts'
import { builtFiles, pack, patched, version } from '../operator/releases.ts'
import { postgresPrograms, startCluster } from '../postgres/startCluster.ts'
import { Machine } from './machine.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string): string => readFileSync(join(project, file), 'utf8')
const blocks = commandsIn(read('docs/running.md'))

/** The block of the page that has this; it is run as it stands there. */
function block(has: string, page = blocks): string {
  const found = page.filter((each) => each.includes(has))
  assert.equal(found.length, 1, `the page has one block with ${has}`)
  return found[0] ?? ''
}
const unpack = block('-C /srv/zhuzhan/releases/first')
const install = block('install.sh example.com\n').trim()
const recover = block('restore offsite: --at')
const backUp = block('backups/by-hand.tar.gz')
const upgrade = block('zhuzhan upgrade /root/')
const goBack = block('zhuzhan rollback')
const copied = block('SEND=off >>', commandsIn(read('docs/backup.md')))
const scaling = commandsIn(read('docs/scaling.md'))
const toDatabase = block('zhuzhan move --from /var/lib', scaling)
const toFiles = block('zhuzhan move --to', scaling)
const second = block('install.sh --server', scaling)
const toBoth = block('/server 10.0.0.3:8080 /', scaling)
const intoEmpty = block('--into /var/tmp/site', scaling)
const databaseInPage = 'postgres://zhuzhan:PASSWORD@HOST:5432/zhuzhan'
const stop = 'systemctl stop zhuzhan.socket'
assert.ok(read('docs/running.md').includes(stop))

const log = (words: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${words}`)
const lastLine = (output: string): string => output.trim().split('\n').at(-1) ?? ''
async function until(what: string, is: () => boolean | Promise<boolean>): Promise<void> {
  await eventually(is, what)
  log(what)
}

/** A folder of the caller. */
const [, , memory = ''] = process.argv
execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', memory])
execFileSync('ip', ['link', 'set', 'lo', 'up'])
execFileSync('ip', ['addr', 'add', '10.0.0.3/32', 'dev', 'lo'])

const ends: (() => unknown)[] = []
const test = { after: (end: () => unknown) => void ends.push(end) } as never
const bucket = await standIn(test)
const minutes = (): string[] => [...bucket.objects.keys()].filter((name) => name.startsWith('minutes-'))

const deploy = Object.fromEntries(
  readdirSync(join(project, 'deploy')).map((name) => [`deploy/${name}`, readFileSync(join(project, 'deploy', name))]),
)
const newer = '9.0.0'
const release = await pack(test, { ...builtFiles((server) => server), ...deploy })
const asNewer = (server: string): string => patched(server, `var version = "${version}"`, `var version = "${newer}"`)
const nextRelease = await pack(test, { ...builtFiles(asNewer), ...deploy })
const says = `if (process.argv[2] === '--version') { console.log('zhuzhan 9.1.0'); process.exit() }\n`
const deadRelease = await pack(test, { ...builtFiles(() => `${says}process.exit(1)`), ...deploy })

/** Puts a release into /root under the name that the page uses, with its sum. */
function upload(machine: Machine, archive: string, name: string): void {
  machine.write(`/root/${name}`, readFileSync(archive))
  const sum = readFileSync(`${archive}.sha256`, 'utf8').replace(basename(archive), name)
  machine.write(`/root/${name}.sha256`, sum)
}

/** An own certificate lies where the page says; a certificate authority is not within reach here. */
async function addCertificate(machine: Machine): Promise<void> {
  await machine.run(`install -d /etc/letsencrypt/live/www.example.com && cd /etc/letsencrypt/live/www.example.com
openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=www.example.com -keyout privkey.pem -out fullchain.pem 2>/dev/null`)
}

const password = 'Worst-Day-2026'
const origin = 'http://127.0.0.1:8080'
async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const reply = await fetch(`${origin}/v1/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  })
  const { code, msg, data } = (await reply.json()) as { code: number; msg: string; data: Record<string, never> }
  assert.equal(code, 200, `${path}: ${msg}`)
  return data
}
const isUp = async (): Promise<boolean> => (await fetch(`${origin}/healthz`).catch(() => undefined))?.status === 200
async function signIn(): Promise<Record<string, string>> {
  const { token } = await post('indexLogin/loginAuth', { username: 'admin', password })
  return { 'Authorization-item': `Bearer ${token}` }
}

interface Acknowledged {
  titles: string[]
  names: string[]
}
const acknowledged: Acknowledged = { titles: [], names: [] }
async function work(from: number, count: number): Promise<void> {
  const headers = await signIn()
  for (let n = from; n < from + count; n++) {
    await post('news/saveNews', { newTitle: `第${n}篇新闻` }, headers)
    acknowledged.titles.push(`第${n}篇新闻`)
    const name = `第${n}位客户`
    await post('inquiry/save', { topic: '报价', name, phone: `1390000${String(n).padStart(4, '0')}` })
    acknowledged.names.push(name)
  }
}
async function assertAllThere(): Promise<void> {
  const headers = await signIn()
  const news = JSON.stringify(await post('news/list', { page: 1, limit: 100 }, headers))
  const leads = JSON.stringify(await post('agent/list', { kind: 'all', page: 1, limit: 100 }, headers))
  for (const title of acknowledged.titles) assert.ok(news.includes(title), `${title} is there`)
  for (const name of acknowledged.names) assert.ok(leads.includes(name), `${name} is there`)
}
/** As a visitor has it, through nginx. */
const page = (machine: Machine, address: string): Promise<string> =>
  machine.run(`curl -ksS --fail --compressed https://www.example.com${address}`)

// The first machine.
const old = new Machine(join(memory, 'old'))
upload(old, release, `zhuzhan-${version}.tar.gz`)
await addCertificate(old)
await old.run(unpack)
log(lastLine(await old.run(install)))
await old.run('zhuzhan user password admin --password-stdin', `${password}\n`)
// Of a rented machine every visitor is another one.
await old.run("printf 'RATE_LIMIT=off\\n' >>/etc/zhuzhan.env; systemctl restart zhuzhan")
await until('the server is up', isUp)
await post('site/update', { companyName: '海右建设有限公司' }, await signIn())
await work(1, 5)
log(lastLine(await old.run(backUp)))
assert.match(await page(old, '/gywm'), /海右建设有限公司/)

const settings = Object.entries(bucket.env).map(([name, value]) => `${name}=${value}\n`)
old.write('/root/offsite', settings.join(''))
await old.run('cat /root/offsite >>/etc/zhuzhan.env; systemctl restart zhuzhan')
await until('an archive and the first minute are in the bucket', () => minutes().length > 0)
await work(6, 5)
const sent = minutes().length
await until('the next minute is sent', () => minutes().length > sent)
// Nothing else was kept.
const kept = Buffer.from(settings.join(''))
await old.burn()
log('the machine has burnt')

// Another one takes its place, with the settings that were kept elsewhere.
const home = new Machine(join(memory, 'new'))
upload(home, release, `zhuzhan-${version}.tar.gz`)
await addCertificate(home)
home.write('/root/zhuzhan.env', kept)
await home.run(unpack)
const restored = await home.run(recover)
log(lastLine(restored))
// The archive is of the first start, and the name came in the minutes after it.
assert.match(restored, /^要恢复的备份：山东筑站智慧科技有限公司，网址 https:\/\/www.example.com，/m)
assert.match(restored, /^恢复完成，已校验：海右建设有限公司，网址 https:\/\/www.example.com，/m)
await until('the new machine is up', isUp)
await home.run("printf 'RATE_LIMIT=off\\n' >>/etc/zhuzhan.env; systemctl restart zhuzhan")
await until('it asks no visitor to wait', isUp)
await assertAllThere()
assert.match(await page(home, '/gywm'), /海右建设有限公司/)
const archives = (): string[] => [...bucket.objects.keys()].filter((name) => name.startsWith('zhuzhan-'))
await until('it sends an archive of its own, of the same store', () => archives().length === 2)
assert.equal(new Set(archives().map((name) => /-([0-9a-f]{8})\.tar/.exec(name)?.[1])).size, 1)

// Upgrade, a release that does not start, and the way back.
const [, archiveName = ''] = /\/root\/(\S+)/.exec(upgrade) ?? []
upload(home, nextRelease, archiveName)
log(lastLine(await home.run(upgrade)))
const versionNow = async (): Promise<unknown> =>
  ((await (await fetch(`${origin}/healthz`)).json()) as { version?: string }).version
assert.equal(await versionNow(), newer)
upload(home, deadRelease, archiveName)
const failed = await home.try(upgrade)
assert.equal(failed.code, 1, failed.output)
log(lastLine(failed.output))
await until('the release before is back', isUp)
assert.equal(await versionNow(), newer)
await work(11, 2)
log(lastLine(await home.run(goBack)))
await until('the first release is back', isUp)
assert.equal(await versionNow(), version)
await assertAllThere()

// Pages are shown while no server answers, and nothing is lost by it.
await page(home, '/gywm')
await home.run(stop)
assert.match(await page(home, '/gywm'), /海右建设有限公司/)
await home.run('systemctl start zhuzhan')
await until('it runs again', isUp)
await assertAllThere()

// A snapshot of its disk is a test machine, of which nothing leaves.
await home.run(stop)
const copy = new Machine(join(memory, 'copy'), home)
const objects = bucket.objects.size
// `status` ends with 1 where it has something to say.
const { output } = await copy.try(copied)
assert.match(output, /SEND=off/)
await until('the copy is up', isUp)
await assertAllThere()
await post('news/saveNews', { newTitle: '只是试试' }, await signIn())
await copy.burn()
assert.equal(bucket.objects.size, objects)
await home.run('systemctl start zhuzhan')
await until('the real one runs again', isUp)
await until('and sends its minutes', () => bucket.objects.size > objects)
assert.ok(!JSON.stringify(await post('news/list', {}, await signIn())).includes('只是试试'))

// To PostgreSQL and back.
if (postgresPrograms === undefined && !process.env.CI)
  log('no PostgreSQL is here: the move to it and back is not walked')
else {
  const cluster = await startCluster()
  ends.push(() => cluster.end())
  const address = await cluster.newDatabase()
  log(lastLine(await home.run(toDatabase.replaceAll(databaseInPage, address))))
  await until('the server runs on the database', isUp)
  await assertAllThere()
  assert.match(await home.run('zhuzhan status || true'), /^数据库：127\.0\.0\.1:/m)
  await work(13, 3)
  log(lastLine(await home.run(backUp)))

  // A second machine on the same database; the first one has nginx.
  const other = new Machine(join(memory, 'second'))
  upload(other, release, `zhuzhan-${version}.tar.gz`)
  await other.run(unpack)
  await other.run(second.replaceAll(databaseInPage, address))
  const statusOf = async (machine: Machine): Promise<string> => (await machine.try('zhuzhan status')).output
  await until('the second server runs', async () => (await statusOf(other)).includes(`${version} 正在运行`))
  await home.run(toBoth)
  await home.run(stop)
  const list =
    'curl -ksS --fail -X POST -H "Content-Type: application/json" -d "{}" https://www.example.com/v1/news/list'
  assert.match(await home.run(list), /第13篇新闻/, 'nginx asks it while the first one is stopped')
  upload(other, nextRelease, archiveName)
  log(lastLine(await other.run(upgrade)))
  // Of the new release only the server says that it is newer, not its command.
  assert.match(await statusOf(other), new RegExp(`正在运行的是 ${newer}`))
  await other.burn()

  const empty = await cluster.newDatabase()
  log(lastLine(await home.run(intoEmpty.replaceAll('postgres://zhuzhan:PASSWORD@HOST:5432/EMPTY', empty))))
  assert.match(readFileSync(join(home.root, 'etc/zhuzhan.env'), 'utf8'), new RegExp(`^DATABASE_URL=${address}$`, 'm'))
  await home.run('systemctl start zhuzhan')
  await until('the first server runs again', isUp)
  log(lastLine(await home.run(toFiles)))
  await cluster.stop()
  await until('it runs on files again, without the database', isUp)
  await assertAllThere()
  assert.match(await home.run('zhuzhan status || true'), /^数据目录：\/var\/lib\/zhuzhan\/data/m)
}
await home.burn()
for (const end of ends) await end()
log('all that was acknowledged is there')
process.exit(0)
