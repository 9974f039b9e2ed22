import type { ProductGroups, Site } from '../../contract/entities.ts'
import type { AboutFacts } from './desktop/About.tsx'
import type { AgentFacts } from './desktop/Agent.tsx'
import type { HomeFacts } from './desktop/Home.tsx'
import type { ProductCenterFacts } from './desktop/ProductCenter.tsx'
import type { ProductDetailFacts } from './desktop/ProductDetail.tsx'
import type { MapFacts } from './map/MapPage.tsx'
import type { PhoneAgentFacts } from './mobile/PhoneAgent.tsx'
import type { PhoneCompanyFacts } from './mobile/PhoneCompany.tsx'
import type { PhoneHomeFacts } from './mobile/PhoneHome.tsx'
import type { PhoneProductFacts } from './mobile/PhoneProduct.tsx'
import type { PhoneProductsFacts } from './mobile/PhoneProducts.tsx'
import type { AgreementFacts } from './pages/Agreement.tsx'
import type { CasesFacts } from './pages/Cases.tsx'
import type { NewsFacts } from './pages/News.tsx'
import type { NewsDetailFacts } from './pages/NewsDetail.tsx'
import type { ProjectCaseFacts } from './pages/ProjectCase.tsx'
import type { ScenariosFacts } from './pages/Scenarios.tsx'
import { NoSuchPage } from './noSuchPage.ts'
import { productIn } from './productLink.ts'
import { productName } from './productName.ts'
import type { Head, MakeCall, Route } from './route.ts'
import { inOrder, loadCatalogue, loadNews } from './sheets.ts'

/** In the table each row's load feeds its own page, whatever its facts are. */
const row = <Facts>(route: Route<Facts>): Route<unknown> => route as unknown as Route<unknown>
const titled = (title: string, { siteName }: Pick<Site, 'siteName'>): string => `${title} - ${siteName}`

const shown = (groups: ProductGroups): ProductGroups => ({ ...groups, cpxtList: inOrder('cpxt', groups.cpxtList) })

/** What the phone's home shows of the catalogue; the rest of what is fetched need not travel in the page. */
async function highlights(call: MakeCall): Promise<ProductGroups> {
  const { zhgdList, cpxtList, jzbhList } = shown(await call('productGroups', { limit: 999 }))
  return { zhgdList: zhgdList.slice(0, 6), cpxtList: cpxtList.slice(0, 6), jzbhList: jzbhList.slice(0, 6) }
}

/** Fetched when a page is loaded that needs it: the first one comes with what it shows. */
const productsNamed = async (call: MakeCall, ids?: readonly string[]) => (await import('./namedProducts.ts')).namedProducts(call, ids)

/** The first parts of a text, for those who see only a line of it. */
const excerpt = (text: string): string => (text.length > 110 ? `${text.slice(0, 109)}…` : text)

const homeHead = (site: Site): Head => ({
  title: `${site.siteName} - ${site.slogan}`,
  description: excerpt(site.intro.join('')),
})
const aboutHead = (site: Site): Head => ({ title: titled('关于我们', site), description: excerpt(site.intro.join('')) })
const productsHead = (site: Site): Head => ({
  title: titled('产品中心', site),
  description: `${site.siteName}的智慧工地产品、建筑机器人与建筑标准化产品，从方案、安装到售后一站式实施。`,
})
const agentHead = (site: Site): Head => ({
  title: titled('代理加盟', site),
  description: `加入${site.siteName}，共享智慧工地市场：多种盈利模式、区域政策扶持与完善的技术支持，在线提交加盟申请。`,
})
const agentFacts = ({ profitModels, policies, advantages, topRebate, smartSiteShare }: Site): AgentFacts => ({
  profitModels,
  policies,
  advantages,
  topRebate,
  smartSiteShare,
})

