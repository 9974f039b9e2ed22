import { median } from './rounds.ts'

export interface Aim {
  is: '>=' | '<='
  value: number
}

export const atLeast = (value: number): Aim => ({ is: '>=', value })
export const atMost = (value: number): Aim => ({ is: '<=', value })

let missed = 0
export const missedAims = (): number => missed

/** Prints the median and range of `ours ÷ baseline` over the rounds, both absolute values, and whether the aim is met. */
export function printRatio(
  what: string,
  [name, ours]: [string, number[]],
  [against, theirs]: [string, number[]],
  unit: string,
  aim?: Aim,
): void {
  // What slowed the machine for a while slowed both sides of a round.
  const all = ours.map((value, round) => value / (theirs[round] ?? NaN))
  const range = `${figure(Math.min(...all))}–${figure(Math.max(...all))}`
  const sides = `${name} ${figure(median(ours))}${unit}, ${against} ${figure(median(theirs))}${unit}`
  console.log(
    `  ${what.padEnd(54)} ${`${figure(median(all))} ×`.padStart(8)}  (${range})  ${sides}${verdict(median(all), aim)}`,
  )
}

function verdict(value: number, aim: Aim | undefined): string {
  if (aim === undefined) return ''
  const met = aim.is === '>=' ? value >= aim.value : value <= aim.value
  if (!met) missed++
  return `  aim ${aim.is} ${figure(aim.value)}: ${met ? 'met' : 'MISSED'}`
}

/** Three significant digits. */
function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return value.toFixed(value >= 10 ? 1 : 2)
}

/** For an absolute value, with its aim if it has one. */
export function printAim(what: string, value: number, unit: string, aim?: Aim): void {
  console.log(`  ${what.padEnd(54)} ${`${figure(value)}${unit}`.padStart(8)}${verdict(value, aim)}`)
}
