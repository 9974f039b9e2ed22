import { chinaTime } from '../system/chinaTime.ts'
import type { Job, Jobs } from '../system/jobs.ts'
import type { Log } from '../system/log.ts'
import type { Collection } from '../store/collection.ts'
import type { Stored } from '../store/kind.ts'
import { DeliveryFailure } from './deliveryFailure.ts'

/** A channel or a search engine. */
interface Receiver extends Stored {
  on: boolean
  paused?: { reason: string; at: string }
}

export interface SendQueueParts<R extends Receiver> {
  /** The log calls it so. */
  name: string
  id: string
  receivers: Pick<Collection<R, unknown>, 'get' | 'update'>
  jobs: Pick<Jobs, 'stopping'>
  now: () => number
  log: Log
}

const timeoutMs = 15_000

/** Sends with a signal that limits the time of the request, also while the server stops. */
export async function withTimeout<T>({ stopping }: Pick<Jobs, 'stopping'>, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const request = new AbortController()
  const abort = (): void => request.abort()
  const timeout = setTimeout(abort, timeoutMs)
  stopping.addEventListener('abort', abort)
  try {
    return await send(request.signal)
  } finally {
    clearTimeout(timeout)
    stopping.removeEventListener('abort', abort)
  }
}

/** What waits for one receiver, and its one request at a time. A run makes one request. */
export abstract class SendQueue<R extends Receiver, B> implements Job {
  readonly failed: string
  readonly onlyLeader = true
  readonly #parts: SendQueueParts<R>
  /** Writes down what was sent. Until it has, nothing else is sent. */
  #unwritten: (() => Promise<unknown>) | undefined

  constructor(parts: SendQueueParts<R>) {
    this.failed = `${parts.name}: what was due was not sent or not marked; it is tried again`
    this.#parts = parts
  }

  /** When the next request is due to an open receiver. */
  protected abstract nextAt(receiver: R): number
  protected abstract nextBatch(receiver: R): B | undefined
  /** The time of a request that begins now. */
  protected abstract beginTry(): number
  /** Rejects with a DeliveryFailure. Returns what writes down that it was sent. */
  protected abstract send(receiver: R, batch: B, at: string): Promise<() => Promise<unknown>>
  /** Writes down when it is tried again. */
  protected abstract keepFailure(batch: B, failure: DeliveryFailure, at: string): Promise<unknown>

  next(): number {
    const receiver = this.#open()
    if (!receiver) return Infinity
    return this.#unwritten ? 0 : this.nextAt(receiver)
  }

  async run(): Promise<void> {
    if (this.#unwritten) return this.#write(this.#unwritten)
    // From here to the request nothing is awaited: what was deleted meanwhile is not sent.
    const receiver = this.#open()
    const batch = receiver && this.nextBatch(receiver)
    if (!batch) return
    const at = chinaTime(this.beginTry())
    let write
    try {
      write = await this.send(receiver, batch, at)
    } catch (error) {
      if (!this.#parts.jobs.stopping.aborted) await this.#fail(receiver, batch, at, error)
      return
    }
    await this.#write(write)
  }

  /** The receiver, while something can be sent to it. */
  #open(): R | undefined {
    const receiver = this.#parts.receivers.get(this.#parts.id)
    return receiver?.on && !receiver.paused ? receiver : undefined
  }

  async #write(write: () => Promise<unknown>): Promise<void> {
    this.#unwritten = write
    await write()
    this.#unwritten = undefined
  }

  async #fail(receiver: R, batch: B, at: string, error: unknown): Promise<void> {
    const failure = error instanceof DeliveryFailure ? error : new DeliveryFailure('服务器出错，详情见日志')
    if (failure !== error) this.#parts.log('error', `${this.#parts.name}: something was not sent`, error)
    await (failure.permanent ? this.#pause(receiver, failure.message) : this.keepFailure(batch, failure, at))
  }

  /** Unless somebody has saved it meanwhile. */
  async #pause(used: R, reason: string): Promise<void> {
    const { name, id, receivers, log, now } = this.#parts
    log('warn', `${name} is paused until a test succeeds or it is saved again: ${reason}`)
    const paused = { reason, at: chinaTime(now()) }
    await receivers.update(id, (current) => (current === used ? { ...current, paused } : current))
  }
}
