type Handlers<Map> = { [Type in keyof Map]?: (event: Map[Type]) => void }

/**
 * Returns an unsubscribe function. The `signal` option came with Firefox 86 and Safari 15; older browsers would never remove the listeners.
 */
export function listen(
  target: HTMLElement,
  handlers: Handlers<HTMLElementEventMap>,
  options?: AddEventListenerOptions,
): () => void
export function listen(
  target: Window,
  handlers: Handlers<WindowEventMap>,
  options?: AddEventListenerOptions,
): () => void
export function listen(target: Document, handlers: Handlers<DocumentEventMap>): () => void
export function listen(target: MediaQueryList, handlers: Handlers<MediaQueryListEventMap>): () => void
export function listen(target: EventTarget, handlers: object, options: AddEventListenerOptions = {}): () => void {
  const each = Object.entries(handlers) as [string, EventListener][]
  for (const [type, handler] of each) target.addEventListener(type, handler, options)
  return () => {
    for (const [type, handler] of each) target.removeEventListener(type, handler, options)
  }
}

/** Returns a function that runs all of these. */
export const together =
  (...stops: (() => void)[]) =>
  (): void => {
    for (const stop of stops) stop()
  }
