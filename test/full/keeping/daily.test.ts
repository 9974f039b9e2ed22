import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BackupFact } from '../../../contract/kinds/entities.ts'
import { backupFact } from '../../../server/keeping/backupState.ts'
import { readConfig } from '../../../server/config.ts'
import { runHook } from '../../../server/keeping/hook.ts'
import { dueToSend } from '../../../server/keeping/offsiteState.ts'
import { newFolder, startServer, type TestServer } from '../../server.ts'
import { eventually } from '../../eventually.ts'
import { png } from '../../media/pictures.ts'
import { uploadPicture } from '../../media/uploadPicture.ts'
import { command, contentOf, leftIn } from '../../keeping/commands.ts'

const summary = '/v1/dashboard/summary'

/** Polls until the condition holds. */
async function fact(server: TestServer, wanted: (fact: BackupFact) => boolean): Promise<BackupFact> {
  const headers = await server.signIn()
  let latest: BackupFact | undefined
  await eventually(
    async () => wanted((latest = (await server.post(summary, {}, { headers })).data.backup as BackupFact)),
    'the dashboard says so',
  )
  assert.ok(latest)
  return latest
}

async function script(folder: string, text: string): Promise<string> {
  const path = join(folder, 'hook')
  await writeFile(path, `#!/bin/sh\n${text}\n`)
  await chmod(path, 0o755)
  return path
}

const isSent = ({ verified, failed }: BackupFact): boolean =>
  failed !== null || (verified !== null && verified.hook !== null)

test('a server with BACKUP_DIR makes a backup by itself that restores, sends it by BACKUP_HOOK, and does not repeat it after a restart', async (t) => {
  const folder = newFolder(t)
  const env = {
    SEED: 'on',
    BACKUP_DIR: join(folder, 'backups'),
    BACKUP_HOOK: await script(folder, 'echo "sent $1"; env | sort'),
  }
  const server = await startServer(t, { folder, env })
  const { daily, verified, failed, overdue } = await fact(server, isSent)
  assert.deepEqual([daily, failed, overdue], [true, null, false])
  const [file = '', ...more] = await readdir(env.BACKUP_DIR)
  assert.deepEqual(more, [])
  assert.match(file, /^zhuzhan-\d{8}-\d{6}-[0-9a-f]{8}\.tar\.gz$/)
  assert.equal(verified?.file, file)
  const { size, mode } = await stat(join(env.BACKUP_DIR, file))
  assert.deepEqual([size, mode & 0o777], [verified.bytes, 0o600])
  assert.deepEqual(
    [verified.hook?.code, verified.hook?.output.split('\n')[0]],
    [0, `sent ${join(env.BACKUP_DIR, file)}`],
  )
  assert.doesNotMatch(verified.hook?.output ?? '', /ADMIN|secret|DATA_DIR/)
  assert.equal(await server.stop(), 0)

  // A file of a process that is gone. It is removed just before the server looks whether a backup is due.
  const temp = join(env.BACKUP_DIR, '.zhuzhan-backup-99999999-0123456789ab')
  await writeFile(temp, '')
  const again = await startServer(t, { folder, env })
  await eventually(() => !existsSync(temp), 'the file is removed')
  for (let n = 0; n < 50; n++) await again.post('/v1/news/list')
  assert.deepEqual(await readdir(env.BACKUP_DIR), [file])
  assert.deepEqual((await fact(again, isSent)).verified, verified)
  await again.stop()

  const home = newFolder(t)
  assert.equal((await command('restore', home, [join(env.BACKUP_DIR, file)])).code, 0)
  // What the first sign-in makes came after the backup, and so did the second start.
  const besides = ['lock', 'orders', 'backup', 'offsite', 'session', 'newDevice', 'secret', 'log']
  for (const each of [home, folder]) await rm(join(each, 'data', 'meta', 'clock.json'))
  assert.deepEqual(await contentOf(join(home, 'data'), besides), await contentOf(join(folder, 'data'), besides))
})

test('a backup that was missed while the server was down is made at the start, and old ones are removed', async (t) => {
  const folder = newFolder(t)
  const backups = join(folder, 'backups')
  const record = (id: string) => ({
    id,
    createdAt: '2026-01-01T03:30:00.000+08:00',
    failure: '',
    file: join(backups, 'x'),
    bytes: 1,
    records: 1,
    uploads: 0,
    missing: 0,
  })
  await mkdir(join(folder, 'data', 'backup'), { recursive: true })
  await mkdir(backups)
  for (const id of ['verified', 'last', 'daily'])
    await writeFile(join(folder, 'data', 'backup', `${id}.json`), JSON.stringify(record(id)))
  for (const day of ['20251230', '20251231']) await writeFile(join(backups, `zhuzhan-${day}-033000.tar.gz`), 'old')
  // As before archives were named after their store.
  await mkdir(join(folder, 'data', 'meta'))
  await writeFile(join(folder, 'data', 'meta', 'format.json'), '{"id":"format","format":1}')
  await writeFile(join(backups, 'mine.tar.gz'), 'of a person')
  await writeFile(join(backups, '.zhuzhan-backup-999999999-0123456789ab'), 'left by a killed server')
  const server = await startServer(t, { folder, env: { BACKUP_DIR: backups, BACKUP_KEEP: '2,0,0' } })
  const { verified } = await fact(server, (now) => now.verified?.file !== 'x')
  assert.equal(verified?.hook, null)
  await eventually(async () => (await readdir(backups)).length <= 3, 'old ones are removed')
  assert.deepEqual(await readdir(backups), ['mine.tar.gz', 'zhuzhan-20251231-033000.tar.gz', verified?.file])
})

