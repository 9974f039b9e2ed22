import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { listen, together } from '../lib/listen.ts'
import { neverChanges } from '../lib/listeners.ts'
import { isRunning, type Target, type Upload, type UploadQueue } from '../lib/uploads.ts'
import { listenToClipboard } from './clipboard.ts'
import { type ConvertMarkdown, createImporter, type Importer, type PickMedia } from './importer.ts'
import { listenToKeyboard } from './keyboard.ts'
import { type FetchPictures, type OutsidePictures, useOutsidePictures } from './outsidePictures.ts'
import { Surface, type ToolbarState } from './surface.ts'
import { isOutside } from './text/media.ts'
import { closestWithin, isMedia, type Media } from './text/nodes.ts'
import { placeholderAround } from './text/placeholders.ts'
import { listenToInput } from './textInput.ts'
import { createTextUploads, type TextUploads } from './uploads.ts'

export interface EditingProps {
  value: string
  onChange(html: string): void
  /** Where its pictures are uploaded, which goes on while the editor is hidden. */
  uploads: UploadQueue
  target: Target
  /** Converts Markdown to HTML that is not yet cleaned. */
  markdown: ConvertMarkdown
  /** Lets the person choose from what was uploaded before. */
  pick: PickMedia
  fetchPictures: FetchPictures
}

interface Actions {
  openLinkPrompt(surface: Surface): void
  focusToolbar(surface: Surface): void
}

interface EditorParts {
  surface: Surface
  importer: Importer
  uploads: TextUploads
}

export interface Editing extends Partial<EditorParts> {
  state: ToolbarState | undefined
  count: number
  /** The pictures that are being uploaded, or have failed. */
  pictures: readonly Upload[]
  notice: string
  notify(message: string): void
  outside: OutsidePictures
  /** Formats the Markdown text just pasted, as long as the offer stands. */
  convert: (() => void) | undefined
}

interface EditorListeners {
  /** Holds the props and actions of the latest render. */
  latest(): { props: EditingProps; actions: Actions }
  notify(message: string): void
  offer(convert: (() => void) | undefined): void
}

/** Makes an element editable while it is shown. */
export function useEditing(root: RefObject<HTMLElement | null>, props: EditingProps, actions: Actions): Editing {
  const { uploads, target } = props
  const latest = useEffectEvent(() => ({ props, actions }))
  const [parts, setParts] = useState<EditorParts>()
  const [notice, notify] = useState('')
  const [offered, setOffered] = useState<{ convert: (() => void) | undefined }>({ convert: undefined })
  // Runs again each time a hidden view is shown: what was written, its history and its uploads have stayed.
  const created = useRef<EditorParts>(undefined)
  useEffect(() => {
    if (!root.current) return
    created.current ??= createParts(root.current, { latest, notify, offer: (convert) => setOffered({ convert }) })
    setParts(created.current)
    return listenToAll(created.current, () => latest().actions, notify)
  }, [root])
  useEffect(() => parts?.surface.load(props.value), [parts, props.value])

  const state = useSyncExternalStore(parts?.surface.subscribe ?? neverChanges, parts?.surface.state ?? noState, noState)
  const count = useSyncExternalStore(parts?.surface.subscribe ?? neverChanges, parts?.surface.count ?? zero, zero)
  const pictures = useSyncExternalStore(uploads.subscribe, uploads.all, uploads.all).filter(
    (upload) =>
      upload.form === target.form &&
      upload.field === target.field &&
      (isRunning(upload) || (upload.state === 'failed' && upload.needed)),
  )
  const outside = useOutsidePictures(parts?.surface, props.fetchPictures)
  return { ...parts, state, count, pictures, notice, notify, outside, convert: offered.convert }
}

/**
 * At each render React reads this property of the focused element, and if it is 'true' walks all the text to note the selection. The
 * editor keeps its own selection, and the walk takes longer than the render. The attribute stays.
 */
function hideFromReact(box: HTMLElement): void {
  Object.defineProperty(box, 'contentEditable', { value: 'inherit', configurable: true })
}

function createParts(box: HTMLElement, { latest, notify, offer }: EditorListeners): EditorParts {
  hideFromReact(box)
  const { uploads: store, target } = latest().props
  const surface = new Surface(box, {
    onChange: (html) => latest().props.onChange(html),
    onEdit() {
      uploads.refresh()
      importer.withdrawOutdatedOffer()
    },
    onRestore: () => uploads.reapply(),
  })
  const uploads = createTextUploads({
    uploads: store,
    target,
    find: (id) =>
      [...box.querySelectorAll<HTMLImageElement>('img[data-upload]')].filter((image) => image.dataset.upload === id),
    applyChange: (change) => surface.changeOutsideHistory(change),
    notify,
  })
  const importer = createImporter({
    surface,
    uploads,
    markdown: (text) => latest().props.markdown(text),
    pick: (type) => latest().props.pick(type),
    notify,
    offer,
  })
  surface.load(latest().props.value)
  return { surface, importer, uploads }
}

/** Returns an unsubscribe function. */
function listenToAll(
  { surface, importer }: EditorParts,
  actions: () => Actions,
  notify: (message: string) => void,
): () => void {
  const input = listenToInput(surface)
  return together(
    input.stop,
    listenToKeyboard(surface, {
      openLinkPrompt: () => actions().openLinkPrompt(surface),
      focusToolbar: () => actions().focusToolbar(surface),
      isComposing: input.isComposing,
    }),
    listenToClipboard(surface, importer),
    listenToMedia(surface, notify),
  )
}

const noState = (): undefined => undefined
const zero = (): number => 0

/** A click selects a whole picture, video or placeholder. Pictures and videos that do not load are reported. */
function listenToMedia(surface: Surface, notify: (message: string) => void): () => void {
  const { root } = surface
  const onClick = (event: MouseEvent): void => {
    const target = event.target as Node
    const placeholder = placeholderAround(target)
    if (placeholder && getSelection()?.isCollapsed) surface.selectContents(placeholder)
    if (closestWithin(root, target, 'summary')) {
      // The browser would close the block; Firefox and Safari focus the question, in which keys are not typed then.
      event.preventDefault()
      surface.focus()
    }
    if (!isMedia(target)) return
    // The browser would play a video, and does not select a picture.
    event.preventDefault()
    surface.selectNode(target)
  }
  const onError = (event: Event): void => {
    const target = event.target as Media
    if (!isMedia(target) || target.hasAttribute('data-upload')) return
    const address = target.getAttribute('src') ?? ''
    const isPicture = target.localName === 'img'
    // Pictures of other sites have a notice of their own.
    if (!(isPicture && isOutside(address))) notify(`${isPicture ? '图片无法显示' : '视频无法播放'}：${address}`)
  }
  // Errors of pictures do not bubble.
  return together(listen(root, { click: onClick }), listen(root, { error: onError }, { capture: true }))
}
