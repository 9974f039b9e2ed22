import { connect, type Socket } from 'node:net'

export interface Job {
  port: number
  /** Connections; each has one request under way. */
  clients: number
  /** Not counted, before the time that is. */
  leadMs: number
  ms: number
  /** Whole requests, sent in turn. Ten # in one become a number that no other request of the job has. */
  requests: string[]
  /** The first such number. */
  from: number
  /** What is under way at the end is given up, not waited for. */
  cut?: boolean
}

export interface Measured {
  perSecond: number
  /** The first number not used. */
  next: number
}

const mark = '##########'

/**
 * The load, in a process of its own: raw sockets, requests made ready before, the same for every server. A reply counts when
 * its status is 200 and all the bytes that its head speaks of are there.
 */
async function run(job: Job): Promise<Measured> {
  const { clients, leadMs, ms, cut = false } = job
  let count = 0
  let sent = 0
  let over = false
  const state = { replied: () => void count++, number: job.from, turn: () => sent++, over: () => over }
  const lines = Array.from({ length: clients }, () => openLine(job, state))
  const ended = Promise.all(lines.map((line) => line.ended))
  await Promise.race([ended, pause(leadMs)])
  count = 0
  const begun = performance.now()
  await Promise.race([ended, pause(ms)])
  const perSecond = (count / (performance.now() - begun)) * 1000
  over = true
  if (cut) for (const { socket } of lines) socket.destroy()
  await ended
  return { perSecond, next: state.number }
}

interface State {
  replied(): void
  number: number
  turn(): number
  over(): boolean
}

interface Line {
  socket: Socket
  ended: Promise<void>
}

/** Sends and reads until the time is over. */
function openLine({ port, requests }: Job, state: State): Line {
  // A line's own copies: the numbers are written into them.
  const ready = requests.map((text) => ({ bytes: Buffer.from(text), marks: marksIn(Buffer.from(text)) }))
  const buffer = Buffer.allocUnsafe(65_536)
  /** Bytes of the reply still to come; 0 before its head. */
  let missing = 0

  const send = (): void => {
    const request = ready[state.turn() % ready.length]
    if (request === undefined) return
    if (request.marks.length > 0) {
      const number = String(state.number++).padStart(mark.length, '0')
      for (const at of request.marks) request.bytes.write(number, at, 'latin1')
    }
    socket.write(request.bytes)
  }

  const take = (length: number): boolean => {
    missing = missing === 0 ? replyLength(buffer, length) - length : missing - length
    if (missing > 0) return true
    if (missing < 0) throw new Error('more came than was asked for')
    state.replied()
    if (state.over()) socket.end()
    else send()
    return true
  }

  const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread: { buffer, callback: take } })
  socket.once('connect', send)
  const ended = new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => (state.over() ? resolve() : reject(new Error('the server closed a connection'))))
  })
  return { socket, ended }
}

function marksIn(bytes: Buffer): number[] {
  const marks: number[] = []
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) marks.push(at)
  return marks
}

/** Head and body, by what the head says. */
function replyLength(buffer: Buffer, length: number): number {
  const text = buffer.toString('latin1', 0, length)
  const end = text.indexOf('\r\n\r\n')
  const [, bytes] = /\r\ncontent-length: (\d+)\r\n/i.exec(text) ?? []
  if (!text.startsWith('HTTP/1.1 200 ') || end === -1 || bytes === undefined) throw new Error(`not a reply to count: ${text.slice(0, 200)}`)
  return end + 4 + Number(bytes)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

process.once('disconnect', () => process.exit())
process.on('message', (job: Job) => {
  void run(job).then((measured) => process.send?.(measured))
})
