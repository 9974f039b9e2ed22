import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PostedForm } from '../../../contract/leads/application.ts'
import type { Product, ProductRow, Site } from '../../../contract/kinds/entities.ts'
import { shownGroups } from '../../../contract/kinds/groups.ts'
import {
  fullQuoteList,
  joinedRows,
  maxQuoteRows,
  newRow,
  quoteAddress,
  rowsInText,
  rowLimits,
  rowsOfForm,
  sentRows,
  type TypedRow,
} from '../../../contract/leads/quoteList.ts'
import { completedRow, listWords, rowError } from '../../../contract/leads/quoteRules.ts'
import { productPage } from '../../../contract/kinds/recordPages.ts'
import { quotePage } from '../../../contract/site/sitePages.ts'
import { copyText } from '../../ui/copyText.ts'
import { Icon } from '../../ui/Icon.tsx'
import { keepWords } from '../../ui/keepWords.ts'
import { unlistedHead } from '../head.ts'
import { InquiryForm } from '../parts/InquiryForm.tsx'
import { Measured } from '../parts/Measured.tsx'
import { Thumbnail } from '../parts/Thumbnail.tsx'
import { Ways } from '../parts/Ways.tsx'
import { namesAmong, productName } from '../products.ts'
import { keepRows, keptRows, useQuoteRows } from '../quoteRows.ts'
import type { Head, MakeCall, PageProps, PageRequest } from '../route.ts'

interface QuoteProduct {
  /** '' of one that visitors do not find. */
  name: string
  picture: string
  /** That of the models that have none of their own. */
  price?: string
  /** Not there as long as nobody has asked for it. */
  models?: Product['models']
}

interface QuoteFacts {
  rows: readonly TypedRow[]
  /** Those of the rows, and those that can be added. */
  products: (readonly [id: string, product: QuoteProduct])[]
  /** What can be added here. */
  groups: { group: string; choices: { id: string; name: string }[] }[]
  /** It is there only when the form was sent without a script. */
  posted?: PostedForm
}

/** A site with more has its lists of products to choose from. */
const mostChoices = 300

export async function load({ call, site, query, posted }: PageRequest): Promise<QuoteFacts> {
  const rows = posted?.rows ?? rowsInText(query.get('p') ?? '')
  const [asked, { data }] = await Promise.all([
    askedProducts(call, idsOf(rows)),
    call('productList', { limit: mostChoices }),
  ])
  const nameOf = namesAmong(data)
  const groups = shownGroups(site.groups).map(({ id, name }) => ({
    group: name,
    choices: data
      .filter(({ locationId }) => locationId === id)
      .map((row) => ({ id: row.productId, name: nameOf(row) })),
  }))
  const products = [...data.map((row) => [row.productId, quoteProduct(row)] as const), ...asked]
  const byId = new Map(products)
  return {
    rows: rows.map((row) => completedRow(row, byId.get(row.productId))),
    products,
    groups: groups.filter(({ choices }) => choices.length > 0),
    ...(posted && { posted }),
  }
}

const quoteProduct = (row: ProductRow): QuoteProduct => ({
  name: productName(row),
  picture: row.coverUrl,
  ...(row.price && { price: row.price }),
})

const idsOf = (rows: readonly TypedRow[]): string[] => [...new Set(rows.map(({ productId }) => productId))]

async function askedProducts(call: MakeCall, productIds: string[]): Promise<QuoteFacts['products']> {
  if (productIds.length === 0) return []
  const { data } = await call('productList', { productIds, limit: productIds.length })
  return Promise.all(
    productIds.map(async (productId) => {
      const row = data.find((each) => each.productId === productId)
      if (!row) return [productId, { name: '', picture: '', models: [] }] as const
      const { models = [] } = row.model ? await call('productDetail', { productId }) : {}
      return [productId, { ...quoteProduct(row), models }] as const
    }),
  )
}

export const head = (_: QuoteFacts, site: Site): Head => unlistedHead('询价单', site)

