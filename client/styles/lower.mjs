// At build time: converts style sheets in today's CSS for the oldest browsers in which a page looks as designed.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundleAsync, Features } from 'lightningcss'

/** The name that Lightning CSS knows the text of a sheet by. */
const filename = fileURLToPath(new URL('sheet.css', import.meta.url))

/** The width of the window, in rem, for a width of a container: around it are gutters or the menu, which is a drawer in small windows. */
const besideMenu = (rem) => rem + (rem < 47 ? 2 : 15)
const windowFor = {
  carousel: (rem) => rem,
  rich: (rem) => rem + 3,
  dashboard: besideMenu,
  data: besideMenu,
  uploads: besideMenu,
}

const opposite = { 'less-than': 'greater-than-equal', 'greater-than-equal': 'less-than' }

/** Used only by scripts. */
const readByScripts = ['--time']

/** For tone.css: a rule for each value of the six digits of a colour. `data-tone="a3 bf …"` stands where inline styles are forbidden. */
const toneDigits = [...'abcdef']
  .flatMap((place) =>
    [...'0123456789abcdef'].map((digit, value) => `[data-tone~='${place}${digit}'] { --tone-${place}: ${value} }`),
  )
  .join('\n')

/** For focus.css: a rule for each tenth of a picture's width and height. */
const focusTenths = [...'xy']
  .flatMap((side) =>
    Array.from({ length: 11 }, (_, tenth) => `[data-focus~='${side}${tenth}'] { --focus-${side}: ${tenth * 10}% }`),
  )
  .join('\n')

/**
 * A plugin of esbuild, so that the hash in a file's name is of the converted sheet. The given texts of sheets, by their names, import files of
 * this folder. What cannot be converted has a fallback there.
 */
export function lowerStyles(oldest, sheets) {
  const targets = Object.fromEntries(oldest.map(targetOf))
  const lower = async (text, unusedSymbols = []) => {
    const breakpoints = new Map()
    const visitor = {
      MediaQuery: (query) => inclusive(withoutNames(query, breakpoints)),
      Rule: {
        'custom-media': ({ value }) => void breakpoints.set(value.name, value.query.mediaQueries[0].condition.value),
        container: alsoForWindows,
      },
    }
    const { code } = await bundleAsync({
      filename,
      resolver: { read: (file) => (file === filename ? text : readFileSync(file, 'utf8')) },
      targets,
      exclude: Features.LightDark,
      drafts: { customMedia: true },
      visitor,
      unusedSymbols,
    })
    return code.toString()
  }
  let unused
  return {
    name: 'lower styles',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^sheet:/ }, ({ path }) => ({ path: path.slice('sheet:'.length), namespace: 'sheet' }))
      onLoad({ filter: /^/, namespace: 'sheet' }, async ({ path }) => {
        unused ??= Promise.all(Object.values(sheets).map((text) => lower(text))).then(unusedTokens)
        const lowered = await lower(sheets[path], await unused)
        return {
          contents: [lowered, lowered.includes('--tone-a') && toneDigits, lowered.includes('--focus-x') && focusTenths]
            .filter(Boolean)
            .join('\n'),
          loader: 'css',
        }
      })
    },
  }
}

/** The site and the office use only a part of the tokens each. */
function unusedTokens(sheets) {
  const css = sheets.join('\n')
  const tokens = [...css.matchAll(/^ +(--[\w-]+):/gm)].map(([, name]) => name)
  return tokens.filter((name) => !css.includes(`var(${name}`) && !readByScripts.includes(name))
}

/** Lightning CSS's version of a target as esbuild writes it, `safari14.1`. */
function targetOf(browser) {
  const [, name, major, minor = 0] = /^([a-z]+)(\d+)(?:\.(\d+))?$/.exec(browser)
  return [name === 'ios' ? 'ios_saf' : name, (major << 16) | (minor << 8)]
}

/**
 * Replaces the names of breakpoints.css by their conditions. Lightning CSS would do it after `inclusive`, which then saw only the names.
 */
function withoutNames(query, breakpoints) {
  return walk(query, (part) => {
    if (part.type === 'boolean' && part.name.startsWith('--')) {
      const named = breakpoints.get(part.name)
      if (!named) throw new Error(`breakpoints.css has no ${part.name}`)
      return named
    }
    // `not (width >= 80rem)`: browsers that are this old know no such `not`.
    if (part.type === 'not')
      return { type: 'feature', value: { ...part.value.value, operator: opposite[part.value.value.operator] } }
    return part
  })
}

/** `width < 48rem` would become `not (min-width: 48rem)`, which those browsers do not support. */
function inclusive(query) {
  return walk(query, (part) => {
    if (part.operator === 'less-than')
      return { ...part, operator: 'less-than-equal', value: changed(part.value, justBelow) }
    if (part.endOperator === 'less-than')
      return { ...part, endOperator: 'less-than-equal', end: changed(part.end, justBelow) }
    return part
  })
}

/** Repeats the rules of a container query for the width of the window, for browsers without container queries. */
function alsoForWindows(original) {
  const rule = walk(original)
  const { name, condition, rules, loc } = rule.value
  const widthOf = windowFor[name]
  if (!widthOf) throw new Error(`windowFor has no container ${name}`)
  const window = walk(condition, (part) => (part.operator ? { ...part, value: changed(part.value, widthOf) } : part))
  const media = {
    type: 'media',
    value: { query: { mediaQueries: [{ qualifier: null, mediaType: 'all', condition: window }] }, rules, loc },
  }
  const unknown = {
    type: 'not',
    value: { type: 'declaration', propertyId: { property: 'container-type' }, value: 'inline-size' },
  }
  return [{ type: 'supports', value: { condition: unknown, rules: [media], loc } }, rule]
}

const justBelow = (rem) => rem - 0.001

const changed = ({ type, value: { value } }, change) => {
  const perRem = { px: 16, rem: 1 }[value.unit]
  return { type, value: { type: 'value', value: { ...value, value: change(value.value / perRem) * perRem } } }
}

/** A changed copy, without nulls, which Lightning CSS writes but does not read. */
const walk = (tree, change = (part) => part) =>
  JSON.parse(JSON.stringify(tree), (_, part) => {
    if (part === null) return undefined
    return typeof part === 'object' && !Array.isArray(part) ? change(part) : part
  })
