import { elements } from '../../contract/markup.ts'
import { listen } from '../lib/listen.ts'
import { copied } from './paste/copiedHere.ts'
import type { Intake } from './importer.ts'
import { create, isElement, isList, isPhrase } from './text/nodes.ts'
import { removeBetween } from './text/remove.ts'
import type { Surface } from './surface.ts'
import { written } from './text/write.ts'

/** Listens to copying, cutting, pasting, dragging and dropping; all of them go through our own cleaning, either way. */
export function heedClipboard(surface: Surface, intake: Intake): () => void {
  const { root } = surface
  let dragged: Range | undefined

  /** The selection as we write it: a browser would copy how it looks. */
  const give = (data: DataTransfer | null): boolean => {
    const selection = getSelection()
    if (!data || !selection || selection.isCollapsed || !root.contains(selection.anchorNode)) return false
    data.setData('text/html', copied(written(create('div', contentOf(root, selection.getRangeAt(0))))))
    data.setData('text/plain', selection.toString())
    return true
  }
  return listen(root, {
    copy(event) {
      if (give(event.clipboardData)) event.preventDefault()
    },
    cut(event) {
      if (!give(event.clipboardData)) return
      event.preventDefault()
      surface.run(removeBetween)
    },
    paste(event) {
      event.preventDefault()
      if (event.clipboardData) intake.take(event.clipboardData)
    },
    dragstart(event) {
      dragged = give(event.dataTransfer) ? getSelection()?.getRangeAt(0).cloneRange() : undefined
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
      const to = pointFrom(event)
      if (!data || !to || !root.contains(to.startContainer)) return
      if (dragged && !event.ctrlKey && !event.altKey) {
        if (dragged.isPointInRange(to.startContainer, to.startOffset)) return
        // A range goes along when what is before it goes away.
        surface.select(dragged)
        const target = to.cloneRange()
        surface.run(removeBetween)
        if (root.contains(target.startContainer)) surface.select(target)
      } else surface.select(to)
      surface.focus()
      intake.take(data)
    },
  })
}

/** What is selected, with the emphasis, the list or the table it was taken out of. */
function contentOf(root: Element, range: Range): Node {
  let content: Node = range.cloneContents()
  const common = range.commonAncestorContainer
  for (let at = isElement(common) ? common : common.parentElement; at && at !== root; at = at.parentElement) {
    if (!isPhrase(at) && !isList(at) && elements.get(at.localName)?.holds !== 'parts') break
    const shell = at.cloneNode(false) as HTMLElement
    shell.append(content)
    content = shell
  }
  return content
}

function pointFrom({ clientX, clientY }: MouseEvent): Range | undefined {
  if (!document.caretPositionFromPoint) return document.caretRangeFromPoint?.(clientX, clientY) ?? undefined
  const position = document.caretPositionFromPoint(clientX, clientY)
  if (!position) return undefined
  const range = document.createRange()
  range.setStart(position.offsetNode, position.offset)
  return range
}
