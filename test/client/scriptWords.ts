export interface Word {
  kind: 'name' | 'text' | 'pattern' | 'number' | 'sign'
  text: string
}

const name = /[\p{ID_Start}$_#][\p{ID_Continue}$]*/uy
const number = /(?:0[xob][\da-f]+|\d*\.?\d+(?:e[+-]?\d+)?)n?/iy
const sign = /\?\.(?!\d)|=>|\.\.\.|[^\s]/y
const beforePattern = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'delete',
  'void',
  'throw',
  'new',
  'else',
  'do',
  'instanceof',
  'yield',
  'await',
])
const beforeCondition = new Set(['if', 'while', 'for', 'with'])

/**
 * The tokens of a script: names, strings, regular expressions, signs. It knows only enough grammar to tell a regular expression from a
 * division. One long function with many branches, since all of them move the same position and the same stack of brackets.
 */
export function scriptWords(code: string): Word[] {
  const words: Word[] = []
  /** For each open bracket: whether it is a condition’s, and whether a template continues after it. */
  const open: { condition: boolean; template: boolean }[] = []
  let afterCondition = false
  let at = 0

  const read = (form: RegExp): string => {
    form.lastIndex = at
    const [text = ''] = form.exec(code) ?? []
    at += text.length
    return text
  }
  const startsPattern = (): boolean => {
    const last = words[words.length - 1]
    if (!last || afterCondition) return true
    if (last.kind === 'name') return beforePattern.has(last.text)
    return last.kind === 'sign' && !/^[)\]}]$/.test(last.text)
  }
  const string = (quote: string): void => {
    const from = ++at
    while (code[at] !== quote) at += code[at] === '\\' ? 2 : 1
    words.push({ kind: 'text', text: code.slice(from, at++) })
  }
  const template = (): void => {
    const from = ++at
    while (code[at] !== '`' && !code.startsWith('${', at)) at += code[at] === '\\' ? 2 : 1
    words.push({ kind: 'text', text: code.slice(from, at) })
    if (code[at] === '`') at++
    else {
      at += 2
      open.push({ condition: false, template: true })
      words.push({ kind: 'sign', text: '${' })
    }
  }
  const pattern = (): void => {
    const from = at++
    for (let inClass = false; code[at] !== '/' || inClass; at++) {
      if (code[at] === '\\') at++
      else if (code[at] === '[') inClass = true
      else if (code[at] === ']') inClass = false
    }
    at++
    words.push({ kind: 'pattern', text: code.slice(from, at) + read(/[a-z]*/y) })
  }

  while (at < code.length) {
    const letter = code[at] ?? ''
    if (/\s/.test(letter)) at++
    else if (code.startsWith('//', at)) at = code.indexOf('\n', at) + 1 || code.length
    else if (code.startsWith('/*', at)) at = code.indexOf('*/', at) + 2
    else if (letter === '"' || letter === "'") string(letter)
    else if (letter === '`') template()
    else if (letter === '/' && startsPattern()) pattern()
    else {
      const last = words[words.length - 1]
      const startsNumber = /[\d.]/.test(letter) && /\d/.test(letter + (code[at + 1] ?? ''))
      let kind: Word['kind'] = 'name'
      let text = read(name)
      if (text === '' && startsNumber) {
        kind = 'number'
        text = read(number)
      }
      if (text === '') {
        kind = 'sign'
        text = read(sign)
      }
      let closesCondition = false
      if (text === '(' || text === '{' || text === '[') {
        open.push({
          condition: text === '(' && last?.kind === 'name' && beforeCondition.has(last.text),
          template: false,
        })
      }
      if (text === ')' || text === '}' || text === ']') {
        const closed = open.pop()
        closesCondition = closed?.condition ?? false
        if (closed?.template) {
          words.push({ kind: 'sign', text: '}' })
          at--
          template()
          afterCondition = false
          continue
        }
      }
      words.push({ kind, text })
      afterCondition = closesCondition
      continue
    }
    if (words.length > 0 && !/\s/.test(letter)) afterCondition = false
  }
  return words
}
