import { pictureFacts } from '../../contract/pictureName.ts'
import { limits, tooLarge } from '../../contract/rules.ts'
import { shrunk } from '../lib/bytes.ts'

/** A file that is too large is made smaller first; `onShrunk` hears how small it became. */
export type Upload = (file: File, onProgress: (share: number) => void, signal: AbortSignal, onShrunk: (size: number) => void) => Promise<string>

export interface Sending {
  readonly id: string
  readonly name: string
  readonly share: number
  /** Why it failed, if it has. */
  readonly fault?: string
}

/** Was not sent at all: it has to be made smaller first. */
export const isTooLarge = ({ fault }: Sending): boolean => fault === tooLarge.quill

interface Arrived {
  address: string
  width: number
  height: number
}

interface Hooks {
  upload: Upload
  /** The pictures in the content that bear this id: drafts that come back bring them along. */
  find(id: string): HTMLImageElement[]
  /** The content has changed by what arrived. */
  arrived(change: () => void): void
  heard(sending: readonly Sending[]): void
  say(words: string): void
}

/** Pictures on their way up. Each stands in the content at once, shown from the file; when its address comes, it takes that. */
export function createUploads({ upload, find, arrived, heard, say }: Hooks) {
  const files = new Map<string, File>()
  const done = new Map<string, Arrived>()
  const previews: string[] = []
  const end = new AbortController()
  let sending: readonly Sending[] = []
  let told = sending
  let count = 0

  const tell = (next: readonly Sending[]): void => {
    sending = next
    look()
  }
  /** What failed counts as long as it stands in the content: there it can be deleted, and an undo brings it back. */
  function look(): void {
    for (const { id, fault } of sending) for (const image of find(id)) image.toggleAttribute('data-failed', fault !== undefined)
    const next = sending.filter(({ id, fault }) => fault === undefined || find(id).length > 0)
    if (next.length === told.length && next.every((each, at) => each === told[at])) return
    told = next
    heard(told)
  }
  const change = (id: string, what: Partial<Sending>): void => tell(sending.map((each) => (each.id === id ? { ...each, ...what } : each)))
  const drop = (id: string): void => tell(sending.filter((each) => each.id !== id))

  function settle(image: HTMLImageElement, { address, width, height }: Arrived): void {
    image.setAttribute('src', address)
    image.removeAttribute('data-upload')
    image.removeAttribute('data-failed')
    // So that the page keeps its place free while it loads.
    if (width > 0 && height > 0 && width < 10_000 && height < 10_000) {
      image.setAttribute('width', `${width}`)
      image.setAttribute('height', `${height}`)
    }
  }

  async function send(id: string, allowLarge = false): Promise<void> {
    const file = files.get(id)
    if (!file) return
    const stopped = !allowLarge && file.size >= limits.imageUnder
    tell([...sending.filter((each) => each.id !== id), { id, name: file.name, share: 0, ...(stopped && { fault: tooLarge.quill }) }])
    if (stopped) return
    try {
      const address = await upload(file, (share) => change(id, { share }), end.signal, (size) => say(shrunk(file.size, size)))
      if (end.signal.aborted) return
      const [shown] = find(id)
      // What arrived may be smaller than what was chosen.
      const { width, height } = pictureFacts(address) ?? { width: shown?.naturalWidth ?? 0, height: shown?.naturalHeight ?? 0 }
      const picture = { address, width, height }
      done.set(id, picture)
      arrived(() => find(id).forEach((image) => settle(image, picture)))
      drop(id)
    } catch (error) {
      if (!end.signal.aborted) change(id, { fault: error instanceof Error ? error.message : '' })
    }
  }

  return {
    /** Takes a file in; gives how it stands in the content until it has arrived. */
    hold(file: File): { id: string; address: string } {
      const id = `${++count}`
      const address = URL.createObjectURL(file)
      files.set(id, file)
      previews.push(address)
      return { id, address }
    },
    send,
    /** Those that failed once more; what is too large is made smaller now. */
    retry: () => told.filter(({ fault }) => fault !== undefined).forEach(({ id }) => void send(id, true)),
    /** Takes those that failed out of the content. */
    giveUp(): void {
      const failed = told.filter(({ fault }) => fault !== undefined)
      arrived(() => failed.flatMap(({ id }) => find(id)).forEach((image) => image.remove()))
      look()
    },
    look,
    /** An older draft is back: pictures that have arrived since take their addresses. */
    revive(): void {
      for (const [id, picture] of done) for (const image of find(id)) settle(image, picture)
    },
    destroy(): void {
      end.abort()
      previews.forEach((address) => URL.revokeObjectURL(address))
    },
  }
}
