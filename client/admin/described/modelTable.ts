import type { Model } from '../../../contract/sheetColumns.ts'

/** A row of the table of models: a field that each has, or a parameter by its term. */
interface Row {
  name: string
  isTerm: boolean
}
type NamedRow = Row & { label: string }

const fieldRows: readonly NamedRow[] = [
  { name: 'model', label: '型号', isTerm: false },
  { name: 'note', label: '说明', isTerm: false },
  { name: 'price', label: '价格', isTerm: false },
]

/** The terms that any of the models has, and those that have no value yet. */
export function rowsOf(models: readonly Model[], emptyTerms: readonly string[]): NamedRow[] {
  const terms = new Set([...models.flatMap(({ specs = [] }) => specs.map(({ term }) => term)), ...emptyTerms])
  return [...fieldRows, ...Array.from(terms, (term) => ({ name: term, label: term, isTerm: true }))]
}

export function cellText(model: Model, name: string, isTerm: boolean): string {
  if (isTerm) return model.specs?.find(({ term }) => term === name)?.value ?? ''
  const value: unknown = Reflect.get(model, name)
  return typeof value === 'string' ? value : ''
}

export const withCell = (models: readonly Model[], at: number, row: Row, text: string): Model[] =>
  models.map((model, index) => (index === at ? changed(model, row, text) : model))

const changed = (model: Model, { name, isTerm }: Row, text: string): Model =>
  isTerm ? withTerm(model, name, text) : { ...model, [name]: text }

/** One without a value goes: then the product's own holds. */
function withTerm(model: Model, term: string, value: string): Model {
  const { specs = [] } = model
  if (value === '') return { ...model, specs: specs.filter((each) => each.term !== term) }
  const isKnown = specs.some((each) => each.term === term)
  const next = isKnown
    ? specs.map((each) => (each.term === term ? { term, value } : each))
    : [...specs, { term, value }]
  return { ...model, specs: next }
}

const headNames = /^(?:|型号|参数|项目|名称|规格|model)$/i
const noteNames = /^(?:说明|备注|note)$/i
const priceNames = /^(?:价格|单价|售价|报价|price)(?:[（(].*)?$/i

/** Of cells of a spreadsheet: the first row names the models, the first column the parameters. Undefined where they are no such table. */
export function pastedModels(text: string): Model[] | undefined {
  const rows = text
    .split(/\r?\n/)
    .filter((row) => row.trim() !== '')
    .map((row) => row.split('\t').map((cell) => cell.trim()))
  const [heads = [], ...others] = rows
  if (heads.length < 2) return undefined
  // Two columns without a heading are models and what is said of them.
  if (heads.length === 2 && !headNames.test(heads[0] ?? ''))
    return rows.flatMap(([model = '', note = '']) => (model === '' ? [] : [{ model, note }]))
  return heads.slice(1).flatMap((name, at) => {
    if (name === '') return []
    let model: Model = { model: name, note: '' }
    for (const [term = '', ...cells] of others) {
      const value = cells[at] ?? ''
      if (term !== '' && value !== '') model = changed(model, rowOf(term), value)
    }
    return [model]
  })
}

function rowOf(term: string): Row {
  if (noteNames.test(term)) return { name: 'note', isTerm: false }
  if (priceNames.test(term)) return { name: 'price', isTerm: false }
  return { name: term, isTerm: true }
}

/** A model that is there already gets what the sheet says of it and keeps the rest; an empty column is not kept. */
export function mergePasted(models: readonly Model[], pasted: readonly Model[]): Model[] {
  const merged = new Map(models.filter(({ model }) => model !== '').map((each) => [each.model, each]))
  for (const each of pasted) {
    let next = merged.get(each.model) ?? { model: each.model, note: '' }
    if (each.note !== '') next = { ...next, note: each.note }
    if (each.price !== undefined) next = { ...next, price: each.price }
    for (const { term, value } of each.specs ?? []) next = withTerm(next, term, value)
    merged.set(each.model, next)
  }
  return [...merged.values()]
}
