import type { News, NewsBeside } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { RichText } from '../../ui/RichText.tsx'
import type { PageProps } from '../route.ts'

export interface NewsDetailFacts {
  article: News
}

export default function NewsDetail({ facts: { article }, frame }: PageProps<NewsDetailFacts>) {
  return (
    <div className="wrap article">
      <nav className="crumbs" aria-label="当前位置">
        <a href="/xwdt">新闻动态</a>
        <span aria-hidden="true">&gt;</span>
        <span aria-current="page">{article.newTitle}</span>
      </nav>
      <article>
        <header>
          <h1>{article.newTitle}</h1>
          <p className="article-line">
            <time dateTime={article.createDate.slice(0, 10)}>{article.createDate.slice(0, 10)}</time>
            <span>{frame.siteName}</span>
          </p>
          {article.newIntro && <p className="article-intro">{article.newIntro}</p>}
        </header>
        {article.newCover && <Picture className="article-cover" src={article.newCover} alt="" width={960} height={640} sizes="min(100vw, 52rem)" first />}
        <RichText html={article.newInfo} />
      </article>
      <nav className="article-next" aria-label="其他新闻">
        <Beside to={article.newer} words="上一篇" />
        <a className="button quiet" href="/xwdt">
          返回列表
        </a>
        <Beside to={article.older} words="下一篇" />
      </nav>
    </div>
  )
}

function Beside({ to, words }: { to: NewsBeside | null; words: string }) {
  if (!to) return <span className="article-none">没有{words}了</span>
  return (
    <a href={`/xwdtDet?newId=${to.newId}`}>
      <small>
        {words}
        <Icon name="arrow-right" />
      </small>
      {to.newTitle}
    </a>
  )
}
