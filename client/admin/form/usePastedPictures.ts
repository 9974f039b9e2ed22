import { type RefObject, useEffect, useEffectEvent } from 'react'
import { listen } from '../../lib/listen.ts'

/**
 * Pictures that are pasted while the focus is in `box`, which has the attribute `data-pastes`. The first field of a form also takes those
 * that are pasted while it is in none. Not by the target of the event: browsers derive that from the selection.
 */
export function usePastedPictures(
  box: RefObject<HTMLElement | null>,
  alsoOthers: boolean,
  onPictures: (files: readonly File[]) => void,
): void {
  const onPaste = useEffectEvent((event: ClipboardEvent): void => {
    const pictures = picturesIn(event)
    const focused = document.activeElement
    // Not of a form behind the dialog that has the focus.
    const isBehind = focused?.closest('dialog')?.contains(box.current) === false
    const owner = focused?.closest('[data-pastes]') ?? (alsoOthers && !isBehind ? box.current : undefined)
    if (event.defaultPrevented || pictures.length === 0 || !box.current || owner !== box.current) return
    event.preventDefault()
    onPictures(pictures)
  })
  useEffect(() => listen(document, { paste: (event) => onPaste(event) }), [])
}

/** None where the editor inserts them itself, or a text field takes the text that was copied with them. */
function picturesIn({ target, clipboardData }: ClipboardEvent): File[] {
  const element = target instanceof Element ? target : undefined
  const isText = element?.closest('input, textarea') && clipboardData?.getData('text/plain') !== ''
  if (isText || element?.closest('[contenteditable]')) return []
  return [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
}
