import { useRef, useState } from 'react'
import type { NewsRow } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { SheetLinks } from '../parts/SheetLinks.tsx'
import { Shot } from '../parts/Shot.tsx'
import type { PageProps } from '../route.ts'
import { newsPerPage, type Sheet } from '../sheets.ts'

export interface NewsFacts {
  /** The newest, on the first sheet. */
  top: NewsRow[]
  rest: NewsRow[]
  sheet: Sheet
}

/** The newest large, three beside it, the rest in pages; a sheet of the rest is in the HTML, for readers without a script. */
export default function News({ facts: { top, rest, sheet } }: PageProps<NewsFacts>) {
  const [first, ...aside] = top
  if (!first && rest.length === 0) {
    return (
      <section className="section wrap empty">
        <Icon name="news" />
        <p>暂时没有新闻，欢迎过些时候再来。</p>
      </section>
    )
  }
  return (
    <>
      {first && <Top first={first} aside={aside} />}
      {rest.length > 0 && <Rest key={sheet.number} rows={rest} sheet={sheet} />}
    </>
  )
}

function Top({ first, aside }: { first: NewsRow; aside: readonly NewsRow[] }) {
  return (
    <section className="section news-top">
      <div className="wrap">
        <a className="card news-first" href={hrefOf(first)}>
          <Shot image={first.newCover} sizes="(min-width: 60rem) 50rem, 100vw" first />
          <div>
            <Day date={first.createDate} />
            <h2>{first.newTitle}</h2>
            <p>{first.newIntro}</p>
          </div>
        </a>
        <div className="news-side">
          {aside.map((row) => (
            <a key={row.newId} href={hrefOf(row)}>
              <Shot image={row.newCover} sizes="(min-width: 60rem) 14rem, 36vw" />
              <div>
                <Day date={row.createDate} />
                <h3>{row.newTitle}</h3>
              </div>
            </a>
          ))}
        </div>
      </div>
    </section>
  )
}

function Rest({ rows, sheet }: { rows: readonly NewsRow[]; sheet: Sheet }) {
  const [page, setPage] = useState(1)
  const top = useRef<HTMLElement>(null)
  const pages = Math.ceil(rows.length / newsPerPage)
  const turn = (to: number): void => {
    setPage(to)
    top.current?.scrollIntoView()
    top.current?.focus({ preventScroll: true })
  }
  return (
    <section className="section washed news-rest" ref={top} id="more" tabIndex={-1} aria-label="更多新闻">
      <div className="wrap">
        <SectionHead name="更多新闻" />
        <ol className="news-list">
          {rows.map((row, index) => (
            <li key={row.newId} hidden={Math.floor(index / newsPerPage) + 1 !== page}>
              <a href={hrefOf(row)}>
                <Day date={row.createDate} />
                <div>
                  <h3>{row.newTitle}</h3>
                  <p>{row.newIntro}</p>
                </div>
                <Icon name="arrow-right" />
              </a>
            </li>
          ))}
        </ol>
        {pages > 1 && <Pager page={page} pages={pages} turn={turn} />}
        <SheetLinks sheet={sheet} to={addressOf} words={['更近的新闻', '更早的新闻']} />
      </div>
    </section>
  )
}

function Pager({ page, pages, turn }: { page: number; pages: number; turn(to: number): void }) {
  return (
    <nav className="pager" aria-label="新闻分页">
      <button type="button" disabled={page === 1} onClick={() => turn(page - 1)} aria-label="上一页">
        <Icon name="chevron-left" />
      </button>
      {Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
        <button type="button" key={number} aria-current={number === page ? 'page' : undefined} aria-label={`第${number}页`} onClick={() => turn(number)}>
          {number}
        </button>
      ))}
      <button type="button" disabled={page === pages} onClick={() => turn(page + 1)} aria-label="下一页">
        <Icon name="chevron-right" />
      </button>
    </nav>
  )
}

const addressOf = (number: number): string => (number === 1 ? '/xwdt' : `/xwdt?page=${number}`)
const hrefOf = ({ newId }: NewsRow): string => `/xwdtDet?newId=${newId}`

function Day({ date }: { date: string }) {
  const [year, month, day] = date.slice(0, 10).split('-')
  return (
    <time className="day" dateTime={date.slice(0, 10)}>
      <b>
        {month}.{day}
      </b>
      <span>{year}</span>
    </time>
  )
}
