import { patienceMs } from '../eventually.ts'
import type { EngineWindow } from './engine.ts'

/** Waits until an expression is true in the page. */
export async function until(window: EngineWindow, expression: string): Promise<void> {
  for (const end = Date.now() + patienceMs(); Date.now() < end; ) {
    if (await window.run<boolean>(`return Boolean(${expression})`).catch(whileLeaving)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(
    `never: ${expression}; ${await window.run<string>('return (window.engineErrors || []).join() + " " + document.body.innerText.slice(0, 500)')}`,
  )
}

/** Nothing can be asked of a page that is being left for the next one. */
function whileLeaving(cause: Error): false {
  if (/context was destroyed/.test(cause.message)) return false
  throw cause
}
