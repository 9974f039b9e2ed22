import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PostedForm } from '../../../contract/application.ts'
import type { Site } from '../../../contract/entities.ts'
import { shownGroups } from '../../../contract/groups.ts'
import {
  fullQuoteList,
  joinedRows,
  maxQuoteRows,
  newRow,
  quoteAddress,
  rowsInText,
  rowsOfForm,
  sentRows,
  type TypedRow,
} from '../../../contract/quoteList.ts'
import { quoteRows } from '../../../contract/quoteRules.ts'
import { productPage } from '../../../contract/recordPages.ts'
import { quotePage } from '../../../contract/sitePages.ts'
import { copyText } from '../../ui/copyText.ts'
import { Icon } from '../../ui/Icon.tsx'
import { keepWords } from '../../ui/keepWords.ts'
import { titled } from '../head.ts'
import { InquiryForm } from '../parts/InquiryForm.tsx'
import { productName } from '../products.ts'
import { keepRows, keptRows, useQuoteRows } from '../quoteRows.ts'
import type { Head, MakeCall, PageProps, PageRequest } from '../route.ts'

interface QuoteProduct {
  /** '' of one that visitors do not find. */
  name: string
  /** Not there as long as nobody has asked for it. */
  models?: string[]
}

interface QuoteFacts {
  rows: readonly TypedRow[]
  /** Those of the rows, and those that can be added. */
  products: (readonly [id: string, product: QuoteProduct])[]
  /** The ids of what can be added here. */
  groups: { group: string; ids: string[] }[]
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
  const groups = shownGroups(site.groups).map(({ id, name }) => ({
    group: name,
    ids: data.filter(({ locationId }) => locationId === id).map(({ productId }) => productId),
  }))
  return {
    rows,
    products: [...data.map((row) => [row.productId, { name: productName(row) }] as const), ...asked],
    groups: groups.filter(({ ids }) => ids.length > 0),
    ...(posted && { posted }),
  }
}

const idsOf = (rows: readonly TypedRow[]): string[] => [...new Set(rows.map(({ productId }) => productId))]

async function askedProducts(call: MakeCall, productIds: string[]): Promise<QuoteFacts['products']> {
  if (productIds.length === 0) return []
  const { data } = await call('productList', { productIds, limit: productIds.length })
  return Promise.all(
    productIds.map(async (productId) => {
      const row = data.find((each) => each.productId === productId)
      if (!row) return [productId, { name: '', models: [] }] as const
      const { models = [] } = row.model ? await call('productDetail', { productId }) : {}
      return [productId, { name: productName(row), models: models.map(({ model }) => model) }] as const
    }),
  )
}

export const head = (_: QuoteFacts, site: Site): Head => ({
  title: titled('询价单', site),
  description: '',
  noindex: true,
})

/** Several products in one inquiry. Without a script the form has them, and its buttons change them. */
export default function QuoteList({ facts, frame }: PageProps<QuoteFacts>) {
  const { groups, posted } = facts
  const { box, rows, isChoosing, keep } = useRows(facts)
  const products = useProducts(facts, rows)
  const isEmpty = rows.length === 0
  const press = (event: MouseEvent): void => {
    const { name = '', value = '' } = (event.target as Element).closest('button') ?? {}
    if (name === 'add') keepRows([...rows, newRow(value, products.get(value)?.name)].slice(0, maxQuoteRows))
    else if (name === 'remove') keepRows(rows.filter((_, index) => index !== Number(value)))
    else return
    event.preventDefault()
    if (name === 'remove') box.current?.focus()
  }
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
              more: () => ({ topic: '报价', items: sentRows(rows) }),
              onDone: () => keepRows([]),
              rows: (
                <div className="quote-rows" ref={box} tabIndex={-1} onClick={press} onChange={keep}>
                  {/* Enter sends the form: it would press the first button, which changes a row. */}
                  <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
                  <input type="hidden" name="topic" value="报价" />
                  {isEmpty && <p className="lead">还没有产品。选好产品和数量，一次问清价格。</p>}
                  <details open={isChoosing}>
                    <summary className="strong">选产品</summary>
                    {groups.map((group) => (
                      <Choices key={group.group} {...group} products={products} />
                    ))}
                  </details>
                  <ol className="stack">
                    {rows.map((row, index) => (
                      <Row key={index} product={products.get(row.productId)} {...{ row, index }} />
                    ))}
                  </ol>
                  <p className="accent strong" role="status">
                    {rows.length === maxQuoteRows && fullQuoteList}
                  </p>
                  {!isEmpty && <Share rows={rows} />}
                  {frame.inquiry.fileMegabytes > 0 && (
                    <noscript>
                      <p className="small muted">加减产品以后，文件要重新选择。</p>
                    </noscript>
                  )}
                </div>
              ),
            }}
          />
        </div>
      </div>
    </section>
  )
}

