import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { messageOf } from '../../lib/callError.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { listen } from '../../lib/listen.ts'
import { AdminIcon, IconButton, LinkButton } from './buttons.tsx'
import { openDialogs } from './topDialog.ts'

type Kind = 'good' | 'bad' | 'warning' | 'info'
/** To what visitors see, in a new tab. */
export interface SiteLink {
  label: string
  href: string
}
/**
 * A link to the result, what can be done next, or an undo, which Ctrl+Z triggers as well. One that works `anywhere` does not end with the
 * view that it was offered in.
 */
export type ToastAction =
  | SiteLink
  | { label: string; run(): void }
  | { undo(): void; anywhere?: true; link?: SiteLink | undefined }
interface Note {
  id: number
  message: string
  kind: Kind
  action: ToastAction | undefined
}

export const siteLinkLabel = '在网站上查看'
export const siteLink = (href: string): SiteLink => ({ label: siteLinkLabel, href })

const shownMs = 3000
/** It can be reached by keyboard in this time. */
const actionMs = 8000
const undoMs = 20_000
const undoAnywhereMs = 10_000
const maxToasts = 4
const icons = { good: 'check', bad: 'warning', warning: 'warning', info: 'info' } as const
const notes = signal<readonly Note[]>([])
let lastId = 0

/**
 * Shows a message for a moment, longer if it has an action; an error stays until it is closed. A success replaces the one before, unless that
 * can be undone. Returns a function that removes it.
 */
export function toast(message: string, kind: Kind = 'good', action?: ToastAction): () => void {
  const id = ++lastId
  const replaced = (note: Note): boolean =>
    note.message === message || (kind === 'good' && note.kind === 'good' && !undoOf(note.action))
  const others = notes.peek().filter((note) => !replaced(note) || worksAnywhere(note.action))
  notes.value = [...others, { id, message, kind, action }].slice(-maxToasts)
  if (kind !== 'bad') closeLater(id, msOf(message, action))
  return () => close(id)
}

const worksAnywhere = (action: ToastAction | undefined): boolean =>
  action !== undefined && 'undo' in action && action.anywhere === true
function msOf(message: string, action: ToastAction | undefined): number {
  if (!action) return shownMs + message.length * 60
  if (!('undo' in action)) return actionMs
  return worksAnywhere(action) ? undoAnywhereMs : undoMs
}

/** For the outcomes of one action: each replaces the one before, so that no error stays after a success. */
export function resultToast(): typeof toast {
  let closeLast = (): void => {}
  return (...note) => {
    closeLast()
    return (closeLast = toast(...note))
  }
}

/** Waits while the pointer or the focus is on it. */
function closeLater(id: number, ms: number): void {
  setTimeout(
    () =>
      document.getElementById(`toast${id}`)?.matches(':hover, :focus-within') ? closeLater(id, shownMs) : close(id),
    ms,
  )
}

function close(id: number): void {
  notes.value = notes.peek().filter((note) => note.id !== id)
}

export function clearToasts(): void {
  notes.value = []
}

/** Removes toasts whose undo no longer fits what is shown. */
export function withdrawUndo(): void {
  notes.value = notes.peek().filter(({ action }) => undoOf(action) === undefined || worksAnywhere(action))
}

const undoOf = (action: ToastAction | undefined): (() => void) | undefined =>
  action && 'undo' in action ? action.undo : undefined

/** Mounted once at the root, and rendered into the uppermost dialog, since everything outside of it is inert. */
export function Toasts() {
  useSignals()
  const undoable = lastOf(notes.value.filter(({ action }) => undoOf(action)))
  useEffect(() => {
    const undo = undoOf(undoable?.action)
    if (!undoable || !undo) return
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target, key, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || altKey || shiftKey) return
      // Text fields have an undo of their own.
      if (target instanceof Element && target.closest('input, textarea, select, [contenteditable=true]')) return
      event.preventDefault()
      close(undoable.id)
      undo()
    }
    return listen(document, { keydown: onKeyDown })
  }, [undoable])
  return createPortal(
    <div className="toasts stack" role="status">
      {notes.value.map(({ id, message, kind, action }) => (
        <div key={id} id={`toast${id}`} className={`toast boxed row ${kind}`}>
          <AdminIcon name={icons[kind]} />
          <p>{message}</p>
          {action && <Action action={action} onFollowed={() => close(id)} />}
          <IconButton icon="close" label="关闭提示" onClick={() => close(id)} />
        </div>
      ))}
    </div>,
    lastOf(openDialogs.value) ?? document.body,
  )
}

function Action({ action, onFollowed }: { action: ToastAction; onFollowed(): void }) {
  if ('href' in action) return <Link {...action} onFollowed={onFollowed} />
  if ('run' in action)
    return (
      <LinkButton
        className="center"
        onClick={() => {
          onFollowed()
          action.run()
        }}
      >
        {action.label}
      </LinkButton>
    )
  return (
    <>
      {/* The undo is still there when one comes back. */}
      {action.link && <Link {...action.link} onFollowed={() => {}} />}
      <LinkButton
        className="center"
        aria-keyshortcuts="Control+Z"
        onClick={() => {
          onFollowed()
          action.undo()
        }}
      >
        撤销
      </LinkButton>
    </>
  )
}

const Link = ({ label, href, onFollowed }: SiteLink & { onFollowed(): void }) => (
  <a className="link center" href={href} target="_blank" rel="noreferrer" onClick={onFollowed}>
    {label}
  </a>
)

const failures: Record<string, () => void> = {}

/** Runs an action, and shows why it failed: then it resolves to undefined. One in words of its own goes when it succeeds. */
export async function attempt<T>(action: () => Promise<T>, otherwise = ''): Promise<T | undefined> {
  try {
    const value = await action()
    if (otherwise) failures[otherwise]?.()
    return value
  } catch (cause) {
    failures[otherwise] = toast(messageOf(cause, otherwise || '操作失败，请重试'), 'bad')
    return undefined
  }
}
