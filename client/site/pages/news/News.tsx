import type { NewsRow, Site } from '../../../../contract/kinds/entities.ts'
import { newsName, newsPage } from '../../../../contract/kinds/recordPages.ts'
import { SectionHead } from '../../../ui/SectionHead.tsx'
import { keepWords } from '../../../ui/keepWords.ts'
import { listHead, pageBanner } from '../../head.ts'
import { type Chunk, chunkOf, requestedChunk } from '../../pagination.ts'
import { Day } from '../../parts/Day.tsx'
import { Preparing } from '../../parts/Preparing.tsx'
import { InquiryBand, inquiryBand, type InquiryPlace } from '../../parts/InquiryBand.tsx'
import { Pager } from '../../parts/Pager.tsx'
import { Thumbnail } from '../../parts/Thumbnail.tsx'
import type { Banner, Head, PageProps, PageRequest } from '../../route.ts'

const newsPerChunk = 15
/** The newest article and the three beside it. */
const newsOnTop = 4

interface NewsFacts extends Pick<InquiryPlace, 'band'> {
  /** It is empty in all chunks but the first. */
  top: NewsRow[]
  rest: NewsRow[]
  chunk: Chunk
}

export async function load({ call, query, site }: PageRequest): Promise<NewsFacts> {
  const number = requestedChunk(query)
  const rowsOf = (page: number) => call('newsList', { page, limit: newsPerChunk })
  // The articles on top are not part of the list, so a chunk reaches into the next page of the call.
  const [chunkRows, next] = await Promise.all([rowsOf(number), rowsOf(number + 1)])
  const rows = [...chunkRows.data, ...next.data]
  const chunk = chunkOf(number, Math.max(0, chunkRows.count - newsOnTop), newsPerChunk)
  return {
    top: number === 1 ? rows.slice(0, newsOnTop) : [],
    rest: rows.slice(newsOnTop, newsOnTop + newsPerChunk),
    chunk,
    ...inquiryBand(site, 'list'),
  }
}

export const head = ({ chunk }: NewsFacts, site: Site): Head => listHead('news', chunk, site)

export const banner = (_facts: NewsFacts, site: Site): Banner => pageBanner('news', site)

/** The newest large, three beside it, the others in pages. */
export default function News({ facts: { top, rest, chunk, band }, frame }: PageProps<NewsFacts>) {
  const [first, ...aside] = top
  if (!first && rest.length === 0) return <Preparing what={frame.pageNames.news} frame={frame} />
  return (
    <>
      {first && <Top first={first} aside={aside} />}
      {rest.length > 0 && <Rest rows={rest} chunk={chunk} />}
      <InquiryBand band={band} frame={frame} />
    </>
  )
}

function Top({ first, aside }: { first: NewsRow; aside: readonly NewsRow[] }) {
  const isAlone = aside.length === 0
  const hasColumns = isAlone && first.newCover !== ''
  return (
    <section className="section news-top">
      <div className={isAlone ? 'wrap' : 'wrap columns'}>
        <a className={hasColumns ? 'card news-first columns' : 'card news-first'} href={newsPage(first.newId)}>
          {first.newCover && <Thumbnail image={first.newCover} sizes="(min-width: 60rem) 50rem, 100vw" priority />}
          <div>
            <Day date={first.createDate} />
            <h2 {...keepWords(newsName(first))} />
            <p className="muted" dir="auto">
              {first.newIntro}
            </p>
          </div>
        </a>
        {!isAlone && (
          <div className="news-side">
            {aside.map((row) => (
              <Item key={row.newId} row={row} />
            ))}
          </div>
        )}
      </div>
    </section>
  )
}

function Rest({ rows, chunk }: { rows: readonly NewsRow[]; chunk: Chunk }) {
  return (
    <section className="section tinted news-rest" id="more" aria-label="更多新闻">
      <div className="wrap">
        <SectionHead name="更多新闻" />
        <ol className="news-list">
          {rows.map((row) => (
            <li key={row.newId}>
              <Item row={row} className="ruled" intro={row.newIntro} />
            </li>
          ))}
        </ol>
        <Pager label="新闻分页" chunk={chunk} hrefOf={hrefOfChunk} />
      </div>
    </section>
  )
}

interface ItemProps {
  row: NewsRow
  className?: string
  intro?: string
}

const Item = ({ row, className, intro }: ItemProps) => (
  <a className={className} href={newsPage(row.newId)}>
    {row.newCover && <Thumbnail image={row.newCover} sizes="(min-width: 60rem) 14rem, 36vw" />}
    <div>
      <Day date={row.createDate} />
      <h3 {...keepWords(newsName(row))} />
      {intro && (
        <p className="muted" dir="auto">
          {intro}
        </p>
      )}
    </div>
  </a>
)

const hrefOfChunk = (page: number): string => `/xwdt${page === 1 ? '' : `?page=${page}`}#more`
