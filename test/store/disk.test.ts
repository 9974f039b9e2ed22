import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'node:worker_threads'
import type { Op, WriteResult } from '../../server/store/commit.ts'
import { patienceMs } from '../eventually.ts'
import { newFolder } from '../server.ts'
import { newDisk, note, openNotes, reread, tempsIn, texts } from './help.ts'

test('a record is a readable file of its own', async (t) => {
  const root = newFolder(t)
  const disk = newDisk(t, root, 'thread')
  await disk.load('note')
  await disk.put('note', 'a', { id: 'a', text: '文字' })
  assert.equal(readFileSync(join(root, 'note/a.json'), 'utf8'), '{\n  "id": "a",\n  "text": "文字"\n}\n')
  assert.deepEqual(tempsIn(root), [])
  await disk.remove('note', 'a')
  assert.deepEqual(readdirSync(join(root, 'note')), [])
  await disk.remove('note', 'a')
})

test('missing parent folders are created', async (t) => {
  const root = join(newFolder(t), 'not', 'yet')
  const disk = newDisk(t, root)
  assert.deepEqual(await disk.load('note'), [])
  await disk.put('note', 'a', note('a', 'text'))
  assert.deepEqual(texts(await reread(root)), ['text'])
})

test('a name that could escape the folder is refused', async (t) => {
  const disk = newDisk(t, newFolder(t))
  await disk.load('note')
  for (const id of ['', '.', '..', '../a', 'a/b', 'a\0', 'a.b', '标识', 'x'.repeat(81)]) {
    await assert.rejects(disk.put('note', id, {}), TypeError, id)
    await assert.rejects(disk.remove('note', id), TypeError, id)
    assert.throws(() => disk.quarantine('note', id, 'why'), TypeError, id)
  }
  await assert.rejects(disk.load('..'), TypeError)
  await disk.put('note', 'x'.repeat(80), note('x'.repeat(80), ''))
})

test('half-written files of a killed server are removed, and other files are left alone', async (t) => {
  const root = newFolder(t)
  mkdirSync(join(root, 'note'))
  writeFileSync(join(root, 'note/.tmp-a-123-1'), '{"id":')
  writeFileSync(join(root, 'note/README.txt'), 'by hand')
  writeFileSync(join(root, 'note/a.json'), JSON.stringify(note('a', 'whole')))
  const disk = newDisk(t, root)
  assert.deepEqual(texts((await openNotes(disk)).newest()), ['whole'])
  assert.deepEqual(readdirSync(join(root, 'note')).sort(), ['README.txt', 'a.json'])
  assert.deepEqual(disk.lines, [])
})

test('invalid records are moved to quarantine unchanged, with one log line each, and all others are served', async (t) => {
  const root = newFolder(t)
  const folder = join(root, 'note')
  mkdirSync(folder)
  const whole = note('whole', 'served')
  const bad: Record<string, [content: string | Buffer, why: RegExp]> = {
    'empty.json': ['', /it is not JSON/],
    'torn.json': [JSON.stringify(note('torn', 'text')).slice(0, -5), /it is not JSON/],
    'latin.json': [
      Buffer.from('{"id":"latin","createdAt":"2026-01-01T00:00:00+08:00","text":"\xe9"}', 'latin1'),
      /it is not UTF-8/,
    ],
    'null.json': ['null', /it is not an object/],
    'list.json': ['[]', /it is not an object/],
    'text.json': ['"text"', /it is not an object/],
    'other.json': [JSON.stringify(note('another', 'text')), /its id is not its file name/],
    'number.json': [JSON.stringify({ ...whole, id: 7 }), /its id is not its file name/],
    'timeless.json': [JSON.stringify({ id: 'timeless', text: '' }), /its createdAt is not a time/],
    'sometime.json': [
      JSON.stringify({ ...whole, id: 'sometime', createdAt: 'yesterday' }),
      /its createdAt is not a time/,
    ],
    'a b.json': [JSON.stringify(note('a b', 'text')), /its name cannot be an id/],
    '.json': ['{}', /its name cannot be an id/],
    [`${'长'.repeat(80)}.json`]: ['{}', /its name cannot be an id/],
  }
  for (const [name, [content]] of Object.entries(bad)) writeFileSync(join(folder, name), content)
  writeFileSync(join(folder, 'whole.json'), JSON.stringify(whole))
  mkdirSync(join(folder, 'folder.json'))
  symlinkSync('nowhere', join(folder, 'dangling.json'))

  const disk = newDisk(t, root)
  const notes = await openNotes(disk)
  assert.deepEqual([...notes.newest()], [whole])
  assert.deepEqual(readdirSync(folder), ['whole.json'])
  assert.equal(disk.lines.length, Object.keys(bad).length + 2)
  for (const [name, [content, why]] of Object.entries(bad)) {
    const line = disk.lines.find((each) => each.startsWith(`note/${name} `)) ?? ''
    assert.match(line, why)
    const kept = /moved to (quarantine\/.*)$/.exec(line)?.[1] ?? ''
    assert.deepEqual(readFileSync(join(root, kept)), Buffer.from(content))
  }
  assert.deepEqual(texts(await reread(root)), ['served'], 'the next start has nothing to say')
})

