import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { allFaults, faintFaults } from './browser.ts'
import type { Found, OnThePage, Rule, See, SiteDevice } from './looking.ts'
import { everyDesktop, everyPhone, ofDesktop, ofPhone, rarer, shared, withGallery } from './paths.ts'
import { boxIs } from './waiting.ts'

const product = '/productDet?productId=zhgd-tower-crane'
const phoneProduct = '/cpDeatail?productId=zhgd-tower-crane'
const gallery = `/productDet?${withGallery}`
const hall = '/productDet?productId=jzbh-safety-hall'
const conference = '/xwdtDet?newId=20250514-dealer-conference'
const article = '/xwdtDet?newId=20260629-safety-hall-family-day'
const tower = '/huanghejiangong'
const scenarios = '/yingyongchangjing'
const map = '/map?embedded=0&title=x'
const smallPhones = '320x568 360x640 375x553 390x664'

// Without the map, which is shown within other pages, and the page of samples.
const withMenu = shared.filter((path) => !['/map', '/demo'].includes(path))
const desktopMenus = [...ofDesktop, ...withMenu].join(' ')
const phoneMenus = [...ofPhone, ...withMenu].join(' ')

export const pagesOf: Record<SiteDevice, readonly string[]> = {
  desktop: [...everyDesktop, ...rarer],
  phone: [...everyPhone, ...rarer],
  desktopWithoutScript: [],
  phoneWithoutScript: [],
  largeLetters: [...ofPhone, '/xwdt', '/xiangmuanli', tower, scenarios, '/privacy', '/no-such-page'],
  desktopOnWhite: ['/', '/product', '/gywm'],
  phoneOnWhite: ['/mobile', '/gongsijianjie'],
}

export const sideways: See = () => {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth > clientWidth && `by ${scrollWidth - clientWidth} px`
}

/** So many are shown, and share no area. */
export const apart: See = ({ of, is, look: { seen, box, isApart } }) => {
  const shown = seen(of).filter((each) => box(each).width > 0)
  const faults = shown.flatMap((one, at) =>
    shown
      .slice(at + 1)
      .flatMap((other) => (isApart(box(one), box(other)) ? [] : [`${one.className} ${other.className}`])),
  )
  return String(shown.length) === is ? faults : [...faults, `${shown.length} of them`]
}

/** The first of each kind is in the window. */
const inside: See = ({ of, look: { box } }) =>
  of.split(', ').filter((each) => {
    const { top, bottom, left, right } = box(each)
    return top < 0 || bottom > innerHeight || left < 0 || right > innerWidth
  })

/** So many stand in each row. */
export const rows: See = ({ of, is, look: { all, box } }) => {
  const tops = all(of).map((each) => Math.round(box(each).top))
  const counts = [...new Set(tops)].map((top) => tops.filter((each) => each === top).length).join()
  return !new RegExp(`^(${is})$`).test(counts) && `they stand as ${counts}`
}

/** It is so many times as wide as it is high, but for what a border takes. */
export const shape: See = ({ of, is, look: { box } }) => {
  const { width, height } = box(of)
  return Math.abs(width - height * Number(is)) > Math.max(8, width / 100) && `${width} x ${height}`
}

/** None has more text than it shows; only those that hide it, where these are meant. */
const complete: See = ({ of, is, look: { all } }) =>
  all(of).flatMap((each) => {
    const isMeant = is === '' || (each.clientWidth > 1 && getComputedStyle(each).overflow !== 'visible')
    const isCut = each.scrollHeight > each.clientHeight + 2 || each.scrollWidth > each.clientWidth + 1
    return isMeant && isCut ? [`${each.textContent}`] : []
  })

/** No text ends with a line of one character. */
const noShortLine: See = ({ of, look: { all, linesOf } }) =>
  all(of).flatMap((each) => {
    const lines = linesOf(each)
    return lines.length > 1 && /^.[，。、：；？！”）]?$/.test(lines.at(-1) ?? '') ? [lines.join('|')] : []
  })

/** Nothing of it has to be moved to be seen. */
export const noneHidden: See = ({ of, is, look: { all, box } }) => {
  const isMoved = all(of).some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  const outside = all(is).filter((each) => box(each).left < 0 || box(each).right > innerWidth || box(each).width <= 60)
  return (isMoved || outside.length > 0 || all('#partners button').length > 0) && `${outside.length} are outside`
}

