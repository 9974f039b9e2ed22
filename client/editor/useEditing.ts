import { type RefObject, useEffect, useInsertionEffect, useRef, useState, useSyncExternalStore } from 'react'
import { listenToClipboard } from './clipboard.ts'
import { type ConvertMarkdown, createImporter, type Importer, type PickMedia } from './importer.ts'
import { listenToKeyboard } from './keyboard.ts'
import { listenToMedia } from './mediaEvents.ts'
import { createSurface, type Surface } from './surface.ts'
import { listenToInput } from './textInput.ts'
import type { ToolbarState } from './toolbarStatus.ts'
import { createUploads, type Upload, type Uploads, type UploadState } from './uploads.ts'

export interface EditingProps {
  value: string
  onChange(html: string): void
  upload: Upload
  /** Converts Markdown to HTML that is not yet cleaned. */
  markdown: ConvertMarkdown
  /** Lets the person choose from what was uploaded before. */
  pick: PickMedia
  /** How many pictures failed to upload: what is saved now would lack them. */
  onMissing?(pictures: number): void
}

interface Actions {
  openLinkPrompt(surface: Surface): void
  focusToolbar(surface: Surface): void
}

interface Parts {
  surface: Surface
  importer: Importer
  uploads: Uploads
}

export interface Editing extends Partial<Parts> {
  state: ToolbarState | undefined
  count: number
  pictures: readonly UploadState[]
  notice: string
  notify(message: string): void
  /** Formats the Markdown text just pasted, as long as the offer stands. */
  convert: (() => void) | undefined
}

interface Hooks {
  /** The props and actions of the latest render. */
  latest(): { props: EditingProps; actions: Actions }
  setPictures(pictures: readonly UploadState[]): void
  notify(message: string): void
  offer(convert: (() => void) | undefined): void
}

/** Makes an element editable for as long as it is mounted. */
export function useEditing(root: RefObject<HTMLElement | null>, props: EditingProps, actions: Actions): Editing {
  const latest = useRef({ props, actions })
  const [parts, setParts] = useState<Parts>()
  const [pictures, setPictures] = useState<readonly UploadState[]>([])
  const [notice, notify] = useState('')
  const [offered, setOffered] = useState<{ convert: (() => void) | undefined }>({ convert: undefined })
  useEffect(() => {
    latest.current = { props, actions }
  })
  const stop = useRef<() => void>(undefined)
  useEffect(() => {
    if (!root.current || stop.current) return
    hideFromReact(root.current)
    const { stop: stopEditing, ...started } = startEditing(root.current, { latest: () => latest.current, setPictures, notify, offer: (convert) => setOffered({ convert }) })
    stop.current = stopEditing
    setParts(started)
  }, [root])
  // An insertion effect, because a hidden Activity cleans up all others: the uploads go on, and the history stays.
  useInsertionEffect(() => () => stop.current?.(), [])
  useEffect(() => parts?.surface.load(props.value), [parts, props.value])

  const state = useSyncExternalStore(parts?.surface.subscribe ?? neverChanges, parts?.surface.state ?? noState, noState)
  const count = useSyncExternalStore(parts?.surface.subscribe ?? neverChanges, parts?.surface.count ?? zero, zero)
  return { ...parts, state, count, pictures, notice, notify, convert: offered.convert }
}

/**
 * At each render React reads this property of the focused element, and if it is 'true' walks all the text to note the selection. The
 * editor keeps its own selection, and the walk takes longer than the render. The attribute stays.
 */
function hideFromReact(box: HTMLElement): void {
  Object.defineProperty(box, 'contentEditable', { value: 'inherit', configurable: true })
}

function startEditing(box: HTMLElement, { latest, setPictures, notify, offer }: Hooks): Parts & { stop(): void } {
  const surface: Surface = createSurface(box, {
    onChange: (html) => latest().props.onChange(html),
    onEdit() {
      uploads.refresh()
      importer.withdrawOutdatedOffer()
    },
    onRestore: () => uploads.reapply(),
  })
  const uploads = createUploads({
    upload: (...args) => latest().props.upload(...args),
    find: (id) => [...box.querySelectorAll<HTMLImageElement>('img[data-upload]')].filter((image) => image.dataset.upload === id),
    applyChange: surface.changeOutsideHistory,
    onChange(pictures) {
      setPictures(pictures)
      latest().props.onMissing?.(pictures.filter(({ error }) => error !== undefined).length)
    },
    notify,
  })
  const importer = createImporter({ surface, uploads, markdown: (text) => latest().props.markdown(text), pick: (type) => latest().props.pick(type), notify, offer })
  surface.load(latest().props.value)

  const input = listenToInput(surface)
  const cleanups = [
    input.stop,
    listenToKeyboard(surface, {
      openLinkPrompt: () => latest().actions.openLinkPrompt(surface),
      focusToolbar: () => latest().actions.focusToolbar(surface),
      isComposing: input.isComposing,
    }),
    listenToClipboard(surface, importer),
    listenToMedia(surface, notify),
    uploads.destroy,
    surface.destroy,
  ]
  return { surface, importer, uploads, stop: () => cleanups.forEach((cleanup) => cleanup()) }
}

const neverChanges = () => () => {}
const noState = (): undefined => undefined
const zero = (): number => 0
