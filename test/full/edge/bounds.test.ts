import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { calls } from '../../../contract/calls/calls.ts'
import type { Call } from '../../../contract/calls/callRow.ts'
import { limits } from '../../../contract/calls/rules.ts'
import { leastShare } from '../../leastShare.ts'
import { startServer } from '../../server.ts'

/**
 * What every field of every call is filled with, as far as its size goes: aimed at whatever may cost more than its size, in Unicode,
 * in regular expressions, in the readers of HTML, Markdown and JSON. Each gives about so many bytes of JSON.
 */
const shapes: Readonly<Record<string, (bytes: number) => string>> = {
  'combining marks in the wrong order': (bytes) => `"a${'\u0345'.repeat(bytes / 4)}${'\u0316'.repeat(bytes / 4)}"`,
  'combining marks by turns': text('\u0345\u0316'),
  'Hangul in parts': text('\u1112\u1161\u11ab'),
  'spaces in an address': text(' ', '/a', 'b'),
  'links full of spaces': text(`<a href='x${' '.repeat(1990)}x'>a</a>`),
  'line feeds': text('\n'),
  'halves of surrogates': (bytes) => `"${'\\ud83d'.repeat(bytes / 6)}"`,
  'capital sigmas': text('Σ\u0345'),
  ampersands: text('&'),
  'tags and characters of two halves': text('<b>𠮷'),
  'emphasis of both kinds': text('*a_'),
  'quotes in quotes': text('> '),
  brackets: text('[![('),
  digits: text('1'),
  'lists in lists': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'a number without end': (bytes) => '1'.repeat(bytes),
}

function text(piece: string, start = '', end = ''): (bytes: number) => string {
  const json = JSON.stringify(piece).slice(1, -1)
  return (bytes) => `"${start}${json.repeat((bytes - 4) / Buffer.byteLength(json))}${end}"`
}

/** Resets the other fields, so that an invalid one does not hide those after it. */
const harmless = {
  productId: 'x',
  newId: 'x',
  photoId: 'x',
  username: 'somebody',
  password: 'wrong-one',
  newPassword: 'another-one',
  sysName: '名',
  logo: '/a.png',
  agentInfo: '公司',
  agentName: '姓名',
  phone: '13800138000',
  topic: '报价',
  name: '姓名',
}

function bodyOf({ input }: Call, field: string, value: Buffer): Buffer {
  const others = Object.entries(harmless).filter(([name]) => name in input && name !== field)
  const before = `{${others.map(([name, word]) => `"${name}":"${word}",`).join('')}"${field}":`
  return Buffer.concat([Buffer.from(before), value, Buffer.from('}')])
}

