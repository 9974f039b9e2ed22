import { type RefObject, useEffect } from 'react'

/** Marks the document while a field of the form has the focus or its button is on the screen: nothing may float over it then. */
export function useFormInUse(form: RefObject<HTMLElement | null>, button: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [fields, submit] = [form.current, button.current]
    if (!fields || !submit) return
    let focused = false
    let near = false
    const mark = (): void => void document.documentElement.classList.toggle('form-in-use', focused || near)
    const focus = ({ type }: FocusEvent): void => {
      focused = type === 'focusin'
      mark()
    }
    const seen = new IntersectionObserver(([entry]) => {
      near = entry?.isIntersecting === true
      mark()
    })
    seen.observe(submit)
    fields.addEventListener('focusin', focus)
    fields.addEventListener('focusout', focus)
    return () => {
      seen.disconnect()
      fields.removeEventListener('focusin', focus)
      fields.removeEventListener('focusout', focus)
      document.documentElement.classList.remove('form-in-use')
    }
  }, [form, button])
}
