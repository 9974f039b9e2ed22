import { type KindName, knownBy, recordKind } from '../../../contract/kinds/kinds.ts'
import { countUnpasted, withoutUnpasted } from '../../../contract/text/unpasted.ts'
import { storePictures, failureSummary } from '../../editor/outsidePictures.ts'
import { outsideAddressesIn, withStored } from '../../editor/text/media.ts'
import { showFirstPlaceholder } from '../../editor/text/placeholders.ts'
import { choose } from '../ui/confirm.tsx'
import { toast } from '../ui/Toast.tsx'
import { type FieldValues, textIn } from '../../../contract/kinds/merge.ts'
import type { Form } from './form.ts'
import type { Prepare } from './formState.ts'
import { fetchPictures } from './RichField.tsx'

interface Options {
  form: Pick<Form, 'view' | 'showError'>
  element: { current: HTMLElement | null }
  /** The fields that may be left out, which is seldom meant, with what is asked about them. */
  wanted: Readonly<Record<string, string>>
  /** What the button says that goes on. */
  ok: string
}

/** What visitors should not see, or may not. */
interface Concerns {
  /** The wanted fields that are empty. */
  missing: string[]
  /** Marks where something could not be pasted, by field. */
  unpasted: { name: string; count: number }[]
  /** Addresses of pictures on other sites, which may refuse to show them here. */
  outside: string[]
}

/** What a product is known by, in words. */
export const knownAs = ['图片', '正文'] as const

/** A title that may be left out; of a product that nobody has seen yet also what it is found and known by. */
export function wantedOf(kind: KindName, isPublished: boolean): Options['wanted'] {
  const { title, filter, fields } = recordKind(kind)
  const rule: { validate(value: string): string | undefined } | undefined = Reflect.get(fields, title)
  return {
    ...(rule?.validate('') === undefined && { [title]: '标题' }),
    ...(filter && !isPublished && { [filter]: '产品位置（列表里就没有它）' }),
    ...(!isPublished && Object.fromEntries(knownBy(kind).map((name, at) => [name, knownAs[at] ?? '']))),
  }
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
    const lines = linesOf(options, concerns)
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
    failure = failureSummary([...failed.values()])
  }
}

function concernsIn({ form, wanted }: Options, stored: ReadonlyMap<string, string>): Concerns {
  const { values } = form.view.peek()
  const outside = new Set(outsideAddressesIn(JSON.stringify(values)))
  return {
    missing: Object.keys(wanted).filter((name) => isEmpty(textIn(values, name))),
    unpasted: Object.keys(values)
      .map((name) => ({ name, count: countUnpasted(JSON.stringify(values[name])) }))
      .filter(({ count }) => count > 0),
    outside: [...outside].filter((address) => !stored.has(address)),
  }
}

const isEmpty = (text: string): boolean => text.replace(/<(?!img|video)[^>]*>/g, '').trim() === ''

function linesOf({ wanted }: Options, { missing, unpasted, outside }: Concerns): string[] {
  const count = unpasted.reduce((sum, each) => sum + each.count, 0)
  const lines: string[] = []
  if (missing.length > 0) lines.push(`还没有${missing.map((name) => wanted[name]).join('、')}。`)
  if (count > 0) lines.push(`正文还有 ${count} 处未能粘贴的内容，标出它们的红字不会发出去。`)
  if (outside.length > 0) lines.push(`正文还有 ${outside.length} 张站外图片，访客可能看不到。`)
  return lines
}

type Answer = 'go on' | 'store' | 'look' | 'stay'

async function ask(
  { ok, wanted }: Options,
  { missing, unpasted, outside }: Concerns,
  lines: string[],
): Promise<Answer> {
  const question = lines.join('\n')
  const [first] = missing
  const hasPlace = first !== undefined || unpasted.length > 0
  let cancel = hasPlace ? '查看' : '存到本站'
  if (first !== undefined) cancel = `填写${wanted[first]?.replace(/（.*/, '')}`
  const other = hasPlace && outside.length > 0 && { other: '图片存到本站' }
  const answer = await choose(question, { ok, cancel, ...other })
  if (answer === undefined) return 'stay'
  if (answer === true) return 'go on'
  return answer === 'other' || !hasPlace ? 'store' : 'look'
}

/** Selects the first place that the question was about. */
function show({ form, element }: Options, { missing: [first], unpasted }: Concerns): void {
  for (const each of unpasted) form.showError(each.name, `还有 ${each.count} 处未能粘贴的内容，已用红字标出`)
  // The dialog gives the focus back first.
  setTimeout(() => {
    const { current } = element
    if (first !== undefined)
      (
        current?.querySelector<HTMLElement>(`[name=${first}]`) ??
        current?.querySelector<HTMLElement>('[contenteditable]')
      )?.focus()
    else if (current) showFirstPlaceholder(current)
  })
}

const preparing =
  (stored: ReadonlyMap<string, string>): Prepare =>
  (values) =>
    JSON.parse(preparedText(JSON.stringify(values), stored)) as FieldValues

function preparedText(text: string, stored: ReadonlyMap<string, string>): string {
  if (countUnpasted(text) === 0 && stored.size === 0) return text
  return withStored(withoutUnpasted(text), stored)
}
