import type { HitKind, Site, SiteHit, SiteHits } from '../../../contract/kinds/entities.ts'
import { hitsPerPage, searchPage, wordOf } from '../../../contract/site/siteSearch.ts'
import { type IconName, isIcon } from '../../ui/icons.ts'
import { pick } from '../facts.ts'
import { unlistedHead } from '../head.ts'
import { type Chunk, chunkOf, requestedChunk } from '../pagination.ts'
import { InquiryBand, inquiryBand, type InquiryPlace } from '../parts/InquiryBand.tsx'
import { InquiryLink } from '../parts/InquiryLink.tsx'
import { OfferLine } from '../parts/OfferLine.tsx'
import { PageLinks } from '../parts/PageLinks.tsx'
import { Pager } from '../parts/Pager.tsx'
import { SearchForm } from '../parts/SearchForm.tsx'
import { Thumbnail } from '../parts/Thumbnail.tsx'
import type { FrameFacts, Head, PageProps, PageRequest } from '../route.ts'
import { partsOf } from './partsOf.ts'

type Kind = SiteHit['type']
interface SearchFacts
  extends Pick<SiteHits, 'kinds' | 'hitKinds' | 'words' | 'near' | 'mentioned'>,
    Pick<InquiryPlace, 'band'> {
  word: string
  kind?: Kind
  hits: SiteHit[]
  chunk: Chunk
}

export async function load(request: PageRequest): Promise<SearchFacts> {
  try {
    return await search(request, request.query.get('kind') as Kind | null)
  } catch (error) {
    // A kind that the site does not have is ignored, as other values are that no page knows.
    if (!isUnknownKind(error)) throw error
    return search(request, null)
  }
}

const isUnknownKind = (error: unknown): boolean => error instanceof Error && 'field' in error && error.field === 'kind'

async function search({ call, query, site }: PageRequest, kind: Kind | null): Promise<SearchFacts> {
  const word = wordOf(query)
  const number = requestedChunk(query)
  const input = { word, page: number, limit: hitsPerPage }
  const hits = await call('siteSearch', kind ? { ...input, kind } : input)
  return {
    word,
    hits: hits.data,
    chunk: chunkOf(number, hits.count, hitsPerPage),
    ...(kind && { kind }),
    ...pick(hits, 'kinds', 'hitKinds', 'words', 'near', 'mentioned'),
    ...inquiryBand(site, 'search'),
  }
}

export const head = ({ word }: SearchFacts, site: Site): Head =>
  unlistedHead(word ? `搜索“${word}”` : '站内搜索', site, `${site.siteName}站内搜索：搜索产品、新闻和案例。`)

const searchAddress = (word: string, kind?: Kind, page = 1): string =>
  `${searchPage}?${new URLSearchParams({ word, ...(kind && { kind }), ...(page > 1 && { page: `${page}` }) })}`

export default function Search({ facts, frame }: PageProps<SearchFacts>) {
  return (
    <>
      <Results facts={facts} frame={frame} />
      {facts.hits.length > 0 && !isDoubtful(facts) && <InquiryBand band={facts.band} frame={frame} />}
    </>
  )
}

/** It may not be what was looked for, so the form is offered with the word. */
const isDoubtful = ({ near, mentioned }: SearchFacts): boolean => near || mentioned === true

function Results({ facts, frame }: PageProps<SearchFacts>) {
  const { word, kind, kinds, hitKinds = [], words, near, mentioned, hits, chunk } = facts
  const kindOf = (type: Kind): HitKind | undefined => hitKinds.find((hits) => hits.kind === type)
  const all = Object.values(kinds).reduce((sum, count) => sum + count, 0)
  return (
    <section className="section wrap search-page">
      <h1>站内搜索</h1>
      <SearchForm word={word} />
      {all === 0 && <Advice word={word} frame={frame} />}
      {all > 0 && near && <p className="muted">没有找到“{word}”，下面的内容与它相近</p>}
      {all > 0 && mentioned && (
        <p className="muted">
          没有专门介绍“{word}”的内容，下面{all}条提到了它
        </p>
      )}
      {all > 0 && !isDoubtful(facts) && (
        <p className="muted">
          找到{all}条与“{word}”有关的内容
        </p>
      )}
      {(Object.keys(kinds).length > 1 || (kind && all > 0)) && (
        <Kinds word={word} kind={kind} kinds={kinds} hitKinds={hitKinds} all={all} />
      )}
      <ol>
        {hits.map(({ type, title, address, picture, excerpt, ...offer }) => (
          <li key={address}>
            <a className="search-hit ruled" href={address}>
              <Thumbnail image={picture} icon={iconOf(kindOf(type))} sizes="10rem" />
              <div className="stack tight">
                <p className="small muted">{kindOf(type)?.noun}</p>
                <h2 className="like-h3">
                  <Marked text={title} words={words} />
                </h2>
                {excerpt && (
                  <p className="search-excerpt muted">
                    <Marked text={excerpt} words={words} />
                  </p>
                )}
                <OfferLine offer={offer} />
              </div>
            </a>
          </li>
        ))}
      </ol>
      <Pager label="搜索结果分页" chunk={chunk} hrefOf={(page) => searchAddress(word, kind, page)} />
      {isDoubtful(facts) && <Ask word={word} frame={frame} />}
    </section>
  )
}

const iconOf = (kind: HitKind | undefined): IconName => (kind && isIcon(kind.icon) ? kind.icon : 'news')

interface KindsProps extends Pick<SearchFacts, 'word' | 'kinds'> {
  kind: Kind | undefined
  hitKinds: readonly HitKind[]
  all: number
}

/** How many there are of each kind. */
function Kinds({ word, kind, kinds, hitKinds, all }: KindsProps) {
  const link = (name: string, count: number, to?: Kind) => (
    <a href={searchAddress(word, to)} aria-current={to === kind ? 'page' : undefined} key={name}>
      {name} <span className="small digits">{count}</span>
    </a>
  )
  return (
    <nav className="search-kinds row wraps" aria-label="按类别查看">
      {link('全部', all)}
      {hitKinds.map((each) => link(each.noun, kinds[each.kind] ?? 0, each.kind))}
    </nav>
  )
}

const Marked = ({ text, words }: { text: string; words: readonly string[] }) =>
  partsOf(text, words).map((part, index) => (part.found ? <mark key={index}>{part.text}</mark> : part.text))

/** Before anything is searched for, and when nothing was found. */
function Advice({ word, frame }: { word: string; frame: FrameFacts }) {
  return (
    <div className="stack search-advice">
      {word && <p className="strong">没有找到与“{word}”有关的内容</p>}
      <ul className="muted">
        <li>{word ? '看看有没有错字，或者换一个更短的词' : '可以输入产品的名称、型号、用途，或者正文里的词'}</li>
        <li>几个词用空格隔开，找到的内容里每个词都有</li>
        <li>也可以输入标题的拼音或拼音首字母</li>
      </ul>
      <Ask word={word} frame={frame} />
    </div>
  )
}

/** The ways on from here. The form already says what was searched for. */
function Ask({ word, frame }: { word: string; frame: FrameFacts }) {
  const asks = word !== '' && frame.inquiry.form
  return (
    <p className="search-ask row wraps">
      {asks && (
        <InquiryLink className="button" asked={{ word }}>
          告诉我们要找什么
        </InquiryLink>
      )}
      <PageLinks pages={['product', 'news', 'cases']} className="button outline" frame={frame} />
      <a className={asks ? 'button outline' : 'button'} href={`tel:${frame.hotline}`}>
        电话咨询
      </a>
    </p>
  )
}
