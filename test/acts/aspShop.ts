import { png } from '../media/pictures.ts'
import { encoded, type Pages, type Sent } from './oldSite.ts'

/** As shops were made of tables in ASP: GBK, a frameset, one title on every page, lists of twelve. */
const title = '青岛某某管件有限公司 - 专业生产法兰、弯头'
const menu =
  '首页:main.asp 公司简介:about.asp?id=1 企业文化:about.asp?id=2 产品展示:product.asp 新闻动态:news.asp 联系我们:contact.asp'
    .split(' ')
    .map((each) => each.split(':'))
    .map(([name, address]) => `<td><a href="${address}">${name}</a></td>`)
    .join('')
const sides = ['法兰', '弯头', '三通']
  .map((name, at) => `<tr><td><a href="product.asp?classid=${at + 1}">${name}</a></td></tr>`)
  .join('')

const gbk = (body: string): Sent => ({ body: encoded(body, 'gbk'), type: 'text/html' })
const page = (body: string): Sent =>
  gbk(`<html><head><meta http-equiv="Content-Type" content="text/html; charset=gb2312"><title>${title}</title></head><body>
<table width="980"><tr><td><img src="images/banner01.jpg"></td></tr></table><table width="980"><tr>${menu}</tr></table>
<table width="980"><tr><td width="200"><table><tr><td><b>产品分类</b></td></tr>${sides}</table>
<table><tr><td><b>联系方式</b></td></tr><tr><td>电话：0532-00000000<br>地址：青岛市某某路1号，欢迎来电来厂洽谈。</td></tr></table></td>
<td valign="top">${body}</td></tr></table><table width="980"><tr><td>版权所有 青岛某某管件有限公司 鲁ICP备05000000号</td></tr></table></body></html>`)

const at = (...steps: string[]): string =>
  `<table><tr><td>您现在的位置：<a href="main.asp">首页</a> >> ${steps.join(' >> ')}</td></tr></table>`

export const productCount = 30
export const nameOf = (id: number): string => `${['平焊法兰', '无缝弯头', '等径三通'][id % 3]}DN${id * 10}`
const listed = (id: number): string =>
  `<td><a href="product_view.asp?id=${id}"><img src="UploadFiles/s${id}.jpg"></a><br><a href="product_view.asp?id=${id}">${nameOf(id)}</a></td>`
const pageCount = Math.ceil(productCount / 12)
const pageLinks = (number: number): string =>
  `共${productCount}个产品 第${number}页 ` +
  [
    ['首页', 1],
    ['上一页', number - 1],
    ['下一页', number + 1],
    ['尾页', pageCount],
  ]
    .map(([words, to]) => `<a href="product.asp?page=${Math.min(pageCount, Math.max(1, Number(to)))}">${words}</a>`)
    .join(' ')
const productList = (number: number): Sent => {
  const ids = Array.from({ length: 12 }, (_, index) => (number - 1) * 12 + index + 1).filter((id) => id <= productCount)
  return page(`${at('产品展示')}<table><tr>${ids.map(listed).join('')}</tr></table>${pageLinks(number)}`)
}

/** The same text for all, as it is copied from one to the next. */
const details =
  '本产品采用优质碳钢制造，执行国家标准，耐压耐腐蚀，广泛用于石油、化工、电力等行业的管道连接，可按图纸定做。'
const product = (id: number): Sent =>
  page(`${at('<a href="product.asp">产品展示</a>', '查看产品')}
<table><tr><td rowspan="4"><img src="UploadFiles/${id}.jpg" width="250"></td><td>产品名称：${nameOf(id)}</td></tr>
<tr><td>产品型号：HG-${id}</td></tr><tr><td>产品类别：<a href="product.asp?classid=1">${['法兰', '弯头', '三通'][id % 3]}</a></td></tr>
<tr><td>价　　格：面议</td></tr></table><table><tr><td>详细说明：</td></tr><tr><td>${details}</td></tr></table>`)

export const newsTitle = (id: number): string => `公司第${id}届技术比武圆满结束`
const news = (id: number): Sent =>
  page(`${at('新闻动态')}<table><tr><td align="center"><b>${newsTitle(id)}</b></td></tr><tr><td align="center">发布时间：2009-${id}-${id + 3}</td></tr>
<tr><td>　　产品质量靠人。${'比武由十二个班组参加，历时三天，评出了一等奖和二等奖。'.repeat(2)}第${id}届的成绩好于往年，服务也更好。</td></tr></table>`)
const newsList = (number: number): Sent =>
  page(
    `${at('新闻动态')}${[1, 2, 3, 4]
      .filter((id) => id > 3 === number > 1)
      .map((id) => `<li><a href="news_view.asp?id=${id}">${newsTitle(id)}</a></li>`)
      .join('')}<a href="news.asp">1</a> <a href="news_2.asp">2</a>`,
  )

export const culture = '团结、务实、创新，是我们的企业精神。'
export const contact = '联系人：王先生 手机：13000000000'

export const aspShop: Pages = {
  '/': gbk(
    `<html><head><title>${title}</title></head><frameset rows="0,*"><frame src="top.htm"><frame src="main.asp"></frameset></html>`,
  ),
  '/main.asp': page(
    `<table><tr>${[1, 2].map(listed).join('')}</tr></table><a href="news_view.asp?id=1">${newsTitle(1)}</a>`,
  ),
  '/about.asp?id=1': page(`${at('公司简介')}<p>　　${details}公司位于青岛，${details}</p>`),
  '/about.asp?id=2': page(`${at('企业文化')}<p>${culture}</p>`),
  '/contact.asp': page(`${at('联系我们')}<p>${contact}</p>`),
  '/product.asp': productList(1),
  ...Object.fromEntries(
    Array.from({ length: pageCount }, (_, n) => [`/product.asp?page=${n + 1}`, productList(n + 1)]),
  ),
  ...Object.fromEntries([1, 2, 3].map((id) => [`/product.asp?classid=${id}`, productList(1)])),
  ...Object.fromEntries(
    Array.from({ length: productCount }, (_, n) => [`/product_view.asp?id=${n + 1}`, product(n + 1)]),
  ),
  ...Object.fromEntries([1, 2, 3, 4].map((id) => [`/news_view.asp?id=${id}`, news(id)])),
  '/news.asp': newsList(1),
  '/news_2.asp': newsList(2),
  ...Object.fromEntries(
    Array.from({ length: productCount }, (_, n) => [
      `/UploadFiles/${n + 1}.jpg`,
      { body: png(320, 240), type: 'image/png' },
    ]),
  ),
}
