import { findLast, lastOf } from '../lib/lastOf.ts'
import { listen, together } from '../lib/listen.ts'
import type { Surface } from './surface.ts'
import { insertLineBreak, splitBlock } from './text/enter.ts'
import { lineOf } from './text/lines.ts'
import type { MarkTag } from './text/marks.ts'
import {
  closestWithin,
  hasVisibleOrBreak,
  inlineNodes,
  isBlank,
  isBreak,
  isInline,
  isText,
  isVisible,
} from './text/nodes.ts'
import { placeholderAt, removePlaceholder } from './text/placeholders.ts'
import { deleteSelection, joinBackward, joinForward } from './text/remove.ts'
import { caretAt, type Command, isCaret, type Points } from './text/selectionMarkers.ts'
import { nodeAt } from './text/status.ts'

/** Input types that would insert formats that are not ours, or content that was not cleaned. */
const refused = /^format|^insert(Ordered|Unordered|Horizontal|Link|FromPaste|FromDrop)/

/**
 * Listens to text being entered. What stays inside one line is left to the browser, which knows input methods and spelling; what
 * joins or splits blocks is done here, since every browser does that differently.
 */
export function listenToInput(surface: Surface) {
  const { root } = surface
  const linkTyping = createLinkTyping(surface)
  let composing = false

  const handlers: Readonly<Record<string, () => void>> = {
    historyUndo: () => surface.undo(),
    historyRedo: () => surface.redo(),
    insertParagraph: () => splitKeepingMarks(surface),
    formatBold: () => surface.toggleMark('strong'),
    formatItalic: () => surface.toggleMark('em'),
    formatUnderline: () => surface.toggleMark('u'),
    formatStrikeThrough: () => surface.toggleMark('s'),
  }
  const beforeTyping = (kind: string): void => {
    if (needsCommand(root, surface.points())) surface.replaceByTyping(deleteSelection)
    linkTyping.beforeInput()
    surface.beforeTyping(kind)
  }
  const afterTyping = (text: string | null): void => {
    linkTyping.afterInput(text)
    surface.afterTyping(text)
  }

  const beforeinput = (event: InputEvent): void => {
    const { inputType } = event
    if (composing || event.isComposing || inputType === 'insertCompositionText') return
    surface.checkSelection()
    const handler = handlers[inputType]
    const command = commandFor(root, inputType, surface.points())
    if (!handler && !command && !refused.test(inputType))
      return beforeTyping(inputType.startsWith('delete') ? 'delete' : 'type')
    event.preventDefault()
    if (handler) return handler()
    if (command) runAndShow(surface, command)
  }
  const stop = together(
    listen(root, {
      beforeinput,
      input: (event) => composing || afterTyping((event as InputEvent).data),
      compositionstart() {
        beforeTyping('type')
        composing = true
      },
      compositionend(event) {
        composing = false
        afterTyping(event.data)
      },
    }),
    listen(document, { selectionchange: () => composing || surface.checkSelection() }),
  )
  return { isComposing: () => composing, stop }
}

function runAndShow(surface: Surface, command: Command): void {
  surface.run(command)
  surface.scrollIntoView()
}

/** The next paragraph continues with the marks of the last one. */
function splitKeepingMarks(surface: Surface): void {
  const { marks, colour } = surface.state()
  runAndShow(surface, splitBlock)
  const nextMarks = [...marks].filter((tag) => /^(strong|em|u|s)$/.test(tag)) as MarkTag[]
  const inHeading = surface.state().block.startsWith('h')
  if ((nextMarks.length > 0 || colour) && !inHeading) {
    surface.setPending({ marks: new Map(nextMarks.map((tag) => [tag, true])), colour: colour ?? null })
  }
}

/** The command to run instead of what the browser would do. */
function commandFor(root: Element, inputType: string, points: Points): Command | undefined {
  if (inputType === 'insertLineBreak') return insertLineBreak
  const direction = /^delete.*(Backward|Forward)$/.exec(inputType)?.[1]
  if (inputType.startsWith('delete') && needsCommand(root, points)) return deleteSelection
  if (!direction || !isCaret(points)) return undefined
  const backward = direction === 'Backward'
  // A placeholder is deleted as a whole.
  const beside = placeholderAt(points)
  if (beside && beside.side !== (backward ? 'before' : 'after')) return removePlaceholder(beside.element)
  if (!isAtEndOfLine(points, backward ? 'start' : 'end')) return undefined
  return backward ? joinBackward : joinForward
}

/** Over several lines the browser would join blocks; text that replaces a placeholder would stay red. */
const needsCommand = (root: Element, points: Points): boolean =>
  !isCaret(points) && (!isWithinLine(root, points) || placeholderAt(points)?.side !== undefined)

function isWithinLine(root: Element, { startContainer, startOffset, endContainer, endOffset }: Points): boolean {
  const first = nodeAt(startContainer, startOffset)
  const last = nodeAt(endContainer, endOffset)
  const line = lineOf(first)
  return root.contains(line.owner) && isInline(first) && line.nodes.some((node) => node.contains(last))
}

/** Whether nothing is between the caret and the start or end of its line. */
function isAtEndOfLine({ startContainer, startOffset }: Points, end: 'start' | 'end'): boolean {
  const { nodes } = lineOf(nodeAt(startContainer, startOffset))
  const first = nodes[0]
  const last = lastOf(nodes)
  if (!first || !last) return false
  const range = document.createRange()
  if (end === 'start') {
    range.setStartBefore(first)
    range.setEnd(startContainer, startOffset)
    return !hasVisibleOrBreak([range.cloneContents()]) || isBlank(nodes)
  }
  range.setEndAfter(last)
  range.setStart(startContainer, startOffset)
  const between = inlineNodes(range.cloneContents())
  // The break that keeps a line open, or its last one, cannot be deleted.
  return !between.some(isVisible) && between.filter(isBreak).length < 2
}

/**
 * When the text of a link is typed over, browsers put the first letter into the link and the others behind it, and none at all from
 * an input method. Here all of them go into the link, until the caret leaves it.
 */
function createLinkTyping(surface: Surface) {
  let link: HTMLElement | undefined

  return {
    beforeInput(): void {
      const points = surface.points()
      const { startContainer, endContainer, endOffset } = points
      const here = closestWithin(surface.root, startContainer, 'a')
      if (isCaret(points)) {
        if (here !== link) link = undefined
        return
      }
      const rest = document.createRange()
      rest.setStart(endContainer, endOffset)
      if (here) rest.setEnd(here, here.childNodes.length)
      link = here?.contains(endContainer) && rest.toString() === '' ? here : undefined
    },
    afterInput(typed: string | null): void {
      const { endContainer: text, endOffset } = surface.points()
      if (!link || !typed || !isText(text) || link.contains(text) || endOffset < typed.length) return
      const isRemoved = !link.isConnected
      if (!isRemoved && (text.previousSibling !== link || endOffset > typed.length)) return
      const range = document.createRange()
      range.setStart(text, endOffset - typed.length)
      range.setEnd(text, endOffset)
      if (isRemoved) range.surroundContents((link = link.cloneNode(false) as HTMLElement))
      else link.append(range.extractContents())
      link.normalize()
      const last = findLast(inlineNodes(link), isText)
      if (last) surface.select(caretAt(last, last.length))
    },
  }
}
