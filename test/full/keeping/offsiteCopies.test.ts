import '../../keeping/quickKeys.cjs'
import assert from 'node:assert/strict'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { BadSetting, readConfig } from '../../../server/config.ts'
import { offsiteCopies } from '../../../server/keeping/offsiteCopies.ts'
import { dueToCheck, dueToSend, offsiteState } from '../../../server/keeping/offsiteState.ts'
import type { OffsiteRecord } from '../../../server/store/records.ts'
import { openDisk } from '../../../server/store/disk.ts'
import { openStore } from '../../../server/store/store.ts'
import { createJobs } from '../../../server/system/jobs.ts'
import { command, contentOf } from '../../keeping/commands.ts'
import { eventually } from '../../eventually.ts'
import { filesOnly, newFolder, startServer, type TestServer } from '../../server.ts'
import { png } from '../../media/pictures.ts'
import { uploadPicture } from '../../media/uploadPicture.ts'
import { makeDaily } from '../../keeping/makeDaily.ts'
import { standIn, type StandIn, withQuickKeys } from '../../keeping/standIn.ts'

const quick = { NODE_OPTIONS: withQuickKeys.join(' ') }

async function backupOf(server: TestServer) {
  const headers = await server.signIn()
  return (await server.post('/v1/dashboard/summary', {}, { headers })).data.backup
}

const sentIn = ({ objects }: StandIn): string[] => [...objects.keys()]

test('an empty machine with the settings file alone gets the site back from the bucket', filesOnly, async (t) => {
  const [service, folder] = [await standIn(t), newFolder(t)]
  const first = await startServer(t, { folder, env: { SEED: 'on' } })
  assert.equal((await uploadPicture(first, await first.signIn(), png(30, 20))).code, 200)
  await first.stop()
  const env = { ...service.env, ...quick, BACKUP_DIR: join(folder, 'backups') }
  const server = await startServer(t, { folder, env })
  await eventually(async () => (await backupOf(server)).offsite.checked !== null, 'the copy was verified')
  const { offsite, verified } = await backupOf(server)
  const { copy, failed, checked, overdue } = offsite
  assert.deepEqual([copy.name, failed, checked.reason, overdue], [verified.file, null, '', false])
  const [mark = '', name = ''] = sentIn(service)
  assert.match(mark, /^machine-[0-9a-f]{8}\/\d{14}-./, 'it says who it is before anything else')
  assert.equal(name, `${verified.file}.sealed`)
  assert.equal(service.objects.get(name)?.length, copy.bytes)
  await eventually(() => sentIn(service).some((each) => each.startsWith('minutes-')), 'the first minute is sent')
  const shown = new RegExp(`^✓ 每日备份：.+异地存储：最近一份 ${verified.file}，.+取回核对过。`, 'm')
  assert.match((await command('status', folder, [], { env })).output, shown)
  await server.stop()
  for (const secret of [service.env.OFFSITE_SECRET, service.env.OFFSITE_PASSPHRASE]) {
    assert.ok(!server.output().stderr.includes(secret ?? ''))
  }

  const home = newFolder(t)
  const lines = Object.entries({ ...service.env, BACKUP_DIR: join(home, 'backups') }).map(
    ([key, value]) => `${key}=${value}\n`,
  )
  await writeFile(join(home, 'site.env'), lines.join(''))
  const node = [...withQuickKeys, `--env-file=${join(home, 'site.env')}`]
  const restored = await command('restore', home, ['offsite:latest'], { node })
  assert.equal(restored.code, 0, restored.output)
  const local = newFolder(t)
  assert.equal((await command('restore', local, [join(env.BACKUP_DIR, verified.file)])).code, 0)
  const besides = ['lock', 'meta', 'backup']
  for (const part of ['data', 'uploads']) {
    assert.deepEqual(await contentOf(join(home, part), besides), await contentOf(join(local, part), besides))
  }
  assert.equal(Object.keys(await contentOf(join(home, 'uploads'))).length, 1)

  const before = await contentOf(home)
  const otherwise = { OFFSITE_PASSPHRASE: 'another pass phrase' }
  const wrong = await command('restore', home, ['offsite:latest', '--replace'], { node, env: otherwise })
  assert.deepEqual([wrong.code, wrong.lastLine], [1, '恢复失败，原有内容未动：口令不对，或加密的备份已损坏'])
  const unknown = await command('restore', home, ['offsite:', '--replace'], { node })
  assert.deepEqual([unknown.code, unknown.lastLine], [0, verified.file])
  const fetched = join(home, 'fetched')
  await writeFile(fetched, service.objects.get(name) ?? '')
  assert.match((await command('restore', home, [fetched, '--replace'])).lastLine, /没有 OFFSITE_… 设置/)
  const whole = service.objects.get(name) ?? Buffer.alloc(0)
  const cut = whole.subarray(0, -1)
  service.objects.set(name, cut)
  assert.match((await command('restore', home, ['offsite:latest', '--replace'], { node })).lastLine, /损坏或不完整/)
  await rm(fetched)
  assert.deepEqual(await contentOf(home), before, 'nothing was changed')
  await writeFile(fetched, Buffer.concat([cut, Buffer.of(~(whole.at(-1) ?? 0) & 0xff)]))
  assert.match((await command('restore', home, [fetched, '--replace'], { node })).lastLine, /损坏/)
})

