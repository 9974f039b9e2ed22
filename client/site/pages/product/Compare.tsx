import type { ReactNode } from 'react'
import type { Detail, Product, ProductRow, Site } from '../../../../contract/kinds/entities.ts'
import { shownGroups } from '../../../../contract/kinds/groups.ts'
import { newRow, quoteAddress } from '../../../../contract/leads/quoteList.ts'
import { comparePage, productPage } from '../../../../contract/kinds/recordPages.ts'
import { keepWords } from '../../../ui/keepWords.ts'
import { unlistedHead } from '../../head.ts'
import { Crumbs } from '../../parts/Crumbs.tsx'
import { inquiryBand, InquiryBand, type InquiryPlace } from '../../parts/InquiryBand.tsx'
import { Measured } from '../../parts/Measured.tsx'
import { Preparing } from '../../parts/Preparing.tsx'
import { QuoteLink } from '../../parts/QuoteLink.tsx'
import { Thumbnail } from '../../parts/Thumbnail.tsx'
import { namesAmong, productName } from '../../products.ts'
import { type Head, isMissing, type PageProps, type PageRequest } from '../../route.ts'
import { type ComparedRow, comparedRows } from './comparedRows.ts'
import { haveOwn, headFacts, type ModelFacts, modelFacts, tableFacts } from './data.ts'

interface Compared {
  productId: string
  name: string
  /** The name, with a model where others have it. */
  title: string
  picture: string
  /** What is at the top of its page. */
  first: Detail[]
  specs: Detail[]
}

interface CompareFacts extends Pick<InquiryPlace, 'band'> {
  products: Compared[]
  /** Of one product alone. */
  models: ModelFacts[]
  /** How many of those that were asked for are no products any more, and how many are too many. */
  gone: number
  left: number
  /** The others of their group, which can be added. */
  others: Pick<Compared, 'productId' | 'title' | 'picture'>[]
}

const mostCompared = 3
/** Of a group with more, the others are compared from their own pages. */
const mostOthers = 300

export async function load({ call, site, query }: PageRequest): Promise<CompareFacts> {
  const ids = [...new Set((query.get('ids') ?? '').split(',').filter(Boolean))]
  // Some may be gone.
  const asked = ids.slice(0, 2 * mostCompared)
  const replies = await Promise.all(asked.map((productId) => productOf(call, productId)))
  const found = replies.filter((product) => product !== undefined)
  const products = found.slice(0, mostCompared)
  const [first] = products
  const locationId = first ? first.locationId : groupOf(site, query.get('locationId'))
  const { data } = locationId ? await call('productList', { locationId, limit: mostOthers }) : { data: [] }
  const others = data.filter((row) => products.every(({ productId }) => productId !== row.productId))
  const titleOf = namesAmong([...products, ...others])
  const choice = (row: ProductRow) => ({ productId: row.productId, title: titleOf(row), picture: row.coverUrl })
  return {
    products: products.map((product) => ({ ...choice(product), ...compared(product) })),
    models: first && products.length === 1 ? modelFacts(first) : [],
    gone: asked.length - found.length,
    left: ids.length - asked.length + found.length - products.length,
    others: others.map(choice),
    ...inquiryBand(site, 'product'),
  }
}

