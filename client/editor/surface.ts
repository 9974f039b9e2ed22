import { createListeners } from '../lib/listeners.ts'
import { EditorSelection } from './selection.ts'
import { createContentCache } from './text/contentCache.ts'
import { createUndoHistory } from './text/history.ts'
import { type MarkTag, setColour, setMark, toggleMark } from './text/marks.ts'
import { outsidePictures } from './text/media.ts'
import { normalizeSelection } from './text/normalizeSelection.ts'
import { moveOutOfPlaceholder, placeholderAt } from './text/placeholders.ts'
import { allowedFragment } from './text/read.ts'
import {
  caretAt,
  type Command,
  copyOf,
  findMarkers,
  insertMarkers,
  type Points,
  removeMarkers,
} from './text/selectionMarkers.ts'
import { type PendingMarks, type Status, statusAt } from './text/status.ts'
import { hasSameContent, isSameSnapshot, type ContentSnapshot } from './text/write.ts'

export interface ToolbarState extends Status {
  readonly canUndo: boolean
  readonly canRedo: boolean
}

interface SurfaceListeners {
  onChange(html: string): void
  /** After every step, including those that leave the saved HTML as it was. */
  onEdit(): void
  /** After an undo or redo: pictures may have been uploaded since that snapshot. */
  onRestore(): void
}

/** The element being edited: its content, the history of that, and what the toolbar shows. Handlers of keys and buttons call this. */
export class Surface extends EditorSelection {
  readonly #on: SurfaceListeners
  readonly #content: ReturnType<typeof createContentCache>
  readonly #history = createUndoHistory()
  readonly #subscribers = createListeners()
  #lastEmitted: string | undefined
  /** The marks chosen for the text typed next. */
  #pending: PendingMarks | undefined
  #shownFor: Points
  #state: ToolbarState
  #count = 0
  #outside: readonly string[] = []

  constructor(root: HTMLElement, listeners: SurfaceListeners) {
    super(root)
    this.#on = listeners
    this.#content = createContentCache(root)
    this.#shownFor = copyOf(this.points())
    this.#state = this.#currentState()
  }

