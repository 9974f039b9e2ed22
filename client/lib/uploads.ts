import { bytes } from '../../contract/text/bytes.ts'
import { isRefused, messageOf } from './callError.ts'
import { createListeners } from './listeners.ts'

/** What is told of a file. */
export type FileFacts = Pick<File, 'name' | 'size' | 'type'>

/** A file that is going up, has gone up, or was not accepted. */
export interface Upload {
  readonly id: string
  /** What it belongs to, such as `news/12`, and where in it. */
  readonly form: string
  readonly field: string
  readonly file: FileFacts
  readonly state: 'waiting' | 'shrinking' | 'sending' | 'offline' | 'done' | 'failed'
  /** It goes from 0 to 1. */
  readonly progress: number
  readonly error: string
  /** What may help after a failure; nothing where the same file would be refused again. */
  readonly remedy: 'retry' | 'shrink' | undefined
  /** Says how much smaller it was made. */
  readonly note: string
  /** It is empty until the upload is done. */
  readonly address: string
  /** Only a film or document that is done has one. */
  readonly mediaId?: string
  /** A text shows it: if it has failed, nothing is saved without it. */
  readonly needed: boolean
}

export interface SendHooks {
  signal: AbortSignal
  onProgress(progress: number): void
  /** It was made smaller, and is sent now. */
  onShrunk(size: number): void
  /** The connection was lost; it goes on by itself. */
  onOffline(): void
}

/** How a kind of file is checked and sent. */
export interface Sender {
  /** Films and documents have a queue of their own: each takes minutes. */
  queue: 'pictures' | 'films'
  /** Why a file is not accepted; undefined if it is. */
  refusal(file: FileFacts): string | undefined
  /** In bytes: a file of this size is made smaller first … */
  under: number
  /** … after this message, if the person agrees; without one, at once. */
  tooLarge?: string
  send(file: File, hooks: SendHooks): Promise<{ address: string; mediaId?: string }>
}

export interface Target {
  form: string
  field: string
  sender: Sender
}

interface Job {
  file: File
  sender: Sender
  controller: AbortController
  onEnd(upload: Upload): void
  preview?: string
}

export type UploadQueue = ReturnType<typeof createUploadQueue>

/** A photo takes 50 MB of memory while it is drawn, and more films at once would only share the bandwidth. */
const atOnce = 2

export const isRunning = ({ state }: Upload): boolean => state !== 'done' && state !== 'failed'

/** The running uploads of the back office, by form and field. Forms and fields come, are hidden and go; what they have begun stays here. */
export function createUploadQueue() {
  const list = createUploadList()
  const { all, find, change } = list
  const jobs = new Map<string, Job>()
  const startNext = createRunning(list, jobs)
  let lastId = 0

  const of = (form: string, field?: string): Upload[] =>
    all().filter((each) => each.form === form && (field === undefined || each.field === field))

  function remove(unwanted: readonly Upload[]): void {
    for (const { id } of unwanted) {
      const job = jobs.get(id)
      job?.controller.abort()
      if (job?.preview !== undefined) URL.revokeObjectURL(job.preview)
      jobs.delete(id)
    }
    if (unwanted.length > 0) list.update(all().filter((each) => !unwanted.includes(each)))
  }

  return {
    all,
    of,
    subscribe: list.subscribe,
    isRunning: (form: string): boolean => of(form).some(isRunning),
    /** How many have failed without which nothing may be saved. */
    missing: (form: string): number => of(form).filter(({ state, needed }) => state === 'failed' && needed).length,

    /**
     * Begins to upload a file, unless it is refused or must be made smaller. `onEnd` is called when it was sent or has failed, not when it
     * was removed.
     */
    add(target: Target, file: File, onEnd: (upload: Upload) => void = () => {}): Upload {
      const upload = begun(`${++lastId}`, target, file)
      jobs.set(upload.id, { file, sender: target.sender, controller: new AbortController(), onEnd })
      list.update([...all(), upload])
      startNext()
      return upload
    },
    /** One that had gone up before the page was loaded. */
    restore(target: Target, { address, ...file }: FileFacts & { address: string }): void {
      const upload = begun(`${++lastId}`, target, file)
      list.update([...all(), { ...upload, state: 'done', progress: 1, error: '', address }])
    },
    /** One that has failed is sent again; one that is too large is made smaller now. */
    retry(id: string): void {
      change(id, { state: 'waiting', progress: 0, error: '', remedy: undefined })
      startNext()
    },
    /** Stops it, if it has not ended. */
    remove: (id: string): void => remove(all().filter((each) => each.id === id)),
    /** The same for all of a field, or of a form that is closed. */
    removeAll: (form: string, field?: string): void => remove(of(form, field)),
    clear: (): void => remove(all()),
    need(id: string, needed: boolean): void {
      if (find(id)?.needed === !needed) change(id, { needed })
    },
    /** An address that shows the file for as long as it is here. */
    preview(id: string): string {
      const job = jobs.get(id)
      if (!job) return ''
      job.preview ??= URL.createObjectURL(job.file)
      return job.preview
    },
    /** Resolves when nothing of the form is going up any more, or when one has failed, to that one, or was removed. */
    ended: (form: string): Promise<'done' | 'removed' | Upload> => endOf(() => of(form), list.subscribe),
  }
}

