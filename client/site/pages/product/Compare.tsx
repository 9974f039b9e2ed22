import type { Detail, Product, PublicSite } from '../../../../contract/entities.ts'
import { shownGroups } from '../../../../contract/groups.ts'
import { newRow, quoteAddress } from '../../../../contract/quoteList.ts'
import { comparePage, productPage } from '../../../../contract/recordPages.ts'
import { keepWords } from '../../../ui/keepWords.ts'
import { titled } from '../../head.ts'
import { Crumbs } from '../../parts/Crumbs.tsx'
import { inquiryBand, InquiryBand, type InquiryPlace } from '../../parts/InquiryBand.tsx'
import type { Asked } from '../../parts/InquiryLink.tsx'
import { Preparing } from '../../parts/Preparing.tsx'
import { Thumbnail } from '../../parts/Thumbnail.tsx'
import { productName } from '../../products.ts'
import { type Head, isMissing, type PageProps, type PageRequest } from '../../route.ts'
import { type ComparedRow, comparedRows } from './comparedRows.ts'
import { headFacts, tableFacts } from './data.ts'

interface Compared {
  productId: string
  name: string
  picture: string
  /** What is at the top of its page. */
  first: Detail[]
  specs: Detail[]
}

interface CompareFacts extends Pick<InquiryPlace, 'band'> {
  products: Compared[]
  /** The others of their group, which can be added. */
  others: { productId: string; name: string }[]
}

const mostCompared = 3
/** Of a group with more, the others are compared from their own pages. */
const mostOthers = 300

export async function load({ call, site, query }: PageRequest): Promise<CompareFacts> {
  const ids = new Set((query.get('ids') ?? '').split(',').filter(Boolean))
  const found = await Promise.all([...ids].slice(0, mostCompared).map((productId) => productOf(call, productId)))
  const products = found.filter((product) => product !== undefined)
  const locationId = products[0] ? products[0].locationId : groupOf(site, query.get('locationId'))
  const { data } = locationId ? await call('productList', { locationId, limit: mostOthers }) : { data: [] }
  return {
    products: products.map(compared),
    others: data
      .filter((row) => products.every(({ productId }) => productId !== row.productId))
      .map((row) => ({ productId: row.productId, name: productName(row) })),
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
function groupOf({ groups }: PublicSite, asked: string | null): string | undefined {
  const shown = shownGroups(groups)
  return (shown.find(({ id }) => id === asked) ?? shown[0])?.id
}

function compared(product: Product): Compared {
  const { productId, coverUrl, models = [] } = product
  // One alone is among the facts.
  const names = models.map(({ model, note }) => [model, note].filter(Boolean).join(' '))
  const severalModels = names.length > 1 ? [{ term: '型号', description: names.join('\n') }] : []
  return {
    productId,
    name: productName(product),
    picture: coverUrl,
    first: [...severalModels, ...headFacts(product)],
    specs: tableFacts(product),
  }
}

export const head = ({ products }: CompareFacts, site: PublicSite): Head => ({
  title: titled(products.length > 0 ? `比较：${products.map(({ name }) => name).join('、')}` : '产品比较', site),
  description: '',
  noindex: true,
})

/** Two or three products of a group, side by side. Each choice is a link, so that it works without a script and can be shared. */
export default function Compare({ facts: { products, others, band }, frame }: PageProps<CompareFacts>) {
  const ids = products.map(({ productId }) => productId)
  return (
    <>
      <section className="section compare">
        <div className="wrap">
          <Crumbs href="/product" parent={frame.pageNames.product}>
            产品比较
          </Crumbs>
          <h1 className="like-h1">产品比较</h1>
          {products.length > 0 && <Table products={products} />}
          {products.length > 0 && frame.inquiry.quoteList && (
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
                {others.map(({ productId, name }) => (
                  <li key={productId}>
                    <a className="boxed" href={comparePage([...ids, productId])} rel="nofollow">
                      <span {...keepWords(name)} />
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </section>
      {products.length + others.length === 0 && <Preparing what={frame.pageNames.product} frame={frame} />}
      <InquiryBand band={band} frame={frame} asked={askedAbout(products)} />
    </>
  )
}

function askedAbout(products: readonly Compared[]): Asked {
  const [first] = products
  if (first && products.length === 1) return { productId: first.productId, product: first.name }
  return {}
}

function Table({ products }: { products: readonly Compared[] }) {
  const first = comparedRows(products.map((product) => product.first))
  const { shared, own } = comparedRows(products.map(({ specs }) => specs))
  const ids = products.map(({ productId }) => productId)
  return (
    <div className="scroll" role="region" aria-label="参数比较" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td />
            {products.map(({ productId, name, picture }) => (
              <th scope="col" key={productId}>
                <Thumbnail image={picture} sizes="(min-width: 48rem) 20rem, 9rem" />
                <a href={productPage(productId)} {...keepWords(name)} />
                {products.length > 1 && (
                  <p className="accent small unprinted">
                    <a
                      href={comparePage(ids.filter((id) => id !== productId))}
                      rel="nofollow"
                      aria-label={`移除${name}`}
                    >
                      移除
                    </a>
                  </p>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <Rows rows={[...first.shared, ...first.own]} />
        <Rows rows={shared} marked />
        <Rows rows={own} />
      </table>
    </div>
  )
}

/** Where the products differ in what they all could have, the line says so. */
function Rows({ rows, marked = false }: { rows: readonly ComparedRow[]; marked?: boolean }) {
  if (rows.length === 0) return null
  return (
    <tbody>
      {rows.map(({ term, values, differs }) => (
        <tr className={marked && differs ? 'differs' : undefined} key={term}>
          <th scope="row" dir="auto">
            {term}
            {marked && differs && <small>不同</small>}
          </th>
          {values.map((value, index) => (
            <td dir="auto" key={index}>
              {value || '—'}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
