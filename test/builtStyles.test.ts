import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

// Chromium 88, Firefox 85 and Safari 14.1 draw the site as designed; Chromium 88, Firefox 98 and Safari 15.4 the back office.
const folder = fileURLToPath(new URL('../dist/client', import.meta.url))
const client = fileURLToPath(new URL('../client', import.meta.url))
const sourceIn = (part: string): string =>
  readdirSync(join(client, part), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(client, part, file), 'utf8'))
    .join('\n')
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<
  'site' | 'admin',
  { sheets: Record<string, string> }
>
/** All sheets of one of them. */
const cssOf = (name: 'site' | 'admin'): string =>
  Object.values(manifest[name].sheets)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('')
const built = (name: 'site' | 'admin'): Rule[] => rulesOf(cssOf(name))

interface Rule {
  /** The at-rules around it, outermost first. */
  within: string
  /** A selector, or an at-rule that holds declarations itself. */
  head: string
  declarations: [property: string, value: string][]
}

/** Every block that holds declarations. What is built has no comments. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = []
  const heads: string[] = []
  let word = ''
  let quote = ''
  for (const letter of css) {
    if (quote) {
      word += letter
      if (letter === quote) quote = ''
      continue
    }
    if (letter === '"' || letter === "'") quote = letter
    if (letter === '{') {
      heads.push(word.slice(word.lastIndexOf(';') + 1).trim())
      word = ''
    } else if (letter === '}') {
      const head = heads.pop() ?? ''
      const declarations = word
        .split(';')
        .filter((part) => part.includes(':'))
        .map((part): [string, string] => [
          part.slice(0, part.indexOf(':')).trim(),
          part.slice(part.indexOf(':') + 1).trim(),
        ])
      if (!head.startsWith('@') || declarations.length > 0) rules.push({ within: heads.join(' '), head, declarations })
      word = ''
    } else word += letter
  }
  return rules
}

/** Features that the oldest browsers lack, since when browsers have them, and the condition inside which they may be used. */
const newerFeatures: readonly {
  what: string
  since: string
  in: 'around' | 'selector' | 'property' | 'value'
  found: RegExp
  guard?: RegExp
}[] = [
  { what: 'layers', since: 'Chromium 99', in: 'around', found: /@layer/ },
  { what: 'ranges in media queries', since: 'Chromium 104', in: 'around', found: /@media[^@]*[<>]/ },
  { what: 'a negated feature without a type', since: 'Chromium 104', in: 'around', found: /@media[^@]*\bnot ?\(/ },
  { what: 'scripting as a media feature', since: 'Chromium 120', in: 'around', found: /\(scripting/ },
  { what: 'nesting', since: 'Chromium 112', in: 'selector', found: /&/ },
  { what: ':has()', since: 'Chromium 105', in: 'selector', found: /:has\(/, guard: /@supports selector\(:has\(/ },
  {
    what: 'translate, scale and rotate of their own',
    since: 'Chromium 104',
    in: 'property',
    found: /^(translate|scale|rotate)$/,
  },
  { what: 'light-dark()', since: 'Chromium 123', in: 'value', found: /light-dark\(/ },
  { what: 'color-mix()', since: 'Chromium 111', in: 'value', found: /color-mix\(/ },
  { what: 'oklch(), lab() and the like', since: 'Chromium 111', in: 'value', found: /\b(ok)?(lch|lab)\(/ },
  {
    what: 'small, large and dynamic windows',
    since: 'Chromium 108',
    in: 'value',
    found: /\d[sld]v[hwbi]\b/,
    guard: /@supports \(block-size: ?1dvh\)/,
  },
  {
    what: 'units of containers',
    since: 'Chromium 105',
    in: 'value',
    found: /\dcq[a-z]+\b/,
    guard: /@supports \(inline-size: ?1cqi\)/,
  },
  {
    what: 'overflow: clip',
    since: 'Chromium 90',
    in: 'value',
    found: /^clip( visible)?$/,
    guard: /@supports \(overflow: ?clip/,
  },
]

const prefixed = ['mask', 'mask-image', 'user-select', 'backdrop-filter', 'text-size-adjust']

for (const name of ['site', 'admin'] as const) {
  test(`${name}: what the oldest browsers do not know is used only where they can do without`, () => {
    const rules = built(name)
    assert.ok(rules.length > 500)
    const wrong: string[] = []
    for (const { within, head, declarations } of rules) {
      for (const { what, since, in: place, found, guard } of newerFeatures) {
        if (guard?.test(within)) continue
        const texts = {
          around: [`${within} ${head.startsWith('@') ? head : ''}`],
          selector: [head.startsWith('@') ? '' : head],
          property: declarations.map(([property]) => property),
          value: declarations.map(([, value]) => value),
        }[place]
        for (const text of texts) if (found.test(text)) wrong.push(`${what} (${since}): ${within} ${head} … ${text}`)
      }
    }
    assert.deepEqual(wrong, [])
  })

  test(`${name}: a selector that a browser may not know is not in a list with others, which would be lost with it`, () => {
    const unknown = [
      /::backdrop/,
      /:popover-open/,
      /::-webkit-/,
      /::-moz-/,
      ...(name === 'site' ? [/:focus-visible/, /::marker/] : []),
    ]
    const wrong = built(name).filter(({ head }) => {
      const parts = head.replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '').split(',')
      return (
        !head.startsWith('@') &&
        unknown.some(
          (pattern) => parts.some((part) => pattern.test(part)) && !parts.every((part) => pattern.test(part)),
        )
      )
    })
    assert.deepEqual(
      wrong.map(({ head }) => head),
      [],
    )
  })

  test(`${name}: what needs a prefix has it`, () => {
    const wrong = built(name).flatMap(({ head, declarations }) => {
      const named = new Set(declarations.map(([property]) => property))
      return prefixed
        .filter((property) => named.has(property) && !named.has(`-webkit-${property}`))
        .map((property) => `${head} ${property}`)
    })
    assert.deepEqual(wrong, [])
  })

  test(`${name}: every token that it uses, or its scripts, is in it`, () => {
    const rules = built(name)
    const set = new Set(rules.flatMap(({ declarations }) => declarations.map(([property]) => property)))
    const source = ['ui', 'editor', name].map(sourceIn).join('\n')
    const byScript = new Set([...source.matchAll(/['"](--[\w-]+)['"]/g)].map(([, token]) => token))
    const used = [
      ...source.matchAll(/var\((--[\w-]+)\)/g),
      ...rules.flatMap(({ declarations }) =>
        declarations.flatMap(([, value]) => [...value.matchAll(/var\((--[\w-]+)\)/g)]),
      ),
    ]
    assert.deepEqual(
      used.map(([, token = '']) => token).filter((token) => !set.has(token) && !byScript.has(token)),
      [],
    )
  })

  test(`${name}: every query of a container has one of the window beside it`, () => {
    const css = cssOf(name)
    const asked = css.match(/@container\b/g)?.length ?? 0
    assert.ok(asked > 0)
    assert.equal(css.match(/@supports not \(container-type: ?inline-size\)/g)?.length, asked)
  })
}

test('a box gets its shape without aspect-ratio too; a picture has one of its own', () => {
  const rules = built('site')
  const otherwise = rules.filter(({ within }) => /@supports not \(aspect-ratio/.test(within)).map(({ head }) => head)
  const wrong = rules.filter(({ within, head, declarations }) => {
    const named = declarations.map(([property]) => property)
    return (
      named.includes('aspect-ratio') &&
      !/@supports not/.test(within) &&
      !/(\b(img|video)|-cover)$/.test(head) &&
      !named.includes('--shape') &&
      !otherwise.some((each) => each.startsWith(head))
    )
  })
  assert.deepEqual(
    wrong.map(({ head }) => head),
    [],
  )
})