test('several files with the same name are all kept in quarantine', async (t) => {
  const root = newFolder(t)
  mkdirSync(join(root, 'note'))
  for (const content of ['first', 'second', 'third']) {
    writeFileSync(join(root, 'note/a.json'), content)
    await openNotes(newDisk(t, root))
  }
  const kept = readdirSync(join(root, 'quarantine'))
  assert.deepEqual(kept.map((name) => readFileSync(join(root, 'quarantine', name), 'utf8')).sort(), [
    'first',
    'second',
    'third',
  ])
})

const turn = () => new Promise(setImmediate)

/** A commit that finishes when the test says so. */
function gated() {
  const batches: Op[][] = []
  const gates: (() => void)[] = []
  const commit = (ops: readonly Op[]): Promise<WriteResult[]> => {
    batches.push([...ops])
    return new Promise((resolve) => gates.push(() => resolve(ops.map(() => null))))
  }
  const open = async (): Promise<void> => {
    while (gates.length === 0) await turn()
    gates.shift()?.()
  }
  return { batches, commit, open }
}

test('concurrent writes share a batch, and those that arrive meanwhile share the next one', async (t) => {
  const { batches, commit, open } = gated()
  const disk = newDisk(t, newFolder(t), commit)
  const first = ['a', 'b', 'c'].map((id) => disk.put('note', id, {}))
  await turn()
  const next = [disk.remove('note', 'a'), disk.put('note', 'd', {})]
  await turn()
  assert.deepEqual(
    batches.map((batch) => batch.map(({ id }) => id)),
    [['a', 'b', 'c']],
  )
  await open()
  await Promise.all(first)
  await open()
  await Promise.all(next)
  assert.deepEqual(
    batches.map((batch) => batch.length),
    [3, 2],
  )
})

test('the size of a batch is limited', async (t) => {
  const { batches, commit, open } = gated()
  const disk = newDisk(t, newFolder(t), commit)
  const large = 'x'.repeat(3_000_000)
  const puts = Array.from({ length: 300 }, (_, i) => disk.put('note', `n${i}`, {}))
  puts.push(disk.put('note', 'large1', { large }), disk.put('note', 'large2', { large }))
  for (let i = 0; i < 3; i++) await open()
  await Promise.all(puts)
  assert.deepEqual(
    batches.map((batch) => batch.length),
    [256, 45, 1],
  )
})

test('if the writer dies, its batch fails, and the next write starts a new writer', async (t) => {
  const workers: Worker[] = []
  const seen = (worker: Worker): void => void workers.push(worker)
  process.on('worker', seen)
  t.after(() => process.off('worker', seen))
  const root = newFolder(t)
  const notes = await openNotes(newDisk(t, root, 'thread'))
  await notes.put(note('a', 'old'))
  assert.equal(workers.length, 1)

  const lost = assert.rejects(notes.put(note('a', 'lost'.repeat(1_000_000))), {
    code: 500,
    message: '保存失败，请稍后重试',
  })
  await turn()
  await workers[0]?.terminate()
  await lost
  assert.equal(notes.get('a')?.text, 'old')
  assert.deepEqual(texts(await reread(root)), ['old'])
  await notes.put(note('a', 'new'))
  assert.deepEqual(texts(await reread(root)), ['new'])
  assert.equal(workers.length, 2)
})

const run = (program: string, root: string) => {
  const disk = JSON.stringify(new URL('../../server/store/disk.ts', import.meta.url))
  const source = `import { openDisk } from ${disk}
const disk = openDisk(${JSON.stringify(root)}, { log() {} })
await disk.load('note')
${program}`
  return spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    timeout: patienceMs(),
    encoding: 'utf8',
  })
}

test('an idle disk does not keep the process alive', (t) => {
  const root = newFolder(t)
  const { status, stderr } = run(`await disk.put('note', 'a', {})`, root)
  assert.equal(status, 0, stderr)
  assert.ok(existsSync(join(root, 'note/a.json')))
})

test('close waits for pending writes and refuses later ones', async (t) => {
  const root = newFolder(t)
  const { status, stderr } = run(
    `
for (let i = 0; i < 100; i++) disk.put('note', 'n' + i, {})
await disk.close()
let refused
await disk.put('note', 'late', {}).catch((failure) => { refused = failure.code })
process.exit(refused === 500 ? 0 : 1)`,
    root,
  )
  assert.equal(status, 0, stderr)
  assert.equal(readdirSync(join(root, 'note')).length, 100)
})

test('a write to a removed folder fails with 500 and changes nothing', async (t) => {
  const root = newFolder(t)
  const notes = await openNotes(newDisk(t, root))
  await notes.put(note('a', 'old'))
  rmSync(join(root, 'note'), { recursive: true })
  const refused = { code: 500, message: '数据目录不可写，未能保存，请联系管理员' }
  await assert.rejects(
    notes.update('a', (current) => ({ ...current, text: 'new' })),
    refused,
  )
  await assert.rejects(notes.remove('a'), refused)
  assert.equal(notes.get('a')?.text, 'old')
})
