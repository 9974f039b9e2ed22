import { type FocusEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PostedForm } from '../../../contract/application.ts'
import type { Site } from '../../../contract/entities.ts'
import { shownGroups } from '../../../contract/groups.ts'
import {
  fullQuoteList,
  inputName,
  joinedRows,
  maxQuoteRows,
  newRow,
  quoteAddress,
  rowsInText,
  rowsOfForm,
  sentRows,
  type TypedRow,
} from '../../../contract/quoteList.ts'
import { productPage } from '../../../contract/recordPages.ts'
import { quotePage } from '../../../contract/sitePages.ts'
import { copyText } from '../../ui/copyText.ts'
import { Icon } from '../../ui/Icon.tsx'
import { keepWords } from '../../ui/keepWords.ts'
import { titled } from '../head.ts'
import { InquiryForm } from '../parts/InquiryForm.tsx'
import { loadProducts, productName } from '../products.ts'
import { keepRows, keptRows, type KeptRow, useQuoteRows } from '../quoteRows.ts'
import type { Head, PageProps, PageRequest } from '../route.ts'

interface Choice {
  productId: string
  name: string
}
interface QuoteFacts {
  rows: TypedRow[]
  /** The address had more rows than a list takes. */
  cut: boolean
  /** The products of the rows that visitors find. */
  products: Choice[]
  /** What can be added here, in groups. */
  choices: { group: string; products: Choice[] }[]
  /** It is there only when the form was sent without a script. */
  posted?: PostedForm
}

/** A site with more has its lists of products to choose from. */
const mostChoices = 300

export async function load({ call, site, query, posted }: PageRequest): Promise<QuoteFacts> {
  const { rows, cut } = rowsInText(query.get('p') ?? '')
  const [products, { data }] = await Promise.all([
    loadProducts(
      { call, site },
      rows.map(({ productId }) => productId),
    ),
    call('productList', { limit: mostChoices }),
  ])
  const choices = shownGroups(site.groups).map(({ id, name }) => ({
    group: name,
    products: data.filter(({ locationId }) => locationId === id).map(choiceOf),
  }))
  return {
    rows,
    cut,
    products: products.map(choiceOf),
    choices: choices.filter(({ products }) => products.length > 0),
    ...(posted && { posted }),
  }
}

const choiceOf = (product: Parameters<typeof productName>[0] & { productId: string }): Choice => ({
  productId: product.productId,
  name: productName(product),
})

export const head = (_: QuoteFacts, site: Site): Head => ({
  title: titled('询价单', site),
  description: '',
  noindex: true,
})

/** Several products in one inquiry. Without a script the form has them, and its buttons change them. */
export default function QuoteList({ facts, frame }: PageProps<QuoteFacts>) {
  const { choices, posted } = facts
  const list = useList(facts)
  const { drawn, isSent } = list
  const isEmpty = drawn.rows.length === 0
  return (
    <section
      className={isEmpty && !isSent ? 'section apply inquiry-page quote empty' : 'section apply inquiry-page quote'}
    >
      <div className="wrap">
        <h1 className="like-h1">询价单</h1>
        {!isSent && (
          <p className="lead">
            {isEmpty ? '还没有产品。选好产品和数量，一次问清价格。' : '写上数量和要求，一次问清价格。'}
          </p>
        )}
        <div className="unprinted">
          <InquiryForm
            asked={{}}
            frame={frame}
            offered={false}
            posted={posted}
            quote={{
              more: () => ({ topic: '报价', items: sentRows(list.typed()) }),
              onDone: list.clear,
              rows: (
                <>
                  {/* Enter sends the form: it would press the first button, which changes a row. */}
                  <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
                  <input type="hidden" name="topic" value="报价" />
                  <Choices choices={choices} list={list} />
                  <Rows list={list} />
                </>
              ),
            }}
          />
        </div>
      </div>
    </section>
  )
}

type List = ReturnType<typeof useList>

