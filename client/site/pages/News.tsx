import { Fragment } from 'react'
import type { NewsRow } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import { Shot } from '../parts/Shot.tsx'
import type { PageProps } from '../route.ts'
import type { Sheet } from '../sheets.ts'

export interface NewsFacts {
  /** The newest, on the first sheet. */
  top: NewsRow[]
  rest: NewsRow[]
  sheet: Sheet
}

/** The newest large, three beside it, the rest in pages. */
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
      {rest.length > 0 && <Rest rows={rest} sheet={sheet} />}
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
  return (
    <section className="section washed news-rest" id="more" aria-label="更多新闻">
      <div className="wrap">
        <SectionHead name="更多新闻" />
        <ol className="news-list">
          {rows.map((row) => (
            <li key={row.newId}>
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
        {sheet.of > 1 && <Pager sheet={sheet} />}
      </div>
    </section>
  )
}

/** The pages around this one, the first and the last. */
function Pager({ sheet: { number, of } }: { sheet: Sheet }) {
  const near = Array.from({ length: of }, (_, index) => index + 1).filter((page) => page === 1 || page === of || Math.abs(page - number) <= 2)
  return (
    <nav className="pager" aria-label="新闻分页">
      {number > 1 && (
        <a href={addressOf(number - 1)} rel="prev" aria-label="上一页">
          <Icon name="chevron-left" />
        </a>
      )}
      {near.map((page, at) => (
        <Fragment key={page}>
          {page - (near[at - 1] ?? 0) > 1 && <span>…</span>}
          <a href={addressOf(page)} aria-current={page === number ? 'page' : undefined} aria-label={`第${page}页`}>
            {page}
          </a>
        </Fragment>
      ))}
      {number < of && (
        <a href={addressOf(number + 1)} rel="next" aria-label="下一页">
          <Icon name="chevron-right" />
        </a>
      )}
    </nav>
  )
}

const addressOf = (page: number): string => `/xwdt${page === 1 ? '' : `?page=${page}`}#more`
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