function projectCase(path: ProjectCaseFacts['project']['path']): Route<unknown> {
  return row<ProjectCaseFacts>({
    path,
    page: () => import('./pages/ProjectCase.tsx'),
    async load(call, { cases }) {
      const project = cases.find((each) => each.path === path)
      if (!project) throw new NoSuchPage()
      const others = cases.filter((each) => each !== project).map(({ name, image, path: other }) => ({ name, image, path: other }))
      return { project, others, products: await productsNamed(call, project.products) }
    },
    head: ({ project }, site) => ({
      title: titled(project.name, site),
      description: excerpt(project.intro),
      image: project.image,
    }),
    frame: 'wide',
    banner: ({ project }) => ({ image: project.banner, title: project.name }),
  })
}

/** Every page there is, for the server and for the browser. */
export const routes: readonly Route<unknown>[] = [
  row<HomeFacts>({
    path: '/',
    page: () => import('./desktop/Home.tsx'),
    async load(call, { banners, slogan, oneStop, techSupport, showroom, figures, trademarks, copyrights, partners, cases, scenarios }) {
      const { zhgdList, cpxtList, jzbhList } = shown(await call('productGroups', { limit: 6 }))
      return {
        banner: banners.home,
        slogan,
        oneStop,
        products: [...zhgdList, ...cpxtList, ...jzbhList],
        techSupport,
        showroom,
        figures,
        trademarks,
        copyrights,
        partners,
        cases: cases.map(({ name, image, path }) => ({ name, image, path })),
        scenarios: scenarios.map(({ name, image }) => ({ name, image })),
      }
    },
    head: (_facts, site) => homeHead(site),
    frame: 'desktop',
  }),
  row<ProductCenterFacts>({
    path: '/product',
    query: ['locationId', 'page'],
    page: () => import('./desktop/ProductCenter.tsx'),
    async load(call, _site, query) {
      const [catalogue, photos] = await Promise.all([loadCatalogue(call, query), call('carouselAll', {})])
      return { ...catalogue, photos }
    },
    head: (_facts, site) => productsHead(site),
    frame: 'desktop',
    banner: ({ photos }, { banners }) => ({ image: banners.product.image, title: '产品中心', lead: '看得见、管得住、算得清', photos }),
    kept: true,
  }),
  row<ProductDetailFacts>({
    path: '/productDet',
    query: ['productId'],
    page: () => import('./desktop/ProductDetail.tsx'),
    async load(call, { afterSales }, query) {
      return { product: await call('productDetail', { productId: query.get('productId') ?? '' }), afterSales }
    },
    head: ({ product }, site) => ({
      title: titled(productName(product), site),
      description: excerpt(product.coverDescribe),
      image: product.coverUrl,
    }),
    frame: 'desktop',
    floating: true,
  }),
  row<NewsFacts>({
    path: '/xwdt',
    query: ['page'],
    page: () => import('./pages/News.tsx'),
    load: (call, _site, query) => loadNews(call, query),
    head: ({ sheet: { number } }, site) => ({
      title: titled(number > 1 ? `新闻动态（第${number}页）` : '新闻动态', site),
      description: `${site.siteName}的产品发布、项目交付、行业活动与服务动态。`,
      ...(number === 1 && { canonical: '/xwdt' }),
    }),
    frame: 'wide',
    banner: (_facts, { banners }) => ({ image: banners.news.image, title: '新闻动态', lead: '产品、项目与行业的新近消息' }),
  }),
  row<NewsDetailFacts>({
    path: '/xwdtDet',
    query: ['newId'],
    page: () => import('./pages/NewsDetail.tsx'),
    async load(call, _site, query) {
      const newId = query.get('newId')
      if (!newId) throw new NoSuchPage()
      return { article: await call('newsDetail', { newId }) }
    },
    head: ({ article }, site) => ({
      title: titled(article.newTitle, site),
      description: excerpt(article.newIntro),
      image: article.newCover,
      article: { published: `${article.createDate.replace(' ', 'T')}+08:00` },
    }),
    frame: 'wide',
  }),
  row<AgentFacts>({
    path: '/dljm',
    page: () => import('./desktop/Agent.tsx'),
    load: async (_call, site) => agentFacts(site),
    head: (_facts, site) => agentHead(site),
    frame: 'desktop',
    banner: (_facts, { banners }) => ({ image: banners.agent.image, title: '代理加盟', lead: '把智慧工地带到你的城市' }),
  }),
  row<AboutFacts>({
    path: '/gywm',
    page: () => import('./desktop/About.tsx'),
    load: async (_call, { introFilm, intro, introImage, honours, figures, trademarks, copyrights }) => ({
      introFilm,
      intro,
      introImage,
      honours,
      figures,
      trademarks,
      copyrights,
    }),
    head: (_facts, site) => aboutHead(site),
    frame: 'desktop',
    banner: (_facts, { banners }) => ({ image: banners.about.image, title: '关于我们', lead: '十年做一件事：让工地更聪明' }),
    contact: true,
  }),
  row<PhoneHomeFacts>({
    path: '/mobile',
    query: ['title', 'desc'],
    page: () => import('./mobile/PhoneHome.tsx'),
    async load(call, { mobileBanners, slogan, showroom, supportIcons, figures, trademarks, copyrights, partners, cases, scenarios }, query) {
      return {
        greeting: { title: textOf(query, 'title', 40) || slogan, desc: textOf(query, 'desc', 120) },
        banners: mobileBanners,
        groups: await highlights(call),
        showroom,
        supportIcons,
        figures,
        trademarks,
        copyrights,
        partners,
        cases: cases.map(({ name, image, path }) => ({ name, image, path })),
        scenarios: scenarios.map(({ name, image }) => ({ name, image })),
      }
    },
    head: (_facts, site) => ({ ...homeHead(site), canonical: '/mobile' }),
    frame: 'phone',
    kept: true,
    passing: true,
    contact: true,
  }),
  row<PhoneProductsFacts>({
    path: '/zhuyingyewu',
    query: ['locationId', 'page'],
    page: () => import('./mobile/PhoneProducts.tsx'),
    load: (call, _site, query) => loadCatalogue(call, query),
    head: (_facts, site) => productsHead(site),
    frame: 'phone',
    banner: (_facts, { banners }) => ({ image: banners.product.image, title: '产品中心', lead: '看得见、管得住、算得清' }),
    kept: true,
    contact: true,
  }),
  row<PhoneProductFacts>({
    path: '/cpDeatail',
    query: ['productId', 'title', 'desc', 'imgUrl'],
    id: 'productId',
    page: () => import('./mobile/PhoneProduct.tsx'),
    async load(call, { afterSales }, query) {
      const productId = query.get('productId')
      if (productId) {
        const { coverName, coverDescribe, coverUrl, productCon, productType } = await call('productDetail', { productId })
        return { title: coverName, desc: coverDescribe, image: coverUrl, body: productCon, type: productType, productId, afterSales }
      }
      const linked = productIn(query)
      if (!linked.title) throw new NoSuchPage()
      return { ...linked, afterSales }
    },
    early(query, frame) {
      const facts = productIn(query)
      return facts.title ? { facts, head: { title: titled(facts.title, frame), description: '' } } : undefined
    },
    head: ({ title, desc, image, type, productId }, site) => ({
      title: titled(productName({ coverName: title, productType: type }), site),
      description: excerpt(desc),
      ...(productId ? { image, canonical: `/productDet?productId=${productId}` } : { noindex: true }),
    }),
    frame: 'phone',
    passing: true,
    callBar: true,
  }),
  row<PhoneAgentFacts>({
    path: '/dailijiameng',
    page: () => import('./mobile/PhoneAgent.tsx'),
    load: async (_call, site) => agentFacts(site),
    head: (_facts, site) => agentHead(site),
    frame: 'phone',
    banner: (_facts, { banners }) => ({ image: banners.agent.image, title: '代理加盟', lead: '把智慧工地带到你的城市' }),
  }),
  row<PhoneCompanyFacts>({
    path: '/gongsijianjie',
    page: () => import('./mobile/PhoneCompany.tsx'),
    load: async (_call, { intro, introImage, introFilm, certificates, figures, trademarks, copyrights }) => ({
      intro,
      introImage,
      introFilm,
      certificates,
      figures,
      trademarks,
      copyrights,
    }),
    head: (_facts, site) => aboutHead(site),
    frame: 'phone',
    banner: (_facts, { banners }) => ({ image: banners.about.image, title: '公司简介', lead: '十年做一件事：让工地更聪明' }),
    contact: true,
  }),
  row<CasesFacts>({
    path: '/xiangmuanli',
    page: () => import('./pages/Cases.tsx'),
    load: async (_call, { cases }) => ({ cases: cases.map(({ name, image, path, intro }) => ({ name, image, path, intro })) }),
    head: (_facts, site) => ({ title: titled('项目案例', site), description: `${site.siteName}的智慧工地项目案例：现场、方案与成效。` }),
    frame: 'wide',
    banner: (_facts, { banners }) => ({ image: (banners.cases ?? banners.home).image, title: '项目案例', lead: '从图纸走到现场' }),
  }),
  projectCase('/huanghejiangong'),
  projectCase('/sddianjian1'),
  projectCase('/sdkaili'),
  projectCase('/qdfangwu'),
  row<ScenariosFacts>({
    path: '/yingyongchangjing',
    page: () => import('./pages/Scenarios.tsx'),
    load: async (call, { scenarios }) => ({ scenarios, products: await productsNamed(call, scenarios.flatMap(({ products = [] }) => products)) }),
    head: (_facts, site) => ({ title: titled('应用场景', site), description: `${site.siteName}在智慧工地、校园、工厂、社区与停车场的应用。` }),
    frame: 'wide',
  }),
  row<MapFacts>({
    path: '/map',
    query: ['lng', 'lat', 'zoom', 'wheel', 'title'],
    page: () => import('./map/MapPage.tsx'),
    load: async (_call, { map, address }, query) => ({
      lng: within(query.get('lng'), -180, 180) ?? map.lng,
      lat: within(query.get('lat'), -85, 85) ?? map.lat,
      zoom: within(query.get('zoom'), 3, 20) ?? 15,
      wheel: query.get('wheel') !== '0',
      title: textOf(query, 'title', 40) || map.title,
      address,
      tiles: map.tiles,
      credit: map.credit,
    }),
    head: ({ title }, site) => ({ title: titled(title, site), description: site.address, canonical: '/map' }),
    frame: 'bare',
    passing: true,
  }),
  row<object>({
    path: '/demo',
    page: () => import('./pages/Demo.tsx'),
    load: async () => ({}),
    head: (_facts, site) => ({ title: titled('示例页面', site), description: '用于检查页面元素的示例页面。', noindex: true }),
    frame: 'wide',
  }),
  row<AgreementFacts>({
    path: '/agreement',
    page: () => import('./pages/Agreement.tsx'),
    load: (call) => call('siteAgreement', {}),
    head: (_facts, site) => ({ title: titled('用户协议', site), description: '后台管理系统的用户协议。', noindex: true }),
    frame: 'wide',
  }),
  row<object>({
    path: '/privacy',
    page: () => import('./pages/Privacy.tsx'),
    load: async () => ({}),
    head: (_facts, site) => ({ title: titled('隐私说明', site), description: `${site.siteName}如何使用您在网站上提交的信息。` }),
    frame: 'wide',
  }),
]

/** In place of any other path. */
export const notFound = row<object>({
  path: '/404',
  page: () => import('./pages/NotFound.tsx'),
  load: async () => ({}),
  head: (_facts, site) => ({ title: titled('页面无法进入', site), description: '您访问的页面不存在或已被移走。', noindex: true }),
  frame: 'wide',
})

const byPath = new Map(routes.map((route) => [route.path, route]))
export const routeOf = (path: string): Route<unknown> | undefined => byPath.get(path)

/** The address that a page is known by: what else stands in the query does not matter. */
export function addressOf(path: string, search: string): string {
  const { query: names = [], id } = routeOf(path) ?? {}
  const query = new URLSearchParams(search)
  const kept = (id && query.get(id) ? [id] : names).flatMap((name) => (query.get(name) ? [`${name}=${encodeURIComponent(query.get(name) ?? '')}`] : []))
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path
}

const textOf = (query: URLSearchParams, name: string, most: number): string => (query.get(name) ?? '').trim().slice(0, most)

function within(value: string | null, from: number, to: number): number | undefined {
  const number = value === null || value.trim() === '' ? NaN : Number(value)
  return number >= from && number <= to ? number : undefined
}
