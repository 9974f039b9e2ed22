import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { accessLine, createLineWriter, type Served } from '../../server/edge/accessLog.ts'
import { argumentsForText } from '../nodeArguments.ts'
import { newFolder } from '../server.ts'
import { eventually } from '../eventually.ts'

const one: Served = { time: 1_700_000_000_000, method: 'GET', path: '/product', status: 200, ms: 1.26, bytes: 5120 }

describe('the line of a request', () => {
  test('is JSON or plain', () => {
    assert.deepEqual(JSON.parse(accessLine('json')(one)), {
      time: '2023-11-14T22:13:20.000Z',
      method: 'GET',
      path: '/product',
      status: 200,
      ms: 1.3,
      bytes: 5120,
    })
    assert.equal(accessLine('plain')(one), '2023-11-14T22:13:20.000Z GET /product 200 1.3ms 5120B')
  })

  test('includes the address only if configured', () => {
    const named = { ...one, address: '203.0.113.7' }
    assert.deepEqual(Object.keys(JSON.parse(accessLine('json')(named))), [
      'time',
      'address',
      'method',
      'path',
      'status',
      'ms',
      'bytes',
    ])
    assert.equal(accessLine('plain')(named), '2023-11-14T22:13:20.000Z 203.0.113.7 GET /product 200 1.3ms 5120B')
  })

  test('is one line of printable characters and limited length, for any path', () => {
    for (const format of ['json', 'plain'] as const) {
      const line = accessLine(format)
      const odd = line({ ...one, path: '/a\n200 "forged"\r\x1b[31m\x7f\u0080é\u2028 x\\' })
      const long = line({ ...one, path: `/${'y'.repeat(16_000)}` })
      assert.match(odd, /^[\x20-\x7e]+$/)
      assert.ok(long.length < 400)
      if (format === 'json')
        assert.equal(
          JSON.parse(odd).path,
          '/a\\u000a200\\u0020"forged"\\u000d\\u001b[31m\\u007f\\u0080\\u00e9\\u2028\\u0020x\\',
        )
      else assert.equal(odd.split(' ').length, 6)
    }
  })
})