const every: readonly Rule[] = [
  {
    name: 'it has a title, one heading and code of its own',
    desktop: ['*'],
    phone: ['*'],
    see: ({ look: { all } }) => {
      const found = [document.title !== '', all('h1').length, all('link[rel=modulepreload]').length > 0].join()
      return found !== 'true,1,true' && found
    },
  },
  {
    name: 'it fetches at most 8 script files, each once',
    desktop: [[...ofDesktop, ...shared].join(' ')],
    phone: [ofPhone.join(' ')],
    see: () => {
      const files = performance.getEntriesByType('resource').map(({ name }) => name)
      const scripts = files.filter((name) => name.endsWith('.js'))
      return (scripts.length < 3 || scripts.length > 8 || new Set(scripts).size < scripts.length) && scripts
    },
  },
  {
    name: 'it preloads the size of its first picture that it then shows',
    desktop: [`/ /product ${product} /xwdt ${tower} ${scenarios}`],
    see: ({ look: { all } }) => {
      const values = (element: Element | null, ...names: string[]) => names.map((name) => element?.getAttribute(name))
      const preloaded = all('head link[rel=preload][as=image]').map((link) => values(link, 'imagesrcset', 'imagesizes'))
      const shown = all('img[fetchpriority=high]').map((img) => values(img.previousElementSibling, 'srcset', 'sizes'))
      return (shown.length === 0 || String(preloaded) !== String(shown)) && `${preloaded}, not ${shown}`
    },
  },
  {
    name: 'nothing scrolls sideways',
    desktop: ['*', '2560 1920 1280 1024 768 360 320'],
    phone: ['*', '1180 768 390 360 320'],
    largeLetters: ['*'],
    see: sideways,
  },
  { name: 'axe finds nothing', desktop: ['*', '1280x800'], phone: ['*'], act: faultsBesideBar },
  {
    name: 'axe finds no faint letters',
    desktop: ['*', '1280x800'],
    phone: ['*'],
    media: [{ colorScheme: 'dark' }],
    act: faintFaults,
  },
]

/** What is half below the bar of a product comes out from there when it is scrolled. */
async function faultsBesideBar(page: Page): Promise<string[]> {
  await page.evaluate(() => document.querySelector<HTMLElement>('.phone-bar')?.style.setProperty('position', 'static'))
  return allFaults(page)
}

const own = ['资质与检测 /zizhi', '下载中心 /p/xiazai', '加入我们 /p/jiaru']
const ask = '在线咨询 /zixun'
const quoteList = '询价单 /xunjia'
const english = 'English /en'
const privacy = '隐私说明 /privacy'
const ofCompany = ['项目案例 /xiangmuanli', '应用场景 /yingyongchangjing']
export const phoneMenu = [
  '首页 /mobile',
  '公司简介 /gongsijianjie',
  '产品中心 /zhuyingyewu',
  ...ofCompany,
  '新闻动态 /xwdt',
  '代理加盟 /dailijiameng',
  '联系我们 /gongsijianjie#contact',
  ...own,
]
const phoneFooter = [
  '首页 /mobile',
  '产品中心 /zhuyingyewu',
  ...ofCompany,
  '新闻动态 /xwdt',
  '代理加盟 /dailijiameng',
  '关于我们 /gongsijianjie',
  '联系我们 /gongsijianjie#contact',
  ...own,
  privacy,
]
const desktopMenu = ['首页 /', '产品中心 /product', '新闻动态 /xwdt', '代理加盟 /dljm', '关于我们 /gywm']
const wholeMenu = [...desktopMenu.slice(0, 2), ...ofCompany, ...desktopMenu.slice(2), '联系我们 /gywm#contact', ...own]

function differs(found: readonly string[], expected: readonly string[]): Found {
  const [more, missing] = [
    found.filter((each) => !expected.includes(each)),
    expected.filter((each) => !found.includes(each)),
  ]
  return found.join() !== expected.join() && `${more} instead of ${missing}, or in another order`
}

const shownMenu = '.site-header nav a:visible'
const allLinks = `.brand, ${shownMenu}, .site-footer nav a`

/** The links, after unfolding the menu where it is folded. */
async function linksOf(page: Page, selector: string): Promise<string[]> {
  const folded = page.locator('.folded summary:visible')
  const isFolded = (await folded.count()) > 0
  if (isFolded) await folded.click()
  const links = await page
    .locator(selector)
    .evaluateAll((all) =>
      all.map((each) => `${each.matches('.brand') ? '' : each.textContent?.trim()} ${each.getAttribute('href')}`),
    )
  if (isFolded) await folded.click()
  return links
}

/** The page with the form does not lead to it. */
const phoneMenuOn = (path: string): string[] => [...(path === '/zixun' ? [] : [ask]), ...phoneMenu, quoteList, english]

const marked: Record<string, readonly string[]> = {
  '/xiangmuanli': ['产品中心 true', '项目案例 page'],
  '/qdfangwu': ['产品中心 true', '项目案例 page'],
  [scenarios]: ['产品中心 true', '应用场景 page'],
  '/xwdt': ['新闻动态 page'],
}

/** On a small phone. */
const headerRules: Rule[] = [
  {
    name: 'the parts of the header lie beside each other',
    phone: ['/mobile /xwdt', '320x568'],
    see: apart,
    of: '.site-header :is(.brand, .hotline, .header-quote, .folded)',
    is: '4',
  },
  {
    name: 'the header and the bar of a product are complete',
    phone: [`/mobile /xwdt ${phoneProduct}`, '320x568'],
    desktop: ['/', '320'],
    see: complete,
    of: '.site-header :is(.brand, .brand b), .phone-bar .button',
  },
]

