/** What must be of records after any history, without code of the product: in a place is the number of the change that made it so, or 0. */
export interface ModelState {
  live: number
  draft: number
  /** What was public when the draft was begun. */
  base: number
  trash?: { live: number; draft: number; base: number; at: number }
}
const nowhere: ModelState = { live: 0, draft: 0, base: 0 }
type Change = (state: ModelState, step: number) => ModelState | undefined
const draft: Change = (state, step) =>
  state.live || state.draft ? { ...state, draft: step, base: state.draft ? state.base : state.live } : undefined

/** Undefined where it is refused. */
export const modelChanges: Readonly<Record<string, Change>> = {
  edit: (state, step) => (state.live ? { ...state, live: step } : undefined),
  draft,
  import: draft,
  // Both have changed the same.
  publish: ({ live, draft, base }, step) =>
    draft && (!live || live === base) ? { ...nowhere, live: step } : undefined,
  unpublish: ({ live, draft, base }, step) =>
    live ? { ...nowhere, draft: draft || step, base: draft ? base : live } : undefined,
  delete: ({ live, draft, base }, step) =>
    live || draft ? { ...nowhere, trash: { live, draft, base, at: step } } : undefined,
  restore: ({ trash }) => (trash ? { live: trash.live, draft: trash.draft, base: trash.base } : undefined),
  discard: ({ live, draft, base }, step) =>
    draft ? { ...nowhere, live, ...(!live && { trash: { live, draft, base, at: step } }) } : undefined,
}

export interface ModelOperation {
  rows: ModelRow[]
  failed: string[]
}

interface ModelRow {
  name: string
  id: string
  before: ModelState
  after: ModelState
  isPutBack?: true
}

const isSame = (one: ModelState, other: ModelState): boolean => JSON.stringify(one) === JSON.stringify(other)

export class Model {
  readonly states = new Map<string, ModelState>()
  readonly #published: ModelRow[] = []
  #step = 0

  /** Returns whether it was done. */
  change(name: string, id: string): boolean {
    const next = modelChanges[name]?.(this.states.get(id) ?? nowhere, ++this.#step)
    if (next) this.states.set(id, next)
    return next !== undefined
  }

  operate(name: string, ids: readonly string[]): ModelOperation {
    const operation: ModelOperation = { rows: [], failed: [] }
    for (const id of name === 'publish' ? [...ids].reverse() : ids) {
      const before = this.states.get(id) ?? nowhere
      if (this.change(name, id)) operation.rows.push({ name, id, before, after: this.states.get(id) ?? nowhere })
      else operation.failed.push(id)
    }
    if (name === 'publish') this.#published.push(...operation.rows)
    return operation
  }

  /** Returns the ids of what somebody has changed since. */
  undo({ rows }: ModelOperation): string[] {
    const left: string[] = []
    for (const row of [...rows].reverse()) {
      const { name, id, before, after } = row
      const now = this.states.get(id) ?? nowhere
      if (row.isPutBack || isSame(now, before)) continue
      const isOf = (each: ModelRow): boolean => each.id === id && !each.isPutBack && isSame(each.before, after)
      const published = name === 'import' ? this.#published.find(isOf) : undefined
      if (!isSame(now, published?.after ?? after)) {
        left.push(id)
        continue
      }
      for (const each of [row, published]) if (each) each.isPutBack = true
      this.states.set(id, before)
    }
    return left
  }
}
