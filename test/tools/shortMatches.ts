import assert from 'node:assert/strict'

// A page is 30 KB of HTML, and a test that fails printed it twice. Of a long text a failure shows what stands around the pattern: where it
// matches, else where its first word does.

const longest = 1000
const shown = 200

function excerpt(text: string, pattern: RegExp): string {
  const word = /[\p{L}\p{N}]{3,}/u.exec(pattern.source)?.[0] ?? ''
  const at = Math.max(text.search(pattern), text.indexOf(word), 0)
  const start = Math.max(0, at - shown / 2)
  return `… ${text.slice(start, start + shown)} … (${text.length} characters)`
}

function shortened(name: 'match' | 'doesNotMatch', matches: boolean): typeof assert.match {
  const original = assert[name]
  return function short(text, pattern, message) {
    if (typeof text !== 'string' || text.length <= longest) return original(text, pattern, message)
    if ((text.search(pattern) !== -1) === matches) return
    if (message instanceof Error) throw message
    const what = `${message === undefined ? '' : `${message}: `}${matches ? 'no' : 'a'} match of ${pattern} in\n`
    throw new assert.AssertionError({ message: what + excerpt(text, pattern), operator: name, stackStartFn: short })
  }
}

Object.assign(assert, { match: shortened('match', true), doesNotMatch: shortened('doesNotMatch', false) })
