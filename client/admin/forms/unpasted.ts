import { countUnpasted, withoutUnpasted } from '../../../contract/unpasted.ts'
import { showFirstPlaceholder } from '../../editor/text/placeholders.ts'
import { confirm } from '../ui/confirm.tsx'
import type { Form } from './form.ts'

interface Options {
  form: Pick<Form, 'view' | 'set' | 'showError'>
  element: { current: HTMLElement | null }
}

/**
 * Asks before text goes to visitors that has marks where something could not be pasted. Resolves to whether to go on, then without the
 * marks; if not, the first one is selected.
 */
export async function askAboutUnpasted({ form, element }: Options, ok = '仍然保存'): Promise<boolean> {
  const { values } = form.view.peek()
  const fields = Object.keys(values).flatMap((name) => {
    const count = countUnpasted(values[name] ?? '')
    return count > 0 ? [{ name, count }] : []
  })
  if (fields.length === 0) return true
  const count = fields.reduce((sum, each) => sum + each.count, 0)
  const question = `正文还有 ${count} 处未能粘贴的内容。${ok}的话，标出它们的红字会去掉。`
  if (await confirm(question, { ok, cancel: '查看' })) {
    for (const { name } of fields) form.set(name, withoutUnpasted(form.view.peek().values[name] ?? ''))
    return true
  }
  for (const each of fields) form.showError(each.name, `还有 ${each.count} 处未能粘贴的内容，已用红字标出`)
  // The dialog gives the focus back first.
  setTimeout(() => element.current && showFirstPlaceholder(element.current))
  return false
}
