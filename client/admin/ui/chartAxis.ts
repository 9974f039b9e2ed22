/** The tick at 0 is one more. */
const maxTicks = 4

/** The ticks of an axis from 0: round integers, the last not below the highest value. */
export function ticksFor(highest: number): number[] {
  const rough = Math.max(1, highest / maxTicks)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough && Number.isInteger(each)) ?? 10 * power
  const top = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: top + 1 }, (_, index) => index * step)
}

/** The indexes of the labels that fit without overlapping; always with the last. */
export function labelledPoints(count: number, width: number, labelWidth: number): Set<number> {
  const fit = Math.max(1, Math.floor(width / labelWidth))
  const every = Math.max(1, Math.ceil(count / fit))
  const shown = new Set<number>()
  for (let index = count - 1; index >= 0; index -= every) shown.add(index)
  return shown
}
