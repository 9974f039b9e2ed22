import { elements } from '../../contract/markup.ts'
import { listen } from '../lib/listen.ts'
import type { Importer } from './importer.ts'
import { markAsCopied } from './paste/copiedHere.ts'
import type { Surface } from './surface.ts'
import { create, isElement, isList, isMarkElement, isSummary } from './text/nodes.ts'
import { deleteSelection } from './text/remove.ts'
import { serialize } from './text/write.ts'

/** Listens to copy, cut, paste, drag and drop. What goes out and what comes in is cleaned here, not by the browser. */
export function listenToClipboard(surface: Surface, importer: Importer): () => void {
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
