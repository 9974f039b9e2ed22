import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually } from '../eventually.ts'
import { LockHeld, acquireLock } from '../../server/store/lock.ts'
import { argumentsForFile } from '../nodeArguments.ts'
import { newFolder } from '../server.ts'

const program = fileURLToPath(new URL('./lockHolder.ts', import.meta.url))
const hasProc = existsSync('/proc/self/stat')

/** The files of processes in the lock folder, without their sockets. */
const claimsIn = (root: string): string[] => readdirSync(join(root, 'lock')).filter((name) => !name.endsWith('.socket'))
const socketsIn = (root: string): string[] => readdirSync(join(root, 'lock')).filter((name) => name.endsWith('.socket'))

/** Another process that acquires and releases the lock on command. */
async function newHolder(t: TestContext, root: string, command = process.execPath, args = argumentsForFile(program)) {
  const child: ChildProcess = spawn(command, [...args, root], { stdio: ['pipe', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  assert.ok(child.stdout)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const answer = async (): Promise<string> => String((await lines.next()).value)
  assert.equal(await answer(), 'ready')
  const send = (line: 'take' | 'give'): Promise<string> => {
    child.stdin?.write(`${line}\n`)
    return answer()
  }
  return { child, send }
}

test('a lock is free when it is released, and only then', async (t) => {
  const root = newFolder(t)
  const lock = await acquireLock(root)
  await assert.rejects(acquireLock(root), {
    name: 'LockHeld',
    message: `another server (process ${process.pid}) is running on ${root}`,
  })
  await lock.release()
  await lock.release()
  await (await acquireLock(root)).release()
  assert.deepEqual(readdirSync(join(root, 'lock')), [])
})

test('a second server is refused while the first is running, and not after it was killed', async (t) => {
  const root = newFolder(t)
  const { child, send } = await newHolder(t, root)
  assert.equal(await send('take'), `held ${child.pid}`)
  await assert.rejects(acquireLock(root), { message: `another server (process ${child.pid}) is running on ${root}` })
  child.kill('SIGKILL')
  // A socket of one that is just ending may neither answer nor refuse.
  await eventually(() => child.signalCode !== null, 'dead')
  const lock = await acquireLock(root)
  assert.equal(claimsIn(root).length, 1)
  assert.equal(socketsIn(root).length, process.platform === 'win32' ? 0 : 1)
  await lock.release()
})

test('a zombie process holds no lock', { skip: !hasProc }, async (t) => {
  const root = newFolder(t)
  const neglect = 'exec 3<&0; "$0" "$@" <&3 & exec sleep 60'
  const { send } = await newHolder(t, root, 'sh', ['-c', neglect, process.execPath, ...argumentsForFile(program)])
  const pid = Number((await send('take')).split(' ')[1])
  process.kill(pid, 'SIGKILL')
  await eventually(() => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')), 'it is a zombie')
  await (await acquireLock(root)).release()
})

test('a server that is shown another boot of the same machine holds its lock, and what an earlier boot has left does not', {
  skip: !hasProc,
}, async (t) => {
  const root = newFolder(t)
  const { child, send } = await newHolder(t, root)
  assert.equal(await send('take'), `held ${child.pid}`)
  const [name = ''] = claimsIn(root)
  // As where no socket can be made.
  rmSync(join(root, 'lock', socketsIn(root)[0] ?? ''))
  const claim = join(root, 'lock', name.replace(/^(\d+-\d+)-[0-9a-f]+-/, '$1-00000000-'))
  renameSync(join(root, 'lock', name), claim)
  await assert.rejects(acquireLock(root), { name: 'LockHeld' })
  assert.ok(existsSync(claim))
  const before = performance.timeOrigin / 1000 - 3600
  utimesSync(claim, before, before)
  await (await acquireLock(root)).release()
  assert.ok(!existsSync(claim))
})

/** Claims without a running server. */
function leftClaims(): string[] {
  const boot = hasProc ? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8) : 'none'
  const own = hasProc
    ? readFileSync('/proc/self/stat', 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19]
    : '0'
  const left = [
    '123',
    'garbage',
    `${process.pid}`,
    `${process.pid}-`,
    `0-0-${boot}-aa`,
    `-1-1-${boot}-aa`,
    '垃圾',
    `999999999-1-${boot}-aa`,
  ]
  const others = [
    `${process.ppid}-1-${boot}-aa`,
    `${process.pid}-1-${boot}-aa`,
    `1-1-${boot}-aa`,
    `${process.pid}-${own}-00000000-aa`,
  ]
  return hasProc ? [...left, ...others] : left
}

test('claims of a killed server, an earlier boot, another program or a person do not block', async (t) => {
  const root = newFolder(t)
  mkdirSync(join(root, 'lock'))
  for (const claim of leftClaims()) writeFileSync(join(root, 'lock', claim), 'torn')
  mkdirSync(join(root, 'lock', 'folder', 'within'), { recursive: true })
  const lock = await acquireLock(root)
  assert.equal(claimsIn(root).length, 1)
  await lock.release()
})

test('a file in place of the lock folder does not block', async (t) => {
  const root = newFolder(t)
  for (const content of ['', '12345\n']) {
    writeFileSync(join(root, 'lock'), content)
    const lock = await acquireLock(root)
    await assert.rejects(acquireLock(root), LockHeld)
    await lock.release()
    rmSync(join(root, 'lock'), { recursive: true })
  }
})

test('of several servers that start at once never two run', async (t) => {
  const root = newFolder(t)
  const holders = await Promise.all(Array.from({ length: 6 }, () => newHolder(t, root)))
  let held = 0
  for (let round = 0; round < 6; round++) {
    if (round % 2 === 1) {
      rmSync(join(root, 'lock'), { recursive: true })
      writeFileSync(join(root, 'lock'), 'a file in the folder’s place')
    }
    const answers = await Promise.all(holders.map(({ send }) => send('take')))
    const winners = answers.filter((answer) => answer.startsWith('held'))
    assert.ok(winners.length <= 1, answers.join(', '))
    held += winners.length
    await Promise.all(holders.map(({ send }) => send('give')))
  }
  t.diagnostic(`one ran in ${held} of 6 rounds`)
  assert.ok(held > 0)
})

const copies: Record<string, readonly [command: string, args: (from: string, to: string) => string[]]> = {
  'cp -a': ['cp', (from, to) => ['-a', from, to]],
  tar: ['sh', (from, to) => ['-c', 'mkdir "$1" && tar -C "$0" -c . | tar -C "$1" -x', from, to]],
  rsync: ['rsync', (from, to) => ['-a', `${from}/`, to]],
}
for (const [name, [command, args]] of Object.entries(copies)) {
  const missing = spawnSync(command, ['--version']).error !== undefined
  test(`a copy made by ${name} while the server runs can be started beside it, and each is locked`, {
    skip: missing && `no ${command} here`,
  }, async (t) => {
    const [root, copy] = [join(newFolder(t), 'data'), join(newFolder(t), 'copy')]
    const { child, send } = await newHolder(t, root)
    assert.equal(await send('take'), `held ${child.pid}`)
    assert.equal(spawnSync(command, args(root, copy)).status, 0)
    assert.equal(claimsIn(copy).length, 1, 'the claim was copied')
    const lock = await acquireLock(copy)
    await assert.rejects(acquireLock(copy), {
      message: `another server (process ${process.pid}) is running on ${copy}`,
    })
    await assert.rejects(acquireLock(root), { message: `another server (process ${child.pid}) is running on ${root}` })
    await lock.release()
  })
}

test('a folder moved while its server runs stays locked, and so does a copy in its place', async (t) => {
  const home = newFolder(t)
  const [root, moved] = [join(home, 'data'), join(home, 'moved')]
  const { child, send } = await newHolder(t, root)
  assert.equal(await send('take'), `held ${child.pid}`)
  renameSync(root, moved)
  await assert.rejects(acquireLock(moved), LockHeld)
  cpSync(moved, root, { recursive: true, filter: (path) => !path.endsWith('.socket') })
  await assert.rejects(acquireLock(root), LockHeld)
})

test('a folder is locked under all of its paths', async (t) => {
  const home = newFolder(t)
  const lock = await acquireLock(join(home, 'data'))
  symlinkSync('data', join(home, 'link'))
  await assert.rejects(acquireLock(join(home, 'link')), LockHeld)
  await lock.release()
})

/** A container's view: other processes, another network, other mounts. */
const isolated = [
  '--pid',
  '--fork',
  '--kill-child',
  '--net',
  '--mount-proc',
  process.execPath,
  '--import',
  'tsx',
  program,
]
const canIsolate = spawnSync('unshare', [...isolated.slice(0, isolated.indexOf(process.execPath)), 'true']).status === 0

test('a server in another container is seen from outside and from a third one, and one that was killed blocks nobody', {
  skip: !canIsolate && 'needs root and namespaces',
}, async (t) => {
  const root = newFolder(t)
  const [inside, third, outside] = [
    await newHolder(t, root, 'unshare', isolated),
    await newHolder(t, root, 'unshare', isolated),
    await newHolder(t, root),
  ]
  assert.equal(await inside.send('take'), 'held 1')
  await assert.rejects(acquireLock(root), { message: `another server (in another container) is running on ${root}` })
  assert.equal(await third.send('take'), 'refused')
  assert.equal(await outside.send('take'), 'refused')
  inside.child.kill('SIGKILL')
  await eventually(async () => (await outside.send('take')) === `held ${outside.child.pid}`, 'the folder is free')
  assert.equal(await third.send('take'), 'refused')
  outside.child.kill('SIGKILL')
  await eventually(async () => (await third.send('take')) === 'held 1', 'the folder is free again')
  assert.deepEqual([claimsIn(root).length, socketsIn(root).length], [1, 1])
})

test('a folder whose path is too long for a socket is locked by claims alone', async (t) => {
  const root = join(newFolder(t), 'a'.repeat(90))
  const lock = await acquireLock(root)
  assert.deepEqual([claimsIn(root).length, socketsIn(root).length], [1, 0])
  await assert.rejects(acquireLock(root), LockHeld)
  await lock.release()
})
