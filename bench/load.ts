import { connect } from 'node:net'

export interface Job {
  port: number
  /** The number of connections; each has one request in progress. */
  clients: number
  /** Warm-up time, not counted. */
  leadMs: number
  ms: number
  /** Complete requests, sent in turn. Ten # are replaced by a number that is unique within the job. */
  requests: string[]
  /** The first of these numbers. */
  from: number
}

export interface Measured {
  perSecond: number
  /** The first number not used. */
  next: number
}

const placeholder = '##########'

/**
 * The load generator, in a process of its own: raw sockets and prepared requests, the same for every server. A response counts when its
 * status is 200 and all the bytes of its Content-Length have arrived.
 */
async function run(job: Job): Promise<Measured> {
  const { clients, leadMs, ms } = job
  let count = 0
  let sent = 0
  let ended = false
  const state = { replied: () => void count++, number: job.from, turn: () => sent++, ended: () => ended }
  const connections = Array.from({ length: clients }, () => openConnection(job, state))
  const closed = Promise.all(connections)
  await Promise.race([closed, delay(leadMs)])
  count = 0
  const startedAt = performance.now()
  await Promise.race([closed, delay(ms)])
  const perSecond = (count / (performance.now() - startedAt)) * 1000
  ended = true
  await closed
  return { perSecond, next: state.number }
}

interface State {
  replied(): void
  number: number
  turn(): number
  ended(): boolean
}

/** Sends and reads until the job has ended. */
function openConnection({ port, requests }: Job, state: State): Promise<void> {
  // Copies for each connection: the numbers are written into them.
  const ready = requests.map((text) => ({ bytes: Buffer.from(text), placeholders: placeholdersIn(Buffer.from(text)) }))
  const buffer = Buffer.allocUnsafe(65_536)
  /** Bytes of the response still to come; 0 before its headers. */
  let missing = 0

  const send = (): void => {
    const request = ready[state.turn() % ready.length]
    if (request === undefined) return
    if (request.placeholders.length > 0) {
      const number = String(state.number++).padStart(placeholder.length, '0')
      for (const offset of request.placeholders) request.bytes.write(number, offset, 'latin1')
    }
    socket.write(request.bytes)
  }

  const onData = (length: number): boolean => {
    missing = missing === 0 ? replyLength(buffer, length) - length : missing - length
    if (missing > 0) return true
    if (missing < 0) throw new Error('more data than requested')
    state.replied()
    if (state.ended()) socket.end()
    else send()
    return true
  }

  const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread: { buffer, callback: onData } })
  socket.once('connect', send)
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => (state.ended() ? resolve() : reject(new Error('the server closed a connection'))))
  })
}

function placeholdersIn(bytes: Buffer): number[] {
  const positions: number[] = []
  let offset = bytes.indexOf(placeholder)
  for (; offset !== -1; offset = bytes.indexOf(placeholder, offset + placeholder.length)) positions.push(offset)
  return positions
}

/** Headers and body, by Content-Length. */
function replyLength(buffer: Buffer, length: number): number {
  const text = buffer.toString('latin1', 0, length)
  const end = text.indexOf('\r\n\r\n')
  const [, bytes] = /\r\ncontent-length: (\d+)\r\n/i.exec(text) ?? []
  if (!text.startsWith('HTTP/1.1 200 ') || end === -1 || bytes === undefined)
    throw new Error(`not a reply to count: ${text.slice(0, 200)}`)
  return end + 4 + Number(bytes)
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

process.once('disconnect', () => process.exit())
process.on('message', (job: Job) => {
  void run(job).then((measured) => process.send?.(measured))
})