/** Somebody may have deleted it since the address was shared. */
async function productOf(call: PageRequest['call'], productId: string): Promise<Product | undefined> {
  try {
    return await call('productDetail', { productId })
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The group that was asked for, or else the first. */
function groupOf({ groups }: Site, asked: string | null): string | undefined {
  const shown = shownGroups(groups)
  return (shown.find(({ id }) => id === asked) ?? shown[0])?.id
}

function compared(product: Product) {
  const { models = [] } = product
  // One alone is among the facts.
  const names = models.map(({ model, note }) => `${model} ${note}`.trim())
  const severalModels = names.length > 1 ? [{ term: '型号', description: names.join('\n') }] : []
  return { name: productName(product), first: [...severalModels, ...headFacts(product)], specs: tableFacts(product) }
}

export const head = ({ products }: CompareFacts, site: Site): Head =>
  unlistedHead(products.length > 0 ? `比较：${products.map(({ title }) => title).join('、')}` : '产品比较', site)

/**
 * The models of a product, or two or three products of a group, side by side. Each choice is a link, so that it works without a script and
 * can be shared.
 */
export default function Compare({ facts, frame }: PageProps<CompareFacts>) {
  const { products, models, others, band } = facts
  const ids = products.map(({ productId }) => productId)
  const [first] = products
  const isQuoted = frame.inquiry.quoteList
  const areModels = models.length > 1 && haveOwn(models)
  return (
    <>
      <section className="section compare">
        <div className="wrap">
          <Crumbs href="/product" parent={frame.pageNames.product}>
            产品比较
          </Crumbs>
          <h1 className="like-h1">产品比较</h1>
          <Notes {...facts} />
          {first && areModels ? (
            <>
              <h2 className="like-h3">
                <a href={productPage(first.productId)}>{`${first.name}的${models.length}个型号`}</a>
              </h2>
              <Table columns={models} head={({ name }) => <ModelHead {...{ product: first, name, isQuoted }} />} />
            </>
          ) : (
            <Table columns={products} head={(product) => <ProductHead {...{ product, ids }} />} />
          )}
          {products.length > 0 && !areModels && isQuoted && (
            <a className="button outline unprinted" href={quoteAddress(ids.map((id) => newRow(id)))} rel="nofollow">
              把{products.length > 1 ? '这几款' : '它'}加入询价单
            </a>
          )}
          {products.length < mostCompared && others.length > 0 && (
            <nav className="unprinted" aria-labelledby="add">
              <h2 className="like-h3" id="add">
                {products.length < 2 ? '选择要比较的产品' : '再加一个'}
              </h2>
              <ul className="tiles">
                {others.map(({ productId, title, picture }) => (
                  <li key={productId}>
                    <a className="boxed row" href={comparePage([...ids, productId])} rel="nofollow">
                      <Thumbnail image={picture} sizes="5rem" />
                      <span {...keepWords(title)} />
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </section>
      {products.length + others.length === 0 && <Preparing what={frame.pageNames.product} frame={frame} />}
      <InquiryBand
        band={band}
        frame={frame}
        asked={first && products.length === 1 ? { productId: first.productId, product: first.title } : {}}
      />
    </>
  )
}

/** Why something is not there that was chosen, or cannot be. */
function Notes({ products, gone, left }: CompareFacts) {
  const notes = [
    left > 0 && `还有${left}个没有列出来。`,
    products.length === mostCompared && `一次最多比较${mostCompared}个产品，要加别的，请先移除一个。`,
    gone > 0 && `${gone}个产品已经下线，没有列出来。`,
  ].filter(Boolean)
  return notes.length > 0 && <p className="muted unprinted">{notes}</p>
}

function ModelHead({ product, name, isQuoted }: { product: Compared; name: string; isQuoted: boolean }) {
  return (
    <>
      {name}
      {isQuoted && <QuoteLink className="more accent small unprinted" product={product} model={name} />}
    </>
  )
}

function ProductHead({ product: { productId, title, picture }, ids }: { product: Compared; ids: readonly string[] }) {
  return (
    <>
      <Thumbnail image={picture} sizes="(min-width: 48rem) 20rem, 9rem" />
      <a href={productPage(productId)} {...keepWords(title)} />
      {ids.length > 1 && (
        <p className="accent small unprinted">
          <a href={comparePage(ids.filter((id) => id !== productId))} rel="nofollow" aria-label={`移除${title}`}>
            移除
          </a>
        </p>
      )}
    </>
  )
}

interface TableProps<Column> {
  columns: readonly Column[]
  head(column: Column): ReactNode
}

/** A box hides what is the same, also without a script. */
function Table<Column extends ModelFacts | Compared>({ columns, head: headOf }: TableProps<Column>) {
  if (columns.length === 0) return null
  const rows = [...comparedRows(columns.map(({ first }) => first)), ...comparedRows(columns.map(({ specs }) => specs))]
  const isSame = ({ differs }: ComparedRow): boolean => columns.length > 1 && !differs
  return (
    <>
      {rows.some(isSame) && (
        <>
          <input type="checkbox" id="differing" className="unprinted" />
          <label className="unprinted" htmlFor="differing">
            只看不同的参数
          </label>
        </>
      )}
      <div className="scroll sideways" role="region" aria-label="参数比较" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <td />
              {columns.map((column, index) => (
                <th scope="col" key={index}>
                  {headOf(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr className={isSame(row) ? 'same' : undefined} key={at}>
                <th scope="row" dir="auto">
                  {row.term}
                </th>
                {row.values.map((value, index) => (
                  <td dir="auto" key={index}>
                    <Measured text={value || '—'} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
