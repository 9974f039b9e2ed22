import type { News, NewsBeside, Site } from '../../../../contract/entities.ts'
import { newsName, newsPage } from '../../../../contract/recordPages.ts'
import { isoOf } from '../../../lib/relativeTime.ts'
import { keepWords } from '../../../ui/keepWords.ts'
import { Picture } from '../../../ui/Picture.tsx'
import { RichText } from '../../../ui/RichText.tsx'
import { recordHead } from '../../head.ts'
import { Crumbs } from '../../parts/Crumbs.tsx'
import { InquiryBand, inquiryBand, type InquiryPlace } from '../../parts/InquiryBand.tsx'
import { Neighbours } from '../../parts/Neighbours.tsx'
import { type Head, NoSuchPage, type PageProps, type PageRequest } from '../../route.ts'

interface NewsDetailFacts extends Pick<InquiryPlace, 'band'> {
  article: News
}

export async function load({ call, site, query }: PageRequest): Promise<NewsDetailFacts> {
  const newId = query.get('newId')
  if (!newId) throw new NoSuchPage()
  return { article: await call('newsDetail', { newId }), ...inquiryBand(site, 'news') }
}

export const head = ({ article }: NewsDetailFacts, site: Site): Head => ({
  ...recordHead({ title: newsName(article), text: article.newIntro, picture: article.newCover }, article, site),
  article: { published: isoOf(article.createDate) },
})

export default function NewsDetail({ facts: { article, band }, frame }: PageProps<NewsDetailFacts>) {
  const name = newsName(article)
  return (
    <>
      <div className="wrap article">
        <Crumbs href="/xwdt" parent={frame.pageNames.news}>
          {name}
        </Crumbs>
        <article>
          <header>
            <h1 {...keepWords(name)} />
            <p className="article-meta row muted">
              <time dateTime={article.createDate.slice(0, 10)}>{article.createDate.slice(0, 10)}</time>
              <span>{frame.siteName}</span>
            </p>
            {article.newIntro && (
              <p className="article-intro muted lead" dir="auto">
                {article.newIntro}
              </p>
            )}
          </header>
          {article.newCover && (
            <Picture
              className="article-cover"
              src={article.newCover}
              alt=""
              width={960}
              height={640}
              sizes="min(100vw, 52rem)"
              priority
            />
          )}
          <RichText html={article.newInfo} />
        </article>
        <Neighbours
          label="其他新闻"
          words={['上一篇', '下一篇']}
          list="/xwdt"
          previous={neighbour(article.newer)}
          next={neighbour(article.older)}
        />
      </div>
      <InquiryBand band={band} frame={frame} />
    </>
  )
}

const neighbour = (article: NewsBeside | null) =>
  article ? { href: newsPage(article.newId), name: newsName(article) } : undefined
