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
import { loadProducts, productName } from '../products.ts'
import { keepRows, keptRows, useQuoteRows } from '../quoteRows.ts'
import type { Head, PageProps, PageRequest } from '../route.ts'

interface QuoteFacts {
  rows: readonly TypedRow[]
  /** The ids and names of what visitors find. */
  names: (readonly [id: string, name: string])[]
  /** The ids of what can be added here. */
  groups: { group: string; ids: string[] }[]
  /** It is there only when the form was sent without a script. */
  posted?: PostedForm
}

/** A site with more has its lists of products to choose from. */
const mostChoices = 300

export async function load({ call, site, query, posted }: PageRequest): Promise<QuoteFacts> {
  const rows = posted?.rows ?? rowsInText(query.get('p') ?? '')
  const ids = rows.map(({ productId }) => productId)
  const [asked, { data }] = await Promise.all([
    loadProducts({ call, site }, ids),
    call('productList', { limit: mostChoices }),
  ])
  const groups = shownGroups(site.groups).map(({ id, name }) => ({
    group: name,
    ids: data.filter(({ locationId }) => locationId === id).map(({ productId }) => productId),
  }))
  return {
    rows,
    names: [...data, ...asked].map((product) => [product.productId, productName(product)]),
    groups: groups.filter(({ ids }) => ids.length > 0),
    ...(posted && { posted }),
  }
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
  const names = useNames(facts, rows)
  const isEmpty = rows.length === 0
  const press = (event: MouseEvent): void => {
    const { name = '', value = '' } = (event.target as Element).closest('button') ?? {}
    if (name === 'add') keepRows([...rows, newRow(value, names.get(value))].slice(0, maxQuoteRows))
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
                      <Choices key={group.group} {...group} names={names} />
                    ))}
                  </details>
                  <ol className="stack">
                    {rows.map((row, index) => (
                      <Row key={index} name={names.get(row.productId)} {...{ row, index }} />
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

/** What products are called: '' of one that visitors do not find. */
function useNames({ rows: given, names: found }: QuoteFacts, rows: readonly TypedRow[]): ReadonlyMap<string, string> {
  const none = (productId: string) => [productId, ''] as const
  const [names, setNames] = useState(() => new Map([...given.map(({ productId }) => none(productId)), ...found]))
  const unknown = [...new Set(rows.map(({ productId }) => productId))].filter((id) => !names.has(id)).join()
  useEffect(() => {
    if (!unknown) return
    const productIds = unknown.split(',')
    import('../../lib/call.ts')
      .then(({ call }) => call('productList', { productIds, limit: productIds.length }))
      .then(({ data }) => {
        const found = data.map((product) => [product.productId, productName(product)] as const)
        setNames((before) => new Map([...before, ...productIds.map(none), ...found]))
      })
      .catch(() => {})
  }, [unknown])
  return names
}

/** Every product is a button, so that one tap adds it. */
function Choices({ group, ids, names }: QuoteFacts['groups'][number] & { names: ReadonlyMap<string, string> }) {
  return (
    <fieldset>
      <legend className="muted small">{group}</legend>
      <div className="row wraps">
        {ids.map((id) => (
          <button key={id} type="submit" name="add" value={id} className="boxed row tight">
            <Icon name="plus" />
            <span className="visually-hidden">加入</span>
            <span {...keepWords(names.get(id) ?? '')} />
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

function Row({ row, index, name }: { row: TypedRow; index: number; name: string | undefined }) {
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
          <input
            type="text"
            name={`${column}${index}`}
            value={row[column]}
            maxLength={maxLength}
            inputMode={column === 'quantity' ? 'decimal' : undefined}
            autoComplete="off"
            aria-label={`${words}的${label}`}
          />
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
