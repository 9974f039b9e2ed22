import { attribute, type Element, namesOf, tagOf } from './tree.ts'

/** Words that stand alone in classes and ids, or between hyphens; `-` stands for any joint, also for none. */
const wholeWords = (words: string): RegExp =>
  new RegExp(`(?:^|[\\s_-])(?:${words.trim().split(/\s+/).join('|').replaceAll('-', '[_-]?')})(?:$|[\\s\\d_-])`)
/** Words that may be a part of others. */
const partsOfWords = (words: string): RegExp => new RegExp(words.trim().split(/\s+/).join('|').replaceAll('-', '[_-]?'))

/** What main texts are called, in the themes of the usual systems and in pinyin. */
const mainName = wholeWords(`
  article articles article-body article-content article-con article-text article-detail article-main
  content contents content-box context-con main-content main-body main-text con cont
  detail details detailed entry entry-content post post-body post-content post-text single-content
  text txt text-con txt-con body-text
  news-con news-content news-detail news-text news-info news-body news-show news-view
  pro-con pro-content pro-detail pro-info pro-show pro-view pro-text
  product-con product-content product-detail product-details product-info product-show product-view product-text
  case-con case-content case-detail case-text page-content
  show-con show-content show-text view-con view-content view-text view-box
  editor ueditor ke-content met-editor trs-editor cas-content markdown-body rich-text
  js_content rich_media_content art-context art-contextbox endtext zoom t_f t_fsz message
  neirong nr nrong zhengwen xiangqing wenzhang
`)

/** What stands beside a main text: ways to other pages, words about the site, and what visitors wrote. */
const besideParts = partsOfWords(`
  breadcrumb crumb location weizhi dangqian
  sidebar side-bar side-nav side-box side-menu navigation navbar page-nav post-nav
  footer copyright disclaimer friend-link flink login newsletter subscribe
  comment pinglun newdigg actbox boxoff
  related recommend tuijian xiangguan hot-news hot-list rank-list tag-list
  share fenxiang qrcode erweima weixin wechat-box kefu online-service right-fix float-bar float-box advert
  pagination pagelist pager prenext pre-next prevnext nextprev dede_pages toolbar
`)
const besideWords = wholeWords(`
  nav menu submenu top topbar head header foot bottom ad ads gg links hot tags
  place position pos path crumbs curmb prev next
`)
/** These are beside it even where they have most of what is read. */
const neverMain = partsOfWords('comment pinglun copyright')

/** How much of its weight a part beside the main text keeps, by its tag. */
const besideTags: Readonly<Record<string, number>> = { nav: 0.05, footer: 0.05, aside: 0.1, header: 0.3 }

/** Whether the element is called like a main text. */
export const isNamedMain = (element: Element): boolean =>
  mainName.test(namesOf(element)) || attribute(element, 'itemprop').toLowerCase() === 'articlebody'

/** Whether the element stands beside the main text, by its tag or its name. Code is named by what shows it. */
export function isBeside(element: Element): boolean {
  if (tagOf(element) in besideTags) return true
  const names = namesOf(element)
  const isNamed = besideParts.test(names) || besideWords.test(names)
  return isNamed && tagOf(element) !== 'pre' && !isNamedMain(element)
}

/** What its weight is multiplied by. A wrapper around most of the page may be called by one of its parts. */
export function factorOf(element: Element, hasMost: boolean): number {
  if (tagOf(element) === 'body' || !isBeside(element)) return 1
  if (hasMost && !neverMain.test(namesOf(element))) return 1
  return besideTags[tagOf(element)] ?? 0.1
}
