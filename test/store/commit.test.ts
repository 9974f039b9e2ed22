import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { type CommitFs, commitBatch } from '../../server/store/commit.ts'
import { SaveFailure } from '../../server/store/writeQueue.ts'
import { newFolder } from '../server.ts'
import { newDisk, note, type Notes, openNotes, reread, tempsIn, texts } from './help.ts'
import { type Call, TroubledFs } from './troubledFs.ts'

/** A collection of one note, `kept`, on a disk whose calls can be made to fail. */
async function troubled(t: TestContext) {
  const root = newFolder(t)
  const trouble = new TroubledFs()
  const disk = newDisk(t, root, async (ops) => commitBatch(root, ops, trouble.fs))
  const logged: string[] = []
  const notes = await openNotes(disk, { log: (_level, message) => void logged.push(message) })
  await notes.put(note('kept', 'old'))
  trouble.heal()
  return { root, trouble, notes, logged }
}

const writes: Record<string, (notes: Notes) => Promise<unknown>> = {
  'an insert': (notes) => notes.insert({ text: 'new' }),
  'an update': (notes) => notes.update('kept', (current) => ({ ...current, text: 'new' })),
  'a removal': (notes) => notes.remove('kept'),
}
const syncFolder: Call[] = ['openSync', 'fsyncSync', 'closeSync']
const syncFile: Call[] = ['openSync', 'fsyncSync', 'closeSync']
const put: Call[] = ['openSync', 'ftruncateSync', 'writeSync', 'closeSync', ...syncFile, 'renameSync', ...syncFolder]
const steps: Record<string, Call[]> = { 'an insert': put, 'an update': put, 'a removal': ['unlinkSync', ...syncFolder] }
const replies = [
  ['ENOSPC', 507],
  ['EIO', 500],
] as const

for (const [name, write] of Object.entries(writes)) {
  test(`${name} makes exactly these system calls`, async (t) => {
    const { trouble, notes } = await troubled(t)
    await write(notes)
    assert.deepEqual(trouble.calls, steps[name])
  })

  for (const [step, call] of (steps[name] ?? []).entries()) {
    for (const [code, reply] of replies) {
      test(`${name} whose step ${step + 1}, ${call}, fails with ${code} changes nothing and is answered ${reply}`, async (t) => {
        const { root, trouble, notes } = await troubled(t)
        trouble.fail(code, (_call, index) => index === step)
        await assert.rejects(
          write(notes),
          (failure: unknown) => failure instanceof SaveFailure && failure.code === reply,
        )
        assert.deepEqual(texts(notes.newest()), ['old'])
        assert.deepEqual(tempsIn(root), [])
        assert.deepEqual(texts(await reread(root)), ['old'])

        await write(notes)
        assert.deepEqual(await reread(root), [...notes.newest()])
        assert.notDeepEqual(texts(await reread(root)), ['old'])
      })
    }
  }
}

test('on a full disk every write fails and keeps the old record, and writes succeed again when there is space', async (t) => {
  const { root, trouble, notes } = await troubled(t)
  trouble.fail('ENOSPC', (call) => call === 'writeSync')
  for (const write of [writes['an insert'], writes['an update']]) {
    await assert.rejects(async () => write?.(notes), { code: 507, message: '磁盘空间不足，未能保存，请联系管理员' })
  }
  assert.deepEqual(texts(await reread(root)), ['old'])
  trouble.heal()
  await notes.update('kept', (current) => ({ ...current, text: 'newer' }))
  assert.deepEqual(texts(await reread(root)), ['newer'])
})

test('a write that can be neither completed nor rolled back is reported, in the reply and in the log', async (t) => {
  const { trouble, notes, logged } = await troubled(t)
  let folderOpens = 0
  // The third open of a put, and of the put back, opens the folder.
  trouble.fail('EIO', (call) => call === 'openSync' && ++folderOpens % 3 === 0)
  await assert.rejects(
    notes.update('kept', (current) => ({ ...current, text: 'new' })),
    { code: 500, maybeOnDisk: true },
  )
  assert.equal(notes.get('kept')?.text, 'old')
  assert.equal(logged.length, 1)
  assert.match(logged[0] ?? '', /note\/kept\.json could not be rolled back/)
})

test('what a writer had done before it died is rolled back', async (t) => {
  const root = newFolder(t)
  let dies = false
  const notes = await openNotes(
    newDisk(t, root, async (ops) => {
      const results = await commitBatch(root, ops)
      if (!dies) return results
      dies = false
      throw new Error('died')
    }),
  )
  await notes.put(note('kept', 'old'))
  for (const write of Object.values(writes)) {
    dies = true
    await assert.rejects(write(notes), { code: 500 })
    assert.deepEqual(texts(await reread(root)), ['old'])
  }
})

test('the reply distinguishes a full disk, a folder that is not writable and any other error', () => {
  const replyTo = (code: string) => {
    const {
      code: reply,
      message,
      maybeOnDisk,
      cause,
    } = new SaveFailure({ code, message: 'as the system said it', maybeOnDisk: false })
    assert.deepEqual([maybeOnDisk, (cause as Error).message], [false, 'as the system said it'])
    return `${reply} ${message}`
  }
  for (const code of ['ENOSPC', 'EDQUOT']) assert.equal(replyTo(code), '507 磁盘空间不足，未能保存，请联系管理员')
  for (const code of ['EROFS', 'EACCES', 'EPERM', 'ENOENT'])
    assert.equal(replyTo(code), '500 数据目录不可写，未能保存，请联系管理员')
  for (const code of ['EIO', '', 'constructor']) assert.equal(replyTo(code), '500 保存失败，请稍后重试')
})