/** The rows as they are drawn, and the acts that draw them anew. In between the inputs have what is typed, and the tab keeps it. */
function useList({ rows: given, cut, products, posted }: QuoteFacts) {
  const box = useRef<HTMLDivElement>(null)
  const [names, setNames] = useState(() => new Map(products.map(({ productId, name }) => [productId, name])))
  const named = (rows: readonly TypedRow[]): KeptRow[] =>
    rows.map((row) => ({ ...row, name: names.get(row.productId) ?? nameKept(row) }))
  // Of a page from the server, at first those of its address alone.
  const kept = useQuoteRows()
  const [initial] = useState(() => joinedRows(posted ? [] : kept, named(given)))
  const [drawn, setDrawn] = useState({ version: 0, rows: initial.slice(0, maxQuoteRows) })
  const [isChoosing, setChoosing] = useState(drawn.rows.length === 0)
  const [message, setMessage] = useState(cut || initial.length > maxQuoteRows ? fullQuoteList : '')
  const [isSent, setSent] = useState(posted?.done === true)
  /** Until it is known whether they are there, nothing is said of them. */
  const [isKnown, setKnown] = useState(true)

  const typed = (): TypedRow[] => {
    const form = box.current?.closest('form')
    if (!form) return []
    const values = new FormData(form)
    return rowsOfForm((name) => values.get(name))
  }
  const draw = (rows: readonly KeptRow[]): void => {
    setMessage(rows.length > maxQuoteRows ? fullQuoteList : '')
    const fitting = rows.slice(0, maxQuoteRows)
    keepRows(fitting)
    setDrawn(({ version }) => ({ version: version + 1, rows: fitting }))
  }

  useLayoutEffect(() => {
    if (posted?.done) return keepRows([])
    // What was sent without a script is newer than what the tab has. Somebody may have typed before the script ran.
    const own = named(typed())
    const rows = posted ? own : joinedRows(keptRows(), own)
    if (rows.length > own.length) {
      draw(rows)
      setChoosing(false)
    } else keepRows(rows)
    // From now on the tab has them: a reload must not bring back what is removed.
    if (location.pathname === quotePage && location.search) history.replaceState(history.state, '', quotePage)
  }, [])

  const missing = [...new Set(drawn.rows.map(({ productId }) => productId))].filter((id) => !names.has(id)).join()
  useEffect(() => {
    const ids = missing.split(',').filter(Boolean)
    if (ids.length === 0) return setKnown(true)
    setKnown(false)
    let left = false
    import('../../lib/call.ts')
      .then(({ call }) => call('productList', { productIds: ids, limit: ids.length }))
      .then(({ data }) => {
        if (left) return
        setKnown(true)
        setNames((before) => new Map([...before, ...data.map((row) => [row.productId, productName(row)] as const)]))
      })
      .catch(() => {})
    return () => {
      left = true
    }
  }, [missing])

  return {
    box,
    drawn,
    names,
    isKnown,
    message,
    isSent,
    isChoosing,
    setChoosing,
    typed,
    keep: () => keepRows(named(typed())),
    add({ productId, name }: Choice): void {
      draw([...named(typed()), { ...newRow(productId), name }])
    },
    remove(index: number): void {
      draw(named(typed()).filter((_, each) => each !== index))
      box.current?.focus()
    },
    clear(): void {
      setSent(true)
      draw([])
    },
  }
}

/** What it was called when it was chosen. */
const nameKept = ({ productId }: TypedRow): string => keptRows().find((row) => row.productId === productId)?.name ?? ''

