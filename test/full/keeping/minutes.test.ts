import '../../keeping/quickKeys.cjs'
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { access, cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { ofTheMachine } from '../../../server/keeping/manifest.ts'
import { timeOf } from '../../../server/keeping/schedule.ts'
import { concat } from '../../../server/keeping/readArchive.ts'
import { recordUpload } from '../../../server/media/library.ts'
import { createUploads } from '../../../server/media/uploads.ts'
import { packed, placeAt, timeIn, unpacked } from '../../../server/keeping/minuteFile.ts'
import { keepHere, ownMark } from '../../../server/keeping/machines.ts'
import { offsiteCopies } from '../../../server/keeping/offsiteCopies.ts'
import { offsiteMinutes } from '../../../server/keeping/offsiteMinutes.ts'
import { minutesFailure, offsiteState } from '../../../server/keeping/offsiteState.ts'
import { newSealingKey, openSealed, seal } from '../../../server/keeping/sealed.ts'
import { openDisk } from '../../../server/store/disk.ts'
import { shownTime } from '../../../server/store/kind.ts'
import { leadFileAddress } from '../../../server/store/records.ts'
import { nowhere } from '../../../server/store/states.ts'
import { openStore } from '../../../server/store/store.ts'
import { chinaTime } from '../../../server/system/chinaTime.ts'
import { createJobs } from '../../../server/system/jobs.ts'
import { command, contentOf } from '../../keeping/commands.ts'
import { eventually } from '../../eventually.ts'
import { newFolder } from '../../server.ts'
import { png } from '../../media/pictures.ts'
import { makeDaily } from '../../keeping/makeDaily.ts'
import { standIn, type StandIn, withQuickKeys } from '../../keeping/standIn.ts'

const minuteMs = 60_000
const minutesIn = ({ objects }: StandIn): string[] =>
  [...objects.keys()].filter((name) => name.startsWith('minutes-')).sort()

const uploadsIn = ({ objects }: StandIn): string[] => [...objects.keys()].filter((name) => name.startsWith('uploads-'))

const textOf = async ({ objects, env }: StandIn, name = ''): Promise<string> =>
  unpacked(await concat(openSealed([objects.get(name) ?? Buffer.alloc(0)], env.OFFSITE_PASSPHRASE ?? '', () => true)))

/** A site whose newest archive is in the bucket, by a clock that the test sets. A second run goes on with its folder. */
async function site(t: TestContext, service: StandIn, folder = newFolder(t), clock = { ahead: 0 }) {
  const [dataDir, uploadsDir, backupDir] = ['data', 'uploads', 'backups'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const now = (): number => Date.now() + clock.ahead
  const facts = { now, log: () => {} }
  const store = await openStore({ disk: openDisk(dataDir, { log: () => {} }), ...facts })
  const uploads = createUploads(uploadsDir)
  await uploads.prepare()
  const jobs = createJobs({ ...facts, leads: async () => true, pauseMs: 5 })
  const settings = { ...service.settings, passphrase: service.env.OFFSITE_PASSPHRASE ?? '' }
  const keep = { days: 7, weeks: 0, months: 0 }
  let isStopped = false
  const kill = async (): Promise<void> => {
    if (isStopped) return
    isStopped = true
    await jobs.stop()
    await store.close()
  }
  t.after(kill)
  const newOne = async (act: () => void): Promise<void> => {
    const before = minutesIn(service)
    act()
    await eventually(() => minutesIn(service).some((name) => !before.includes(name)), 'a minute is sent')
  }
  let looks = 0
  const next = (): number => {
    looks++
    return Infinity
  }
  jobs.add({ failed: '', next, run: async () => {} })
  return {
    store,
    uploads,
    folder,
    dataDir,
    uploadsDir,
    clock,
    now,
    kill,
    /** A moment before anything later is sent, as `--at` has it. */
    shown: () => shownTime(chinaTime(now() + 1_000)),
    archive: (): Promise<void> => makeDaily({ ...facts, store, dataDir, uploadsDir, backupDir, backupKeep: keep }),
    async begin(): Promise<void> {
      offsiteCopies({ settings, keep, store, jobs, ...facts })
      offsiteMinutes({ settings, dataDir, uploadsDir, store, jobs, ...facts })
      await newOne(jobs.start)
    },
    minute: (count = 1): Promise<void> => newOne(() => void (clock.ahead += count * minuteMs)),
    /** Until the jobs have been asked whether they are due. */
    async looked(): Promise<void> {
      const before = looks
      await eventually(() => looks > before + 1, 'the jobs were looked at')
    },
    addPicture: (width: number): Promise<string> =>
      uploads.keepBytes(png(width, 20), 'news', {
        record: (kept) => recordUpload(store, kept, { name: 'a.png', by: 'admin' }),
      }),
  }
}

type Site = Awaited<ReturnType<typeof site>>

const article = { newTitle: 'one', newIntro: '', newCover: '', newInfo: '' }
const put = ({ store, now }: Site, id: string, fields: object): Promise<unknown> =>
  store.news.put({ createdAt: chinaTime(now()), changedAt: chinaTime(now()), ...article, ...fields, id } as never)

/** Of an inquiry. */
async function putFile({ store, uploads, now }: Site, id: string): Promise<string> {
  const hash = createHash('sha256').update(id).digest('hex')
  const file = { id, createdAt: chinaTime(now()), name: 'a.pdf', size: 1, hash }
  const path = join(uploads.incoming, id)
  await writeFile(path, id)
  await uploads.keepFile(path, leadFileAddress(file))
  await store.leadFile.put(file)
  return leadFileAddress(file)
}

const toTrash = ({ store, now }: Site, id: string): Promise<unknown> =>
  store.states.news.change(id, ({ live }) => ({
    ...nowhere,
    trash: { id, createdAt: chinaTime(now()), deletedBy: 'admin', ...(live && { record: live }) },
  }))

/** What a restore gives back; the state of the copies, whoever was signed in and the log are not in the minutes. */
async function contentIn(folder: string) {
  const data = await contentOf(join(folder, 'data'), ['lock', 'meta', ...ofTheMachine, 'log'])
  return { data, uploads: await contentOf(join(folder, 'uploads')) }
}

async function restored(t: TestContext, { env }: StandIn, at: string, expectedCode = 0, more: string[] = []) {
  const home = newFolder(t)
  const from = at === 'latest' ? ['offsite:latest'] : ['offsite:', '--at', at]
  const { code, output } = await command('restore', home, [...from, ...more], {
    env: { ...env, BACKUP_DIR: join(home, 'backups') },
    node: withQuickKeys,
  })
  assert.equal(code, expectedCode, output)
  return {
    home,
    content: expectedCode === 0 ? await contentIn(home) : undefined,
    output,
    isBroken: output.includes('改动有缺失或损坏'),
  }
}

/** Saves, an upload, a draft that is published, removals: the state after the archive, and after each of the minutes that follow. */
async function lived(t: TestContext, service: StandIn) {
  const own = await site(t, service)
  const { store, uploads } = own
  const states: { at: string; content: Awaited<ReturnType<typeof contentIn>> }[] = []
  const keepState = async (): Promise<unknown> => states.push({ at: own.shown(), content: await contentIn(own.folder) })
  await put(own, 'a', {})
  await put(own, 'b', {})
  const old = await own.addPicture(31)
  const storeId = store.storeId
  const stale = [`minutes-${storeId}/20260101000000000.sealed`, `uploads-${storeId}/20260101/news/a.png.sealed`]
  for (const name of [...stale, 'minutes-0123abcd/20260101000000000.sealed'])
    service.objects.set(name, Buffer.from('old'))
  await own.archive()
  await own.begin()
  assert.deepEqual(
    stale.filter((name) => service.objects.has(name)),
    [],
    'old ones are removed',
  )
  assert.ok(service.objects.delete('minutes-0123abcd/20260101000000000.sealed'), 'those of another store are not')
  await keepState()

  const draft = { id: 'c', createdAt: chinaTime(own.now()), key: 'key', fields: article }
  await put(own, 'a', { newTitle: 'two' })
  await store.states.news.change('c', () => ({ ...nowhere, draft }))
  await own.addPicture(32)
  const file = await putFile(own, 'f')
  await own.minute()
  // Also what the archive may lack.
  await eventually(() => uploadsIn(service).length === 3, 'the pictures and the file follow')
  await keepState()

  await toTrash(own, 'b')
  await uploads.remove(file, async () => (await store.leadFile.remove('f'))?.id)
  await store.states.news.change('c', () => ({
    ...nowhere,
    live: { id: 'c', createdAt: draft.createdAt, ofDraft: 'key', ...article },
  }))
  const [picture] = store.media.all().filter(({ address }) => address === old)
  await uploads.remove(old, async () => (await store.media.remove(picture?.id ?? ''))?.id)
  await own.minute()
  await keepState()
  return { own, states }
}

test('an empty machine is as it was at the moment; what is missing, exchanged or torn ends it there and is reported', async (t) => {
  const service = await standIn(t)
  const { own, states } = await lived(t, service)
  const [first, second, third] = states
  const [, two = '', three = ''] = minutesIn(service)
  assert.ok(first && second && third)
  for (const { at, content } of states) {
    const { content: found, isBroken, home, output } = await restored(t, service, at)
    assert.deepEqual([found, isBroken], [content, false], at)
    // What was there before the restore is not rotated away, whatever records the minutes name.
    await access(join(home, 'data', 'backup', 'restored.json'))
    const [, reached = ''] = /备份时间 (\S+ \d\d:\d\d:\d\d).*\n$/.exec(output) ?? []
    assert.ok(reached !== '' && reached <= at, output)
    assert.ok(Date.parse(`${reached}+08:00`) > own.now() - 10 * minuteMs, output)
  }
  assert.match((await restored(t, service, '2026-01-01 00:00', 1)).output, /没有这份备份/)

  const kept = new Map(service.objects)
  const without = async (change: () => unknown, at: string): Promise<Awaited<ReturnType<typeof restored>>> => {
    change()
    const result = await restored(t, service, at)
    for (const [name, bytes] of kept) service.objects.set(name, bytes)
    return result
  }
  const bytesOf = (name: string): Buffer => kept.get(name) ?? Buffer.alloc(0)
  const exchanged = (): void => {
    service.objects.set(two, bytesOf(three)).set(three, bytesOf(two))
  }
  for (const [change, at, content] of [
    [() => service.objects.delete(two), third.at, first.content],
    [() => service.objects.delete(two), second.at, first.content],
    [exchanged, third.at, first.content],
    [() => service.objects.set(three, bytesOf(three).subarray(0, -1)), third.at, second.content],
  ] as const) {
    const result = await without(change, at)
    assert.deepEqual([result.content, result.isBroken], [content, true])
  }
  const upload = [...kept.keys()].filter((name) => name.startsWith('uploads-')).sort()
  const lacking = await without(() => upload.forEach((name) => service.objects.set(name, Buffer.alloc(0))), second.at)
  assert.match(lacking.output, /缺少 2 个上传的文件/)
  assert.deepEqual(lacking.content?.data, second.content.data)

  // Killed before its minute: the next run sends it, and with it what a missing minute had.
  await put(own, 'a', { newTitle: 'three' })
  await toTrash(own, 'c')
  await putFile(own, 'g')
  await own.kill()
  own.clock.ahead += minuteMs
  const next = await site(t, service, own.folder, own.clock)
  await next.begin()
  const last = { at: next.shown(), content: await contentIn(own.folder) }
  service.objects.delete(two)
  const { content, isBroken } = await restored(t, service, last.at)
  assert.deepEqual([content, isBroken], [last.content, false])
})

test('visits are sent once an hour, nothing where nothing was saved, and an hour of saves is small', async (t) => {
  const service = await standIn(t)
  const own = await site(t, service)
  await own.archive()
  await own.begin()
  const sample = JSON.parse(await readFile('data/seed/news/20260709-heat-wave-advice.json', 'utf8')) as object
  const before = minutesIn(service)
  for (let save = 1; save <= 3; save++) {
    await own.store.visit.put({ id: '2026-11-25', createdAt: chinaTime(own.now()), count: save })
    await put(own, 'a', { ...sample, newTitle: `the title of save ${save}` })
    await own.minute()
  }
  const saved = minutesIn(service).filter((name) => !before.includes(name))
  const hour = saved.reduce((sum, name) => sum + (service.objects.get(name)?.length ?? 0), 0) * 20
  assert.ok(saved.length === 3 && hour < 300_000, `${hour} bytes`)
  const withVisits = async (name?: string): Promise<boolean> =>
    (await textOf(service, name)).includes('"visit/2026-11-25"')
  assert.deepEqual(await Promise.all(saved.map(withVisits)), [false, false, false])

  own.clock.ahead += minuteMs
  await own.looked()
  const due = own.now() + 60 * minuteMs
  await own.minute(60)
  const last = minutesIn(service).slice(before.length + 3)
  assert.deepEqual([last.length, await withVisits(last[0])], [1, true])
  assert.ok((timeIn(last[0] ?? '') ?? '') >= placeAt(due), 'it had waited')
})

test('what a failed minute had is in the next one; within ten minutes it is an alarm', async (t) => {
  const service = await standIn(t)
  const own = await site(t, service)
  const { store, clock, now } = own
  await own.archive()
  await own.begin()
  service.fault = (line) => (line.includes('minutes-') ? 'NotImplemented' : undefined)
  await put(own, 'a', { newTitle: 'kept for later' })
  clock.ahead += minuteMs
  await eventually(() => Boolean(store.offsite.get('minute')?.failure), 'it has failed')
  assert.equal(minutesFailure(store, now()), undefined)
  assert.match(minutesFailure(store, now() + 5 * minuteMs + 1) ?? '', /501/)
  service.fault = () => undefined
  await put(own, 'b', {})
  clock.ahead += 2 * minuteMs
  const isSent = async (): Promise<boolean> => (await textOf(service, minutesIn(service).at(-1))).includes('"news/b"')
  await eventually(isSent, 'what was saved since is sent')
  await eventually(() => store.offsite.get('minute')?.failure === '', 'it is well again')
  assert.equal(minutesFailure(store, now() + 61 * minuteMs), undefined)
  const { content, isBroken } = await restored(t, service, own.shown())
  assert.deepEqual([content, isBroken], [await contentIn(own.folder), false])
})

test('what is no minute, or one of a foreign hand, ends it there and keeps what came before', async (t) => {
  const service = await standIn(t)
  const { states } = await lived(t, service)
  const [, second, third] = states
  const [, , three = ''] = minutesIn(service)
  assert.ok(second && third)
  const passphrase = service.env.OFFSITE_PASSPHRASE ?? ''
  const archive = [...service.objects.keys()].find((name) => name.startsWith('zhuzhan-')) ?? ''
  const head = (await textOf(service, three)).split('\n')[0]
  const sealed = (bytes: Buffer): Promise<Buffer> =>
    newSealingKey(passphrase).then((key) => concat(seal([bytes], key, three)))
  for (const [what, bytes] of [
    ['an archive in its place', service.objects.get(archive)],
    ['what is not compressed', await sealed(Buffer.from('{}'))],
    ['what is not JSON', await sealed(packed('{'))],
    ['a head without times', await sealed(packed('{"format":1}'))],
    ['a name that leads out', await sealed(packed(`${head}\n["../../x",{"id":"x"}]`))],
    ['a record that is none', await sealed(packed(`${head}\n["news/x",7]`))],
  ] as const) {
    service.objects.set(three, bytes ?? Buffer.alloc(0))
    const result = await restored(t, service, third.at)
    assert.deepEqual([result.content, result.isBroken], [second.content, true], what)
  }
})

test('an upload in the bucket that is not what its name says is never put among the public files', async (t) => {
  const service = await standIn(t)
  const { states } = await lived(t, service)
  const [, second] = states
  assert.ok(second)
  const passphrase = service.env.OFFSITE_PASSPHRASE ?? ''
  const archive = [...service.objects.keys()].find((name) => name.startsWith('zhuzhan-')) ?? ''
  const uploads = [...service.objects.keys()].filter((name) => name.startsWith('uploads-'))
  const accounts = Buffer.from('accounts and customers')
  for (const [what, put] of [
    ['the archive itself', async () => service.objects.get(archive)],
    [
      'other bytes, sealed for this place',
      async (name: string) => concat(seal([accounts], await newSealingKey(passphrase), name)),
    ],
  ] as const) {
    for (const name of uploads) service.objects.set(name, (await put(name)) ?? Buffer.alloc(0))
    const { content, output } = await restored(t, service, second.at)
    assert.match(output, /缺少 2 个上传的文件/, what)
    assert.deepEqual(content?.data, second.content.data)
    const lost: string[] = Object.keys(second.content.uploads).filter(
      (name) => !Object.hasOwn(content?.uploads ?? {}, name),
    )
    assert.equal(lost.length, 2, what)
    for (const [name, hash] of Object.entries(content?.uploads ?? {}))
      assert.equal(hash, second.content.uploads[name], what)
  }
})

test('a minute that is too large for one file is several, histories last, and one that fails goes on from there', async (t) => {
  const service = await standIn(t)
  const own = await site(t, service)
  await own.archive()
  await own.begin()
  const before = minutesIn(service)
  const text = randomBytes(9 * 1_048_576).toString('base64')
  let sent = 0
  service.fault = (line) =>
    line.startsWith('POST minutes-') && line.includes('?uploads') && sent++ === 1 ? 'NotImplemented' : undefined
  for (const id of ['a', 'b', 'c', 'd']) await put(own, id, { newInfo: text })
  // The version before is in the history now.
  await put(own, 'a', { newInfo: text, newTitle: 'two' })
  await own.minute()
  await eventually(() => Boolean(own.store.offsite.get('minute')?.failure), 'the second file has failed')
  const first = minutesIn(service).slice(before.length)
  assert.equal(first.length, 1)
  assert.ok(!(await textOf(service, first[0])).includes('"history/'), 'histories come last')
  own.clock.ahead += minuteMs
  await eventually(() => own.store.offsite.get('minute')?.failure === '', 'the rest is sent')
  assert.ok(minutesIn(service).length >= before.length + 3)
  const { content, isBroken } = await restored(t, service, own.shown())
  assert.deepEqual([content, isBroken], [await contentIn(own.folder), false])
})

test('records never wait for pictures, and that these cannot be sent is said as well', async (t) => {
  const service = await standIn(t)
  const own = await site(t, service)
  const { store, clock, now } = own
  await own.archive()
  await own.begin()
  service.fault = (line) => (line.startsWith('POST uploads-') ? 'NotImplemented' : undefined)
  await own.addPicture(31)
  await put(own, 'a', {})
  await own.minute()
  assert.ok((await textOf(service, minutesIn(service).at(-1))).includes('"news/a"'))
  await eventually(() => Boolean(store.offsite.get('uploads')?.failure), 'the picture has failed')
  assert.match(minutesFailure(store, now() + 5 * minuteMs + 1) ?? '', /501/)
  const { minuteAt = '' } = offsiteState(store, now())
  assert.ok(minuteAt >= shownTime(chinaTime(now() - minuteMs)), 'how far they reach is known')
  service.fault = () => undefined
  clock.ahead += minuteMs
  await eventually(() => uploadsIn(service).length === 1, 'it is sent once that is possible')
  await eventually(() => store.offsite.get('uploads')?.failure === '', 'all is well')
  // Scrypt was paid once, whatever was sent.
  const salts = [...service.objects].filter(([name]) => /^(minutes|uploads)-/.test(name))
  assert.equal(new Set(salts.map(([, bytes]) => bytes.subarray(8, 24).toString('hex'))).size, 1)
})

test('of two machines the one that has taken over sends, and a restore asks where both have written', async (t) => {
  const service = await standIn(t)
  const old = await site(t, service)
  const oldMark = await ownMark(old.store, old.now())
  await put(old, 'a', { newTitle: 'before' })
  await old.archive()
  await old.begin()

  // Another one takes its place.
  old.clock.ahead += minuteMs
  const { home } = await restored(t, service, old.shown())
  const next = await site(t, service, home, old.clock)
  const nextMark = await ownMark(next.store, next.now())
  assert.ok(nextMark > oldMark)
  await put(next, 'a', { newTitle: 'of the new machine' })
  await next.archive()
  await next.begin()
  const nextContent = await contentIn(home)

  // The old one has not heard of it yet.
  const claim = `machine-${next.store.storeId}/${nextMark}`
  const bytes = service.objects.get(claim) ?? Buffer.alloc(0)
  service.objects.delete(claim)
  await put(old, 'a', { newTitle: 'of the old machine' })
  await old.minute()
  const oldContent = await contentIn(old.folder)
  service.objects.set(claim, bytes)
  const before = minutesIn(service)

  await put(old, 'b', {})
  old.clock.ahead += minuteMs
  await eventually(() => Boolean(old.store.offsite.get('minute')?.failure), 'it finds the other one')
  assert.match(
    minutesFailure(old.store, old.now() + 5 * minuteMs + 1) ?? '',
    new RegExp(`${nextMark}.*不再往异地存储发送`),
  )
  assert.deepEqual(minutesIn(service), before, 'it sends nothing more')

  const { output } = await restored(t, service, old.shown(), 1)
  assert.match(output, new RegExp(`--machine ${oldMark}：最后写入 20`))
  for (const [mark, content] of [
    [nextMark, nextContent],
    [oldMark, oldContent],
  ] as const) {
    const result = await restored(t, service, old.shown(), 0, ['--machine', mark])
    assert.deepEqual([result.content, result.isBroken], [content, false], mark)
  }
  assert.match((await restored(t, service, old.shown(), 1, ['--machine', 'nobody'])).output, /没有这份备份/)
})

/** A machine on which a minute could not be sent, and why. */
async function stopped({ store, clock, now }: Site): Promise<string> {
  clock.ahead += minuteMs
  await eventually(() => Boolean(store.offsite.get('minute')?.failure), 'it stops')
  return minutesFailure(store, now() + 5 * minuteMs + 1) ?? ''
}

test('of a cloned disk with one mark both stop, a restore asks which, and who is kept goes on', async (t) => {
  const service = await standIn(t)
  const real = await site(t, service)
  const place = 'c:/data#0123456789abcdef'
  const mark = await ownMark(real.store, real.now(), place)
  await put(real, 'a', { newTitle: 'of both' })
  await real.archive()
  await real.begin()
  const both = { at: real.shown(), content: await contentIn(real.folder) }

  const home = newFolder(t)
  await cp(real.folder, home, { recursive: true })
  const clone = await site(t, service, home, real.clock)
  assert.equal(await ownMark(clone.store, clone.now(), place), mark)
  clone.clock.ahead += minuteMs
  await put(clone, 'b', { newTitle: 'of the clone' })
  await clone.begin()
  const cloned = { at: clone.shown(), content: await contentIn(home) }
  await put(real, 'c', { newTitle: 'of the real one' })
  assert.match(
    await stopped(real),
    new RegExp(`同样的标记（${mark}）、本机却不知道的改动，从 20.{14} 起.*两台都不再往异地存储发送.*这台是正式的`),
  )
  await put(clone, 'd', {})
  assert.match(await stopped(clone), /同样的标记/)

  const { output } = await restored(t, service, real.shown(), 1)
  assert.match(output, new RegExp(`--machine ${mark}：最后写入 20.*\n--machine ${mark}__：最后写入 20`))
  for (const [machine, { content }] of [
    [mark, both],
    [`${mark}__`, cloned],
  ] as const) {
    for (const at of [real.shown(), 'latest']) {
      const result = await restored(t, service, at, 0, ['--machine', machine])
      assert.deepEqual([result.content, result.isBroken], [content, false], `${machine} at ${at}`)
    }
  }

  real.clock.ahead += minuteMs
  await keepHere(real.store, real.now())
  const next = await ownMark(real.store, real.now(), place)
  assert.ok(next > mark)
  await real.minute()
  await put(real, 'e', {})
  await real.minute()
  const { content, isBroken } = await restored(t, service, real.shown(), 0, ['--machine', next])
  assert.deepEqual([content, isBroken], [await contentIn(real.folder), false])
  clone.clock.ahead += minuteMs
  await eventually(
    () => clone.store.offsite.get('minute')?.failure.includes(`另一台机器（${next}）`) === true,
    'the clone knows who has taken over',
  )
})

test('a copy on another machine, or in another folder, has a mark of its own and takes over', async (t) => {
  const service = await standIn(t)
  const real = await site(t, service)
  const mark = await ownMark(real.store, real.now(), 'c:/data#0123456789abcdef')
  await real.archive()
  await real.begin()
  for (const place of ['t:/data#0123456789abcdef', 'c:/other#0123456789abcdef', 'c:/data#fedcba9876543210']) {
    const home = newFolder(t)
    await cp(real.folder, home, { recursive: true })
    const copy = await site(t, service, home, real.clock)
    real.clock.ahead += minuteMs
    const own = await ownMark(copy.store, copy.now(), place)
    assert.ok(own > mark, place)
    assert.equal(copy.store.offsite.get('machine')?.movedFrom, 'c:/data#0123456789abcdef')
    await copy.kill()
  }
  const home = newFolder(t)
  await cp(real.folder, home, { recursive: true })
  const copy = await site(t, service, home, real.clock)
  const own = await ownMark(copy.store, copy.now(), 't:/data#0123456789abcdef')
  await put(copy, 'b', {})
  await copy.begin()
  await put(real, 'c', {})
  assert.match(await stopped(real), new RegExp(`另一台机器（${own}）已接手`))
  const { output } = await restored(t, service, real.shown(), 1)
  assert.match(output, new RegExp(`--machine ${mark}：[^]*--machine ${own}：`))
})

test('after a clock that was a week ahead is put right, the next minutes are found again', async (t) => {
  const service = await standIn(t)
  const own = await site(t, service)
  await put(own, 'a', { newTitle: 'right' })
  await own.archive()
  await own.begin()
  own.clock.ahead = 7 * 24 * 60 * minuteMs
  await own.archive()
  await put(own, 'a', { newTitle: 'ahead' })
  await eventually(
    () => timeOf(own.store.offsite.get('send')?.name ?? '') > Date.now() + minuteMs,
    'its archive is sent',
  )
  const isAhead = async (): Promise<boolean> => {
    own.clock.ahead += 1_000
    return (timeIn(minutesIn(service).at(-1) ?? '') ?? '') > placeAt(Date.now() + 60 * minuteMs)
  }
  await eventually(isAhead, 'a minute under a time to come')
  own.clock.ahead = 2 * minuteMs
  await put(own, 'b', {})
  const isThere = async (): Promise<boolean> => {
    own.clock.ahead += 1_000
    const names = minutesIn(service).filter((name) => (timeIn(name) ?? '') < placeAt(own.now() + minuteMs))
    const texts = await Promise.all(names.map((name) => textOf(service, name)))
    return texts.some((text) => text.includes('"news/b",{'))
  }
  await eventually(isThere, 'under a time that is right')
  const { content, isBroken } = await restored(t, service, own.shown())
  assert.deepEqual([content, isBroken], [await contentIn(own.folder), false])
})