/** The drawer is as high as 12 % of the window, with two numbers and a button that are large enough and apart. */
async function drawerFaults(page: Page, { height, look }: OnThePage): Promise<Found> {
  await page.locator('.phone-button:visible, .floating button:visible, .phone-bar a[href^="tel:"]:visible').click()
  const drawer = page.getByRole('dialog', { name: '拨打电话' })
  await boxIs(drawer, (box) => Math.abs(box.y + box.height - height) < 1, 'the drawer is at the end of the screen')
  const found = await look.evaluate(({ seen, box, isApart }) => {
    const targets = seen('.phone-drawer > *').map(box)
    const areSmall = targets.some((each) => each.width < 44 || each.height < 44 || each.bottom > innerHeight + 0.5)
    const areApart = targets.every((one, at) => targets.slice(at + 1).every((other) => isApart(one, other)))
    const numbers = seen('.phone-drawer > a[href^="tel:"]').length
    const high = Math.abs(box('#phones').height / innerHeight - 0.12) < 0.006
    return [targets.length, numbers, areSmall, areApart, high].join()
  })
  const id = await drawer.getAttribute('id')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  // The history follows in a task of its own, which would lead away from the next page.
  await page.waitForFunction((name) => !history.state?.[name ?? ''], id)
  return found !== '3,2,false,true,true' && found
}

const frame: readonly Rule[] = [
  {
    name: 'a phone has one menu and one footer, however wide it is',
    phone: [phoneMenus, '390 1180'],
    act: async (page, { path }) =>
      differs(await linksOf(page, allLinks), [' /mobile', ...phoneMenuOn(path), ...phoneFooter]),
  },
  {
    name: 'before and without a script a phone has the same menu',
    phoneWithoutScript: [phoneMenus],
    act: async (page, { path }) => differs(await linksOf(page, shownMenu), phoneMenuOn(path)),
  },
  {
    name: 'a desktop has one menu and one footer',
    desktop: [desktopMenus, '1280'],
    act: async (page) => differs(await linksOf(page, allLinks), [' /', ...desktopMenu, ...wholeMenu, privacy]),
  },
  {
    name: 'a narrow window has the whole menu, folded',
    desktop: ['/gywm /xiangmuanli /privacy', '700'],
    act: async (page) =>
      differs(await linksOf(page, allLinks), [' /', ask, ...wholeMenu, quoteList, english, ...wholeMenu, privacy]),
  },
  {
    name: 'a page without an entry of its own marks the one that it belongs to',
    desktopWithoutScript: [Object.keys(marked).join(' ')],
    phoneWithoutScript: [`/qdfangwu ${scenarios}`],
    act: async (page, { path, width }) => {
      const links = page.locator(width < 1024 ? '.folded a[aria-current]' : '.menu a[aria-current]')
      const found = await links.evaluateAll((all) =>
        all.map((each) => `${each.textContent} ${each.getAttribute('aria-current')}`),
      )
      return differs(found, marked[path]?.slice(width < 1024 ? 1 : 0) ?? [])
    },
  },
  {
    name: 'both telephone numbers are reached, in a drawer at the end of the screen',
    desktop: [[...everyDesktop, map].join(' ')],
    phone: [[...everyPhone, map].join(' ')],
    act: drawerFaults,
  },
  {
    name: 'the drawer is as high however the phone is held',
    phone: ['/mobile', '844x390 768x1024 320x568'],
    act: drawerFaults,
  },
  {
    name: 'the page around a map has no telephone',
    phone: ['/map?embedded=1'],
    see: apart,
    of: '.phone-button',
    is: '0',
  },
  {
    name: 'the telephone stands beside the text',
    desktop: ['/', '1920 1440 1280 1024'],
    see: ({ look: { box } }) => box('.phone-button').left < box('.header-ask').right && 'over it',
  },
  {
    name: 'the telephone of the map covers neither its buttons, its card nor its marker',
    phone: ['/map', '320x568 390x844 844x390 1920x1080'],
    see: apart,
    of: '.phone-button, .map-buttons, .map-card, .map-pin .icon, .map-credit',
    is: '5',
  },
  {
    name: 'the telephone is in the window',
    phone: ['/mobile /map', `${smallPhones} 390x844 844x390 1920x1080`],
    see: inside,
    of: '.phone-button',
  },
  ...headerRules,
  { name: 'the bar has one line', phone: [phoneProduct, '320x568'], see: rows, of: '.phone-bar .button', is: '4' },
  {
    name: 'it is large enough for a finger',
    phone: [`/mobile /map ${phoneProduct}`, smallPhones],
    see: ({ look: { seen, box } }) =>
      seen('.phone-button, .phone-shortcuts a, .site-header .hotline, .phone-bar .button').flatMap((each) =>
        Math.min(box(each).width, box(each).height) < 44 ? [`${each.className} ${each.textContent}`] : [],
      ),
  },
  {
    name: 'large letters leave the name or the mark whole, and the words of the banner',
    largeLetters: ['/mobile', '320 390 600'],
    see: ({ look: { box } }) => {
      const [brand, mark, name] = [box('.brand'), box('.brand img'), box('.brand b')]
      const slide = box('.carousel-slide:first-child .phone-slide')
      const words = box('.carousel-slide:first-child .phone-slide p')
      const isName = name.top >= brand.bottom || (name.top <= mark.top && name.right <= brand.right)
      const isMark = mark.width >= 32 && mark.right <= brand.right
      return !(isName && isMark && words.top >= slide.top && words.bottom <= slide.bottom) && 'they are cut'
    },
  },
  {
    name: 'what has the focus is not below what floats',
    phone: [`/xwdt ${phoneProduct}`],
    act: async (page, { look }) => {
      // Until a carousel is ready its buttons are laid out, but hidden: nobody gets to them.
      await page.locator('.gallery .carousel:not(.live)').waitFor({ state: 'detached' })
      return look.evaluate(({ all, box }) =>
        all(':is(main, footer) :is(a[href], button, summary)').flatMap((link) => {
          if (link.closest('[inert], .phone-bar, [popover]') || link.getClientRects().length === 0) return []
          link.focus()
          const { left, width, bottom } = box(link)
          const above = document.elementFromPoint(left + width / 2, bottom - 2)?.closest('.phone-bar, .call-bar')
          return above ? [`${link.textContent} ${above.className}`] : []
        }),
      )
    },
  },
  {
    name: 'where the panel of a product has no room, the code is in the footer',
    desktop: [`${product} ${hall}`, '1024'],
    see: ({ look: { seen } }) =>
      seen('.footer-qr').length !== 1 || seen('.floating').length > 0 ? 'the panel is there' : '',
  },
  {
    name: 'it has one accented way to ask on the screen, one QR code, and no picture twice',
    desktop: [`${desktopMenus} ${tower} ${hall} /productDet?productId=zhgd-cloud-platform /p/jiaru`, '1440x900'],
    phone: [
      `${phoneMenus} ${tower} /cpDeatail?productId=jzbh-safety-hall /cpDeatail?productId=zhgd-cloud-platform /p/jiaru`,
    ],
    see: async ({ look: { all } }) => {
      // A strip that runs around repeats its own for people who see only. Small ones only mark what a link leads to.
      const pictures = all('img:not([inert] img, .carousel-thumbnails img, .scenario-products img)')
        .filter((each) => each.closest('[popover]') || each.getClientRects().length > 0)
        // An article and a scenario have the picture of what they are about, which may be large on the page as well.
        .map((each) => `${each.getAttribute('src')} ${each.closest('a[href^="/xwdtDet"], .scenario-list') !== null}`)
      const codes = pictures.filter((source) => source.includes('/qr.png ')).length
      const isSeen = (link: HTMLElement): boolean => {
        const { top, bottom, height } = link.getBoundingClientRect()
        return link.checkVisibility() && height > 0 && bottom > 0 && top < innerHeight
      }
      let most = 0
      for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 3) {
        scrollTo(0, y)
        await new Promise(requestAnimationFrame)
        most = Math.max(most, all('a.button:not(.outline)[href^="/zixun"]').filter(isSeen).length)
      }
      const twice = pictures.filter((source, at) => pictures.indexOf(source) !== at)
      return (most > 1 || codes !== 1 || twice.length > 0) && `${most} ways, ${codes} codes, ${twice}`
    },
  },
]