/** The rows of the address or of the form, until the script runs; then those of the tab, to which they are added. */
function useRows({ rows: given, posted }: QuoteFacts) {
  const box = useRef<HTMLDivElement>(null)
  const kept = useQuoteRows()
  const [wasEmpty, setWasEmpty] = useState<boolean>()
  const typed = (): TypedRow[] => {
    const form = box.current?.closest('form')
    const values = form ? new FormData(form) : undefined
    return rowsOfForm((name) => values?.get(name))
  }
  useLayoutEffect(() => {
    // What was sent without a script is newer than what the tab has. Somebody may have typed before the script ran.
    const rows = posted ? typed() : joinedRows(keptRows(), typed())
    keepRows(rows)
    setWasEmpty(rows.length === 0)
    // A reload must not bring back what is removed.
    if (location.pathname === quotePage && location.search) history.replaceState(history.state, '', quotePage)
  }, [])
  return {
    box,
    rows: wasEmpty === undefined ? given : kept,
    isChoosing: wasEmpty ?? (given.length === 0 || posted !== undefined),
    keep: () => keepRows(typed()),
  }
}

type Products = ReadonlyMap<string, QuoteProduct>

function useProducts({ products: loaded }: QuoteFacts, rows: readonly TypedRow[]): Products {
  const [products, setProducts] = useState<Products>(() => new Map(loaded))
  const unknown = idsOf(rows)
    .filter((id) => !products.get(id)?.models)
    .join()
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
function Choices({ group, ids, products }: QuoteFacts['groups'][number] & { products: Products }) {
  return (
    <fieldset>
      <legend className="muted small">{group}</legend>
      <div className="row wraps">
        {ids.map((id) => (
          <button key={id} type="submit" name="add" value={id} className="boxed row tight">
            <Icon name="plus" />
            <span className="visually-hidden">加入</span>
            <span {...keepWords(products.get(id)?.name ?? '')} />
          </button>
        ))}
      </div>
    </fieldset>
  )
}

const columns = [
  ['model', '型号', 60],
  ['quantity', '数量', 20],
  ['unit', '单位', 10],
  ['note', '备注', 100],
] as const

function Row({ row, index, product }: { row: TypedRow; index: number; product: QuoteProduct | undefined }) {
  const { name, models = [] } = product ?? {}
  const words = name || row.name || row.model || row.productId
  const sent = sentRows([row])
  const [, problem] = /^第1行：(.*)/.exec(quoteRows.validate(sent) ?? '') ?? []
  const isNoted = row.quantity.trim() !== '' && sent[0]?.quantity === ''
  return (
    <li className="card">
      <input type="hidden" name={`productId${index}`} value={row.productId} />
      <input type="hidden" name={`name${index}`} value={name || row.name} />
      <p className="quote-product strong">
        {name ? <a href={productPage(row.productId)}>{words}</a> : words}
        {name === '' && <small className="accent">已下架，可以移除，也可以照样询问</small>}
      </p>
      {columns.map(([column, label, maxLength]) => (
        <label key={column} className={`quote-${column} small`}>
          <span className="muted">{label}</span>
          {column === 'model' && models.length > 0 ? (
            <select name={`model${index}`} value={row.model} aria-label={`${words}的型号`}>
              <option value="">未选</option>
              {row.model && !models.includes(row.model) && (
                <option value={row.model}>{`${row.model}（已没有这个型号）`}</option>
              )}
              {models.map((model) => (
                <option key={model}>{model}</option>
              ))}
            </select>
          ) : (
            <input
              type="text"
              name={`${column}${index}`}
              value={row[column]}
              maxLength={maxLength}
              inputMode={column === 'quantity' ? 'decimal' : undefined}
              autoComplete="off"
              aria-label={`${words}的${label}`}
            />
          )}
        </label>
      ))}
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
  const [copied, setCopied] = useState('')
  const address = quoteAddress(rows)
  if (address.length > maxAddress) return null
  const copy = async (event: MouseEvent): Promise<void> => {
    event.preventDefault()
    if (await copyText(new URL(address, location.href).href)) setCopied(address)
  }
  return (
    <p className="small muted">
      <a className="accent strong" href={address} onClick={(event) => void copy(event)}>
        复制这份询价单的网址
      </a>
      （产品、型号、数量和单位），发给同事
      <span role="status">{copied === address && '（已复制）'}</span>
    </p>
  )
}
