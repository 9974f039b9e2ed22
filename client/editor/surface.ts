import { lastOf } from '../lib/lastOf.ts'
import { createContentCache } from './text/contentCache.ts'
import { type Command, edgesIn, lift, place, type Points } from './text/selectionMarkers.ts'
import { createHistory } from './text/history.ts'
import { setColour, setMark } from './text/marks.ts'
import { isBreak, leaves } from './text/nodes.ts'
import { leavePlaceholder, placeholderAt } from './text/placeholders.ts'
import { read } from './text/read.ts'
import { settle } from './text/normalizeSelection.ts'
import { type Pending, type Status, statusAt } from './text/status.ts'
import { withoutEdges } from './text/write.ts'

export type Surface = ReturnType<typeof createSurface>

export interface State extends Status {
  readonly canUndo: boolean
  readonly canRedo: boolean
}

interface Hooks {
  changed(html: string): void
  /** After every step, also one that changes nothing of what would be saved. */
  edited(): void
  /** After an older draft has come back, whose pictures may have arrived meanwhile. */
  revived(): void
}

/** The content as it is edited: its tree, its selection and its past. Whoever listens to keys and buttons calls this. */
export function createSurface(root: HTMLElement, { changed, edited, revived }: Hooks) {
  const content = createContentCache(root)
  const history = createHistory()
  const heeding = new Set<() => void>()
  let told = ''
  let pending: Pending | undefined
  let last: Points = { startContainer: root, startOffset: 0, endContainer: root, endOffset: 0 }
  /** The selection that `state` is about. */
  let seen = last
  /** The same object until the toolbar has something else to show. */
  let state: State
  let count = 0

  const fits = (points: Points): boolean => root.contains(points.startContainer) && root.contains(points.endContainer)
  const lengthOf = (node: Node): number => (node.nodeType === 3 ? (node as Text).length : node.childNodes.length)

  /** Where the selection is, or was when the focus left. */
  function here(): Points {
    const range = selected()
    if (range) last = copy(range)
    if (!fits(last) || last.startOffset > lengthOf(last.startContainer) || last.endOffset > lengthOf(last.endContainer)) {
      const end = lastOf(leaves(root)) ?? root
      last = { startContainer: end, startOffset: 0, endContainer: end, endOffset: 0 }
    }
    return last
  }
  function selected(): Range | undefined {
    const selection = getSelection()
    const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
    return range && fits(range) ? range : undefined
  }
  const copy = ({ startContainer, startOffset, endContainer, endOffset }: Points): Points => ({ startContainer, startOffset, endContainer, endOffset })

  function select(points: Points): void {
    last = copy(points)
    getSelection()?.setBaseAndExtent(points.startContainer, points.startOffset, points.endContainer, points.endOffset)
  }
  function focus(): void {
    const points = here()
    if (document.activeElement !== root) root.focus({ preventScroll: true })
    select(points)
  }

  function look(): void {
    seen = copy(here())
    const next: State = { ...statusAt(root, here(), pending), canUndo: history.canUndo(), canRedo: history.canRedo() }
    const before = [state, count]
    if (!state || !sameState(state, next)) state = next
    count = content.count()
    if (state === before[0] && count === before[1]) return
    for (const heed of heeding) heed()
  }
  /** Tells of what has changed. */
  function tell(): void {
    const html = content.written()
    if (html !== told) changed((told = html))
    edited()
    look()
  }
  const draft = (): string => content.drafted(here())

  function change(command: Command): void {
    const edges = place(here())
    settle(root, edges)
    leavePlaceholder(edges)
    command(edges, root)
    content.tidy()
    settle(root, edges)
    goTo(lift(edges))
  }
  /** Selects without taking the focus from where it is. */
  function goTo(points: Points): void {
    if (document.activeElement === root) select(points)
    else last = copy(points)
  }
  function revive(old: string | undefined): void {
    if (old === undefined) return
    content.restore(old)
    revived()
    const edges = edgesIn(root)
    // Set in the page at once: what is selected there counts before what is remembered here.
    if (edges) select(lift(edges))
    content.tidy()
    focus()
    reveal()
    tell()
  }
  /** The browser scrolls to the caret only after what it did itself. */
  function reveal(): void {
    const { startContainer } = here()
    const element = startContainer.nodeType === 1 ? (startContainer as Element) : startContainer.parentElement
    if (element !== root) element?.scrollIntoView({ block: 'nearest' })
  }

  const surface = {
    root,
    here,
    goTo,
    select,
    focus,
    reveal,
    look,
    state: () => state,
    /** Code points without white space, as people count characters. */
    count: () => count,
    /** Selects what is in an element, or puts the caret at one end of it, or there when it is empty. */
    enter(element: Element | null | undefined, at?: 'start' | 'end'): void {
      const all = element ? leaves(element) : []
      const [first, final] = [all[0], lastOf(all)]
      if (!first || !final) return
      const range = document.createRange()
      range.setStartBefore(first)
      // The break that keeps a line open is not there to be selected.
      if (isBreak(final)) range.setEndBefore(final)
      else range.setEndAfter(final)
      if (at) range.collapse(at === 'start')
      select(range)
      look()
    },
    subscribe(heed: () => void): () => void {
      heeding.add(heed)
      return () => heeding.delete(heed)
    },
    load(html: string): void {
      if (html === told && state) return
      told = html
      root.replaceChildren(read(html))
      content.tidy()
      history.clear()
      look()
    },
    /** Runs a command as one step that can be undone. */
    run(command: Command): void {
      const [before, bare] = [draft(), content.drafted()]
      change(command)
      pending = undefined
      if (content.drafted() !== bare) history.push(before)
      tell()
    },
    /** Does not count as a step: what arrives later for something that has been done. */
    touch(command: () => void): void {
      command()
      content.tidy()
      tell()
    },
    /** Before the browser changes the content itself. */
    typing(kind: string): void {
      // What is typed beside a placeholder does not take its red.
      if (kind === 'type' && !pending && placeholderAt(here())?.side) pending = { marks: new Map(), colour: undefined }
      history.type(kind, Date.now(), draft)
    },
    /** Letters take the place of what is selected over several lines. */
    replacing(command: Command): void {
      surface.run(command)
      history.join('type', Date.now())
    },
    /** After it has: the last letters get what was chosen for them. */
    typed(text: string | null): void {
      if (pending && text) {
        const wanted = pending
        const { endContainer, endOffset } = here()
        if (endContainer.nodeType === 3 && endOffset >= text.length) {
          last = { startContainer: endContainer, startOffset: endOffset - text.length, endContainer, endOffset }
          select(last)
          change((edges, box) => {
            for (const [tag, on] of wanted.marks) setMark(tag, on)(edges, box)
            if (wanted.colour !== null) setColour(wanted.colour)(edges, box)
          })
          const { endContainer: node, endOffset: offset } = last
          select({ startContainer: node, startOffset: offset, endContainer: node, endOffset: offset })
        }
      }
      pending = undefined
      const points = here()
      content.tidy()
      if (fits(points) && selected()?.startContainer !== points.startContainer) select(points)
      tell()
    },
    pend(next: Pending): void {
      pending = next
      history.rest()
      look()
    },
    pending: () => pending,
    /** Asks whether the selection has gone elsewhere; browsers tell it late. */
    moved(): void {
      const range = selected()
      if (!range || samePoints(range, seen)) return
      pending = undefined
      history.rest()
      look()
    },
    undo: () => revive(history.undo(draft())),
    redo: () => revive(history.redo(draft())),
    html: content.written,
    draft,
    /** Whether nothing but the selection has changed since. */
    isAt: (old: string): boolean => withoutEdges(old) === content.drafted(),
    /** Goes back to a draft to do something else from there; what is now stays one step behind. */
    instead(old: string, command: Command): void {
      const now = draft()
      content.restore(old)
      const edges = edgesIn(root)
      if (edges) select(lift(edges))
      change(command)
      history.push(now)
      tell()
    },
    destroy: content.destroy,
  }
  return surface
}

const sameState = (one: State, other: State): boolean =>
  [...one.marks].join() === [...other.marks].join() && (Object.keys(one) as (keyof State)[]).every((key) => key === 'marks' || one[key] === other[key])
const samePoints = (one: Points, other: Points): boolean =>
  one.startContainer === other.startContainer && one.startOffset === other.startOffset && one.endContainer === other.endContainer && one.endOffset === other.endOffset
