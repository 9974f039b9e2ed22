import { useEffect } from 'react'

/**
 * What client/lib/entry.ts has recorded. Call it when React begins to listen: whatever is touched from then on is hydrated before the
 * event goes on, so that listeners of the document get it, too.
 */
export function takeEarlyEvents(): Event[] {
  const events = window.earlyEvents ?? []
  window.earlyEvents = undefined
  return events
}

/**
 * Repeats what the visitor has done before the scripts listened, as far as the browser has not handled it. It stands behind the page, whose
 * effects have run then.
 */
export function EarlyEvents({ events }: { events: Event[] }) {
  useEffect(() => {
    for (const event of events.splice(0)) {
      const EventType = event.constructor as typeof Event
      if (isForScripts(event)) event.target?.dispatchEvent(new EventType(event.type, event))
    }
  }, [events])
  return null
}

function isForScripts(event: Event): boolean {
  if (event instanceof KeyboardEvent) {
    // A key would move a focus that has moved on.
    if (event.target !== document.activeElement) return false
    // It closes an open menu.
    if (event.key === 'Escape') return true
  }
  const element = event.target instanceof Element ? event.target.closest('a, button, [data-large]') : null
  // The browser follows links.
  if (!element || element instanceof HTMLAnchorElement) return false
  if (!(element instanceof HTMLButtonElement)) return true
  // The browser sends forms, and opens popovers if it has them.
  const opensPopover = 'popover' in element && element.hasAttribute('popovertarget')
  return element.type !== 'submit' && !opensPopover
}