const dictionary = new Intl.Segmenter('zh', { granularity: 'word' })

/** Whether a word was broken over two of the lines. */
function isBroken(lines: string[]): boolean {
  const ends = new Set(lines.map((_, index) => lines.slice(0, index + 1).join('').length))
  return [...dictionary.segment(lines.join(''))].some(({ segment, index }) =>
    [...segment].some((_, at) => at > 0 && ends.has(index + at)),
  )
}

async function brokenTitles(_page: Page, { look }: OnThePage): Promise<Found> {
  const titles = 'h1, h2, h3, h4, [role="tab"], .honour span, .phone-certificates span, .neighbours a > span'
  const all = await look.evaluate((look, selector) => look.all(`main :is(${selector})`).map(look.linesOf), titles)
  return all.filter(isBroken).map((lines) => lines.join('|'))
}

const texts: readonly Rule[] = [
  {
    name: 'leads break behind punctuation in a wide window',
    desktop: ['/ /dljm /gywm /product', '1920 1280 800'],
    see: ({ look: { all, linesOf } }) =>
      all('.hero-lead, .section-head p, .banner-text > p')
        .flatMap((lead) => linesOf(lead).slice(0, -1))
        .filter((line) => !/[，。、：；？！”]$/.test(line)),
  },
  {
    name: 'no title or caption breaks within a word',
    desktop: ['/ /product /gywm /xwdt', '1280'],
    phone: ['/mobile /gongsijianjie /dailijiameng /xwdt', '768 320'],
    act: brokenTitles,
  },
  {
    name: 'no title or caption breaks within a word on narrow screens',
    desktop: ['/ /dljm', '320'],
    phone: [`/zhuyingyewu ${article}`, '320'],
    act: brokenTitles,
  },
  {
    name: 'no paragraph ends with a line of one character',
    desktop: [`/gywm /privacy ${article} ${product}`],
    see: noShortLine,
    of: 'main p, main .rich li',
  },
  {
    name: 'no cell, caption or address ends with a line of one character in a narrow window',
    desktop: [`/gywm /productDet?productId=cpxt-measuring ${hall}`, '320'],
    see: noShortLine,
    of: 'td, figcaption, address span',
  },
  {
    name: 'a telephone number in a text stays on one line',
    phone: ['/privacy', '390 360 320'],
    see: ({ look: { all, linesOf } }) => all('.rich a[href^="tel:"]').flatMap((link) => linesOf(link).slice(1)),
  },
  {
    name: 'no text of a card is cut with the starter’s words',
    desktop: ['/ /product /xwdt', '1920 1280 768'],
    phone: ['/mobile /zhuyingyewu /xwdt', '820 768 390 320'],
    see: complete,
    of: 'main :is(li, a, article) :is(h2, h3, h4, p)',
    is: 'hidden',
  },
  {
    name: 'no text of a scenario is there twice',
    desktop: [scenarios],
    see: ({ look: { all } }) => {
      const found = all('main p, main figcaption span').map(({ innerText }) => innerText)
      return found.filter((text, at) => text && found.indexOf(text) !== at)
    },
  },
  {
    name: 'a text begins below the header with room, its lead below the title, and the rest below that',
    desktop: ['/privacy /agreement'],
    phone: ['/privacy /agreement'],
    see: ({ path, look: { box } }) => {
      const top = (selector: string, above: string): number => box(selector).top - box(above).bottom
      if (path === '/agreement') return top('.rich > :first-child', '.site-header') < 24 && 'no room'
      const rooms = [
        top('article h1', '.site-header'),
        top('.article-intro', 'article h1'),
        top('.rich', '.article-intro'),
      ]
      return [24, 12, 40].some((least, at) => (rooms[at] ?? 0) < least) && rooms.join()
    },
  },
  {
    name: 'the links to the articles before and after begin at one height',
    desktop: [article],
    phone: [article],
    see: rows,
    of: '.neighbours small',
    is: '2',
  },
  {
    name: 'the buttons of the page that is not there are in the middle',
    desktop: ['/no-such-page'],
    phone: ['/no-such-page'],
    see: ({ look: { all, box } }) => {
      const heading = box('.not-found h1')
      const buttons = all('.not-found a.button').map(box)
      return buttons.flatMap(({ top }) => {
        const row = buttons.filter((other) => Math.abs(other.top - top) < 1)
        const [left, right] = [Math.min(...row.map((each) => each.left)), Math.max(...row.map((each) => each.right))]
        return Math.abs(left + right - heading.left - heading.right) < 4 ? [] : [`from ${left} to ${right}`]
      })
    },
  },
  {
    name: 'a wide table of an article is scrolled by the keyboard',
    phone: ['/xwdtDet?newId=20260820-tile-robot-trial', '390 320'],
    act: async (page) => {
      const table = page.locator('.rich table[tabindex]')
      await table.evaluate((element) => element.scrollTo({ left: 0, behavior: 'instant' }))
      await table.focus()
      await page.keyboard.press('ArrowRight')
      await page.waitForFunction(() => (document.querySelector('.rich table')?.scrollLeft ?? 0) > 0)
      return false
    },
  },
]