describe('lines', () => {
  test('are written together: after a short time, at once when there are many, or at the close', async (t) => {
    const file = join(newFolder(t), 'log')
    const fd = openSync(file, 'a')
    t.after(() => closeSync(fd))
    const read = (): string => readFileSync(file, 'utf8')

    const slow = createLineWriter({ fd, everyMs: 60 })
    slow.write('one')
    slow.write('two')
    assert.equal(read(), '')
    await eventually(() => read() === 'one\ntwo\n', 'they are written')

    const patient = createLineWriter({ fd, everyMs: 60_000 })
    for (let n = 0; n < 300; n++) patient.write(`${n} ${'x'.repeat(60)}`)
    await eventually(() => read().includes('\n200 x'), 'a full batch is written')
    await patient.close()
    assert.equal(read().split('\n').length, 303)
    patient.write('last')
    await patient.close()
    assert.match(read(), /\nlast\n$/)
    await patient.close()
  })

  test('all arrive in order through a slow pipe', async () => {
    const program = `
      import { createLineWriter } from './server/edge/accessLog.ts'
      const lines = createLineWriter({ everyMs: 5, capacityBytes: 4_000_000 })
      // The pauses let the timer of the writer run.
      for (let n = 0; n < 40_000; n++) {
        lines.write(n + ' ' + 'x'.repeat(60))
        if (n % 4_000 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
      }
      await lines.close()
    `
    const child = spawn(process.execPath, argumentsForText(program), { stdio: ['ignore', 'ignore', 'pipe'] })
    let came = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      came += text
      child.stderr.pause()
      setTimeout(() => child.stderr.resume(), 2)
    })
    await new Promise((resolve) => child.stderr.once('end', resolve))
    assert.deepEqual(
      came
        .split('\n')
        .map((line) => line.split(' ')[0])
        .filter(Boolean),
      Array.from({ length: 40_000 }, (_, n) => String(n)),
    )
  })

  test('wait while a pipe is full', async (t) => {
    const pipe = join(newFolder(t), 'pipe')
    await promisify(execFile)('mkfifo', [pipe])
    // Open at both ends and never blocking, as some supervisors pass it on.
    const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
    t.after(() => closeSync(fd))
    const lines = createLineWriter({ fd, everyMs: 1 })
    const expected = Array.from({ length: 5000 }, (_, n) => `${n} ${'x'.repeat(60)}`)
    for (const line of expected.slice(0, 4900)) lines.write(line)
    // Long enough to write until the pipe is full, and to try again.
    await wait(60)
    for (const line of expected.slice(4900)) lines.write(line)
    const piece = Buffer.alloc(5000)
    let came = ''
    const readSome = (): void => {
      try {
        came += piece.toString('utf8', 0, readSync(fd, piece))
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'EAGAIN')
      }
    }
    await eventually(() => {
      readSome()
      return came.length === expected.join('\n').length + 1
    }, 'all of it came')
    assert.equal(came, `${expected.join('\n')}\n`)
  })

  test('all arrive when the writer closes with a full pipe', async (t) => {
    const folder = newFolder(t)
    const [pipe, out, ready] = [join(folder, 'pipe'), join(folder, 'out'), join(folder, 'ready')]
    await promisify(execFile)('mkfifo', [pipe])
    const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
    const reader = spawn('sh', ['-c', ': > "$2"; sleep 0.1; exec cat "$0" > "$1"', pipe, out, ready])
    await eventually(() => existsSync(ready), 'the reader is there')
    const lines = createLineWriter({ fd })
    const expected = Array.from({ length: 5000 }, (_, n) => `${n} ${'x'.repeat(60)}`)
    for (const line of expected) lines.write(line)
    await lines.close()
    closeSync(fd)
    await new Promise((resolve) => reader.once('exit', resolve))
    assert.equal(readFileSync(out, 'utf8'), `${expected.join('\n')}\n`)
  })

  test('that nobody reads use limited memory and block nothing', async () => {
    const program = `
      import { createLineWriter } from './server/edge/accessLog.ts'
      const lines = createLineWriter({ everyMs: 1, capacityBytes: 100_000 })
      const before = process.memoryUsage().heapUsed
      // The pauses let the timer of the writer run.
      for (let n = 0; n < 300_000; n++) {
        lines.write('x'.repeat(100))
        if (n % 10_000 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
      }
      globalThis.gc()
      console.log(process.memoryUsage().heapUsed - before < 5_000_000)
      process.kill(process.pid, 'SIGKILL')
    `
    const child = spawn(process.execPath, ['--expose-gc', ...argumentsForText(program)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    await eventually(() => output !== '', 'it goes on')
    assert.equal(output, 'true\n')
    child.kill('SIGKILL')
  })

  test('use limited memory while a pipe that never blocks is full', async (t) => {
    const pipe = join(newFolder(t), 'pipe')
    await promisify(execFile)('mkfifo', [pipe])
    const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
    t.after(() => closeSync(fd))
    const lines = createLineWriter({ fd, everyMs: 1, capacityBytes: 20_000 })
    for (let n = 0; n < 1_000; n++) {
      for (let i = 0; i < 150; i++) lines.write('x'.repeat(99))
      await wait(0)
    }
    const piece = Buffer.alloc(10_000)
    let length = 0
    const readSome = (): void => {
      try {
        for (;;) length += readSync(fd, piece)
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'EAGAIN')
      }
    }
    const ended = Date.now() + 300
    await eventually(() => {
      readSome()
      return Date.now() > ended
    }, 'no more comes')
    // A pipe holds 64 KB.
    assert.ok(length < 65_536 + 25_000, `${length} bytes`)
  })

  test('that were dropped are counted in the log when it is read again', async (t) => {
    const file = join(newFolder(t), 'log')
    const fd = openSync(file, 'a')
    t.after(() => closeSync(fd))
    const lines = createLineWriter({ fd, everyMs: 1, capacityBytes: 1000 })
    for (let n = 0; n < 100; n++) lines.write('x'.repeat(99))
    await eventually(() => /dropped/.test(readFileSync(file, 'utf8')), 'the drop is logged')
    assert.match(readFileSync(file, 'utf8'), /^(x{99}\n){10}\(90 lines dropped: nobody read them\)\n$/)
    lines.write('next')
    await lines.close()
    assert.match(readFileSync(file, 'utf8'), /\nnext\n$/)
  })

  test('do not keep a program alive, nor break it when their reader has exited', async () => {
    const program = `
      import { createLineWriter } from './server/edge/accessLog.ts'
      const lines = createLineWriter({ fd: 3, everyMs: 5 })
      lines.write('read')
      // The reader exits.
      await new Promise((resolve) => process.stdin.once('data', resolve))
      process.stdin.destroy()
      for (let n = 0; n < 20; n++) {
        lines.write('x')
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      await lines.close()
      // Would write after a day, and keep the program and this test waiting.
      createLineWriter({ everyMs: 86_400_000 }).write('waiting')
    `
    const child = spawn(process.execPath, argumentsForText(program), { stdio: ['pipe', 'ignore', 'inherit', 'pipe'] })
    const ended = once(child, 'exit')
    const reader = child.stdio[3] as Readable
    await once(reader, 'data')
    reader.destroy()
    child.stdin?.end('gone')
    assert.deepEqual(await ended, [0, null])
  })
})
