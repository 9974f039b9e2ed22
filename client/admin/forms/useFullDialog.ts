import { useState } from 'react'
import { user } from '../session.ts'

const storedAs = (): string => `zhuzhan.full.${user.peek()?.userId ?? ''}`

/** Whether the dialog of a record fills the window, as this person last chose. */
export function useFullDialog(): [full: boolean, toggle: () => void] {
  const [full, setFull] = useState(stored)
  const toggle = (): void => {
    setFull(!full)
    try {
      localStorage.setItem(storedAs(), full ? '' : '1')
    } catch {
      // Without storage it holds until the dialog closes.
    }
  }
  return [full, toggle]
}

function stored(): boolean {
  try {
    return localStorage.getItem(storedAs()) === '1'
  } catch {
    return false
  }
}
