import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { manualClock } from './manualClock.ts'
import { act, click, draw, find, hydrate, press, renderToString } from './page.ts'

const { createElement, useState } = await import('react')
const { Carousel } = await import('../../client/ui/Carousel.tsx')
// A carousel fetches it when it comes near the screen; here it is there at once.
await import('../../client/ui/carouselRing.ts')
const { FilmPlayer } = await import('../../client/ui/FilmPlayer.tsx')
const { RichText } = await import('../../client/ui/RichText.tsx')
const { Tabs } = await import('../../client/ui/Tabs.tsx')
const { usePreview } = await import('../../client/ui/usePreview.tsx')
const { default: MapPage } = await import('../../client/site/map/MapPage.tsx')
const { marksOf } = await import('../../client/site/frame/MenuLinks.tsx')
const { frameFacts } = await import('../../client/site/route.ts')

const clock = manualClock()
Object.assign(globalThis, {
  setTimeout: (run: () => void, ms = 0) => clock.after(ms, run),
  clearTimeout: (cancel?: () => void) => cancel?.(),
})

const site = new URL('../../data/seed/site/site.json', import.meta.url)
const styled = /\sstyle=/

describe('the carousel', () => {
  const { IntersectionObserver } = globalThis
  /** Whether a carousel is near the screen at once; otherwise it is when `comeNear` is called. */
  let isNear = true
  let comeNear = (): void => {}
  class FakeObserver {
    constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
      comeNear = () => notify([{ isIntersecting: true }])
    }
    observe(): void {
      if (isNear) comeNear()
    }
    disconnect(): void {}
  }
  before(() => Object.assign(globalThis, { IntersectionObserver: FakeObserver }))
  after(() => Object.assign(globalThis, { IntersectionObserver }))

  const four = (props: Partial<Parameters<typeof Carousel>[0]> = {}) =>
    createElement(Carousel, {
      label: '荣誉',
      ...props,
      children: ['甲', '乙', '丙', '丁'].map((name) => createElement('a', { key: name, href: `#${name}` }, name)),
    })
  const current = (box: HTMLElement): number =>
    [...box.querySelectorAll('.carousel-slide')].findIndex((slide) => slide.classList.contains('current'))
  const inert = (box: HTMLElement): string =>
    [...box.querySelectorAll('.carousel-slide')].map((slide) => (slide.hasAttribute('inert') ? '-' : '+')).join('')

  test('in the HTML all its slides can be reached, and it is labelled', () => {
    const html = renderToString(four({ intervalMs: 3000 }))
    assert.match(html, /<div role="region"[^>]+aria-roledescription="轮播" aria-label="荣誉"/)
    assert.equal(html.match(/role="group" aria-roledescription="幻灯片" aria-label="\d \/ 4"/g)?.length, 4)
    assert.equal(html.includes('inert'), false)
    assert.equal(styled.test(html), false)
  })

  test('hydrated it shows one and hides the others from keyboard and screen readers', async () => {
    const box = await hydrate(four())
    assert.equal(inert(box), '+---')
    await click(find(box, '[aria-label=下一张]'))
    assert.equal(inert(box), '-+--')
    await click(find(box, '[aria-label=上一张]'))
    await click(find(box, '[aria-label=上一张]'))
    assert.equal(inert(box), '---+')
  })

  test('its dots are labelled, mark the current slide and select one', async () => {
    const box = await hydrate(four({ effect: 'fade' }))
    const dots = [...box.querySelectorAll<HTMLElement>('.carousel-dots button')]
    assert.deepEqual(
      dots.map((dot) => dot.getAttribute('aria-label')),
      ['第1张', '第2张', '第3张', '第4张'],
    )
    await click(dots[2] as HTMLElement)
    assert.deepEqual(
      dots.map((dot) => dot.getAttribute('aria-current')),
      [null, null, 'true', null],
    )
    assert.equal(current(box), 2)
  })

  test('keys move through it, and the focus follows', async () => {
    const box = await hydrate(four())
    find(box, 'a').focus()
    await press(find(box, 'a'), 'ArrowRight')
    assert.equal(current(box), 1)
    assert.equal(document.activeElement, find(box, '.current'))
    await press(find(box, '.current'), 'End')
    assert.equal(current(box), 3)
    await press(find(box, '.current'), 'Home')
    assert.equal(current(box), 0)
    await press(find(box, '.current'), 'ArrowLeft', { altKey: true })
    assert.equal(current(box), 0)
  })

  test('it advances by itself except under the mouse, around the focus, and when paused', async () => {
    const box = await hydrate(four({ intervalMs: 3000 }))
    const section = find(box, '[role=region]')
    const pass = (ms: number): Promise<void> => act(async () => clock.pass(ms))
    assert.equal(find(box, '.carousel-strip').getAttribute('aria-live'), 'off')
    await pass(3000)
    assert.equal(current(box), 1)

    await act(async () => void section.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' })))
    await pass(9000)
    assert.equal(current(box), 1)
    assert.equal(find(box, '.carousel-strip').getAttribute('aria-live'), 'polite')
    await act(async () => void section.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' })))
    await pass(3000)
    assert.equal(current(box), 2)

    const button = find(box, '[aria-label=下一张]')
    await act(async () => button.focus())
    await pass(9000)
    assert.equal(current(box), 2)
    await act(async () => button.blur())
    await pass(3000)
    assert.equal(current(box), 3)

    await click(find(box, '[aria-label=暂停轮播]'))
    await pass(9000)
    assert.equal(current(box), 3)
    await click(find(box, '[aria-label=继续轮播]'))
    await pass(3000)
    assert.equal(current(box), 0)
  })

  test('unmounted it leaves no timer behind', async () => {
    await hydrate(four({ intervalMs: 3000 }))
    await draw(createElement('p'))
    assert.equal(clock.pending(), 0)
  })

  test('far from the screen it is a plain scroller, and what is pressed before its code is there counts', async (t) => {
    isNear = false
    t.after(() => (isNear = true))
    const box = await hydrate(four())
    await click(find(box, '[aria-label=第2张]'))
    await click(find(box, '[aria-label=下一张]'))
    assert.equal(inert(box), '++++')
    await act(async () => comeNear())
    assert.equal(inert(box), '--+-')
  })

  test('a single slide needs no buttons', async () => {
    const box = await hydrate(
      createElement(Carousel, { label: '一张', intervalMs: 3000, children: [createElement('p', { key: '甲' }, '甲')] }),
    )
    assert.equal(box.querySelector('button'), null)
    assert.equal(inert(box), '+')
  })
})

describe('the film', () => {
  const film = { title: '安装过程', url: '/media/film/sdkaili.mp4', poster: '/media/film/sdkaili.jpg' }

  test('fetches nothing before it is played, and has captions', () => {
    const html = renderToString(createElement(FilmPlayer, { film }))
    assert.match(html, /<video[^>]+preload="none"/)
    // The `poster` attribute would be fetched with the page.
    assert.doesNotMatch(html, /poster="/)
    assert.match(html, /<img loading="lazy"[^>]+src="\/media\/film\/sdkaili.jpg"/)
    assert.match(html, /<track kind="captions" srcLang="zh-CN" label="中文" src="\/media\/film\/sdkaili.vtt"/i)
    assert.equal(styled.test(html), false)
  })

  test('from another site has no captions', () => {
    assert.equal(
      renderToString(createElement(FilmPlayer, { film: { ...film, url: '/uploads/film/a.mp4' } })).includes('<track'),
      false,
    )
  })

  test('when it cannot be loaded, it can be retried', async () => {
    const box = await draw(createElement(FilmPlayer, { film }))
    const video = find<HTMLVideoElement>(box, 'video')
    let loads = 0
    Object.assign(video, { load: () => loads++, play: async () => {} })
    await act(async () => void video.dispatchEvent(new Event('error')))
    assert.match(find(box, '[role=alert]').textContent ?? '', /视频加载失败/)
    await click(find(box, '[role=alert] button'))
    assert.equal(loads, 1)
    assert.equal(box.querySelector('[role=alert]'), null)
  })

  test('without a poster its name is in its place, and without its file the page says so', async (t) => {
    const plain = await draw(createElement(FilmPlayer, { film: { ...film, poster: '' } }))
    assert.equal(find(plain, '.film-name').textContent, `视频：${film.title}`)
    const { fetch } = globalThis
    t.after(() => Object.assign(globalThis, { fetch }))
    const asked: unknown[] = []
    globalThis.fetch = async (address, init) => {
      asked.push([address, init?.method])
      return new Response(null, { status: 404 })
    }
    const fail = (box: Element): Promise<void> =>
      act(async () => void find(box, 'video').dispatchEvent(new Event('error')))
    const lost = await draw(createElement(FilmPlayer, { film }))
    assert.deepEqual(asked, [])
    await fail(lost)
    assert.match(lost.textContent ?? '', /视频文件已不在网站上/)
    assert.equal(lost.querySelector('.film-play'), null)
    await fail(await draw(createElement(FilmPlayer, { film: { ...film, url: 'https://films.example/a.mp4' } })))
    assert.deepEqual(asked, [[film.url, 'HEAD']])
  })

  test('every film of the starter content has captions that a browser can read', () => {
    const folder = new URL('../../data/seed/case/', import.meta.url)
    const cases = readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
    const { introFilm } = JSON.parse(readFileSync(site, 'utf8'))
    const films: string[] = [introFilm, ...cases.flatMap((each: { films: object[] }) => each.films)].map(
      ({ url }) => url,
    )
    assert.ok(films.length >= 6)
    for (const url of films) {
      const file = new URL(`../../data/seed${url.replace('.mp4', '.vtt')}`, import.meta.url)
      assert.ok(existsSync(file), file.pathname)
      const [head, ...cues] = readFileSync(file, 'utf8').trim().split('\n\n')
      assert.equal(head, 'WEBVTT')
      let last = ''
      for (const cue of cues) {
        const [, from = '', to = ''] =
          /^(\d\d:\d\d\.\d{3}) --> (\d\d:\d\d\.\d{3})\n\S+$/.exec(cue) ?? assert.fail(`${url}: ${cue}`)
        assert.ok(last < from && from < to)
        last = to
      }
    }
  })
})

test('the headings of rich text keep their size, and their levels follow the page’s title without a gap', () => {
  const drawn = renderToString(
    createElement(RichText, { html: '<h1>一</h1><h3 class="align-center">二</h3><p>&lt;h4 不是标题</p><h4>三</h4>' }),
  )
  assert.equal(
    drawn,
    '<div class="rich" dir="auto"><h1 aria-level="2">一</h1><h3 class="align-center">二</h3><p>&lt;h4 不是标题</p><h4>三</h4></div>',
  )
  assert.match(
    renderToString(createElement(RichText, { html: '<h3>一</h3><h3>二</h3>' })),
    /<h3 aria-level="2">一<\/h3><h3 aria-level="2">二<\/h3>/,
  )
})

describe('tabs', () => {
  const all = [
    { key: 'a', name: '甲' },
    { key: 'b', name: '乙' },
    { key: 'c', name: '丙' },
  ] as const
  function Three() {
    const [current, onChange] = useState<'a' | 'b' | 'c'>('a')
    return createElement(Tabs<'a' | 'b' | 'c'>, {
      label: '分类',
      tabs: all,
      current,
      onChange,
      panel: createElement('p', null, `内容${current}`),
    })
  }
  const chosen = (box: HTMLElement): string | null => find(box, '[aria-selected=true]').textContent

  test('are linked with their panel, and the Tab key reaches only the current one', async () => {
    const box = await hydrate(createElement(Three))
    const tab = find(box, '[role=tab]')
    assert.equal(tab.getAttribute('aria-controls'), find(box, '[role=tabpanel]').id)
    assert.equal(find(box, '[role=tabpanel]').getAttribute('aria-labelledby'), tab.id)
    assert.deepEqual(
      [...box.querySelectorAll<HTMLElement>('[role=tab]')].map(({ tabIndex }) => tabIndex),
      [0, -1, -1],
    )
  })

  test('are selected by a click and by the arrow keys, wrapping around', async () => {
    const box = await hydrate(createElement(Three))
    await click(find(box, '[role=tab]:nth-child(2)'))
    assert.equal(find(box, '[role=tabpanel]').textContent, '内容b')
    for (const [key, name] of [
      ['ArrowRight', '丙'],
      ['ArrowRight', '甲'],
      ['ArrowLeft', '丙'],
      ['Home', '甲'],
      ['End', '丙'],
    ] as const) {
      await press(find(box, '[aria-selected=true]'), key)
      assert.equal(chosen(box), name)
      assert.equal(document.activeElement?.textContent, name)
    }
  })
})

describe('the preview', () => {
  const pictures = ['一', '二', '三'].map((name) => ({ image: `/media/${name}.png`, name }))
  function Certificates() {
    const { open, dialog } = usePreview('certificates', pictures)
    return createElement(
      'div',
      null,
      pictures.map(({ name }, at) =>
        createElement('button', { key: name, className: 'opener', onClick: () => open(at) }, name),
      ),
      dialog,
    )
  }
  const caption = (box: HTMLElement): string => find(box, 'figcaption').textContent?.replace('保存', '') ?? ''

  test('fetches nothing before it is opened', () => {
    assert.equal(renderToString(createElement(Certificates)).includes('<img'), false)
  })

  test('shows the selected picture, and the others by its buttons, wrapping around', async () => {
    const box = await hydrate(createElement(Certificates))
    await click(find(box, '.opener:nth-of-type(2)'))
    assert.equal(find<HTMLDialogElement>(box, 'dialog').open, true)
    assert.equal(caption(box), '二2 / 3')
    assert.equal(find(box, 'img').getAttribute('alt'), '二')
    await press(find(box, 'dialog'), 'ArrowRight')
    assert.equal(caption(box), '三3 / 3')
    await click(find(box, '[aria-label=下一张]'))
    assert.equal(caption(box), '一1 / 3')
    await click(find(box, '[aria-label=上一张]'))
    assert.equal(caption(box), '三3 / 3')
  })

  test('closes by its button and by a click beside the picture, not on it', async () => {
    const box = await hydrate(createElement(Certificates))
    const dialog = find<HTMLDialogElement>(box, 'dialog')
    await click(find(box, '.opener'))
    await click(find(box, 'dialog img'))
    assert.equal(dialog.open, true)
    await click(find(box, 'figure'))
    assert.equal(dialog.open, false)
    await click(find(box, '.opener:nth-of-type(3)'))
    assert.equal(caption(box), '三3 / 3')
    await click(find(box, '[aria-label=关闭]'))
    assert.equal(dialog.open, false)
  })
})

test('the map takes arrows, plus and minus, but leaves the keys of the browser to it', async () => {
  const record = JSON.parse(readFileSync(site, 'utf8'))
  const facts = {
    lng: 120,
    lat: 36,
    zoom: 15,
    wheel: true,
    embedded: false,
    title: '筑站',
    address: '',
    tiles: '',
    credit: '',
  }
  const ground = find(
    await draw(createElement(MapPage, { facts, frame: frameFacts({ ...record, pagePaths: [] }) })),
    '.map-ground',
  )
  const takes = async (key: string, more: KeyboardEventInit = {}): Promise<boolean> => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
    await act(async () => void ground.dispatchEvent(event))
    return event.defaultPrevented
  }
  assert.deepEqual([await takes('+'), await takes('ArrowLeft'), await takes('a')], [true, true, false])
  assert.deepEqual(
    [
      await takes('+', { ctrlKey: true }),
      await takes('-', { metaKey: true }),
      await takes('ArrowLeft', { altKey: true }),
    ],
    [false, false, false],
  )
})

test('a page of cases marks the products in a menu without cases', () => {
  const product = { target: '/product' } as Parameters<ReturnType<typeof marksOf>>[0]
  assert.equal(marksOf([product], '/huanghejiangong')(product), 'true')
})
