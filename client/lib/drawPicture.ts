import type { Focus } from '../../contract/calls/rules.ts'
import type { DrawnPicture, Drawing } from './drawing.ts'
import { threadAddress } from './threadAddress.ts'

export type { DrawnPicture } from './drawing.ts'

/** Draws a picture upright and no wider than the site needs, with its variants. Throws when the browser cannot decode or draw it. */
export const drawPicture = async (file: File): Promise<DrawnPicture> =>
  (await run({ name: 'drawPicture', args: [file] })) as DrawnPicture

/** Draws a picture at most `width` wide, in less than `under` bytes. */
export const shrinkPicture = async (file: File, max: { width: number; under: number }): Promise<File> =>
  (await run({ name: 'shrinkPicture', args: [file, max] })) as File

/** What shared links show of a picture that is on the site, around its focus; undefined where it is smaller. */
export async function drawSharedOf(address: string, focus: Focus): Promise<File | undefined> {
  const blob = await (await fetch(address)).blob()
  const file = new File([blob], address.slice(address.lastIndexOf('/') + 1), { type: blob.type })
  return (await run({ name: 'drawShared', args: [file, focus] })) as File | undefined
}

/** What is to be drawn, and what a thread answers. */
export type DrawingAsk = { [N in keyof Drawing]: { name: N; args: Parameters<Drawing[N]> } }[keyof Drawing]
export type DrawingAnswer = { drawn: unknown } | { problem: string }

async function run(ask: DrawingAsk): Promise<unknown> {
  threads ??= await canDrawInThread()
  if (!threads) return drawInPage(ask)
  return new Promise((resolve, reject) => {
    waiting.push({ ask, resolve, reject })
    startNext()
  })
}

let threads: boolean | undefined

/** A browser that does not know the option might leave a photo on its side. */
async function canDrawInThread(): Promise<boolean> {
  if (typeof OffscreenCanvas === 'undefined') return false
  const isKnown = createImageBitmap(new ImageData(1, 1), { imageOrientation: 'from-image' })
  return isKnown.then(
    () => true,
    () => false,
  )
}

/** The script of the thread, loaded in the page, leaves there what it draws with. */
async function drawInPage(ask: DrawingAsk): Promise<unknown> {
  await import(threadAddress)
  return (globalThis as unknown as { drawAsked(ask: DrawingAsk): Promise<unknown> }).drawAsked(ask)
}

interface Job {
  ask: DrawingAsk
  resolve(value: unknown): void
  reject(cause: Error): void
}

/** A photo takes 50 MB of memory while it is drawn. */
const atOnce = 2
/** A thread that nobody needs any more goes after this time. */
const idleMs = 10_000
const waiting: Job[] = []
const idle: Worker[] = []
let running = 0
let timer: ReturnType<typeof setTimeout> | undefined

function startNext(): void {
  const [job] = waiting
  if (!job || running === atOnce) return
  waiting.shift()
  clearTimeout(timer)
  running++
  const thread = idle.pop() ?? new Worker(threadAddress)
  const end = (): void => {
    running--
    timer = setTimeout(() => {
      for (const each of idle.splice(0)) each.terminate()
    }, idleMs)
    startNext()
  }
  thread.onmessage = ({ data }: MessageEvent<DrawingAnswer>) => {
    if ('drawn' in data) job.resolve(data.drawn)
    else job.reject(new Error(data.problem))
    idle.push(thread)
    end()
  }
  thread.onerror = () => {
    thread.terminate()
    job.reject(new Error('the thread has ended'))
    end()
  }
  thread.postMessage(job.ask)
}
