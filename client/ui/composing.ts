import type { KeyboardEvent } from 'react'

/** Whether an input method is composing. Safari says so only by the key code. */
export const isComposing = (event: KeyboardEvent): boolean => event.nativeEvent.isComposing || event.keyCode === 229

/** An Enter that ends the composition of a Chinese word must not submit the form. */
export function ignoreComposingEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
}
