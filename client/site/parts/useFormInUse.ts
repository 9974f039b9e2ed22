import { type RefObject, useEffect } from 'react'
import { listen } from '../../lib/listen.ts'

/** Marks the document while a field of the form has the focus or its button is on the screen, so that nothing floats over it. */
export function useFormInUse(form: RefObject<HTMLElement | null>, button: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [fields, submit] = [form.current, button.current]
    if (!fields || !submit) return
    let focused = fields.contains(document.activeElement)
    let visible = false
    const mark = (): void => void document.documentElement.classList.toggle('form-in-use', focused || visible)
    const focus = ({ type }: FocusEvent): void => {
      focused = type === 'focusin'
      mark()
    }
    const observer = new IntersectionObserver(([entry]) => {
      visible = entry?.isIntersecting === true
      mark()
    })
    observer.observe(submit)
    const unsubscribe = listen(fields, { focusin: focus, focusout: focus })
    return () => {
      observer.disconnect()
      unsubscribe()
      document.documentElement.classList.remove('form-in-use')
    }
  }, [form, button])
}
