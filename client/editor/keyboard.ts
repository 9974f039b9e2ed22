import { lastOf } from '../lib/lastOf.ts'
import { listen } from '../lib/listen.ts'
import { moveInColumn } from './moveInColumn.ts'
import type { Command, Points } from './text/selectionMarkers.ts'
import { lineBreak, splitLine } from './text/enter.ts'
import { lineOf } from './text/lines.ts'
import { indent, outdent } from './text/lists.ts'
import { type MarkTag, setColour, toggleMark } from './text/marks.ts'
import { hasContent, isBreak, isCell, isEmpty, isInline, isSolid, leaves, within } from './text/nodes.ts'
import { placeholderAt, removePlaceholder } from './text/placeholders.ts'
import { mergeBack, mergeForward, removeBetween } from './text/remove.ts'
import { createRetyping } from './linkTyping.ts'
import { nodeAt } from './text/status.ts'
import type { Surface } from './surface.ts'
import { changeTable } from './text/tables.ts'

const onMac = /Mac|iP(hone|ad)/.test(globalThis.navigator?.platform ?? '')
export const modifier = onMac ? '⌘' : 'Ctrl+'
const marks: Readonly<Record<string, MarkTag>> = { b: 'strong', i: 'em', u: 'u' }
const formats: Readonly<Record<string, MarkTag>> = { formatBold: 'strong', formatItalic: 'em', formatUnderline: 'u', formatStrikeThrough: 's' }

interface Hooks {
  askLink(): void
  toToolbar(): void
}

/** Toggles a mark on what is selected, or, where nothing is, for what is typed next. */
export function toggle(surface: Surface, tag: MarkTag): void {
  const { collapsed, marks: on } = surface.state()
  if (!collapsed) return surface.run(toggleMark(tag))
  const old = surface.pending()
  surface.pend({ marks: new Map(old?.marks).set(tag, !on.has(tag)), colour: old ? old.colour : null })
}

export function setColourHere(surface: Surface, colour: string | undefined): void {
  if (!surface.state().collapsed) return surface.run(setColour(colour))
  surface.pend({ marks: surface.pending()?.marks ?? new Map(), colour })
}

/**
 * Listens to the keyboard. What stays inside one line is left to the browser, which knows input methods and spelling; what would
 * join or part blocks is ours, since browsers do that each in their own way. While an input method composes nothing of it acts.
 */
