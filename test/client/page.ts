import { Window } from 'happy-dom'
import type { ReactNode } from 'react'
import type { Root } from 'react-dom/client'

/**
 * A DOM in this process, for components. React looks for the window when it is first imported, so it and all that imports it are imported
 * dynamically after this.
 */
const window = new Window({ url: 'http://localhost:8080/', width: 1280, height: 900 })
const names = [
  'window',
  'document',
  'navigator',
  'location',
  'history',
  'Node',
  'Element',
  'HTMLElement',
  'HTMLInputElement',
  'HTMLIFrameElement',
  'HTMLDetailsElement',
  'Event',
  'MouseEvent',
  'FormData',
  'sessionStorage',
  'KeyboardEvent',
  'FocusEvent',
  'PointerEvent',
  'InputEvent',
  'SubmitEvent',
  'getComputedStyle',
  'matchMedia',
  'innerWidth',
  'innerHeight',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'ResizeObserver',
  'IntersectionObserver',
  'MutationObserver',
] as const
for (const name of names) {
  const value: unknown = name === 'window' ? globalThis : window[name as keyof typeof window]
  const bound = typeof value === 'function' && /^[a-z]/.test(name) ? value.bind(window) : value
  Object.defineProperty(globalThis, name, { value: bound, configurable: true, writable: true })
}
Object.assign(globalThis, {
  IS_REACT_ACT_ENVIRONMENT: true,
  addEventListener: window.addEventListener.bind(window),
  dispatchEvent: window.dispatchEvent.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
})

const { act } = await import('react')
const { createRoot, hydrateRoot } = await import('react-dom/client')
const { renderToString } = await import('react-dom/server')

export { act, renderToString }

let root: Root | undefined

/** Renders it in an empty page; returns the element around it. */
export async function draw(node: ReactNode): Promise<HTMLElement> {
  const box = await emptied()
  await act(async () => {
    root = createRoot(box)
    root.render(node)
  })
  return box
}

/** Renders it as the server does, then hydrates it; throws hydration errors. */
export async function hydrate(node: ReactNode): Promise<HTMLElement> {
  const box = await emptied()
  box.innerHTML = renderToString(node)
  const troubles: unknown[] = []
  await act(async () => {
    root = hydrateRoot(box, node, { onRecoverableError: (error) => troubles.push(error) })
  })
  if (troubles.length > 0) throw troubles[0]
  return box
}

async function emptied(): Promise<HTMLElement> {
  if (root) await act(async () => root?.unmount())
  document.body.innerHTML = '<div></div>'
  return document.body.firstElementChild as HTMLElement
}

export function find<E extends Element = HTMLElement>(box: ParentNode, selector: string): E {
  const found = box.querySelector<E>(selector)
  if (!found) throw new Error(`no ${selector} in ${document.body.innerHTML}`)
  return found
}

export const press = (element: Element, key: string, more: KeyboardEventInit = {}): Promise<void> =>
  act(
    async () =>
      void element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })),
  )

export const click = (element: HTMLElement): Promise<void> => act(async () => element.click())
