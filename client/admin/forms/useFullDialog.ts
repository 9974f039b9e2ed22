import { useState } from 'react'
import { user } from '../session.ts'

const storageKey = (): string => `zhuzhan.full.${user.peek()?.userId ?? ''}`

/** Whether the dialog of a record fills the window, as this person last chose. */
export function useFullDialog(): [full: boolean, toggle: () => void] {
  const [full, setFull] = useState(stored)
  const toggle = (): void => {
    setFull(!full)
    try {
      localStorage.setItem(storageKey(), full ? '' : '1')
    } catch {
      // Without storage, the choice lasts until the dialog closes.
    }
  }
  return [full, toggle]
}

function stored(): boolean {
  try {
    return localStorage.getItem(storageKey()) === '1'
  } catch {
    return false
  }
}