/** Several products in one inquiry. Without a script the form has them, and its buttons change them. */
export default function QuoteList({ facts, frame }: PageProps<QuoteFacts>) {
  const { groups, posted } = facts
  const { box, rows, isChoosing, keep, change, setChange } = useRows(facts)
  const products = useProducts(facts, rows)
  const [sent, setSent] = useState(posted?.sent)
  const isEmpty = rows.length === 0
  const nameOf = ({ productId, name, model }: TypedRow): string =>
    products.get(productId)?.name || name || model || productId
  const focusRow = (index: number): void =>
    void requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[name=remove][value="${index}"]`)?.focus(),
    )

  const add = (productId: string): void => {
    const product = products.get(productId)
    const row = completedRow(newRow(productId, product?.name), product)
    const index = rows.findIndex((listed) => listed.productId === productId && listed.model === row.model)
    if (index >= 0) focusRow(index)
    else keepRows([...rows, row].slice(0, maxQuoteRows))
  }
  const remove = (at: number): void => {
    const row = rows[at]
    if (!row) return
    keepRows(rows.filter((other) => other !== row))
    setChange({
      words: `已移除${nameOf(row)}`,
      at,
      isOfButton: true,
      undone: (now) => [...now.slice(0, at), row, ...now.slice(at)].slice(0, maxQuoteRows),
    })
  }
  const undo = ({ undone, at }: Change): void => {
    keepRows(undone(rows))
    setChange(undefined)
    focusRow(at)
  }
  const press = (event: MouseEvent): void => {
    const { name = '', value = '' } = (event.target as Element).closest('button') ?? {}
    if (name === 'add') add(value)
    else if (name === 'remove') remove(Number(value))
    else if (name === 'undo' && change) undo(change)
    else return
    event.preventDefault()
  }
  const more = () => {
    const wrong = box.current?.querySelector<HTMLElement>('[aria-invalid]')
    wrong?.focus()
    return wrong ? undefined : { topic: '报价', items: sentRows(rows) }
  }
  const finish = (): void => {
    setSent(listWords(sentRows(rows).map((row) => ({ ...row, productName: nameOf({ ...row, model: '' }) }))))
    setChange(undefined)
    keepRows([])
  }
  useEffect(() => {
    // What is left of the page is short: the thanks are below its heading.
    if (sent) scrollTo(0, 0)
  }, [sent])

  const cards = rows.map((row, index) => (
    <Row key={index} product={products.get(row.productId)} {...{ row, index, words: nameOf(row) }} />
  ))
  if (change) cards.splice(change.at, 0, <ChangeLine key={`change${rows.length}`} {...change} />)
  return (
    <section className={isEmpty ? 'section apply inquiry-page quote empty' : 'section apply inquiry-page quote'}>
      <div className="wrap">
        <h1 className="like-h1">询价单</h1>
        <div className="unprinted">
          <InquiryForm
            asked={{}}
            frame={frame}
            offered={false}
            posted={posted}
            quote={{
              more,
              onDone: finish,
              rows: (
                <>
                  <div className="quote-rows" ref={box} onClick={press} onChange={keep}>
                    {/* Enter sends the form: it would press the first button, which changes a row. */}
                    <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
                    <input type="hidden" name="topic" value="报价" />
                    {isEmpty && <p className="lead">还没有产品。选好产品和数量，一次问清价格。</p>}
                    <ol className="stack">{cards}</ol>
                    <p className="accent strong" role="status">
                      {rows.length === maxQuoteRows && fullQuoteList}
                    </p>
                    <details open={isChoosing}>
                      <summary className="strong row">
                        <Icon name="plus" />
                        选产品
                      </summary>
                      {groups.map((group) => (
                        <Choices key={group.group} {...group} rows={rows} />
                      ))}
                    </details>
                    {!isEmpty && <Share rows={rows} />}
                    {frame.inquiry.fileMegabytes > 0 && (
                      <noscript>
                        <p className="small muted">加减产品以后，文件要重新选择。</p>
                      </noscript>
                    )}
                  </div>
                  {sent && (
                    <>
                      <div className="quote-sent card">
                        <p className="muted small">您发送的产品</p>
                        <ul className="strong">
                          {sent.split('\n').map((words, index) => (
                            <li key={index}>{words}</li>
                          ))}
                        </ul>
                      </div>
                      <Ways frame={frame} />
                    </>
                  )}
                </>
              ),
            }}
          />
        </div>
      </div>
    </section>
  )
}

/** What has just become of the rows, and how it is taken back. */
interface Change {
  words: string
  /** Shown before this row. */
  at: number
  /** The button that somebody has pressed is gone with its row. */
  isOfButton: boolean
  undone(rows: readonly TypedRow[]): TypedRow[]
}

const ChangeLine = ({ words, isOfButton }: Change) => (
  <li role={isOfButton ? undefined : 'status'}>
    <button type="button" name="undo" autoFocus={isOfButton}>
      {words}，<b className="accent">撤销</b>
    </button>
  </li>
)

/** The rows of the address or of the form, until the script runs; then the browser's list, to which they are added. */
function useRows({ rows: given, posted }: QuoteFacts) {
  const box = useRef<HTMLDivElement>(null)
  const stored = useQuoteRows()
  const [isChoosing, setIsChoosing] = useState<boolean>()
  const [change, setChange] = useState<Change>()
  const typed = (): TypedRow[] => {
    const form = box.current?.closest('form')
    const values = form ? new FormData(form) : undefined
    return rowsOfForm((name) => values?.get(name))
  }
  useLayoutEffect(() => {
    // Somebody may have typed before the script ran.
    const asked = typed()
    const before = keptRows()
    // What was sent without a script is newer than the kept list.
    const rows = posted ? asked : joinedRows(before, asked)
    keepRows(rows)
    // Beside the form there is room for what can be added.
    setIsChoosing(rows.length === 0 || matchMedia('(min-width: 80rem)').matches)
    if (!posted && before.length > 0 && quoteAddress(rows) !== quoteAddress(before))
      setChange({
        words: `已并入原有的询价单（${before.length}项）`,
        at: 0,
        isOfButton: false,
        undone: () => [...before],
      })
  }, [])
  useEffect(() => {
    // A reload must not bring back what is removed.
    if (location.pathname === quotePage && location.search) history.replaceState(history.state, '', quotePage)
  })
  return {
    box,
    rows: isChoosing === undefined ? given : stored,
    isChoosing: isChoosing ?? (given.length === 0 || posted !== undefined),
    keep: () => keepRows(typed()),
    change,
    setChange,
  }
}

type Products = ReadonlyMap<string, QuoteProduct>

function useProducts({ products: loaded }: QuoteFacts, rows: readonly TypedRow[]): Products {
  const [products, setProducts] = useState<Products>(() => new Map(loaded))
  const unknown = idsOf(rows)
    .filter((id) => !products.get(id)?.models)
    .join()
  useEffect(() => {
    const before = keptRows()
    const completed = before.map((row) => completedRow(row, products.get(row.productId)))
    if (quoteAddress(completed) !== quoteAddress(before)) keepRows(completed)
  }, [products])
  useEffect(() => {
    if (!unknown) return
    import('../../lib/call.ts')
      .then(({ call }) => askedProducts(call, unknown.split(',')))
      .then((asked) => setProducts((before) => new Map([...before, ...asked])))
      .catch(() => {})
  }, [unknown])
  return products
}

/** Every product is a button, so that one tap adds it. */
function Choices({ group, choices, rows }: QuoteFacts['groups'][number] & { rows: readonly TypedRow[] }) {
  const chosen = new Set(idsOf(rows))
  return (
    <fieldset>
      <legend className="muted small">{group}</legend>
      <div className="row wraps">
        {choices.map(({ id, name }) => (
          <button key={id} type="submit" name="add" value={id} className="boxed row tight">
            <Icon name={chosen.has(id) ? 'check' : 'plus'} />
            <span className="visually-hidden">{chosen.has(id) ? '已在询价单：' : '加入'}</span>
            <span {...keepWords(name)} />
          </button>
        ))}
      </div>
    </fieldset>
  )
}

const columns = { model: '型号', quantity: '数量', unit: '单位', note: '备注' }

interface RowProps {
  row: TypedRow
  index: number
  product: QuoteProduct | undefined
  words: string
}

function Row({ row, index, product, words }: RowProps) {
  const { name, picture = '', models = [] } = product ?? {}
  const chosen = models.find(({ model }) => model === row.model)
  const price = chosen?.price || product?.price
  const [sent] = sentRows([row])
  const problem = rowError(sent)
  const isNoted = row.quantity.trim() !== '' && sent?.quantity === ''
  const input = (column: keyof typeof columns) => (
    <input
      type="text"
      name={`${column}${index}`}
      value={row[column]}
      maxLength={rowLimits[column]}
      inputMode={column === 'quantity' ? 'decimal' : undefined}
      aria-invalid={column === 'quantity' && problem !== undefined ? true : undefined}
      autoComplete="off"
      aria-label={`${words}的${columns[column]}`}
    />
  )
  return (
    <li className="card">
      <input type="hidden" name={`productId${index}`} value={row.productId} />
      <input type="hidden" name={`name${index}`} value={name || row.name} />
      <Thumbnail image={picture} sizes="6rem" />
      <p className="quote-product strong">
        {name ? <a href={productPage(row.productId)}>{words}</a> : words}
        {price && (
          <small>
            <Measured text={price} />
          </small>
        )}
        {name === '' && <small className="accent">已下架，可以移除，也可以照样询问</small>}
      </p>
      <label className="quote-model small">
        <span className="muted">{columns.model}</span>
        {models.length > 0 ? (
          <select name={`model${index}`} value={row.model} aria-label={`${words}的型号`}>
            <option value="">未选</option>
            {row.model && !chosen && <option value={row.model}>{`${row.model}（已没有这个型号）`}</option>}
            {models.map(({ model, note }) => (
              <option key={model} value={model}>{`${model} ${note}`}</option>
            ))}
          </select>
        ) : (
          input('model')
        )}
      </label>
      {(['quantity', 'unit'] as const).map((column) => (
        <label key={column} className={`quote-${column} small`}>
          <span className="muted">{columns[column]}</span>
          {input(column)}
        </label>
      ))}
      <details className="quote-note small">
        <summary className="muted">{[columns.note, row.note].filter(Boolean).join('：')}</summary>
        {input('note')}
      </details>
      <button type="submit" name="remove" value={index} className="small" aria-label={`移除${words}`}>
        移除
      </button>
      <p className="quote-noted small muted" role="status">
        {isNoted && `数量只收数字，“${row.quantity.trim()}”会记在备注里`}
      </p>
      {problem && (
        <p className="field-error small" role="alert">
          {problem}
        </p>
      )}
    </li>
  )
}

/** Proxies refuse a line that is longer than 8 KB. */
const maxAddress = 7_000

/** The address that has the list, for a colleague. */
function Share({ rows }: { rows: readonly TypedRow[] }) {
  const [copiedAddress, setCopiedAddress] = useState('')
  const address = quoteAddress(rows)
  const copy = async (event: MouseEvent): Promise<void> => {
    event.preventDefault()
    if (await copyText(new URL(address, location.href).href)) setCopiedAddress(address)
  }
  if (address.length > maxAddress) return null
  return (
    <p className="small muted">
      <a className="accent strong" href={address} onClick={(event) => void copy(event)}>
        复制这份询价单的网址
      </a>
      （产品、型号、数量和单位），发给同事
      <span role="status">{copiedAddress === address && '（已复制）'}</span>
    </p>
  )
}
