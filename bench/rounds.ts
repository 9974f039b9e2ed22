/** Measurements to run in turn; each receives the number of the round. */
type Contestants<N extends string> = Readonly<Record<N, (round: number) => Promise<number>>>
type Samples<N extends string> = Record<N, number[]>

/** Runs each once per round, starting with another one every round, so that changes over time affect all equally. */
export async function alternate<N extends string>(rounds: number, contestants: Contestants<N>): Promise<Samples<N>> {
  const names = Object.keys(contestants) as N[]
  const samples = Object.fromEntries(names.map((name): [N, number[]] => [name, []])) as Samples<N>
  for (let round = 0; round < rounds; round++) {
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      samples[name].push(await contestants[name](round))
    }
  }
  return samples
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? NaN) : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}