test('one write of a batch fails alone', async (t) => {
  const root = newFolder(t)
  mkdirSync(join(root, 'note'))
  const trouble = new TroubledFs()
  let written = 0
  trouble.fail('ENOSPC', (call) => call === 'writeSync' && ++written === 2)
  const ops = ['a', 'b', 'c'].map((id) => ({ collection: 'note', id, text: JSON.stringify(note(id, id)) }))
  const results = await commitBatch(root, ops, trouble.fs)
  assert.deepEqual(
    results.map((fault) => fault?.code),
    [undefined, 'ENOSPC', undefined],
  )
  assert.deepEqual(tempsIn(root), [])
  assert.deepEqual(texts(await reread(root)).sort(), ['a', 'c'])
})

test('one sync of a batch fails alone', async (t) => {
  const root = newFolder(t)
  mkdirSync(join(root, 'note'))
  const trouble = new TroubledFs()
  let synced = 0
  trouble.fail('EIO', (call) => call === 'fsync' && ++synced === 2)
  const ops = ['a', 'b', 'c'].map((id) => ({ collection: 'note', id, text: JSON.stringify(note(id, id)) }))
  const results = await commitBatch(root, ops, trouble.fs)
  assert.deepEqual(
    results.map((fault) => fault && [fault.code, fault.maybeOnDisk]),
    [null, ['EIO', false], null],
  )
  assert.deepEqual(tempsIn(root), [])
  assert.deepEqual(texts(await reread(root)).sort(), ['a', 'c'])
})

test('a folder that cannot be synced fails its own writes only, and marks them as maybe on disk', async (t) => {
  const root = newFolder(t)
  for (const folder of ['note', 'other']) mkdirSync(join(root, folder))
  const trouble = new TroubledFs()
  let opened = 0
  trouble.fail('EIO', (call) => call === 'openSync' && ++opened === 7)
  const ops = ['note', 'other', 'note'].map((collection, i) => ({ collection, id: `n${i}`, text: '{}' }))
  const results = await commitBatch(root, ops, trouble.fs)
  assert.deepEqual(
    results.map((fault) => fault?.maybeOnDisk),
    [true, undefined, true],
  )
  assert.equal(
    trouble.calls.filter((call) => call === 'fsync' || call === 'fsyncSync').length,
    3 + 1,
    'one sync per file, one per folder',
  )
})

test('a text may be written in several parts', async (t) => {
  const root = newFolder(t)
  mkdirSync(join(root, 'note'))
  const text = JSON.stringify(note('long', '很长的文字'.repeat(50)))
  const writeSync: CommitFs['writeSync'] = (fd, bytes, offset, _length, position) =>
    fs.writeSync(fd, bytes, offset, 1, position)
  assert.deepEqual(await commitBatch(root, [{ collection: 'note', id: 'long', text }], { ...fs, writeSync }), [null])
  assert.equal(readFileSync(join(root, 'note/long.json'), 'utf8'), text)
})

test('a file system that writes nothing is not retried for ever', async (t) => {
  const root = newFolder(t)
  mkdirSync(join(root, 'note'))
  const [fault] = await commitBatch(root, [{ collection: 'note', id: 'a', text: '{}' }], { ...fs, writeSync: () => 0 })
  assert.equal(fault?.code, 'EIO')
})

test('a write fails when its folder is removed before the sync', async (t) => {
  const root = newFolder(t)
  mkdirSync(join(root, 'note'))
  const removing = {
    ...fs,
    renameSync(from: string, to: string) {
      fs.renameSync(from, to)
      rmSync(join(root, 'note'), { recursive: true })
    },
  }
  const [fault] = await commitBatch(root, [{ collection: 'note', id: 'a', text: '{}' }], removing)
  assert.deepEqual([fault?.code, fault?.maybeOnDisk], ['ENOENT', true])
})

test('a record file is readable by its owner only', async (t) => {
  const { root, notes } = await troubled(t)
  await notes.put(note('secret', 'text'))
  assert.equal(statSync(join(root, 'note/secret.json')).mode & 0o777, 0o600)
  assert.equal(statSync(join(root, 'note')).mode & 0o777, 0o700)
})

test('what a killed writer has left in a history folder goes with the next file, and what is being written stays', async (t) => {
  const root = newFolder(t)
  const folder = join(root, 'history/note/n')
  fs.mkdirSync(folder, { recursive: true })
  for (const name of ['.tmp-v1-0123456789ab-1', '.tmp-v2-0123456789ab-2', 'v0.json'])
    fs.writeFileSync(join(folder, name), '{}\n')
  const op = (id: string) => ({ collection: 'history/note/n', id, text: '{}\n' })
  assert.deepEqual(await commitBatch(root, [op('v1'), op('v2')]), [null, null])
  assert.deepEqual(fs.readdirSync(folder).sort(), ['v0.json', 'v1.json', 'v2.json'])
})

test('a history folder goes with its last file, and with what a killed writer has left in it', async (t) => {
  const root = newFolder(t)
  mkdirSync(join(root, 'history/note/n'), { recursive: true })
  fs.writeFileSync(join(root, 'history/note/n/.tmp-v1-0123456789ab-1'), 'of a killed writer')
  const op = { collection: 'history/note/n', id: 'v1' }
  assert.deepEqual(
    await commitBatch(root, [
      { ...op, text: '{}' },
      { ...op, id: 'v2', text: '{}' },
    ]),
    [null, null],
  )
  assert.deepEqual(await commitBatch(root, [op]), [null])
  assert.ok(fs.existsSync(join(root, 'history/note/n/v2.json')))
  assert.deepEqual(await commitBatch(root, [{ ...op, id: 'v2' }]), [null])
  assert.deepEqual(fs.readdirSync(join(root, 'history/note')), [])
})