test('a server that stops in the middle of a part ends, and the next one sends the archive', filesOnly, async (t) => {
  const [service, folder] = [await standIn(t), newFolder(t)]
  const env = { ...service.env, ...quick, BACKUP_DIR: join(folder, 'backups') }
  const isPart = (line: string): boolean => line.startsWith('PUT zhuzhan-')
  service.fault = (line) => (isPart(line) ? 'hang' : undefined)
  const server = await startServer(t, { folder, env })
  await eventually(() => service.asked.some(isPart), 'the part is sent')
  assert.equal(await server.stop(), 0)
  // Its mark alone is there.
  assert.deepEqual([service.uploads.size, service.objects.size], [1, 1])
  service.fault = () => undefined
  const next = await startServer(t, { folder, env })
  const isArchive = (name: string): boolean => name.startsWith('zhuzhan-')
  await eventually(() => sentIn(service).some(isArchive), 'the archive is sent')
  // A minute may be on its way.
  assert.deepEqual(
    [...service.uploads.values()].filter(({ name }) => isArchive(name)),
    [],
  )
  await next.stop()
})

test('what keeps it from being sent is said to staff, without the secret', filesOnly, async (t) => {
  const [service, folder] = [await standIn(t), newFolder(t)]
  const env = { ...service.env, OFFSITE_SECRET: 'quite-another-secret', BACKUP_DIR: join(folder, 'backups') }
  const server = await startServer(t, { folder, env })
  await eventually(async () => (await backupOf(server)).offsite.failed !== null, 'the failure is recorded')
  assert.equal((await backupOf(server)).offsite.copy, null)
  const headers = await server.signIn()
  const { faults } = (await server.post('/v1/dashboard/summary', {}, { headers })).data
  assert.match(JSON.stringify(faults), /备份没有送到异地存储：签名不对，请核对OFFSITE_SECRET/)
  assert.match(server.output().stderr, /could not be sent elsewhere/)
  assert.ok(!server.output().stderr.includes('quite-another-secret'))
})

const keep = { days: 1, weeks: 0, months: 0 }