const parts: readonly Rule[] = [
  {
    name: 'the first screen of a desktop says who, what, for whom and what to do',
    desktop: ['/', '1366x768'],
    see: inside,
    of: '.hero-company, h1, .hero-lead, .actions, .figures',
  },
  {
    name: 'the first screen of a phone does, too',
    phone: ['/mobile'],
    see: inside,
    of: '.brand, h1, .phone-hero .lead, .actions, .phone-shortcuts',
  },
  {
    name: 'the home page takes at most six screens of a laptop',
    desktop: ['/', '1440x900'],
    see: () => document.body.scrollHeight >= 5400 && `${document.body.scrollHeight} px`,
  },
  {
    name: 'figures leave none alone in a row',
    desktop: ['/', '1920 1440 1280 1024 992'],
    phone: ['/mobile', '900 768 600 512 430 390 360 320'],
    see: rows,
    of: '.figures dl > div',
    is: '(.)(,\\2)*',
  },
  {
    name: 'figures end within their line',
    desktop: ['/ /gywm', '1440 1280 768'],
    phone: ['/mobile', '768 600 512 430 390 360 320'],
    see: ({ look: { all, box, endOf } }) =>
      all('.figures dl > div > *').flatMap((each) =>
        endOf(each) > box(each).right + 1 ? [`${each.textContent}`] : [],
      ),
  },
  {
    name: 'the marks of quotes hang in the margin, and the scenarios begin where all else does',
    desktop: ['/', '1920 1600 1440 1024'],
    see: ({ look: { all, box } }) => {
      const starts = '.technique h2, .lead-scene h2, .lead-scene .more, .case-quote blockquote, .scenario-band h2'
      const found = starts.split(', ').map((each) => Math.round(box(each).left))
      const marks = all('.case-quote blockquote').filter((quote) => {
        const { position, insetInlineEnd } = getComputedStyle(quote, '::before')
        return position === 'absolute' && Math.abs(parseFloat(insetInlineEnd) - quote.clientWidth) < 1
      })
      return (new Set(found).size > 1 || marks.length === 0) && `${found}, ${marks.length} marks`
    },
  },
  {
    name: 'each mark of a carousel can be seen in forced colours',
    desktop: ['/'],
    media: [{ forcedColors: 'active' }],
    see: ({ look: { all } }) => {
      const marks = all('.showroom .carousel-dots button:not([aria-current])')
      const lines = marks.map((each) => getComputedStyle(each, '::before').borderBlockEndStyle)
      return (lines.length < 2 || lines.some((line) => line !== 'solid')) && lines
    },
  },
  {
    name: 'nine logos stand in a row of a desktop',
    desktop: ['/', '1920 1440 1366 1280'],
    see: rows,
    of: '.partners li',
    is: '9,9,9',
  },
  {
    name: 'three logos stand in a row of a phone',
    phone: ['/mobile', '430 390 320'],
    see: rows,
    of: '.partners li',
    is: '3(,3){8}',
  },
  {
    name: 'all logos are seen at once',
    desktop: ['/', '1920 1440 1366 1280'],
    phone: ['/mobile', '430 390 320'],
    see: noneHidden,
    of: '.partners',
    is: '.partners img',
  },
  {
    name: 'neither the names nor the buttons of the showroom lie on its pictures',
    desktop: ['/', '1920 1440 1366 1280 1024 768 390'],
    see: apart,
    of: '.showroom :is(.carousel-slide.current :is(img, figcaption), .carousel-bar)',
    is: '3',
  },
  {
    name: 'the pictures of the showroom are whole',
    desktop: ['/', '1920 1440 1366 1280 1024 768 390'],
    see: shape,
    of: '.showroom .carousel-slide.current img',
    is: '1.5',
  },
  {
    name: 'the buttons of the showroom are within it',
    desktop: ['/', '1920 1440 1366 1280 1024 768 390'],
    see: ({ look: { box } }) => {
      const [bar, whole] = [box('.showroom .carousel-bar'), box('.showroom .carousel')]
      return (bar.left < whole.left || bar.right > whole.right + 1) && `from ${bar.left} to ${bar.right}`
    },
  },
  {
    name: 'the nine pictures of rooms are whole on a phone, and no name covers one',
    phone: ['/mobile'],
    largeLetters: ['/mobile'],
    see: ({ look: { all, box } }) => {
      const whole = all('.phone-rooms button').filter((room) => {
        const [picture, name] = ['img', 'span'].flatMap((each) => all(each, room))
        const isFree = picture && name && box(picture).height > 90 && box(name).top >= box(picture).bottom - 1
        return isFree && getComputedStyle(picture).objectFit === 'contain'
      })
      return whole.length !== 9 && `${whole.length} are`
    },
  },
  {
    name: 'a picture fills the panel of its scenario',
    phone: ['/mobile', '390 768 1180'],
    see: ({ look: { all, box } }) => {
      const gaps = all('.scenarios .thumbnail').map(
        (each) => box(each).height - Math.max(0, ...all('img', each).map((img) => box(img).height)),
      )
      return (gaps.length < 5 || Math.max(...gaps) > 1) && gaps.join()
    },
  },
  {
    name: 'the picture of a scenario is shown whole',
    desktop: [scenarios, '1920 1280 768 320'],
    see: shape,
    of: '.scenario img',
    is: '2',
  },
  {
    name: 'below 640 px the scenarios are all as wide as their list',
    desktop: [scenarios, '639 390 320'],
    see: ({ look: { all, box } }) => {
      const inside = all('.scenario-list').map(
        (list) => box(list).width - 2 * parseFloat(getComputedStyle(list).paddingLeft),
      )
      const widths = all('.scenario-list > *').map((each) => box(each).width)
      const areWide = widths.every((width) => Math.abs(width - (inside[0] ?? 0)) <= 1.5)
      return (widths.length !== 5 || !areWide) && `${widths} in ${inside}`
    },
  },
  {
    name: 'cards of cases fill their rows',
    desktop: [tower, '1920 1280 895 768 575 390 320'],
    see: ({ width, look: { all, box } }) => {
      const grid = box('.cases')
      const cards = all('.cases > .case').map(box)
      const holes: string[] = []
      // Every point of the grid, except in the gaps, is on a card.
      for (let x = 0.06; x < 1; x += 0.11)
        for (let y = 0.07; y < 1; y += 0.09) {
          const [left, top] = [grid.x + x * grid.width, grid.y + y * grid.height]
          const isOn = (card: DOMRect): boolean =>
            left >= card.left - 25 && left <= card.right + 25 && top >= card.top - 25 && top <= card.bottom + 25
          if (!cards.some(isOn)) holes.push(`a hole ${Math.round(x * 100)} % across and ${Math.round(y * 100)} % down`)
        }
      const widths = new Set(cards.map((card) => Math.round(card.width)))
      return width < 576 && widths.size > 1 ? [...holes, [...widths].join()] : holes
    },
  },
  {
    name: 'the four products of a case leave no row with one card',
    desktop: [tower, '1920 1280 1024 900 768 575 390 320'],
    see: rows,
    of: '.few-products .grid > *',
    is: '4|2,2',
  },
  {
    name: 'the figures of a case have room between each other',
    desktop: [tower, '1920 1280 768 390 320'],
    see: complete,
    of: '.project-figures > div',
  },
  {
    name: 'the one case of a product is uncropped',
    desktop: ['/productDet?productId=zhgd-deep-pit'],
    see: shape,
    of: '#cases .thumbnail',
    is: '1.5',
  },
  {
    name: 'what the case of a product has achieved is not cut',
    phone: ['/cpDeatail?productId=zhgd-dust-noise', '320x568'],
    see: ({ look: { all } }) =>
      all('#cases dd').flatMap((each) => (each.scrollWidth > each.clientWidth ? [`${each.textContent}`] : [])),
  },
  {
    name: 'models that have only a note are beside each other',
    desktop: [gallery],
    see: rows,
    of: '.models li',
    is: '3',
  },
  {
    name: 'of the parts of a story none is alone',
    desktop: [`${product} /productDet?productId=zhgd-real-name-gate`, '1440x900'],
    see: rows,
    of: '.story-part',
    is: '2(,1)?',
  },
  {
    name: 'at most five headings of a product have one size, and the page is not too long',
    desktop: [`${product} ${gallery} /productDet?productId=zhgd-real-name-gate`, '1440x900'],
    see: ({ look: { all } }) => {
      const sizes = all('main h2:not(.visually-hidden)').map((each) => getComputedStyle(each).fontSize)
      const most = Math.max(...sizes.map((size) => sizes.filter((each) => each === size).length))
      const { scrollHeight } = document.documentElement
      return (most > 5 || scrollHeight >= 6000) && `${sizes}, ${scrollHeight} px`
    },
  },
  {
    name: 'the picture of a product is beside its name, aligned with it',
    desktop: [product],
    see: ({ look: { box } }) => {
      const [title, cover] = [box('.product-title'), box('.gallery')]
      const isBeside = cover.left >= title.right && cover.top < title.bottom && title.top < cover.bottom
      return !isBeside && JSON.stringify([title, cover])
    },
  },
]

