import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { createPortal } from 'react-dom'
import { lastOf } from '../../lib/lastOf.ts'
import { AdminIcon } from './AdminIcon.tsx'
import { openDialogs } from './topDialog.ts'

type Kind = 'good' | 'bad' | 'info'
interface Note {
  id: number
  message: string
  kind: Kind
}

const shownMs = 3000
const atMost = 4
const marks = { good: 'check', bad: 'warning', info: 'info' } as const
const notes = signal<readonly Note[]>([])
let last = 0

/** Says something for a moment; what went wrong stays until it is closed. */
export function toast(message: string, kind: Kind = 'good'): void {
  const id = ++last
  const others = notes.peek().filter((note) => note.message !== message)
  notes.value = [...others, { id, message, kind }].slice(-atMost)
  if (kind !== 'bad') setTimeout(() => close(id), shownMs + message.length * 60)
}

function close(id: number): void {
  notes.value = notes.peek().filter((note) => note.id !== id)
}

/** What went wrong before is of no concern any more. */
export function clearToasts(): void {
  notes.value = []
}

/** Stands once at the root. Under an open dialog nothing is heard or reached, so it moves into the uppermost. */
export function Toasts() {
  useSignals()
  return createPortal(
    <div className="toasts" role="status">
      {notes.value.map(({ id, message, kind }) => (
        <div key={id} className={`toast ${kind}`}>
          <AdminIcon name={marks[kind]} />
          <p>{message}</p>
          <button type="button" className="icon-button" aria-label="关闭提示" onClick={() => close(id)}>
            <AdminIcon name="close" />
          </button>
        </div>
      ))}
    </div>,
    lastOf(openDialogs.value) ?? document.body,
  )
}
