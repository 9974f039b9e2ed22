/**
 * Marks in a rich text where something could not be pasted: red, so that staff notice them. Nothing but this tells them from other text.
 */
export const unpastedClass = 'color-red'
export const unpastedText = (what: string, name: string): string => `【${what}未能粘贴${name && `：${name}`}】`
export const isUnpastedText = (text: string): boolean => /^【[^】]{2,4}未能粘贴.*】$/s.test(text)

const beginning = '【[^】<]{2,4}未能粘贴'
/**
 * Marks in rich text as it is stored, also inside JSON; those side by side are one piece of red text. Their length is limited, so that the
 * cost of hostile text is, too.
 */
const words = `${beginning}(?:(?!${beginning})[^<]|<(?!/?span)){0,400}】`
const mark = `<span class=\\\\?"${unpastedClass}\\\\?">(?:${words})+(?:</(?!span)\\w+>)*</span>`
const marks = new RegExp(mark, 'g')
const beginnings = new RegExp(beginning, 'g')
const marksAndTheirParagraphs = new RegExp(`<p(?: [^<>]*)?>(?:${mark})+</p>|${mark}`, 'g')

export const countUnpasted = (html: string): number => html.match(marks)?.join('').match(beginnings)?.length ?? 0

/** What visitors may see: staff alone can tell what a mark means. */
export const withoutUnpasted = (html: string): string => html.replace(marksAndTheirParagraphs, '')

/** The fields of a record as visitors may see them: a draft keeps its marks. */
export function publicFields<F extends object>(body: string | undefined, fields: F): F {
  const html: unknown = body === undefined ? undefined : Reflect.get(fields, body)
  return body !== undefined && typeof html === 'string' ? { ...fields, [body]: withoutUnpasted(html) } : fields
}
