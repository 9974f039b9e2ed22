import type { Model } from '../../../contract/kinds/sheetColumns.ts'

/** A row of the table of models: a field that each has, or a parameter by its term. */
interface Row {
  name: string
  label: string
  isTerm: boolean
}

const fieldRows: readonly (Row & { pasted: RegExp })[] = [
  // The one that names them is known by its place.
  { name: 'model', label: '型号', isTerm: false, pasted: /(?!)/ },
  { name: 'note', label: '说明', isTerm: false, pasted: /^(?:说明|备注|note)$/i },
  { name: 'price', label: '价格', isTerm: false, pasted: /^(?:价格|单价|售价|报价|price)(?:[（(].*)?$/i },
]
const headNames = /^(?:|型号|参数|项目|名称|规格|model)$/i
const rowOf = (term: string): Row =>
  fieldRows.find(({ pasted }) => pasted.test(term)) ?? { name: term, label: term, isTerm: true }

/** The terms that any of the models has, and those that have no value yet. */
export function rowsOf(models: readonly Model[], emptyTerms: readonly string[]): Row[] {
  const terms = new Set([...models.flatMap(({ specs = [] }) => specs.map(({ term }) => term)), ...emptyTerms])
  return [...fieldRows, ...Array.from(terms, (term) => ({ name: term, label: term, isTerm: true }))]
}

/** What a cell holds, and where in the model that is. */
export function cellOf({ specs = [], ...model }: Partial<Model>, { name, isTerm }: Row) {
  const at = specs.findIndex(({ term }) => term === name)
  if (isTerm) return { text: specs[at]?.value ?? '', place: `specs.${at}.value` }
  return { text: String(Reflect.get(model, name) ?? ''), place: name }
}

export const withCell = (models: readonly Model[], at: number, row: Row, text: string): Model[] =>
  models.map((model, index) => (index === at ? changed(model, row, text) : model))

const changed = (model: Model, { name, isTerm }: Row, text: string): Model =>
  isTerm ? withTerm(model, name, text) : { ...model, [name]: text }

/** One without a value goes: then the product's own holds. */
function withTerm(model: Model, term: string, value: string): Model {
  const { specs = [] } = model
  if (value === '') return { ...model, specs: specs.filter((spec) => spec.term !== term) }
  const isKnown = specs.some((spec) => spec.term === term)
  const next = isKnown
    ? specs.map((spec) => (spec.term === term ? { term, value } : spec))
    : [...specs, { term, value }]
  return { ...model, specs: next }
}

/** The rows of a spreadsheet that are not empty. */
export const pastedCells = (text: string): string[][] =>
  text
    .split(/\r?\n/)
    .filter((row) => row.trim() !== '')
    .map((row) => row.split('\t').map((cell) => cell.trim()))

/**
 * Of cells of a spreadsheet: the first row names the models, the first column the parameters, or the other way round. Undefined where they
 * are no such table.
 */
export function pastedModels(text: string): Model[] | undefined {
  const rows = pastedCells(text)
  const [heads = []] = rows
  if (heads.length < 2) return undefined
  // Without a heading, two columns are models and their notes.
  if (heads.length === 2 && !headNames.test(heads[0] ?? ''))
    return rows.flatMap(([model = '', note = '']) => (model === '' ? [] : [{ model, note }]))
  const columns = heads.map((_, at) => rows.map((row) => row[at] ?? ''))
  const areRows = heads.some((head) => !rowOf(head).isTerm)
  const [[, ...terms] = [], ...models] = areRows ? rows : columns
  return models.flatMap(([name = '', ...values]) => {
    if (name === '') return []
    let model: Model = { model: name, note: '' }
    for (const [at, value] of values.entries()) {
      const term = terms[at] ?? ''
      if (term !== '' && value !== '') model = changed(model, rowOf(term), value)
    }
    return [model]
  })
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
