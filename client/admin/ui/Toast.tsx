import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { lastOf } from '../../lib/lastOf.ts'
import { AdminIcon } from './AdminIcon.tsx'
import { openDialogs } from './topDialog.ts'

type Kind = 'good' | 'bad' | 'info'
/** A page that shows the result, opened in a new tab, or a way back, which Ctrl+Z takes as well. */
export type ToastAction = { label: string; href: string } | { undo(): void }
interface Note {
  id: number
  message: string
  kind: Kind
  action: ToastAction | undefined
}

const shownMs = 3000
/** Long enough to be reached by whoever goes through the page by keys. */
const actionMs = 8000
const undoMs = 20_000
const atMost = 4
const marks = { good: 'check', bad: 'warning', info: 'info' } as const
const notes = signal<readonly Note[]>([])
let last = 0

/** Says something for a moment, longer when something can be done about it; an error stays until it is closed. */
export function toast(message: string, kind: Kind = 'good', action?: ToastAction): void {
  const id = ++last
  const others = notes.peek().filter((note) => note.message !== message)
  notes.value = [...others, { id, message, kind, action }].slice(-atMost)
  if (kind !== 'bad') closeLater(id, !action ? shownMs + message.length * 60 : 'undo' in action ? undoMs : actionMs)
}

/** Nothing goes while it is pointed at or has the focus. */
function closeLater(id: number, ms: number): void {
  setTimeout(() => (document.getElementById(`toast${id}`)?.matches(':hover, :focus-within') ? closeLater(id, shownMs) : close(id)), ms)
}

function close(id: number): void {
  notes.value = notes.peek().filter((note) => note.id !== id)
}

/** What went wrong before is of no concern any more. */
export function clearToasts(): void {
  notes.value = []
}

/** From here on it would undo something else, or in a place that is gone. */
export function withdrawUndo(): void {
  notes.value = notes.peek().filter(({ action }) => undoOf(action) === undefined)
}

const undoOf = (action: ToastAction | undefined): (() => void) | undefined => (action && 'undo' in action ? action.undo : undefined)

/** Stands once at the root. Under an open dialog nothing is heard or reached, so it moves into the uppermost. */
export function Toasts() {
  useSignals()
  const undo = undoOf(lastOf(notes.value.filter(({ action }) => undoOf(action)))?.action)
  useEffect(() => {
    if (!undo) return
    const listen = (event: KeyboardEvent): void => {
      const { target, key, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || altKey || shiftKey) return
      // What is typed has an undo of its own.
      if (target instanceof Element && target.closest('input, textarea, select, [contenteditable=true]')) return
      event.preventDefault()
      undo()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [undo])
  return createPortal(
    <div className="toasts" role="status">
      {notes.value.map(({ id, message, kind, action }) => (
        <div key={id} id={`toast${id}`} className={`toast ${kind}`}>
          <AdminIcon name={marks[kind]} />
          <p>{message}</p>
          {action && <Action action={action} onFollowed={() => close(id)} />}
          <button type="button" className="icon-button" aria-label="关闭提示" onClick={() => close(id)}>
            <AdminIcon name="close" />
          </button>
        </div>
      ))}
    </div>,
    lastOf(openDialogs.value) ?? document.body,
  )
}

function Action({ action, onFollowed }: { action: ToastAction; onFollowed(): void }) {
  if ('href' in action)
    return (
      <a className="link" href={action.href} target="_blank" rel="noreferrer" onClick={onFollowed}>
        {action.label}
      </a>
    )
  return (
    <button type="button" className="link" aria-keyshortcuts="Control+Z" onClick={action.undo}>
      撤销
    </button>
  )
}
