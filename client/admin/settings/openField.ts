import { drawnPlace } from './places.ts'

/** Not the handle that moves an item. */
const controls =
  ':is(input:not([type=hidden]), textarea, select, button, [contenteditable=true]):not([hidden], .move-handle)'

/** An editor is loaded when it is first seen. */
const maxFrames = 120

/** Shows the field at a path, or an item of a list, in the form: what folds it is opened, it comes into sight and gets the focus. */
export async function openField(form: HTMLElement, path: string): Promise<void> {
  // A group that is shown again is loaded again; until then its fields take no focus.
  do await nextFrame()
  while (form.isConnected && form.querySelector('form[aria-busy=true]'))
  const steps = drawnPlace(form, path).split('.')
  let setting: HTMLElement | undefined
  for (const [index] of steps.entries()) {
    const place = steps.slice(0, index + 1).join('.')
    const found = form.querySelector<HTMLElement>(`[data-path="${CSS.escape(place)}"]`)
    if (!found) continue
    setting = found
    for (let fold = found.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
      if (form.contains(fold)) fold.open = true
    const folded = found.querySelector<HTMLElement>(':scope > .setting-item > [aria-expanded=false]')
    folded?.click()
    if (folded) await nextFrame()
  }
  if (!setting) return
  for (let frame = 0; frame < maxFrames && !controlIn(setting); frame += 1) await nextFrame()
  const view = setting.closest('.view')
  const fits = setting.offsetHeight < (view?.clientHeight ?? 0) / 2
  setting.scrollIntoView({ block: fits ? 'center' : 'start' })
  controlIn(setting)?.focus({ preventScroll: true })
}

/** In an item that is folded out, its first field. */
const controlIn = (setting: HTMLElement): HTMLElement | null =>
  (setting.querySelector(':scope > .setting-inner') ?? setting).querySelector<HTMLElement>(controls)

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))
