import type { KeyboardEvent } from 'react'
import type { Slides } from '../lib/slides.ts'

/** Arrows, Home and End show another slide. */
export function slideByKey(event: KeyboardEvent, slides: Slides): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return
  const go = {
    ArrowLeft: slides.previous,
    ArrowRight: slides.next,
    Home: () => slides.goTo(0),
    End: () => slides.goTo(slides.count - 1),
  }[event.key]
  if (!go) return
  event.preventDefault()
  go()
}
