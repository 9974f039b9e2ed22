import { transformSync } from 'esbuild'

/** The first argument of a call of `test`, `it`, `browserTest` and the like: a text, a template, or a name. */
const firstArguments =
  /(?<![.\w])(?:test|it|\w+Test)\(\s*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`((?:\\.|[^`\\])*)`|(\w+), )/g

export interface Titles {
  /** How many tests of the file have this title. */
  count(title: string): number
}

/** The titles of the tests in the source of a test file, as far as it can be told without running it. */
export function titlesIn(source: string): Titles {
  // Without types and comments, so that a test that is only mentioned in a comment is none.
  const code = transformSync(source, { loader: 'ts', charset: 'utf8', legalComments: 'none' }).code
  const texts: string[] = []
  const patterns: RegExp[] = []
  for (const [, inDouble, inSingle, template, name] of code.matchAll(firstArguments)) {
    const text = inDouble ?? inSingle ?? template ?? `\${${name}}`
    if (text.includes('${')) patterns.push(patternOf(text))
    else texts.push(unescaped(text))
  }

  /** What a loop puts into a title stands somewhere in the file. */
  const fits =
    (title: string) =>
    (pattern: RegExp): boolean => {
      const [, ...values] = pattern.exec(title) ?? []
      return values.length > 0 && values.every((value) => code.includes(value))
    }
  return {
    count(title) {
      const exact = texts.filter((text) => text === title).length
      return exact > 0 ? exact : Number(patterns.some(fits(title)))
    },
  }
}

/** A template literal as a pattern of the titles that it makes. */
function patternOf(template: string): RegExp {
  const fixed = template.split(/\$\{.*?\}/).map((part) => unescaped(part).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${fixed.join('(.+)')}$`)
}

const unescaped = (text: string): string => text.replace(/\\(.)/g, '$1')
