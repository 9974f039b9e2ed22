import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bundle, type SelectorComponent, transform } from 'lightningcss'

const folder = fileURLToPath(new URL('../client/styles', import.meta.url))
const tokens = readFileSync(join(folder, 'tokens.css'), 'utf8')

/** What is computed from the colour of a picture names none. */
const literal =
  /#[\da-f]{3,8}\b(?![\w-])|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)a?\((?!\s*calc\()/i
/** `transparent` and `currentColor` are no colours of their own. */
const named =
  /(?<![\w-])(?:white|black|red|green|blue|yellow|orange|purple|gr[ae]y|silver|navy|gold|pink|brown|cyan|teal|crimson|canvas\w*|button\w+|highlight\w*|linktext|graytext|mark\w*)(?![\w(-])/i

/** The declarations of a style sheet, without selectors and comments. */
const declarations = (css: string): string[] =>
  [...css.replace(/\/\*[^]*?\*\//g, '').matchAll(/(?:^|[{};])\s*([\w-]+\s*:[^{};]*)(?=[;}])/g)].map(
    ([, declaration = '']) => declaration.replace(/\s+/g, ' '),
  )

test('no style sheet but tokens.css names a colour', () => {
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.css') && name !== 'tokens.css',
  )
  assert.ok(sheets.length > 40)
  const wrong = sheets.flatMap((name) =>
    declarations(readFileSync(join(folder, name), 'utf8'))
      .filter((declaration) => {
        const value = declaration.slice(declaration.indexOf(':')).replace(/var\([^()]*/g, '')
        return literal.test(value) || named.test(value)
      })
      .map((declaration) => `${name}: ${declaration}`),
  )
  assert.deepEqual(wrong, [])
})

/** A small phone with very large letters: a `rem` here is the letter size that a person has chosen. */
const otherSizes = ['(--small) and (height < 28rem)']

test('the size of the window is asked for by the names of breakpoints.css', () => {
  const names = new Set(
    [...readFileSync(join(folder, 'breakpoints.css'), 'utf8').matchAll(/@custom-media (--[\w-]+)/g)].map(
      ([, name]) => name,
    ),
  )
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.css') && name !== 'breakpoints.css',
  )
  const wrong = sheets.flatMap((sheet) =>
    [...readFileSync(join(folder, sheet), 'utf8').matchAll(/@media ([^{]+)/g)]
      .filter(([, condition = '']) => !otherSizes.includes(condition.trim()))
      .filter(
        ([, condition = '']) =>
          /width|height|size/.test(condition) || (condition.match(/--[\w-]+/g) ?? []).some((name) => !names.has(name)),
      )
      .map(([query]) => `${sheet}: ${query}`),
  )
  assert.deepEqual(wrong, [])
})

test('a token that is used is set somewhere, and one of the dark set is in the light set too', () => {
  const source = (at: string, ends: RegExp): string =>
    readdirSync(at, { recursive: true, encoding: 'utf8' })
      .filter((name) => ends.test(name))
      .map((name) => readFileSync(join(at, name), 'utf8'))
      .join('\n')
  const styles = source(folder, /\.css$/)
  const names = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name)
  const setWhenBuilt = [...[...'abcdef'].map((digit) => `--tone-${digit}`), '--focus-x', '--focus-y']
  const set = new Set([
    ...setWhenBuilt,
    ...names(styles, /(--[\w-]+)\s*:/g),
    ...names(source(join(folder, '..'), /\.tsx?$/), /['"](--[\w-]+)['"]/g),
  ])
  assert.deepEqual(
    names(styles, /var\((--[\w-]+)\)/g).filter((name) => !set.has(name)),
    [],
  )

  const [light = '', dark = ''] = tokens.split(/@media[^{]*prefers-color-scheme: dark/)
  const day = new Set(names(light, /(--[\w-]+)\s*:/g))
  const night = names(dark.slice(0, dark.indexOf('--font:')), /(--[\w-]+)\s*:/g)
  assert.ok(night.length > 20)
  assert.deepEqual(
    night.filter((name) => !day.has(name)),
    [],
  )
})

test('the browser’s own colour around a page equals its header’s, in both colour schemes', () => {
  const [day, night] = [...tokens.matchAll(/--card:\s*(#[\da-f]{6});/g)].map(([, colour]) => colour)
  const html = readFileSync(fileURLToPath(new URL('../server/pages/document.ts', import.meta.url)), 'utf8')
  assert.deepEqual(
    [...html.matchAll(/name="theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)\)"/g)].map(
      ([, colour, scheme]) => [scheme, colour],
    ),
    [
      ['light', day],
      ['dark', night],
    ],
  )
})

/** The selectors of a style sheet, without nesting, each with the elements between its combinators. */
function selectorsOf(file: string): SelectorComponent[][] {
  const found: SelectorComponent[][] = []
  const { code } = bundle({ filename: join(folder, file), targets: { chrome: 100 << 16 } })
  transform({ filename: file, code, visitor: { Selector: (selector) => void found.push(selector) } })
  return found
}

test('in the back office what is before + or ~ has a class, an id or an attribute: with a bare element Chromium lays out a whole article for every new line', () => {
  const isNamed = (component: SelectorComponent): boolean => ['class', 'id', 'attribute'].includes(component.type)
  const isSibling = (component: SelectorComponent): boolean =>
    component.type === 'combinator' && ['next-sibling', 'later-sibling'].includes(component.value)
  const own = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?:admin|editor)[\\/].+\.css$/.test(name),
  )
  const selectors = ['admin.css', ...own].flatMap(selectorsOf)
  assert.ok(selectors.some((selector) => selector.some(isSibling)))
  const wrong = selectors.filter((selector) =>
    selector.some((component, at) => {
      const compound = selector.slice(selector.slice(0, at).findLastIndex(({ type }) => type === 'combinator') + 1, at)
      return isSibling(component) && !compound.some(isNamed)
    }),
  )
  assert.deepEqual(
    wrong.map((selector) => JSON.stringify(selector)),
    [],
  )
})
