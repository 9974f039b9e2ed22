import type { Site, SiteHit } from '../../../contract/entities.ts'
import { hitsPerPage, partsOf, searchPage, wordOf } from '../../../contract/siteSearch.ts'
import { titled } from '../head.ts'
import { type Chunk, chunkOf, requestedChunk } from '../pagination.ts'
import { InquiryBand, inquiryBand, type InquiryPlace } from '../parts/InquiryBand.tsx'
import { PageLinks } from '../parts/PageLinks.tsx'
import { Pager } from '../parts/Pager.tsx'
import { SearchForm } from '../parts/SearchForm.tsx'
import type { FrameFacts, Head, PageProps, PageRequest } from '../route.ts'

interface SearchFacts extends Pick<InquiryPlace, 'band'> {
  word: string
  hits: SiteHit[]
  count: number
  chunk: Chunk
}

export async function load({ call, query, site }: PageRequest): Promise<SearchFacts> {
  const word = wordOf(query)
  const number = requestedChunk(query)
  const { data, count } = await call('siteSearch', { word, page: number, limit: hitsPerPage })
  return { word, hits: data, count, chunk: chunkOf(number, count, hitsPerPage), ...inquiryBand(site, 'search') }
}

export const head = ({ word }: SearchFacts, site: Site): Head => ({
  title: titled(word ? `搜索“${word}”` : '站内搜索', site), description: '', noindex: true,
})

const names: { readonly [T in SiteHit['type']]?: string } = { product: '产品', news: '新闻', case: '案例' }

export default function Search({ facts, frame }: PageProps<SearchFacts>) {
  return (
    <>
      <Results facts={facts} frame={frame} />
      <InquiryBand band={facts.band} frame={frame} />
    </>
  )
}

function Results({ facts: { word, hits, count, chunk }, frame }: PageProps<SearchFacts>) {
  return (
    <section className="section wrap search-page">
      <h1>站内搜索</h1>
      <SearchForm word={word} />
      {count > 0 ? <p className="muted">找到{count}条与“{word}”有关的内容</p> : <Advice word={word} frame={frame} />}
      <ol>
        {hits.map(({ type, title, address, excerpt }) => (
          <li key={address}>
            <a className="ruled stack tight" href={address}>
              <h2 className="like-h3">
                <small className="muted">{names[type] ?? '页面'}</small>
                <Marked text={title} word={word} />
              </h2>
              {excerpt && (
                <p className="muted">
                  <Marked text={excerpt} word={word} />
                </p>
              )}
            </a>
          </li>
        ))}
      </ol>
      <Pager
        label="搜索结果分页" chunk={chunk}
        hrefOf={(page) => `${searchPage}?word=${encodeURIComponent(word)}${page > 1 ? `&page=${page}` : ''}`}
      />
    </section>
  )
}

const Marked = ({ text, word }: { text: string; word: string }) =>
  partsOf(text, word).map((part, index) => (part.found ? <mark key={index}>{part.text}</mark> : part.text))

/** Before anything is searched for, and when nothing was found. */
function Advice({ word, frame }: { word: string; frame: FrameFacts }) {
  return (
    <div className="stack search-advice">
      {word && <p className="strong">没有找到与“{word}”有关的内容</p>}
      <ul className="muted">
        <li>{word ? '看看有没有错字，或者换一个更短的词' : '可以输入产品的名称、型号、用途，或者正文里的词'}</li>
        <li>几个词用空格隔开，找到的内容里每个词都有</li>
        <li>也可以输入标题的拼音首字母</li>
      </ul>
      <p className="row wraps">
        <PageLinks pages={['product', 'news', 'cases']} className="button outline" frame={frame} />
        <a className="button" href={`tel:${frame.hotline}`}>电话咨询</a>
      </p>
    </div>
  )
}