const boundary = 'a-boundary'
const part = (name: string, more = ''): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`

/** A form with the content as a text field, as the name of a file, and as the file. */
function formOf({ upload }: Call, field: string, value: Buffer): Buffer {
  const file = upload?.field ?? ''
  const name = value
    .subarray(0, 16_000)
    .toString()
    .replace(/["\\\r\n]/g, '')
  return Buffer.concat([
    Buffer.from(part(field)),
    value,
    Buffer.from(`\r\n${part(file, `; filename="${name}"`)}`),
    value,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
}

/** The largest long text that the field's rule lets through. */
const longText = ({ input }: Call, field: string): number | undefined =>
  [limits.richText, limits.markdown].find((size) => input[field]?.validate('a'.repeat(size - 2)) === undefined)

/**
 * Where a rule lets no long text through, a quarter of the largest body shows what is done before it is refused. A visitor's call takes a
 * small body alone, so the larger one finds out whether it does.
 */
const sizesFor = (row: Call, field: string): number[] =>
  row.who === 'everyone' ? [16_384, 131_072] : [longText(row, field) ?? limits.jsonBody / 4]

test('no field content blocks other requests', async (t) => {
  const server = await startServer(t, { env: { RATE_LIMIT: 'off', SEED: 'on' } })
  const token = await server.signIn()
  const [probing, sending] = [
    new Agent({ keepAlive: true, maxSockets: 1 }),
    new Agent({ keepAlive: true, maxSockets: 1 }),
  ]
  t.after(() => [probing, sending].forEach((agent) => agent.destroy()))
  const ask = (
    method: string,
    path: string,
    agent: Agent,
    headers: Record<string, string> = {},
    body?: Buffer,
  ): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(server.url + path, { method, agent, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      })
      sent.on('error', reject).end(body)
    })
  const probe = async (longest = Infinity): Promise<number> => {
    const startedAt = performance.now()
    const answered = ask('GET', '/healthz', probing)
    await (longest === Infinity ? answered : Promise.race([answered, wait(longest, undefined, { ref: false })]))
    return performance.now() - startedAt
  }

  // The limit follows from how fast this machine parses the costliest JSON of a body's size: what costs no more per byte stays well below.
  const costliest = shapes['lists in lists']?.(limits.jsonBody) ?? ''
  const yardstick = async (): Promise<number> => {
    for (let n = 0; n < 50; n++) await probe()
    const idle: number[] = []
    for (let n = 0; n < 200; n++) idle.push(await probe())
    const readings: number[] = []
    while (readings.length < 4) {
      const startedAt = performance.now()
      JSON.parse(costliest)
      readings.push(performance.now() - startedAt)
    }
    return Math.max(20 * (idle.toSorted((a, b) => a - b)[197] ?? 0), 8 * Math.min(...readings))
  }
  const usual = await yardstick()

  /** How long others wait at most while a request is answered. */
  const longestWait = async (
    send: () => Promise<number | undefined>,
    what: string,
    longest: number,
  ): Promise<number> => {
    let status: number | undefined
    let most = 0
    void send().then((answered) => (status = answered))
    do {
      await wait(2)
      most = Math.max(most, await probe(longest))
    } while (status === undefined)
    assert.notEqual(status, 500, what)
    return most
  }

  const filled = new Map<string, Buffer>()
  const valueOf = (shape: string, size: number): Buffer => {
    const value = filled.get(shape + size) ?? Buffer.from(shapes[shape]?.(size - 300) ?? '')
    filled.set(shape + size, value)
    return value
  }
  // What a rule of staff's calls refuses gets no further in any of them.
  const refusing = new Set<unknown>()
  const isKnown = (row: Call, field: string): boolean => {
    const rule = row.input[field]
    if (!rule || row.who === 'everyone' || row.upload || longText(row, field) !== undefined) return false
    const wasTried = refusing.has(rule)
    refusing.add(rule)
    return wasTried
  }
  for (const [name, row] of Object.entries(calls) as [string, Call][]) {
    for (const field of Object.keys(row.upload ? { ...row.input, anything: '' } : row.input)) {
      if (isKnown(row, field)) continue
      for (const shape of Object.keys(shapes)) {
        for (const size of sizesFor(row, field)) {
          const body = (row.upload ? formOf : bodyOf)(row, field, valueOf(shape, size))
          const what = `${name}.${field}, ${body.length} bytes of ${shape}`
          if (!row.upload) assert.ok(body.length <= size && body.length > size - 3000, what)
          const type = row.upload ? `multipart/form-data; boundary=${boundary}` : 'application/json'
          const headers = { ...token, 'Content-Type': type, 'Content-Length': String(body.length) }
          const send = () => ask(row.method, row.path, sending, headers, body)
          let longest = usual
          const least = await leastShare(1, async () => {
            const share = (await longestWait(send, what, longest)) / longest
            // The machine may have become busier since.
            if (share >= 1) longest = Math.max(usual, await yardstick())
            return share
          })
          assert.ok(least < 1, `${what}: others waited for more than ${longest.toFixed(0)} ms, three times`)
        }
      }
    }
  }
})