const printed: readonly Rule[] = [
  {
    name: 'it is dark on white, without what only a screen needs, and nothing fixed is on every sheet',
    desktop: ['*'],
    phone: ['*'],
    media: [
      { media: 'print', colorScheme: 'light' },
      { media: 'print', colorScheme: 'dark' },
    ],
    see: ({ look: { all, seen } }) => {
      const faults = new Set<string>()
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement
        if (!element || !node.nodeValue?.trim() || element.closest('script, svg, button')) continue
        range.selectNodeContents(node)
        if (range.getClientRects().length === 0 || !element.checkVisibility({ checkVisibilityCSS: true })) continue
        const { color } = getComputedStyle(element)
        const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map((value) => (Number(value) / 255) ** 2.2)
        // About 4.4:1 on white or less.
        if (0.2126 * r + 0.7152 * g + 0.0722 * b > 0.19) faults.add(`${node.nodeValue.trim().slice(0, 20)} ${color}`)
      }
      const ofScreen =
        '.skip, .phone-button, .site-header, .site-footer nav, .footer-qr, .footer-legal, .carousel-bar, .phone-bar, form, .film-play, .strip-buttons, .hero img, .hero .button'
      const fixed = all('body *').filter(
        (each) => getComputedStyle(each).position === 'fixed' && each.checkVisibility(),
      )
      return [...faults, ...[...seen(ofScreen), ...fixed].map(({ className }) => `${className} is printed`)]
    },
  },
  {
    name: 'no picture is printed out of shape',
    desktop: ['*', '794x1123'],
    media: [{ media: 'print' }],
    see: ({ look: { seen } }) =>
      (seen('main img') as HTMLImageElement[]).flatMap((image) => {
        const { width, height } = image.getBoundingClientRect()
        const own = Number(image.getAttribute('width')) / Number(image.getAttribute('height'))
        const fits = getComputedStyle(image).objectFit !== 'fill' || Math.abs(width / height / own - 1) < 0.02
        return width === 0 || fits ? [] : [`${image.currentSrc}: ${width} x ${height}`]
      }),
  },
  {
    name: 'at its foot are the name, how to reach the company, and the address of the page',
    desktop: [`/ ${article} /gywm`],
    desktopWithoutScript: [`/ ${article} /gywm`],
    media: [{ media: 'print' }],
    see: ({ path, look: { all } }) => {
      const textOf = (selector: string): string => all(selector)[0]?.innerText ?? ''
      const foot = textOf('.site-footer').split('\n').filter(Boolean)
      const address = all('link[rel=canonical]')[0]?.getAttribute('href')
      const reached = textOf(path === '/gywm' ? '.contact' : '.site-footer address')
      const isNamed = foot[0] === '山东筑站智慧科技有限公司' && foot.at(-1) === address
      return !(isNamed && /400-000-0000[^]+筑站路/.test(reached)) && [...foot, reached]
    },
  },
  {
    name: 'what is only for print is not on the screen',
    desktop: ['*'],
    phone: ['*'],
    see: apart,
    of: '.printed',
    is: '0',
  },
]

