import type { Detail } from '../../../../contract/entities.ts'

/** A line of the comparison: what each product has for a term, '' where it has none. */
export interface ComparedRow {
  term: string
  values: string[]
  /** They do not all have the same. */
  differs: boolean
}

/** The terms of all products, each once: those that several of them have, which can be compared, and those of one alone. */
export function comparedRows(products: readonly (readonly Detail[])[]): { shared: ComparedRow[]; own: ComparedRow[] } {
  const terms = new Set(products.flat().map(({ term }) => term))
  const rows = Array.from(terms, (term): ComparedRow => {
    const values = products.map((facts) => valuesOf(facts, term))
    return { term, values, differs: new Set(values).size > 1 }
  })
  const isShared = ({ values }: ComparedRow): boolean => values.filter((value) => value !== '').length > 1
  return { shared: rows.filter(isShared), own: rows.filter((row) => !isShared(row)) }
}

const valuesOf = (facts: readonly Detail[], wanted: string): string =>
  facts
    .filter(({ term }) => term === wanted)
    .map(({ description }) => description)
    .join('；')
