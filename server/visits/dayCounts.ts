import { otherNames } from '../../contract/visits.ts'
import { type VisitPart, visitParts, type VisitRecord } from '../store/records.ts'

/** Visitors choose most names, so their number is limited; the rest is counted as one. */
const maxNames: Readonly<Record<VisitPart, number>> = {
  pages: 300,
  sources: 300,
  devices: 10,
  engines: 300,
  missed: 100,
  absent: 300,
  hours: 24,
}

/** What is counted on one day. */
export class DayCounts {
  count = 0
  visitors = 0
  readonly #names: Partial<Record<VisitPart, Map<string, number>>> = {}

  add(part: VisitPart, name: string, count = 1): void {
    const names = (this.#names[part] ??= new Map<string, number>())
    const known = names.get(name)
    if (known !== undefined) names.set(name, known + count)
    else if (names.size < maxNames[part]) names.set(name, count)
    else names.set(otherNames, (names.get(otherNames) ?? 0) + count)
  }

  names(part: VisitPart): Iterable<[string, number]> {
    return this.#names[part] ?? []
  }

  addAll(counts: DayCounts): this {
    this.count += counts.count
    this.visitors += counts.visitors
    for (const part of visitParts) for (const [name, count] of counts.names(part)) this.add(part, name, count)
    return this
  }

  /** The fields of the record of the day. */
  fields(): Omit<VisitRecord, 'id' | 'createdAt'> {
    const named = visitParts.flatMap((part) =>
      this.#names[part] ? [[part, Object.fromEntries(this.#names[part])]] : [],
    )
    return { count: this.count, visitors: this.visitors, ...Object.fromEntries(named) }
  }

  /** Those of a record, which may be older than all but `count`. */
  static of(record: VisitRecord | undefined): DayCounts {
    const counts = new DayCounts()
    counts.count = record?.count ?? 0
    counts.visitors = record?.visitors ?? 0
    for (const part of visitParts)
      for (const [name, count] of Object.entries(record?.[part] ?? {})) counts.add(part, name, count)
    return counts
  }
}
