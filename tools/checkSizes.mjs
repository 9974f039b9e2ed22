import { readFileSync, writeFileSync } from 'node:fs'
import { filesIn, sourceFolders } from './sources.mjs'

/**
 * What each room of the house may have, in tokens, and all of them together; `moving/` stands beside the house, with a number of its own.
 * The whole is raised by nobody: who needs more deletes first.
 */
const budgetFile = 'tools/sizes.json'
const testBudgetFile = 'test/budget.json'
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** `client/admin`, `server/edge`, and those that have no rooms of their own. */
function roomOf(file) {
  const [house, room = '', ...below] = file.split('/')
  return ['client', 'server'].includes(house) && below.length > 0 ? `${house}/${room}` : house
}

function sizesNow() {
  const rooms = {}
  for (const file of [...sourceFolders, 'tools'].flatMap(filesIn).sort())
    rooms[roomOf(file)] = (rooms[roomOf(file)] ?? 0) + countTokens([file])
  const { moving: _, ...house } = rooms
  return { whole: Object.values(house).reduce((sum, size) => sum + size, 0), rooms }
}

/** Prints which rooms have more than they may, and returns the exit code. WRITE_SIZES=1 takes what a smaller house has. */
export function checkSizes() {
  const now = sizesNow()
  const budget = readJson(budgetFile)
  const tests = countTokens(filesIn('test'))
  const { tokens: limitOfTests } = readJson(testBudgetFile)
  const names = [...new Set([...Object.keys(budget.rooms), ...Object.keys(now.rooms)])]
  const over = names.filter((room) => (now.rooms[room] ?? 0) > (budget.rooms[room] ?? 0))
  for (const room of over) console.error(`${room}: ${now.rooms[room]} tokens of ${budget.rooms[room] ?? 0}`)
  if (now.whole > budget.whole)
    console.error(`the house: ${now.whole} tokens of ${budget.whole} in ${budgetFile}: delete first`)
  if (tests > limitOfTests) console.error(`test: ${tests} tokens of ${limitOfTests} in ${testBudgetFile}: delete first`)
  if (process.env.WRITE_SIZES && now.whole <= budget.whole)
    writeFileSync(budgetFile, `${JSON.stringify(now, null, 2)}\n`)
  return over.length > 0 || now.whole > budget.whole || tests > limitOfTests ? 1 : 0
}

const comments = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm
const token =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[\p{L}_$][\p{L}\w$]*|\d[\w.]*|===|!==|=>|&&|\|\||\?\?=?|\?\.|\.\.\.|[<>=+*/!-]=|\+\+|--|\S/gu

/** The size of the programs among the files: words, numbers, texts and signs, without comments. */
function countTokens(files) {
  const programs = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
  const counts = programs.map((file) => readFileSync(file, 'utf8').replace(comments, '').match(token)?.length ?? 0)
  return counts.reduce((sum, count) => sum + count, 0)
}
