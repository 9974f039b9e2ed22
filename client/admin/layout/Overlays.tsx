import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { listen } from '../../lib/listen.ts'
import { onMac } from '../ui/keys.ts'
import { toast } from '../ui/Toast.tsx'
import { endWork } from '../work/unfinished.ts'
import { loadScreens } from '../lazyScreen.tsx'
import { closeOverlay, openOverlay, type Overlay, overlay } from '../overlay.ts'

type Dialog = ComponentType<{ open: boolean; typed: string; onClose(): void }>

/** The dialogs of the frame, and the keys that open them. */
export function Overlays() {
  useSignals()
  const wanted = overlay.value
  const [shown, setShown] = useState<{ wanted: Overlay; Dialog: Dialog }>()
  const isShown = shown !== undefined && shown.wanted === wanted
  const typed = useTypedEarly(wanted === 'palette' && !isShown)

  useEffect(() => {
    if (!wanted) return
    let current = true
    loadScreens().then(
      ({ dialogs }) => current && setShown({ wanted, Dialog: dialogs[wanted] }),
      () => {
        if (!current) return
        closeOverlay()
        toast('没有打开，请检查网络后重试', 'bad')
      },
    )
    return () => {
      current = false
      setShown(undefined)
      endWork('')
    }
  }, [wanted])
  useEffect(() => {
    const end = listen(window, { keydown: onKeyDown })
    return () => {
      end()
      closeOverlay()
    }
  }, [])

  return isShown ? <shown.Dialog open typed={typed.current} onClose={closeOverlay} /> : null
}

/** Collects what is typed while the palette is loading, for its field. Otherwise it would go to the focused element. */
function useTypedEarly(waiting: boolean) {
  const typed = useRef('')
  useEffect(() => {
    if (!waiting) return
    typed.current = ''
    const onEarlyKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event
      if (event.isComposing || event.keyCode === 229 || ctrlKey || metaKey || altKey) return
      if (key === 'Escape') closeOverlay()
      else if (key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (key.length === 1) typed.current += key
      else if (key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
    }
    return listen(window, { keydown: onEarlyKey }, { capture: true })
  }, [waiting])
  return typed
}

/** The editor and dialogs prevent the default of the keys that they handle. */
function onKeyDown(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229 || altKey) return
  const command = onMac ? metaKey && !ctrlKey : ctrlKey && !metaKey
  if (command && !shiftKey && key.toLowerCase() === 'k') {
    // Firefox would go to its own search.
    event.preventDefault()
    openOverlay('palette')
  } else if ((key === '?' || key === '？') && !ctrlKey && !metaKey && !isField(target)) {
    event.preventDefault()
    openOverlay('keys')
  }
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))