test('rotation removes no archive of another store', async (t) => {
  const folder = newFolder(t)
  const backups = join(folder, 'backups')
  const others = ['zhuzhan-20251231-033000.tar.gz', 'zhuzhan-20251231-033000-0123abcd.tar.gz']
  await mkdir(backups)
  for (const name of others) await writeFile(join(backups, name), 'of another store')
  const server = await startServer(t, { folder, env: { BACKUP_DIR: backups, BACKUP_KEEP: '1,0,0' } })
  const { verified } = await fact(server, (now) => now.verified !== null)
  assert.deepEqual((await readdir(backups)).sort(), [...others, verified?.file].sort())
})

test('a failed backup shows its reason on the dashboard and keeps the older ones', async (t) => {
  const folder = newFolder(t)
  const server = await startServer(t, { folder, env: { BACKUP_DIR: join(folder, 'away', 'backups') } })
  const { verified, failed } = await fact(server, (now) => now.failed !== null)
  assert.equal(verified, null)
  assert.match(failed?.reason ?? '', /^文件或文件夹不存在：/)
  assert.ok(!(await readdir(folder)).includes('away'), 'no folder is made where a disk should be mounted')
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
})

test('a backup of the server that lacks a few uploads is made and says so; one that lacks most of them is not made', async (t) => {
  const folder = newFolder(t)
  const server = await startServer(t, { folder })
  const headers = await server.signIn()
  const paths: string[] = []
  for (const size of [1, 2, 3]) {
    paths.push((await uploadPicture(server, headers, png(size, size))).data)
  }
  await server.stop()
  await rm(join(folder, paths[0] ?? ''))
  const first = await startServer(t, { folder, env: { BACKUP_DIR: join(folder, 'first') } })
  const { verified, failed } = await fact(first, (now) => now.verified !== null || now.failed !== null)
  assert.equal(failed, null)
  assert.match(verified?.warning ?? '', new RegExp(`缺少 1 个上传的文件：${paths[0]?.slice(1)}$`))
  assert.equal((await readdir(join(folder, 'first'))).length, 1)
  const { data: checks } = await first.post('/v1/check/list', {}, { headers: await first.signIn() })
  const { state, why } = checks.find(({ id }: { id: string }) => id === 'backup')
  assert.deepEqual([state, why.includes('缺少 1 个上传的文件')], ['problem', true])
  await eventually(async () => /warn 最近的备份里缺少 1 个上传的文件/.test(first.output().stderr), 'the log says so')
  await first.stop()

  await rm(join(folder, paths[1] ?? ''))
  await rm(join(folder, 'data', 'backup'), { recursive: true })
  const second = await startServer(t, { folder, env: { BACKUP_DIR: join(folder, 'second') } })
  assert.match((await fact(second, (now) => now.failed !== null)).failed?.reason ?? '', /缺少 2 个上传的文件：.+、.+/)
  assert.deepEqual(await readdir(join(folder, 'second')), [])
})

test('a server stopped during a backup or hook stops at once, leaves no temporary files, and says that the hook was stopped', async (t) => {
  const folder = newFolder(t)
  for (const made of ['uploads/news', 'data/news']) await mkdir(join(folder, made), { recursive: true })
  for (let n = 0; n < 60; n++) {
    await writeFile(join(folder, 'uploads', 'news', `${String(n).padStart(32, '0')}.png`), Buffer.alloc(2_000_000, n))
  }
  const backups = join(folder, 'backups')
  await mkdir(backups)
  const early = await startServer(t, { folder, env: { BACKUP_DIR: backups } })
  await eventually(async () => (await leftIn(backups)).length > 0, 'a backup is under way')
  assert.equal(await early.stop(), 0)
  assert.deepEqual(await readdir(backups), [])

  const waiting = { BACKUP_DIR: backups, BACKUP_HOOK: await script(folder, 'touch begun; exec sleep 600') }
  const second = await startServer(t, { folder, env: waiting })
  await eventually(async () => (await readdir(backups)).includes('begun'), 'the hook runs')
  const { verified } = await fact(second, (now) => now.verified !== null)
  assert.equal(verified?.hook, null)
  assert.equal(await second.stop(), 0)

  const third = await startServer(t, { folder, env: waiting })
  const sent = await fact(third, isSent)
  // A server that had waited for the end of the hook would say so.
  assert.deepEqual(
    [sent.verified?.file, sent.verified?.hook],
    [verified?.file, { code: -1, output: '（服务器停止，已中止）' }],
  )
  assert.equal((await readdir(backups)).filter((name) => name.endsWith('.gz')).length, 1)
})

