import type { Detail } from '../../../../contract/kinds/entities.ts'

/** A line of the comparison: what each has for a term, '' where it has none. */
export interface ComparedRow {
  term: string
  values: string[]
  /** They do not all have the same. */
  differs: boolean
}

/** The terms of all, each once: first those that several of them have, which can be compared, then those of one alone. */
export function comparedRows(all: readonly (readonly Detail[])[]): ComparedRow[] {
  const terms = new Set(all.flat().map(({ term }) => term))
  const rows = Array.from(terms, (term): ComparedRow => {
    const values = all.map((facts) => valueIn(facts, term))
    return { term, values, differs: new Set(values).size > 1 }
  })
  const countOf = ({ values }: ComparedRow): number => values.filter((value) => value !== '').length
  return [...rows.filter((row) => countOf(row) > 1), ...rows.filter((row) => countOf(row) === 1)]
}

export const valueIn = (facts: readonly Detail[], wanted: string): string =>
  facts
    .filter(({ term }) => term === wanted)
    .map(({ description }) => description)
    .join('；')