/** Every product is a button, so that one tap adds it. */
function Choices({ choices, list }: { choices: QuoteFacts['choices']; list: List }) {
  const { isChoosing, setChoosing, add } = list
  return (
    <details
      className="quote-choices"
      open={isChoosing}
      onToggle={({ currentTarget }) => setChoosing(currentTarget.open)}
    >
      <summary className="strong">选产品</summary>
      <div className="stack">
        {choices.map(({ group, products }) => (
          <fieldset key={group}>
            <legend className="muted small">{group}</legend>
            <div className="row wraps">
              {products.map((product) => (
                <button
                  key={product.productId}
                  type="submit"
                  name="add"
                  value={product.productId}
                  className="boxed row tight"
                  onClick={(event) => {
                    event.preventDefault()
                    add(product)
                  }}
                >
                  <Icon name="plus" />
                  <span className="visually-hidden">加入</span>
                  <span {...keepWords(product.name)} />
                </button>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </details>
  )
}

function Rows({ list }: { list: List }) {
  const { box, drawn, message, keep } = list
  return (
    <div className="quote-rows" ref={box} tabIndex={-1} onInput={keep} onBlur={readTyped}>
      <ol className="stack">
        {drawn.rows.map((row, index) => (
          <Row key={`${drawn.version}/${index}`} row={row} index={index} list={list} />
        ))}
      </ol>
      <p className="accent strong" role="status">
        {message}
      </p>
      {drawn.rows.length > 0 && (
        <>
          <noscript>
            <button type="submit" name="update" value="1" className="button outline">
              更新数量
            </button>
          </noscript>
          <Share list={list} />
        </>
      )}
    </div>
  )
}

/** A number may be typed with its unit, or be a note: it is shown as it is read once it is left. */
function readTyped({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  const [, index] = /^quantity(\d+)$/.exec(target.getAttribute('name') ?? '') ?? []
  const inputs = currentTarget.querySelectorAll<HTMLInputElement>('input')
  const input = (name: string): HTMLInputElement | undefined => Array.from(inputs).find((each) => each.name === name)
  const row = rowsOfForm((name) => input(name)?.value)[Number(index)]
  if (index === undefined || !row) return
  for (const name of ['quantity', 'unit', 'note'] as const) {
    const each = input(inputName(name, Number(index)))
    if (each && each.value !== row[name]) each.value = row[name]
  }
}

const columns = [
  ['model', '型号'],
  ['quantity', '数量'],
  ['unit', '单位'],
  ['note', '备注'],
] as const

function Row({ row, index, list: { names, isKnown, remove } }: { row: KeptRow; index: number; list: List }) {
  const name = names.get(row.productId)
  const words = name ?? (row.name || row.model || row.productId)
  const onRemove = (event: MouseEvent): void => {
    event.preventDefault()
    remove(index)
  }
  return (
    <li className="card">
      <input type="hidden" name={inputName('productId', index)} value={row.productId} />
      <p className="quote-product strong">
        {name === undefined ? words : <a href={productPage(row.productId)}>{words}</a>}
        {name === undefined && isKnown && <small className="accent">已下架，可以移除，也可以照样询问</small>}
      </p>
      {columns.map(([column, label]) => (
        <label key={column} className={`quote-${column} small`}>
          <span className="muted">{label}</span>
          <input
            type="text"
            name={inputName(column, index)}
            defaultValue={row[column]}
            inputMode={column === 'quantity' ? 'decimal' : undefined}
            autoComplete="off"
            aria-label={`${words}的${label}`}
          />
        </label>
      ))}
      <button
        type="submit"
        name="remove"
        value={index}
        className="small"
        aria-label={`移除${words}`}
        onClick={onRemove}
      >
        移除
      </button>
    </li>
  )
}

/** The address that has the list, for a colleague. */
function Share({ list: { drawn } }: { list: List }) {
  const kept = useQuoteRows()
  const [isCopied, setCopied] = useState(false)
  const address = quoteAddress(kept.length > 0 ? kept : drawn.rows)
  const copy = async (event: MouseEvent): Promise<void> => {
    event.preventDefault()
    setCopied(await copyText(new URL(address, location.href).href))
  }
  return (
    <p className="small muted">
      <a className="accent strong" href={address} onClick={(event) => void copy(event)}>
        复制这份询价单的网址
      </a>
      ，发给同事一起填
      <span role="status">{isCopied && '（已复制）'}</span>
    </p>
  )
}
