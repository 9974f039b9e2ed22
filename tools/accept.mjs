import { readFileSync } from 'node:fs'
import { run } from 'node:test'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { compiledFile, compileTests, importCompiled } from './compileTests.mjs'

/** What is printed before a sentence, and what that means. */
const states = {
  held: ['✓ 做到了 holds', ''],
  not: ['✗ 没做到 fails', '看到的是什么，写在那一句下面 what was seen instead stands below it'],
  form: [
    '≈ 换做法 other',
    '换了一种做法，写在那一句下面，不一定问过 another form, which stands below it, asked or not',
  ],
  rest: [
    '· 没有问 not asked',
    '要改动内容，或是源码里的事：由npm test检查 it changes something or is about the sources: npm test shows it',
  ],
  login: ['· 要登录 needs login', '设了ACCEPT_USER和ACCEPT_PASSWORD才问 is asked with ACCEPT_USER and ACCEPT_PASSWORD'],
}
const indent = 22

/**
 * Asks any server whether the sentences of the specification hold, which changes nothing there, and prints the table. Resolves to 0 when
 * all that were asked hold.
 */
export async function accept([address = '']) {
  await compileTests()
  return acceptCompiled(address)
}

export async function acceptCompiled(address) {
  if (!/^https?:\/\//.test(address)) {
    console.error('网址要以http://或https://开头 which server? npm run accept -- https://www.example.com')
    return 1
  }
  try {
    // No visitor.
    await fetch(address, { signal: AbortSignal.timeout(20_000), headers: { 'User-Agent': 'zhuzhan-accept (bot)' } })
  } catch ({ message, cause }) {
    const { authorityWords, errorCode } = await importCompiled('server/system/systemErrors.ts')
    console.error(`没有回答 no answer: ${address}: ${authorityWords(errorCode(cause)) ?? cause?.message ?? message}`)
    return 1
  }
  Object.assign(process.env, { ACCEPT_URL: address, PATIENCE_MS: '20000' })
  const counts = { held: 0, not: 0, form: 0, rest: 0, login: 0 }
  let title = ''
  for await (const { type, data } of run({ files: [compiledFile('test/specification/accept.ts')] })) {
    if (type === 'test:start' && data.nesting === 0) title = data.name
    if (!['test:pass', 'test:fail'].includes(type)) continue
    const [sentence, otherForm] = data.name.split('\n')
    if (data.nesting === 0) {
      // Not of one of its rows: nobody can sign in, or there is no browser.
      const { failureType, cause } = data.details.error ?? {}
      if (failureType && failureType !== 'subtestsFailed') console.error(cause?.message ?? failureType)
      continue
    }
    if (title !== '') console.log(`\n${title}`)
    title = ''
    let state = data.skip ?? 'held'
    if (otherForm) state = 'form'
    if (type === 'test:fail') state = 'not'
    counts[state]++
    print(states[state][0], sentence)
    if (state === 'form') print('', `→ ${otherForm}`)
    if (state === 'not') print('', `→ ${reason(data.details.error)}`)
  }
  if (counts.held === 0) return 1
  console.log()
  for (const [state, count] of Object.entries(counts)) print(states[state][0], `${count} ${states[state][1]}`)
  return counts.not === 0 ? 0 : 1
}

/** Of a check that failed. */
function reason(error) {
  const { message = String(error), actual, expected, generatedMessage, stack = '' } = error?.cause ?? {}
  const [first, next = '', ...more] = stripVTControlCharacters(message).split('\n')
  const awaited = [next, ...more].find((line) => line.includes('waiting for '))?.replace(/.*waiting for /, '')
  if (awaited !== undefined) return `没有出现 did not appear: ${awaited}`
  // An excerpt of the text follows.
  if (first.endsWith(' in')) return `看到 seen: ${first} ${next}`
  if (expected === undefined) return first
  const seen = `看到 seen: ${shown(actual)}，应为 expected: ${shown(expected)}`
  return generatedMessage ? `${seen}；看的是 looked at: ${callsIn(stack)}` : `${first}: ${seen}`
}

const shown = (value) => (value instanceof RegExp ? String(value) : JSON.stringify(value))

/** What has found it, and who has called that. */
const callsIn = (stack) =>
  [...stack.matchAll(/(file:\S+\/specification\/(?!accept)\S+\.mjs):(\d+)/g)]
    .slice(0, 2)
    .map(([, file, line]) => readFileSync(fileURLToPath(file), 'utf8').split('\n')[line - 1])
    .map((code) => code.replace('else ', '').trim())
    .join(' ← ')

/** Two columns, the second one wrapped. */
function print(state, words) {
  const width = (process.stdout.columns ?? 80) - indent
  const lines = ['']
  for (const part of words.slice(0, 600).split(/(?<= )|(?<=[\u2e80-\uffff])/)) {
    if (widthOf(lines.at(-1) + part.trimEnd()) > width) lines.push('')
    lines.push(lines.pop() + part)
  }
  const first = state + ' '.repeat(Math.max(1, indent - widthOf(state)))
  console.log(first + lines.map((line) => line.trimEnd()).join(`\n${' '.repeat(indent)}`))
}

/** A character of Chinese takes two columns. */
const widthOf = (text) => [...text].reduce((sum, each) => sum + (/[\u2e80-\uffff]/.test(each) ? 2 : 1), 0)
