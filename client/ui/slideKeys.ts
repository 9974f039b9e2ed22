import type { Slides } from '../lib/slides.ts'

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'preventDefault'>

/** Arrows, Home and End show another slide. */
export function slideByKey(event: Key, slides: Slides): void {
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
