import { type RefObject, useEffect } from 'react'
import { fromTab, keepInTab } from '../../lib/tabStorage.ts'
import type { ApplyKind, ApplyOptions, FormField } from './applyKinds.ts'

/** Keeps what somebody types until it is sent: they may look something up on another page of the site, or reload this one. */
export function useFormDraft(form: RefObject<HTMLFormElement | null>, { action, fields }: ApplyKind, { posted, chosen }: ApplyOptions) {
  useEffect(() => {
    if (posted?.done) keepInTab(action, {})
    if (posted) return
    for (const [name, value] of Object.entries(fromTab(action))) {
      const field = fields.find((each) => each.name === name)
      if (!field || chosen?.[name]) continue
      const input = Array.from(form.current?.querySelectorAll<HTMLInputElement>(`[name=${name}]`) ?? [])
        .find((each) => each.type !== 'radio' || each.value === value)
      if (input?.type === 'radio') input.checked = true
      // What was typed before the script ran is newer.
      else if (input && !input.value) {
        input.value = value
        // The number of characters below it follows.
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
    }
  }, [])

  return {
    forget: (): void => keepInTab(action, {}),
    keep({ name, is }: FormField, value: string): void {
      if (is !== 'tick') keepInTab(action, { ...fromTab(action), [name]: value })
    },
  }
}