test('a backup by the command counts on the dashboard, and so does its failure', async (t) => {
  const server = await startServer(t)
  assert.deepEqual(await fact(server, () => true), {
    daily: false,
    verified: null,
    failed: null,
    overdue: false,
    offsite: null,
  })
  await command('backup', server.folder, ['site.tar.gz'])
  const { verified } = await fact(server, (now) => now.verified !== null)
  assert.equal(verified?.file, 'site.tar.gz')
  await writeFile(join(server.folder, 'data', 'agreement.md'), Buffer.alloc(33 * 1_048_576))
  assert.equal((await command('backup', server.folder, ['site.tar.gz'])).code, 1)
  const { verified: before, failed } = await fact(server, (now) => now.failed !== null)
  assert.deepEqual([before?.file, failed?.reason], ['site.tar.gz', '备份中有过大的记录：data/agreement.md'])
})

test('a hook is stopped at its timeout, and the reason is reported', async (t) => {
  const folder = newFolder(t)
  const { signal } = new AbortController()
  const run = async (text: string, timeoutMs?: number) =>
    runHook(await script(folder, text), join(folder, 'a.tar.gz'), signal, timeoutMs)
  assert.deepEqual(await run('echo to stderr >&2; exit 3'), { code: 3, output: 'to stderr' })
  const late = await run('exec sleep 600', 2_000)
  assert.deepEqual([late.code, late.output], [-1, '（超过时限，已中止）'])
  const long = await run('yes zhuzhan | head -c 100000')
  assert.ok(long.code === 0 && long.output.length <= 2000)
  const stopped = await runHook(await script(folder, 'touch ran'), join(folder, 'a.tar.gz'), AbortSignal.abort())
  assert.deepEqual(stopped, { code: -1, output: '服务器停止，未运行' }, 'a server that is stopping starts none')
  assert.ok(!(await readdir(folder)).includes('ran'))
  await rm(join(folder, 'hook'))
  const none = await runHook(join(folder, 'hook'), join(folder, 'a.tar.gz'), signal)
  assert.deepEqual([none.code, none.output.startsWith('无法运行：')], [-1, true])
})

test('backups are overdue after forty-eight hours without a verified one', async () => {
  const made = Date.parse('2026-11-20T03:30:00+08:00')
  const record = {
    id: 'verified',
    createdAt: '2026-11-20T03:30:00.000+08:00',
    failure: '',
    file: '/b/x.tar.gz',
    bytes: 5,
    records: 1,
    uploads: 0,
    missing: 0,
  }
  const backup = { get: (id: string) => (id === 'daily' ? undefined : record) } as unknown as Parameters<
    typeof backupFact
  >[0]['backup']
  assert.equal((await backupFact({ backup }, true, made + 48 * 3_600_000)).overdue, false)
  assert.equal((await backupFact({ backup }, true, made + 48 * 3_600_000 + 1)).overdue, true)
})

test('an archive of another machine is neither gone nor sent from here', async () => {
  const made = Date.parse('2026-11-20T03:30:00+08:00')
  const recordOf = (machine: string) => ({
    ...{ id: 'daily', createdAt: '2026-11-20T03:30:00.000+08:00', failure: '', file: '/none/x.tar.gz', machine },
    ...{ bytes: 5, records: 1, uploads: 0 },
  })
  for (const [machine, isHere] of [
    [hostname(), true],
    ['another', false],
  ] as const) {
    const backup = { get: () => recordOf(machine) }
    const offsite = { get: () => undefined }
    assert.equal((await backupFact({ backup }, true, made)).verified?.gone ?? false, isHere)
    assert.equal(
      dueToSend({ backup, offsite } as unknown as Parameters<typeof dueToSend>[0], made) !== undefined,
      isHere,
    )
  }
})

test('invalid settings are refused with one line', () => {
  const bad: [Record<string, string>, RegExp][] = [
    [{ BACKUP_AT: '24:00' }, /BACKUP_AT must be/],
    [{ BACKUP_AT: '3:30' }, /BACKUP_AT must be/],
    [{ BACKUP_KEEP: '0,1,1' }, /BACKUP_KEEP must be/],
    [{ BACKUP_KEEP: '7' }, /BACKUP_KEEP must be/],
    [{ BACKUP_HOOK: 'send.sh' }, /BACKUP_HOOK must be/],
    [{ BACKUP_DIR: 'data' }, /BACKUP_DIR must not be inside DATA_DIR/],
    [{ BACKUP_DIR: './uploads/backups' }, /BACKUP_DIR must not be inside UPLOADS_DIR/],
  ]
  for (const [env, pattern] of bad)
    assert.throws(() => readConfig({ DATA_DIR: 'data', UPLOADS_DIR: 'uploads', ...env }), pattern)
})
