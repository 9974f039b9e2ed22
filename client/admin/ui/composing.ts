import type { KeyboardEvent } from 'react'

/** An input method is at work; Safari is known by the key code. */
export const composing = (event: KeyboardEvent): boolean => event.nativeEvent.isComposing || event.keyCode === 229

/** Enter that only ends the composing of a Chinese word sends nothing. */
export function keepComposing(event: KeyboardEvent): void {
  if (event.key === 'Enter' && composing(event)) event.preventDefault()
}