const readable: Record<string, string> = {
  '/': '让工地看得见',
  '/product': '塔机',
  [product]: '回转角度',
  '/xwdt': '更多新闻',
  [conference]: '代理商',
  '/dljm': '盈利模式',
  '/gywm': '公司简介',
  '/qdfangwu': '项目介绍',
  [scenarios]: '社区',
  '/map': '淄博市',
  '/no-such-page': '页面无法进入',
}

const withoutScript: readonly Rule[] = [
  {
    name: 'the text can be read',
    desktopWithoutScript: [Object.keys(readable).join(' ')],
    act: async (page, { path }) => {
      const words = readable[path] ?? ''
      return !(await page.locator('body').innerText()).includes(words) && `no ${words}`
    },
  },
  {
    name: 'every tab is a section with its heading, one under the other',
    desktopWithoutScript: ['/product', '1440 390'],
    phoneWithoutScript: ['/mobile /zhuyingyewu', '390 320'],
    see: ({ look: { all, seen, box } }) => {
      const tops = seen('[role=tabpanel] :is(h2, h3)').flatMap((each) =>
        box(each).height > 16 && /^(智慧工地产品|建筑机器人|建筑标准化产品)$/.test(each.innerText)
          ? [box(each).top]
          : [],
      )
      const isSorted = tops.length === 3 && tops.every((top, at) => at === 0 || top > (tops[at - 1] ?? 0))
      const hidden = all('[role=tabpanel] a').length - seen('[role=tabpanel] a').length
      const tabs = seen('[role=tab]').length
      return !(isSorted && hidden + tabs === 0) && `${tops}, ${tabs} tabs, ${hidden} hidden links`
    },
  },
  {
    name: 'a film has controls, a carousel scrolls, and nothing that needs a script is shown',
    desktopWithoutScript: [`/gywm / /product ${scenarios}`],
    phoneWithoutScript: [gallery.replace('/productDet', '/cpDeatail')],
    see: ({ look: { all, seen, box } }) => {
      const stuck = all('.carousel-strip').filter((strip) => {
        const [first, last] = [strip.firstElementChild, strip.lastElementChild]
        const isRow = first && last && box(last).left > box(first).left
        return getComputedStyle(strip).overflowX !== 'auto' || (strip.scrollWidth > strip.clientWidth && !isRow)
      })
      const faults = [
        ...stuck,
        ...seen('.film-play, .carousel-bar, .strip-buttons, .map-buttons, video:not([controls])'),
      ]
      return faults.map(({ localName, className }) => `${localName} ${className}`)
    },
  },
  {
    name: 'the bar of a product dials',
    phoneWithoutScript: [phoneProduct],
    act: async (page) =>
      differs([`${await page.locator('.phone-bar').getByText('电话').getAttribute('href')}`], ['tel:400-000-0000']),
  },
  {
    name: 'the button beside a product opens the numbers',
    desktopWithoutScript: [product],
    act: async (page) => {
      await page.locator('.floating button').click()
      await page.getByRole('dialog', { name: '拨打电话' }).waitFor()
      return false
    },
  },
]