export function heedKeys(surface: Surface, { askLink, toToolbar }: Hooks): () => void {
  const { root } = surface
  const retyping = createRetyping(surface)
  let composing = false
  /** After Escape the next Tab leaves the editor, also from a list or a table. */
  let leaving = false

  const keydown = (event: KeyboardEvent): void => {
    // Safari ends composing before the Enter that did it; only the key code still tells.
    if (composing || event.isComposing || event.keyCode === 229) return
    const key = event.key.toLowerCase()
    const command = onMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
    const act = (): void => {
      event.preventDefault()
      surface.moved()
      if (key === 'tab') tab(event.shiftKey ? -1 : 1)
      else if (key === 'f10') toToolbar()
      else if (key === 'k') askLink()
      else if (key === 'y' || (key === 'z' && event.shiftKey)) surface.redo()
      else if (key === 'z') surface.undo()
      else if (marks[key]) toggle(surface, marks[key])
    }
    if (key === 'tab' && !leaving && !event.altKey && !command && tabActs()) act()
    else if (key === 'f10' && event.altKey) act()
    else if (/^arrow(up|down)$/.test(key) && !event.shiftKey && !event.altKey && !command) {
      surface.moved()
      if (moveInColumn(surface, key === 'arrowdown' ? 1 : -1)) event.preventDefault()
    } else if (command && !event.altKey && (key === 'z' || (!event.shiftKey && /^[bikuy]$/.test(key)))) act()
    // The first Escape is for the Tab after it; the form around hears the second.
    if (key === 'escape' && !leaving && tabActs()) event.preventDefault()
    leaving = key === 'escape' || (leaving && key === 'shift')
  }
  const place = (): HTMLElement | undefined => within(root, surface.here().startContainer, 'li, td, th')
  const tabActs = (): boolean => place() !== undefined
  const tab = (step: 1 | -1): void => {
    const box = place()
    if (!isCell(box)) return surface.run(step === 1 ? indent : outdent)
    const table = box.closest('table')
    const cells = [...(table?.querySelectorAll<HTMLElement>('td, th') ?? [])].filter((each) => each.closest('table') === table)
    const next = cells[cells.indexOf(box) + step]
    if (next) surface.enter(next)
    else if (step === 1) {
      surface.run(changeTable('rowBelow'))
      const below = box.parentElement?.nextElementSibling ?? table?.querySelector('tbody tr')
      surface.enter(below?.firstElementChild)
    }
  }

  /** Whether the browser may not change alone what is selected. Letters that it puts in the place of a placeholder would stay red. */
  const goesBeyondLine = (points: Points): boolean => !keepsToLine(root, points) || (!isCaret(points) && placeholderAt(points)?.side !== undefined)

  const beforeinput = (event: InputEvent): void => {
    const { inputType } = event
    if (composing || event.isComposing || inputType === 'insertCompositionText') return
    const run = (command: Command): void => {
      event.preventDefault()
      surface.run(command)
      surface.reveal()
    }
    surface.moved()
    const points = surface.here()
    const spread = goesBeyondLine(points)
    const doomed = placeholderToDelete(points, inputType)
    if (formats[inputType]) {
      event.preventDefault()
      toggle(surface, formats[inputType])
    } else if (inputType === 'historyUndo' || inputType === 'historyRedo') {
      event.preventDefault()
      if (inputType === 'historyUndo') surface.undo()
      else surface.redo()
    } else if (inputType === 'insertParagraph') {
      const { marks: on, colour } = surface.state()
      run(splitLine)
      // The next paragraph goes on as the last one was written.
      const kept = [...on].filter((tag) => /^(strong|em|u|s)$/.test(tag)) as MarkTag[]
      const inHeading = surface.state().block.startsWith('h')
      if ((kept.length > 0 || colour) && !inHeading) surface.pend({ marks: new Map(kept.map((tag) => [tag, true])), colour: colour ?? null })
    } else if (inputType === 'insertLineBreak') run(lineBreak)
    else if (/^format|^insert(Ordered|Unordered|Horizontal|Link|FromPaste|FromDrop)/.test(inputType)) event.preventDefault()
    else if (inputType.startsWith('delete') && spread) run(removeBetween)
    else if (doomed) run(removePlaceholder(doomed))
    else if (/^delete.*Backward$/.test(inputType) && atLineEdge(points, 'start')) run(mergeBack)
    else if (/^delete.*Forward$/.test(inputType) && atLineEdge(points, 'end')) run(mergeForward)
    else {
      if (spread) surface.replacing(removeBetween)
      retyping.begin()
      surface.typing(inputType.startsWith('delete') ? 'delete' : 'type')
    }
  }

  const ends = [
    listen(root, {
      keydown,
      beforeinput,
      input(event) {
        const { data } = event as InputEvent
        if (composing) return
        retyping.take(data)
        surface.typed(data)
      },
      compositionstart() {
        if (goesBeyondLine(surface.here())) surface.replacing(removeBetween)
        retyping.begin()
        surface.typing('type')
        composing = true
      },
      compositionend(event) {
        composing = false
        retyping.take(event.data)
        surface.typed(event.data)
      },
    }),
    listen(document, { selectionchange: () => !composing && surface.moved() }),
  ]
  return () => ends.forEach((end) => end())
}

/** Whether a selection keeps to one line, so that the browser may change it alone. */
function keepsToLine(root: Element, { startContainer, startOffset, endContainer, endOffset }: Points): boolean {
  const [first, last] = [nodeAt(startContainer, startOffset), endContainer === startContainer && endOffset === startOffset ? undefined : nodeAt(endContainer, endOffset)]
  if (!last) return true
  const line = lineOf(first)
  return root.contains(line.owner) && isInline(first) && line.nodes.some((node) => node.contains(last))
}

const isCaret = ({ startContainer, startOffset, endContainer, endOffset }: Points): boolean => startContainer === endContainer && startOffset === endOffset

/** One stroke takes away a placeholder as a whole. */
function placeholderToDelete(points: Points, inputType: string): HTMLElement | undefined {
  const way = /^delete.*(Backward|Forward)$/.exec(inputType)?.[1]
  const beside = way && isCaret(points) ? placeholderAt(points) : undefined
  return beside?.side === (way === 'Backward' ? 'before' : 'after') ? undefined : beside?.element
}

/** Whether the caret, with nothing selected, is where a line begins or ends. */
function atLineEdge(points: Points, edge: 'start' | 'end'): boolean {
  if (!isCaret(points)) return false
  const { startContainer, startOffset, endContainer, endOffset } = points
  const { nodes } = lineOf(nodeAt(startContainer, startOffset))
  const [first, last] = [nodes[0], lastOf(nodes)]
  if (!first || !last) return false
  const range = document.createRange()
  if (edge === 'start') range.setStartBefore(first)
  else range.setEndAfter(last)
  if (edge === 'start') range.setEnd(endContainer, endOffset)
  else range.setStart(startContainer, startOffset)
  const between = range.cloneContents()
  if (edge === 'start') return !hasContent([between]) || isEmpty(nodes)
  // The break that keeps a line open, or its last one, is not there to be deleted.
  return !leaves(between).some(isSolid) && leaves(between).filter(isBreak).length < 2
}

export function selectNode(surface: Surface, node: Node): void {
  const range = document.createRange()
  range.selectNode(node)
  surface.root.focus({ preventScroll: true })
  surface.select(range)
  surface.look()
}