  /** The same object until the toolbar has something else to show. */
  readonly state = (): ToolbarState => this.#state
  readonly count = (): number => this.#count
  /** The addresses of pictures on other sites; the same list until another is there. */
  readonly outside = (): readonly string[] => this.#outside
  readonly subscribe = this.#subscribers.subscribe
  html(): string {
    return this.#content.serialize()
  }
  snapshot(): ContentSnapshot {
    return this.#content.snapshot(this.points())
  }
  /** Whether nothing but the selection has changed. */
  isUnchangedSince(old: ContentSnapshot): boolean {
    return hasSameContent(old, this.#content.snapshot())
  }

  load(html: string): void {
    if (html === this.#lastEmitted) return
    this.#lastEmitted = html
    this.root.replaceChildren(allowedFragment(html))
    this.#content.normalize()
    this.#history.clear()
    this.#refreshStatus()
  }
  override selectNode(node: Node): void {
    super.selectNode(node)
    this.#refreshStatus()
  }
  override selectContents(element: Element | null | undefined, edge?: 'start' | 'end'): void {
    super.selectContents(element, edge)
    this.#refreshStatus()
  }

  /** Runs a command as one step that can be undone. */
  run(command: Command): void {
    const before = this.snapshot()
    const withoutSelection = this.#content.snapshot()
    this.#apply(command)
    if (!isSameSnapshot(this.#content.snapshot(), withoutSelection)) this.#history.push(before)
    this.#pending = undefined
    this.#emitChange()
  }
  /** Runs a command on an older snapshot; undo leads to what is there now. */
  replaceFrom(old: ContentSnapshot, command: Command): void {
    const now = this.snapshot()
    this.#restoreContent(old)
    this.#apply(command)
    this.#history.push(now)
    this.#emitChange()
  }
  /** Changes what an earlier step inserted, without adding a step. */
  changeOutsideHistory(change: () => void): void {
    change()
    this.#content.normalize()
    this.#emitChange()
  }
  /** Changes other elements than the text being written, which goes on, as one step that can be undone. */
  changeBesideText(change: () => void): void {
    this.#history.push(this.snapshot())
    this.changeOutsideHistory(change)
  }
  undo(): void {
    this.#restore(this.#history.undo(this.snapshot()))
  }
  redo(): void {
    this.#restore(this.#history.redo(this.snapshot()))
  }

  /** Toggles a mark on the selection, or, at a caret, for what is typed next. */
  toggleMark(tag: MarkTag): void {
    const { collapsed, marks } = this.#state
    if (!collapsed) return this.run(toggleMark(tag))
    const old = this.#pending
    this.setPending({ marks: new Map(old?.marks).set(tag, !marks.has(tag)), colour: old ? old.colour : null })
  }
  setColour(colour: string | undefined): void {
    if (!this.#state.collapsed) return this.run(setColour(colour))
    this.setPending({ marks: this.#pending?.marks ?? new Map(), colour })
  }
  setPending(next: PendingMarks | undefined): void {
    this.#pending = next
    this.#history.endBurst()
    this.#refreshStatus()
  }
  /** Browsers report a moved selection late, so every key checks it. */
  checkSelection(): void {
    if (this.hasMovedFrom(this.#shownFor)) this.setPending(undefined)
  }
  /** Deletes what typing replaces, in one step with the text that follows. */
  replaceByTyping(command: Command): void {
    this.run(command)
    this.#history.startBurst('type', Date.now())
  }
  /** Is called before the browser changes the content itself. */
  beforeTyping(kind: string): void {
    const { marks = new Map(), colour = null } = this.#pending ?? {}
    // Text typed beside a placeholder does not become red.
    if (kind === 'type' && colour === null && placeholderAt(this.points())?.side)
      this.#pending = { marks, colour: undefined }
    this.#history.recordTyping(kind, Date.now(), () => this.snapshot())
  }
  /** Is called after the browser has changed the content itself. */
  afterTyping(text: string | null): void {
    if (this.#pending && text) this.#markTyped(this.#pending, text)
    this.#pending = undefined
    const before = this.points()
    this.#content.normalize()
    this.keep(before)
    this.#emitChange()
  }
  /** Gives the text just typed the marks chosen for it. */
  #markTyped({ marks, colour }: PendingMarks, text: string): void {
    const { endContainer, endOffset } = this.points()
    if (endContainer.nodeType !== 3 || endOffset < text.length) return
    this.select({ startContainer: endContainer, startOffset: endOffset - text.length, endContainer, endOffset })
    const after = this.#apply((markers, root) => {
      for (const [tag, on] of marks) setMark(tag, on)(markers, root)
      if (colour !== null) setColour(colour)(markers, root)
    })
    this.select(caretAt(after.endContainer, after.endOffset))
  }

  /** Returns the selection after the command. */
  #apply(command: Command): Points {
    const markers = insertMarkers(this.points())
    normalizeSelection(this.root, markers)
    moveOutOfPlaceholder(markers)
    command(markers, this.root)
    this.#content.normalize()
    normalizeSelection(this.root, markers)
    const points = removeMarkers(markers)
    this.selectWithoutFocus(points)
    return points
  }
  #restore(old: ContentSnapshot | undefined): void {
    if (old === undefined) return
    this.#restoreContent(old)
    this.#on.onRestore()
    this.#content.normalize()
    this.focus()
    this.scrollIntoView()
    this.#emitChange()
  }
  #restoreContent(old: ContentSnapshot): void {
    this.#content.restore(old)
    const markers = findMarkers(this.root)
    // Selected in the page at once: the browser's selection takes precedence over the remembered one.
    if (markers) this.select(removeMarkers(markers))
  }
  #emitChange(): void {
    const html = this.html()
    if (html !== this.#lastEmitted) this.#on.onChange((this.#lastEmitted = html))
    this.#on.onEdit()
    this.#refreshStatus()
  }
  #refreshStatus(): void {
    this.#shownFor = copyOf(this.points())
    const state = this.#currentState()
    const count = this.#content.count()
    const outside = [...new Set(outsidePictures(this.root).map((image) => image.getAttribute('src') ?? ''))]
    const hasNewState = !isSameState(this.#state, state)
    const hasNewOutside = outside.join('\n') !== this.#outside.join('\n')
    if (!hasNewState && !hasNewOutside && count === this.#count) return
    // Subscribers compare by identity: what is equal stays the same object.
    if (hasNewState) this.#state = state
    if (hasNewOutside) this.#outside = outside
    this.#count = count
    this.#subscribers.emit()
  }
  #currentState(): ToolbarState {
    const status = statusAt(this.root, this.#shownFor, this.#pending)
    return { ...status, canUndo: this.#history.canUndo(), canRedo: this.#history.canRedo() }
  }
}

const isSameState = (one: ToolbarState, other: ToolbarState): boolean =>
  [...one.marks].join() === [...other.marks].join() &&
  (Object.keys(one) as (keyof ToolbarState)[]).every((key) => key === 'marks' || one[key] === other[key])
