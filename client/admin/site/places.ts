/**
 * A menu has a row for each page, and stores other entries: its element says which place of a row is which place of what is stored, as
 * pairs.
 */
const pairsIn = (element: Element): [stored: string, drawn: string][] =>
  JSON.parse(element.getAttribute('data-places') ?? '[]') as [string, string][]

/** Where the form draws what is stored at a path. */
export function drawnPlace(form: Element, path: string): string {
  for (const element of form.querySelectorAll('[data-places]')) {
    const pair = pairsIn(element).find(([stored]) => stored === path)
    if (pair) return pair[1]
  }
  return path
}

/** The path of what is stored, from where the form draws it. */
export function storedPlace(input: Element, drawn: string): string {
  const element = input.closest('[data-places]')
  const pair = element ? pairsIn(element).find(([, place]) => place === drawn) : undefined
  return pair?.[0] ?? drawn
}