/** A store with an archive, and the copies of it by a clock that the test sets. */
async function copies(t: TestContext, service: StandIn) {
  const folder = newFolder(t)
  const [dataDir, uploadsDir, backupDir] = ['data', 'uploads', 'backups'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const clock = { ahead: 0 }
  const logged: string[] = []
  const facts = {
    now: () => Date.now() + clock.ahead,
    log: (_level: string, message: string) => void logged.push(message),
  }
  const store = await openStore({ disk: openDisk(dataDir, { log: () => {} }), ...facts })
  await mkdir(uploadsDir)
  await makeDaily({ ...facts, store, dataDir, uploadsDir, backupDir, backupKeep: keep })
  const jobs = createJobs({ ...facts, leads: async () => true, pauseMs: 5 })
  offsiteCopies({ settings: { ...service.settings, passphrase: 'a pass phrase' }, keep, store, jobs, ...facts })
  t.after(async () => {
    await jobs.stop()
    await store.close()
  })
  return { store, jobs, clock, logged, dataDir }
}

test('old copies go as old archives do, what was not recorded is not sent again, the weekly check finds an empty object', async (t) => {
  const service = await standIn(t)
  const { store, jobs, clock, logged, dataDir } = await copies(t, service)
  const own = `-${store.storeId}.tar.gz.sealed`
  const others = ['zhuzhan-20260101-033000-0123abcd.tar.gz.sealed', 'of-a-person']
  for (const name of [`zhuzhan-20260101-033000${own}`, ...others]) service.objects.set(name, Buffer.from('old'))
  await rm(join(dataDir, 'offsite'), { recursive: true })
  jobs.start()
  await eventually(
    () => logged.includes('what became of a copy elsewhere could not be saved'),
    'it could not be recorded',
  )
  await mkdir(join(dataDir, 'offsite'))
  await eventually(() => store.offsite.get('check')?.failure === '', 'it was verified')
  assert.equal(service.asked.filter((line) => line.startsWith('PUT zhuzhan-')).length, 1)
  const name = `${store.offsite.get('send')?.name}.sealed`
  assert.ok(name.endsWith(own))
  const sent = sentIn(service).filter((each) => !each.startsWith('machine-'))
  assert.deepEqual(sent.sort(), [...others, name].sort())

  const { doneAt } = store.offsite.get('check') ?? {}
  service.objects.set(name, Buffer.alloc(0))
  clock.ahead = 7 * 24 * 3_600_000 + 1
  await eventually(() => store.offsite.get('check')?.failure !== '', 'it was verified again')
  assert.match(store.offsite.get('check')?.failure ?? '', /不是筑站的加密备份，或不完整/)
  assert.equal(store.offsite.get('check')?.doneAt, doneAt)
})

test('a failure is tried again in growing pauses; two days without a copy are overdue, also before the first', () => {
  const hour = 3_600_000
  const start = Date.parse('2026-11-20T03:30:00+08:00')
  const at = (ms: number): string => new Date(start + ms + 8 * hour).toISOString().replace('Z', '+08:00')
  const never: OffsiteRecord = {
    id: 'send',
    createdAt: at(0),
    doneAt: '',
    name: '',
    bytes: 0,
    failure: '不行',
    since: at(0),
  }
  const daily = { failure: '', file: '/b/zhuzhan-2.tar.gz' }
  const records = (send?: OffsiteRecord, check?: OffsiteRecord) => {
    const offsite = { get: (id: string) => (id === 'send' ? send : check) }
    return { backup: { get: () => daily }, offsite } as unknown as Parameters<typeof dueToSend>[0]
  }
  const isDue = (record: OffsiteRecord | undefined, ms: number): boolean =>
    dueToSend(records(record), start + ms) !== undefined
  const failedAt = (ms: number): OffsiteRecord => ({ ...never, createdAt: at(ms) })
  assert.deepEqual([isDue(undefined, 0), isDue(never, 59_999), isDue(never, 60_000)], [true, false, true])
  assert.deepEqual([isDue(failedAt(hour), 2 * hour - 1), isDue(failedAt(hour), 2 * hour)], [false, true])
  assert.deepEqual([isDue(failedAt(40 * hour), 46 * hour - 1), isDue(failedAt(40 * hour), 46 * hour)], [false, true])
  const isOverdue = (record: OffsiteRecord | undefined, ms: number): boolean =>
    offsiteState(records(record), start + ms).overdue
  const failing = failedAt(47 * hour)
  assert.deepEqual(
    [isOverdue(undefined, 0), isOverdue(failing, 48 * hour), isOverdue(failing, 48 * hour + 1)],
    [false, false, true],
  )
  const sent: OffsiteRecord = { ...never, doneAt: at(0), name: 'zhuzhan-2.tar.gz', failure: '', since: '' }
  assert.deepEqual(
    [isDue(sent, hour), isOverdue(sent, 48 * hour), isOverdue(sent, 48 * hour + 1)],
    [false, false, true],
  )
  const checked: OffsiteRecord = { ...sent, id: 'check' }
  const toCheck = (check: OffsiteRecord | undefined, ms: number): string | undefined =>
    dueToCheck(records(sent, check), start + ms)
  assert.deepEqual(
    [toCheck(undefined, 0), toCheck(checked, 167 * hour), toCheck(checked, 168 * hour)],
    [sent.name, undefined, sent.name],
  )
  assert.deepEqual(
    [toCheck({ ...never, id: 'check' }, hour - 1), toCheck({ ...never, id: 'check' }, hour)],
    [undefined, sent.name],
  )
})

test('settings that do not fit together stop the start in one line, without the secrets', async (t) => {
  const [{ env }, folder] = [await standIn(t), newFolder(t)]
  const good = { ...env, BACKUP_DIR: join(folder, 'backups') }
  await writeFile(join(folder, 'secret'), 'of a file\n')
  const { OFFSITE_SECRET: secret, ...rest } = good as Record<string, string>
  assert.equal(readConfig({ ...rest, OFFSITE_SECRET_FILE: join(folder, 'secret') }).offsite?.secret, 'of a file')
  assert.equal(readConfig({}).offsite, undefined)
  const bad: [Record<string, string | undefined>, RegExp][] = [
    [rest, /need all of/],
    [{ ...good, OFFSITE_SECRET_FILE: join(folder, 'secret') }, /not both/],
    [{ ...good, BACKUP_DIR: undefined }, /BACKUP_DIR/],
    [{ ...good, BACKUP_DIR: undefined, DATABASE_URL: 'postgres://a:b@c/d' }, /BACKUP_DIR/],
    [{ ...good, OFFSITE_ENDPOINT: 'http://oss.example.com' }, /https/],
    [{ ...good, OFFSITE_ENDPOINT: 'https://oss.example.com/copies' }, /OFFSITE_ENDPOINT/],
    [{ ...good, OFFSITE_BUCKET: 'a/b' }, /OFFSITE_BUCKET/],
    [{ ...good, OFFSITE_PASSPHRASE: 'short' }, /12/],
  ]
  for (const [settings, message] of bad) {
    assert.throws(
      () => readConfig(settings),
      (error) =>
        error instanceof BadSetting &&
        message.test(error.message) &&
        !error.message.includes('\n') &&
        !error.message.includes(secret ?? ''),
    )
  }
})
