import { readFileSync } from 'node:fs'

const comments = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm
const token =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[\p{L}_$][\p{L}\w$]*|\d[\w.]*|===|!==|=>|&&|\|\||\?\?=?|\?\.|\.\.\.|[<>=+*/!-]=|\+\+|--|\S/gu

/** The size of the programs among the files: words, numbers, texts and signs, without comments. */
export function countTokens(files) {
  const programs = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
  const counts = programs.map((file) => readFileSync(file, 'utf8').replace(comments, '').match(token)?.length ?? 0)
  return counts.reduce((sum, count) => sum + count, 0)
}
