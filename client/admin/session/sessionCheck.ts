import { useEffect } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/callError.ts'
import { listen, together } from '../../lib/listen.ts'
import { signedOut, signInAgain, user } from './session.ts'

const everyMs = 60_000
/** A session ends when nobody has used it for hours; a window that somebody left open must not keep it alive. */
const usedMs = 10 * 60_000

/** Opens the dialog to sign in again if the session has ended, here by what asks in the background. Other failures change nothing. */
export async function noticeEnd(ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (error instanceof CallError && error.code === 401 && user.peek()) void signInAgain().catch(() => {})
  }
}

export const checkSession = (): Promise<void> => noticeEnd(() => call('userInfo', {}))

/** Asks every minute while somebody works, and when the window is shown again or gets the focus. */
export function useSessionCheck(ask: () => Promise<void>): void {
  useEffect(() => {
    let usedAt = Date.now()
    let asking = false
    const noteUse = (): void => {
      usedAt = Date.now()
    }
    const check = (): void => {
      if (asking || signedOut.peek() || document.visibilityState !== 'visible') return
      asking = true
      void ask().finally(() => (asking = false))
    }
    check()
    const timer = setInterval(() => {
      if (Date.now() - usedAt < usedMs) check()
    }, everyMs)
    return together(
      () => clearInterval(timer),
      listen(document, { pointerdown: noteUse, keydown: noteUse, visibilitychange: check }),
      listen(window, { focus: check }),
    )
  }, [ask])
}
