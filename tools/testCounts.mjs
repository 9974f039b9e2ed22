import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** What a run of the everyday tests may have of each, and what each of their files had of it when this was last written. */
const budgetFile = 'test/budget.json'
/** CPU seconds of each file of the full run: its halves weigh the same. */
const weightFile = 'test/weights.json'
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)

/** The sums of what the processes of a run have noted, by kind and file; `more` are sums of kinds that no file has. */
export function countsIn(path, more) {
  const sums = { ...more }
  const files = {}
  for (const line of existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []) {
    const [kind, count, file] = line.split('\t')
    sums[kind] = (sums[kind] ?? 0) + Number(count)
    files[file] ??= {}
    files[file][kind] = (files[file][kind] ?? 0) + Number(count)
  }
  if (process.env.WRITE_COUNTS) write(files)
  return { sums, files }
}

/** Keeps what was counted, for a run that is compared with this one. */
function write(files) {
  const isKept = ([kind]) => kind !== 'CPU seconds'
  const counted = Object.entries(files).map(([file, kinds]) => [
    file,
    Object.fromEntries(Object.entries(kinds).filter(isKept)),
  ])
  const everyday = counted.filter(
    ([file, kinds]) => file !== '' && !/^test\/(full|release)\//.test(file) && Object.keys(kinds).length > 0,
  )
  if (everyday.length > 0)
    writeJson(budgetFile, { ...readJson(budgetFile), files: Object.fromEntries(everyday.toSorted()) })
  const full = Object.entries(files).filter(([file]) => file.startsWith('test/full/'))
  const weights = full.map(([file, kinds]) => [file, Math.round(secondsOf(kinds))])
  if (full.length > 0)
    writeJson(weightFile, Object.fromEntries([...Object.entries(readJson(weightFile)), ...weights].toSorted()))
}

/** Chromium's own time is not known by file; these are what one costs there. */
const secondsOf = (kinds) =>
  (kinds['CPU seconds'] ?? 0) +
  0.07 * (kinds.contexts ?? 0) +
  0.3 * (kinds['loads of pages'] ?? 0) +
  0.5 * (kinds['runs of axe'] ?? 0)

let weights
/** A new file weighs as much as most. */
export function weightOf(file) {
  weights ??= readJson(weightFile)
  return weights[file] ?? 10
}

/** Prints the sums, and of what has grown the files. Returns whether one is a tenth above its limit: less is luck. */
export function printCounts({ sums, files }) {
  const { limits, files: known } = readJson(budgetFile)
  let isOver = false
  for (const [kind, limit] of Object.entries(limits)) {
    const sum = sums[kind] ?? 0
    console.error(`${kind}: ${sum} of ${limit}`)
    isOver ||= sum > limit * 1.1
    for (const [file, kinds] of Object.entries(files)) {
      const more = (kinds[kind] ?? 0) - (known[file]?.[kind] ?? 0)
      if (more > 0) console.error(`  ${more} more: ${file}`)
    }
  }
  if (isOver) console.error(`!!! OVER BUDGET (${budgetFile}) !!!`)
  return isOver
}

/** Of this process and of those that it has waited for, which Linux counts in hundredths. */
export function cpuSeconds() {
  try {
    const [, fields] = readFileSync('/proc/self/stat', 'utf8').split(') ')
    return fields
      .split(' ')
      .slice(11, 15)
      .reduce((sum, each) => sum + Number(each) / 100, 0)
  } catch {
    // Another system, or a process that has ended.
    return 0
  }
}
