import { countUnpasted, withoutUnpasted } from '../../../contract/unpasted.ts'
import { storePictures, summaryOf } from '../../editor/outsidePictures.ts'
import { isOutside } from '../../editor/text/media.ts'
import { showFirstPlaceholder } from '../../editor/text/placeholders.ts'
import { choose, confirm } from '../ui/confirm.tsx'
import { toast } from '../ui/Toast.tsx'
import type { Form } from './form.ts'
import { fetchPictures } from './RichField.tsx'

interface Options {
  form: Pick<Form, 'view' | 'set' | 'showError'>
  element: { current: HTMLElement | null }
}

/** Asks before text goes to visitors that has what they should not see, or may not. Resolves to whether to go on. */
export const askAboutText = async (options: Options, ok: string): Promise<boolean> =>
  (await askAboutUnpasted(options, ok)) && askAboutOutside(options, ok)

/**
 * Asks before text goes to visitors that has marks where something could not be pasted. Resolves to whether to go on, then without the
 * marks; if not, the first one is selected.
 */
async function askAboutUnpasted({ form, element }: Options, ok: string): Promise<boolean> {
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

/** Pictures of other sites in rich text as it is stored, also inside JSON. */
const picture = /(<img (?:[^<>]* )?src=\\?")(https?:[^"\\<>]*)/gi
const addressOf = (written: string): string => written.replaceAll('&amp;', '&')

/** Asks before text goes to visitors with pictures of other sites, which may refuse to show them here; offers to store them here. */
async function askAboutOutside(options: Options, ok: string, failure = ''): Promise<boolean> {
  const { form, element } = options
  const texts = Object.entries(form.view.peek().values)
  const all = texts.flatMap(([, text = '']) =>
    [...text.matchAll(picture)].map(([, , written = '']) => addressOf(written)),
  )
  const addresses = [...new Set(all.filter(isOutside))]
  if (addresses.length === 0) return true
  const question = `${failure && `${failure}\n`}正文还有 ${addresses.length} 张站外图片，访客可能看不到。`
  const goesOn = await choose(question, { ok, cancel: '存到本站' })
  if (goesOn !== false) return goesOn === true
  const withdraw = toast('正在把站外图片存到本站…', 'info')
  const { urls, failed } = await storePictures(addresses, fetchPictures)
  withdraw()
  // The form was closed meanwhile.
  if (!element.current) return false
  for (const [name] of texts) {
    const before = form.view.peek().values[name] ?? ''
    const text = before.replace(picture, (whole, start: string, written: string) => {
      const url = urls.get(addressOf(written))
      return url === undefined ? whole : start + url
    })
    if (text !== before) form.set(name, text)
  }
  return askAboutOutside(options, ok, summaryOf([...failed.values()]))
}