/** The relative luminance of WCAG 2. */
function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) =>
    value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The least contrast between the letters of an element and what is drawn under them, from the pixels of the screen. */
async function contrastOf(page: Page, selector: string): Promise<{ contrast: number; size: number }> {
  const element = page.locator(selector).filter({ visible: true }).first()
  await element.scrollIntoViewIfNeeded()
  const { lines, color, size } = await element.evaluate((node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const rects: DOMRect[] = []
    while (walker.nextNode()) {
      const range = document.createRange()
      range.selectNode(walker.currentNode)
      rects.push(...range.getClientRects())
    }
    const { color, fontSize } = getComputedStyle(node)
    return {
      lines: rects
        .filter(({ width, height }) => width > 4 && height > 4)
        .map(({ x, y, width, height }) => ({ x: x + 1, y: y + 1, width: width - 2, height: height - 2 })),
      color: (color.match(/\d+/g) ?? []).map(Number),
      size: parseFloat(fontSize),
    }
  })
  assert.notEqual(lines.length, 0, `${selector} has no words`)
  const hidden = await page.addStyleTag({
    content: `${selector}, ${selector} * { color: transparent !important; fill: none; stroke: none }`,
  })
  let contrast = 21
  for (const clip of lines) {
    const shot = (await page.screenshot({ clip })).toString('base64')
    const under = await page.evaluate(async (bytes) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${bytes}`)).blob())
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
      if (!context) throw new Error('no canvas')
      context.drawImage(picture, 0, 0)
      const { data } = context.getImageData(0, 0, picture.width, picture.height)
      const colours = new Set<number>()
      for (let at = 0; at < data.length; at += 4)
        colours.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0))
      return [...colours]
    }, shot)
    const own = luminance(color)
    for (const colour of under) {
      const other = luminance([colour >> 16, (colour >> 8) & 255, colour & 255])
      contrast = Math.min(contrast, (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05))
    }
  }
  await hidden.evaluate((style) => (style as HTMLElement).remove())
  return { contrast, size }
}

const onPictures: Record<string, readonly string[]> = {
  '/': [
    '.hero-company',
    '.hero h1',
    '.hero-lead',
    '.hero .outline',
    '.hero .more',
    '.case-quote blockquote',
    '.lead-scene .more',
  ],
  '/product': ['.carousel-slide.current .banner-title', '.carousel-slide.current .lead'],
  '/gywm': ['.banner-text h1', '.banner-text .lead'],
  '/gongsijianjie': ['.banner-text h1', '.banner-text .lead'],
  '/mobile': ['.phone-slide p'],
}

const onWhite: Rule = {
  name: 'words can be read',
  desktopOnWhite: ['*', '1440 1000 768 390'],
  phoneOnWhite: ['*', '390 820'],
  media: [{}, { colorScheme: 'dark' }],
  act: async (page, { path }) => {
    const faint: string[] = []
    for (const selector of onPictures[path] ?? []) {
      const { contrast, size } = await contrastOf(page, selector)
      if (contrast < (size >= 24 ? 3 : 4.5)) faint.push(`${selector} ${contrast.toFixed(2)}`)
    }
    return faint
  },
}

export const pageRules: readonly Rule[] = [
  ...every,
  ...frame,
  ...texts,
  ...parts,
  ...printed,
  ...withoutScript,
  onWhite,
]
