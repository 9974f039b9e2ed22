import { navigate as goTo } from 'wouter/use-browser-location'
import { lastOf } from '../../lib/lastOf.ts'
import { listen } from '../../lib/listen.ts'
import { openDialogs } from './topDialog.ts'

const refusedMs = 1000

/** How many dialogs were open at this entry of the history: each is a step, so that Back closes the uppermost. */
const dialogSteps = (): number => (history.state as { dialogs?: number } | null)?.dialogs ?? 0
const stateOf = (dialogs: number): object => ({ ...history.state, dialogs })

/** The history is on its way back over the steps of dialogs that were closed. */
let isReturning = false
let isLeaving = false
/** It has to wait for that, which would undo it. */
let waiting: (() => void) | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let refusal: ReturnType<typeof setTimeout> | undefined
/** The person has moved, and this dialog was the uppermost. */
let moved: { from: HTMLDialogElement | undefined } | undefined

/** Changes the address. The step of a dialog is replaced: there is no dialog on the next screen. */
export function navigate(path: string, { replace = false } = {}): void {
  const go = (): void => goTo(path, { replace: replace || dialogSteps() > 0, state: replace ? history.state : null })
  if (isReturning) waiting = go
  else go()
}

/** Loads a page. What its dialogs leave in the history stays: going back over it would end the load. */
export function loadPage(path: string): void {
  isLeaving = true
  location.replace(path)
}

/** Keeps the history in step with the dialogs. To be called before anything is rendered: the dialogs of a screen go with it. */
export function followDialogs(): void {
  listen(
    window,
    {
      popstate() {
        if (!isReturning) moved = { from: lastOf(openDialogs.peek()) }
        arrived()
      },
    },
    { capture: true },
  )
  openDialogs.subscribe(later)
}

function arrived(): void {
  clearTimeout(refusal)
  isReturning = false
  waiting?.()
  waiting = undefined
  later()
}

/** One dialog is often replaced by another, and closing one may change the address. */
function later(): void {
  clearTimeout(timer)
  timer = setTimeout(keepInStep)
}

function keepInStep(): void {
  if (isReturning || isLeaving) return
  const open = openDialogs.peek()
  const excess = dialogSteps() - open.length
  const { from } = moved ?? {}
  const hasMoved = moved !== undefined
  moved = undefined
  if (excess < 0 && from && from === lastOf(open)) {
    cancel(from)
    // It may have refused, or asks first.
    later()
  } else if (excess < 0) {
    for (let count = dialogSteps() + 1; count <= open.length; count++) history.pushState(stateOf(count), '')
  } else if (excess > 0 && hasMoved) {
    // Forward, to where a dialog was.
    history.replaceState(stateOf(open.length), '')
  } else if (excess > 0) {
    isReturning = true
    history.go(-excess)
    // A browser that refuses says nothing.
    refusal = setTimeout(arrived, refusedMs)
  }
}

/** What Esc does. The dialogs of the editor are inside the form's. */
function cancel(dialog: HTMLDialogElement): void {
  const top = lastOf([...dialog.querySelectorAll<HTMLDialogElement>('dialog[open]')]) ?? dialog
  if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close()
}