function createUploadList() {
  let all: readonly Upload[] = []
  const listeners = createListeners()
  const update = (next: readonly Upload[]): void => {
    all = next
    listeners.emit()
  }
  return {
    subscribe: listeners.subscribe,
    /** The same array until something changes. */
    all: (): readonly Upload[] => all,
    find: (id: string): Upload | undefined => all.find((each) => each.id === id),
    update,
    change: (id: string, changes: Partial<Upload>): void =>
      update(all.map((each) => (each.id === id ? { ...each, ...changes } : each))),
  }
}

/** Returns a function that starts what waits, a few at once. */
function createRunning(list: ReturnType<typeof createUploadList>, jobs: ReadonlyMap<string, Job>): () => void {
  const running = { pictures: 0, films: 0 }

  function startNext(): void {
    for (const { id, state } of list.all()) {
      const job = jobs.get(id)
      if (state === 'waiting' && job && running[job.sender.queue] < atOnce) void run(id, job)
    }
  }

  async function run(id: string, job: Job): Promise<void> {
    const { queue } = job.sender
    running[queue]++
    await send(job, (changes) => list.change(id, changes))
    running[queue]--
    const ended = list.find(id)
    if (ended) job.onEnd(ended)
    startNext()
  }

  return startNext
}

/** Shows each step until it is aborted. */
async function send(
  { file, sender, controller: { signal } }: Job,
  onStep: (changes: Partial<Upload>) => void,
): Promise<void> {
  const show = (changes: Partial<Upload>): void => {
    if (!signal.aborted) onStep(changes)
  }
  show({ state: file.size < sender.under ? 'sending' : 'shrinking' })
  try {
    const sent = await sender.send(file, {
      signal,
      onProgress: (progress) => show({ state: 'sending', progress }),
      onShrunk: (size) => show({ state: 'sending', note: `已压缩：${bytes(file.size)} → ${bytes(size)}` }),
      onOffline: () => show({ state: 'offline' }),
    })
    show({ ...sent, state: 'done', progress: 1 })
  } catch (cause) {
    const error = messageOf(cause, '上传失败，请重试')
    show({ state: 'failed', error, remedy: isRefused(cause) ? undefined : 'retry' })
  }
}

/** It waits for its turn, or has failed already, if it is refused or must be made smaller. */
function begun(id: string, { form, field, sender }: Target, file: FileFacts): Upload {
  const refusal = sender.refusal(file)
  const tooLarge = file.size < sender.under ? undefined : sender.tooLarge
  const error = refusal ?? tooLarge ?? ''
  return {
    id,
    form,
    field,
    file,
    error,
    state: error === '' ? 'waiting' : 'failed',
    progress: 0,
    note: '',
    address: '',
    needed: false,
    remedy: refusal === undefined && tooLarge !== undefined ? 'shrink' : undefined,
  }
}

function endOf(
  uploads: () => readonly Upload[],
  subscribe: UploadQueue['subscribe'],
): Promise<'done' | 'removed' | Upload> {
  return new Promise((resolve) => {
    const awaited = new Set<string>()
    const check = (): void => {
      const all = uploads()
      const failed = all.find(({ id, state }) => state === 'failed' && awaited.has(id))
      const removed = [...awaited].some((id) => !all.some((each) => each.id === id))
      for (const upload of all) {
        if (isRunning(upload)) awaited.add(upload.id)
        else awaited.delete(upload.id)
      }
      if (!failed && !removed && awaited.size > 0) return
      unsubscribe()
      resolve(failed ?? (removed ? 'removed' : 'done'))
    }
    const unsubscribe = subscribe(check)
    check()
  })
}
