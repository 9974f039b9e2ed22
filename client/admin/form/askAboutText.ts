import { kinds, type KindName } from '../../../contract/kinds.ts'
import { countUnpasted, withoutUnpasted } from '../../../contract/unpasted.ts'
import { storePictures, summaryOf } from '../../editor/outsidePictures.ts'
import { outsideAddressesIn, withStored } from '../../editor/text/media.ts'
import { showFirstPlaceholder } from '../../editor/text/placeholders.ts'
import { choose } from '../ui/confirm.tsx'
import { toast } from '../ui/Toast.tsx'
import type { Form } from './form.ts'
import type { Prepare } from './formState.ts'
import { fetchPictures } from './RichField.tsx'

interface Options {
  form: Pick<Form, 'view' | 'showError'>
  element: { current: HTMLElement | null }
  /** The field of a title that may be left out, which is seldom meant. */
  optionalTitle: string | undefined
  /** What the button says that goes on. */
  ok: string
}

/** What visitors should not see, or may not. */
interface Concerns {
  /** The title's field, if it is empty. */
  untitled: string | undefined
  /** Marks where something could not be pasted, by field. */
  unpasted: { name: string; count: number }[]
  /** Addresses of pictures on other sites, which may refuse to show them here. */
  outside: string[]
}

/** The field of a title that may be left out. */
export function optionalTitleOf(kind: KindName): string | undefined {
  const { title, fields } = kinds[kind]
  const rule: { validate(value: string): string | undefined } | undefined = Reflect.get(fields, title)
  return rule?.validate('') === undefined ? title : undefined
}

/**
 * Asks once before something goes to visitors that has what they should not see, or may not. Resolves to how the values are sent: without
 * marks, and with the pictures that were stored here. The form itself stays as it is. Resolves to undefined if nothing is to be sent.
 */
export async function askAboutText(options: Options): Promise<Prepare | undefined> {
  const stored = new Map<string, string>()
  let failure = ''
  for (;;) {
    const concerns = concernsIn(options, stored)
    const lines = linesOf(concerns)
    if (lines.length === 0) return preparing(stored)
    const answer = await ask(options, concerns, [failure, ...lines].filter(Boolean))
    if (answer === 'go on') return preparing(stored)
    if (answer === 'stay') return undefined
    if (answer === 'look') return void show(options, concerns)
    const withdraw = toast('正在把站外图片存到本站…', 'info')
    const { urls, failed } = await storePictures(concerns.outside, fetchPictures)
    withdraw()
    // The form was closed meanwhile.
    if (!options.element.current) return undefined
    for (const [address, url] of urls) stored.set(address, url)
    // The question had everything else, too.
    if (failed.size === 0) return preparing(stored)
    failure = summaryOf([...failed.values()])
  }
}

function concernsIn({ form, optionalTitle }: Options, stored: ReadonlyMap<string, string>): Concerns {
  const { values } = form.view.peek()
  const outside = new Set(Object.values(values).flatMap((text = '') => outsideAddressesIn(text)))
  return {
    untitled: optionalTitle !== undefined && (values[optionalTitle] ?? '').trim() === '' ? optionalTitle : undefined,
    unpasted: Object.keys(values)
      .map((name) => ({ name, count: countUnpasted(values[name] ?? '') }))
      .filter(({ count }) => count > 0),
    outside: [...outside].filter((address) => !stored.has(address)),
  }
}

function linesOf({ untitled, unpasted, outside }: Concerns): string[] {
  const count = unpasted.reduce((sum, each) => sum + each.count, 0)
  const lines: string[] = []
  if (untitled !== undefined) lines.push('还没有标题。')
  if (count > 0) lines.push(`正文还有 ${count} 处未能粘贴的内容，标出它们的红字不会发出去。`)
  if (outside.length > 0) lines.push(`正文还有 ${outside.length} 张站外图片，访客可能看不到。`)
  return lines
}

type Answer = 'go on' | 'store' | 'look' | 'stay'

async function ask({ ok }: Options, { untitled, unpasted, outside }: Concerns, lines: string[]): Promise<Answer> {
  const question = lines.join('\n')
  const hasPlace = untitled !== undefined || unpasted.length > 0
  if (!hasPlace) {
    const answer = await choose(question, { ok, cancel: '存到本站' })
    if (answer === undefined) return 'stay'
    return answer === true ? 'go on' : 'store'
  }
  const cancel = untitled === undefined ? '查看' : '填写标题'
  const answer = await choose(question, { ok, cancel, ...(outside.length > 0 && { other: '图片存到本站' }) })
  if (answer === undefined) return 'stay'
  if (answer === 'other') return 'store'
  return answer ? 'go on' : 'look'
}

/** Selects the first place that the question was about. */
function show({ form, element }: Options, { untitled, unpasted }: Concerns): void {
  for (const each of unpasted) form.showError(each.name, `还有 ${each.count} 处未能粘贴的内容，已用红字标出`)
  // The dialog gives the focus back first.
  setTimeout(() => {
    if (untitled !== undefined) element.current?.querySelector<HTMLElement>(`[name=${untitled}]`)?.focus()
    else if (element.current) showFirstPlaceholder(element.current)
  })
}

const preparing =
  (stored: ReadonlyMap<string, string>): Prepare =>
  (values) =>
    Object.fromEntries(Object.entries(values).map(([name, text]) => [name, preparedText(text, stored)]))

function preparedText(text: string, stored: ReadonlyMap<string, string>): string {
  if (countUnpasted(text) === 0 && stored.size === 0) return text
  return withStored(withoutUnpasted(text), stored)
}
