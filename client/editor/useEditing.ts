import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { listen, together } from '../lib/listen.ts'
import { neverChanges } from '../lib/listeners.ts'
import { isRunning, type Target, type Upload, type UploadQueue } from '../lib/uploads.ts'
import { type ConvertMarkdown, createImporter, type Importer, type PickMedia } from './importer.ts'
import { listenToKeyboard } from './keyboard.ts'
import { type FetchPictures, type OutsidePictures, useOutsidePictures } from './outsidePictures.ts'
import { Surface, type ToolbarState } from './surface.ts'
import { isOutside } from './text/media.ts'
import {
  closestWithin,
  isMedia,
  type Media,
  create,
  isElement,
  isList,
  isMarkElement,
  isSummary,
} from './text/nodes.ts'
import { placeholderAround } from './text/placeholders.ts'
import { listenToInput } from './textInput.ts'
import { createTextUploads, type TextUploads } from './uploads.ts'
import { elements } from '../../contract/text/markup.ts'
import { markAsCopied } from './paste/copiedHere.ts'
import { deleteSelection } from './text/remove.ts'
import { serialize } from './text/write.ts'

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
  // Not in an effect, which runs after the first letters typed and would put back the text before them.
  useLayoutEffect(() => parts?.surface.load(props.value), [parts, props.value])

  const subscribe = parts?.surface.subscribe ?? neverChanges
  const state = useSyncExternalStore(subscribe, parts?.surface.state ?? noState)
  const count = useSyncExternalStore(subscribe, parts?.surface.count ?? zero)
  const pictures = useSyncExternalStore(uploads.subscribe, uploads.all).filter(
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

/** Listens to copy, cut, paste, drag and drop. What goes out and what comes in is cleaned here, not by the browser. */
function listenToClipboard(surface: Surface, importer: Importer): () => void {
  const { root } = surface
  let dragged: Range | undefined

  return listen(root, {
    copy(event) {
      if (writeSelection(root, event.clipboardData)) event.preventDefault()
    },
    cut(event) {
      if (!writeSelection(root, event.clipboardData)) return
      event.preventDefault()
      surface.run(deleteSelection)
    },
    paste(event) {
      event.preventDefault()
      if (event.clipboardData) importer.insertTransfer(event.clipboardData)
    },
    dragstart(event) {
      dragged = writeSelection(root, event.dataTransfer) ? getSelection()?.getRangeAt(0).cloneRange() : undefined
    },
    dragend() {
      dragged = undefined
    },
    dragover(event) {
      event.preventDefault()
    },
    drop(event) {
      event.preventDefault()
      const data = event.dataTransfer
      const to = caretRangeAt(event)
      if (!data || !to || !root.contains(to.startContainer)) return
      if (dragged && !event.ctrlKey && !event.altKey) {
        if (dragged.isPointInRange(to.startContainer, to.startOffset)) return
        // A range stays valid when text before it is deleted.
        surface.select(dragged)
        const target = to.cloneRange()
        surface.run(deleteSelection)
        if (root.contains(target.startContainer)) surface.select(target)
      } else surface.select(to)
      surface.focus()
      importer.insertTransfer(data)
    },
  })
}

/** Serializes the selection as it would be saved: a browser would copy its computed styles. Returns whether anything was selected. */
function writeSelection(root: HTMLElement, data: DataTransfer | null): boolean {
  const selection = getSelection()
  if (!data || !selection || selection.isCollapsed || !root.contains(selection.anchorNode)) return false
  data.setData('text/html', markAsCopied(serialize(create('div', selectedContent(root, selection.getRangeAt(0))))))
  data.setData('text/plain', selection.toString())
  return true
}

/** A copy of what is selected, inside the marks, the list, the table or, from its question on, the folded block around it. */
function selectedContent(root: Element, range: Range): Node {
  let content: Node = range.cloneContents()
  const common = range.commonAncestorContainer
  for (
    let current = isElement(common) ? common : common.parentElement;
    current && current !== root;
    current = current.parentElement
  ) {
    const isWrapped =
      isMarkElement(current) ||
      isList(current) ||
      elements.get(current.localName)?.content === 'parts' ||
      (current.localName === 'details' && isSummary(content.firstChild))
    if (!isWrapped) break
    const wrapper = current.cloneNode(false) as HTMLElement
    wrapper.append(content)
    content = wrapper
  }
  return content
}

function caretRangeAt({ clientX, clientY }: MouseEvent): Range | undefined {
  if (!document.caretPositionFromPoint) return document.caretRangeFromPoint?.(clientX, clientY) ?? undefined
  const position = document.caretPositionFromPoint(clientX, clientY)
  if (!position) return undefined
  const range = document.createRange()
  range.setStart(position.offsetNode, position.offset)
  return range
}
