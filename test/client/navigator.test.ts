import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createNavigator, type SiteHistory } from '../../client/site/navigator.ts'
import type { SitePage } from '../../client/site/route.ts'
import type { FrameFacts } from '../../client/site/route.ts'
import { addressOf, notFound, routeOf } from '../../client/site/routes.ts'
import { createScrollMemory } from '../../client/site/scrollMemory.ts'
import { manualClock } from './manualClock.ts'

const origin = 'http://localhost:8080'

function pageAt(path: string, search = '', more: Partial<SitePage> = {}): SitePage {
  const frame = { siteName: '筑站' } as FrameFacts
  return {
    at: addressOf(path, search),
    route: routeOf(path) ?? notFound,
    View: () => null,
    facts: {},
    banner: undefined,
    frame,
    head: {
      title: path,
      description: '',
    },
    ...more,
  }
}

/** Entries as a browser keeps them. */
function fakeHistory(path: string) {
  let entries: { url: URL; state: { y: number; view?: true } | null }[] = [{ url: new URL(path, origin), state: null }]
  let index = 0
  const listeners = new Set<() => void>()
  const move = (to: number): void => {
    assert.ok(entries[to], 'there is no such entry')
    index = to
    for (const listener of [...listeners]) listener()
  }
  const present = () => entries[index] ?? assert.fail()
  const add = (href: string, state: { y: number; view: true } | null): void => {
    entries = [...entries.slice(0, index + 1), { url: new URL(href, origin), state }]
    move(index + 1)
  }
  const history: SiteHistory = {
    entry() {
      const { url, state } = present()
      const { href, pathname, search, hash } = url
      return { href, path: pathname, search, hash, isNew: state === null, isView: state?.view, scrollY: state?.y }
    },
    push: (href) => add(href, null),
    replace: (address) => void (present().url = new URL(address, origin)),
    saveScroll: (y) => void (present().state = { y }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    history,
    openView: (href: string, y = 0) => add(href, { y, view: true }),
    back: () => move(index - 1),
    forward: () => move(index + 1),
    length: () => entries.length,
    listening: () => listeners.size > 0,
  }
}

interface Load {
  address: string
  succeed(page?: SitePage): Promise<void>
  fail(): Promise<void>
}

function site(path = '/dljm', { placeholder }: { placeholder?: SitePage } = {}) {
  const clock = manualClock()
  const entries = fakeHistory(path)
  const { pathname, search } = new URL(path, origin)
  const loads: Load[] = []
  let toTop = 0
  const navigator = createNavigator({
    first: pageAt(pathname, search),
    history: entries.history,
    loadPage: (to, query) =>
      new Promise((resolve, reject) => {
        loads.push({
          address: addressOf(to, query),
          succeed(page = pageAt(to, query)) {
            resolve(page)
            return nextTurn()
          },
          fail() {
            reject(new Error('no connection'))
            return nextTurn()
          },
        })
      }),
    loadPlaceholder: async () => placeholder,
    scrollToTop: () => toTop++,
    clock,
  })
  const seen: string[] = []
  const unsubscribe = navigator.subscribe(() => {
    const { shown, status } = navigator.state()
    seen.push(`${shown.at} ${status}`)
  })
  const last = (): Load => loads[loads.length - 1] ?? assert.fail('nothing was loaded')
  return {
    ...entries,
    navigator,
    clock,
    loads,
    last,
    seen,
    unsubscribe,
    toTop: () => toTop,
    open: (to: string) => navigator.open(new URL(to, origin).href),
    at: () => navigator.state().shown.at,
    status: () => navigator.state().status,
  }
}

describe('a link', () => {
  test('makes an entry of the history and shows its page once that is loaded', async () => {
    const { open, last, at, status, length } = site()
    open('/xwdt')
    assert.deepEqual([at(), status(), length()], ['/dljm', 'idle', 2])
    assert.equal(last().address, '/xwdt')
    await last().succeed()
    assert.deepEqual([at(), status()], ['/xwdt', 'idle'])
  })

  test('shows progress after a fifth of a second, until the page is shown', async () => {
    const { open, last, clock, seen, navigator } = site()
    open('/xwdt')
    clock.pass(199)
    assert.deepEqual(seen, ['/dljm idle'])
    clock.pass(1)
    assert.equal(navigator.state().address, '/xwdt', 'the page on the screen is no longer the requested one')
    await last().succeed()
    assert.deepEqual(seen, ['/dljm idle', '/dljm loading', '/xwdt idle'])
    clock.pass(1_000)
    assert.equal(seen.length, 3)
  })

  test('followed by another one is forgotten, whichever page comes first', async () => {
    for (const [first, second] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const { open, loads, at, status, clock } = site()
      open('/xwdt')
      open('/gywm')
      await loads[first]?.succeed()
      await loads[second]?.succeed()
      clock.pass(1_000)
      assert.deepEqual([at(), status()], ['/gywm', 'idle'])
    }
  })

  test('to the page that is being loaded makes no second entry and no second load', () => {
    const { open, loads, length } = site()
    open('/xwdt')
    open('/xwdt')
    assert.deepEqual([length(), loads.length], [2, 1])
  })

  test('to the page on the screen scrolls to its top and loads nothing', () => {
    const { open, loads, length, toTop } = site()
    open('/dljm')
    assert.deepEqual([length(), loads.length, toTop()], [1, 0, 1])
    open('/dljm?utm_source=x')
    assert.deepEqual(
      [length(), loads.length, toTop()],
      [2, 0, 2],
      'what does not make another page of it is only an entry',
    )
    open('/xwdt')
    assert.equal(toTop(), 2)
  })

  test('within a page, whose address differs by its hash alone, loads nothing', () => {
    const { history, loads, at } = site()
    history.push('/dljm#apply')
    assert.deepEqual([loads.length, at()], [0, '/dljm'])
  })
})

describe('Back', () => {
  test('while the next page is loading stays on the page, without progress', async () => {
    const { open, back, last, clock, at, status } = site()
    open('/xwdt')
    clock.pass(500)
    assert.equal(status(), 'loading')
    back()
    assert.equal(status(), 'idle')
    await last().succeed()
    clock.pass(1_000)
    assert.deepEqual([at(), status()], ['/dljm', 'idle'], 'the page that came too late is not shown')
  })

  test('before the first subscription is followed as soon as there is one', async () => {
    const entries = fakeHistory('/dljm')
    entries.history.push('/xwdt')
    const asked: string[] = []
    const navigator = createNavigator({
      first: pageAt('/xwdt'),
      history: entries.history,
      async loadPage(path) {
        asked.push(path)
        return pageAt(path)
      },
      loadPlaceholder: async () => undefined,
      scrollToTop() {},
      clock: manualClock(),
    })
    entries.back()
    assert.deepEqual(asked, [])
    const unsubscribe = navigator.subscribe(() => {})
    await nextTurn()
    assert.deepEqual([asked, navigator.state().shown.at], [['/dljm'], '/dljm'])
    unsubscribe()
    assert.equal(entries.listening(), false)
  })
})

describe('a page that cannot be loaded', () => {
  test('leaves the one on the screen and says so', async () => {
    const { open, last, at, status, clock } = site()
    open('/xwdt')
    await last().fail()
    assert.deepEqual([at(), status()], ['/dljm', 'failed'])
    clock.pass(1_000)
    assert.equal(status(), 'failed')
  })

  test('can be tried again, by the button and by its link, as the same entry', async () => {
    const { open, last, loads, at, status, clock, navigator, length } = site()
    open('/xwdt')
    await last().fail()
    navigator.retry()
    assert.deepEqual([loads.length, status()], [2, 'idle'])
    clock.pass(200)
    assert.equal(status(), 'loading')
    await last().fail()
    open('/xwdt')
    await last().succeed()
    assert.deepEqual([loads.length, at(), status(), length()], [3, '/xwdt', 'idle', 2])
  })

  test('is forgotten by Back', async () => {
    const { open, back, last, at, status, loads } = site()
    open('/xwdt')
    await last().fail()
    back()
    assert.deepEqual([at(), status(), loads.length], ['/dljm', 'idle', 1])
  })

  test('after another was asked for leaves no message', async () => {
    const { open, loads, at, status } = site()
    open('/xwdt')
    open('/gywm')
    await loads[0]?.fail()
    assert.equal(status(), 'idle')
    await loads[1]?.succeed()
    assert.deepEqual([at(), status()], ['/gywm', 'idle'])
  })
})

describe('a kept page', () => {
  test('comes back at once as it was, and takes what is new when that arrives', async () => {
    const { open, back, last, navigator, at, status, clock } = site('/mobile')
    const left = navigator.state().shown
    open('/dailijiameng')
    await last().succeed()
    assert.deepEqual(navigator.state().kept, [left])
    back()
    assert.equal(navigator.state().shown, left)
    clock.pass(1_000)
    assert.equal(status(), 'idle', 'no progress bar lies over a page that can be used')
    const renewed = pageAt('/mobile', '', { facts: { renewed: true } })
    await last().succeed(renewed)
    assert.equal(navigator.state().shown, renewed)
    assert.equal(at(), '/mobile')
  })

  test('stays when its new version cannot be loaded', async () => {
    const { open, back, last, navigator, status } = site('/mobile')
    const left = navigator.state().shown
    open('/dailijiameng')
    await last().succeed()
    back()
    await last().fail()
    assert.deepEqual([navigator.state().shown === left, status()], [true, 'idle'])
  })

  test('is kept once for each route, and beside others', async () => {
    const { open, last, navigator } = site('/mobile')
    for (const to of ['/zhuyingyewu', '/zhuyingyewu?locationId=cpxt', '/dailijiameng']) {
      open(to)
      await last().succeed()
    }
    assert.deepEqual(
      navigator.state().kept.map(({ at }) => at),
      ['/mobile', '/zhuyingyewu?locationId=cpxt'],
    )
    open('/mobile')
    assert.deepEqual(navigator.state().shown.at, '/mobile')
  })

  test('is one whose route has the flag: others are loaded again', async () => {
    const { open, back, last, navigator, loads } = site('/dljm')
    open('/xwdt')
    await last().succeed()
    back()
    assert.deepEqual([navigator.state().kept, loads.length], [[], 2])
  })

  test('comes back by its plain link with the view that it had', async () => {
    for (const plain of ['/product', '/product?utm_source=x']) {
      const { open, openView, last, navigator, at, history, length } = site('/product')
      openView('/product?locationId=cpxt')
      await last().succeed()
      const left = navigator.state().shown
      open('/dljm')
      await last().succeed()
      open(plain)
      assert.equal(navigator.state().shown, left)
      assert.deepEqual([history.entry().href, length()], [`${origin}/product?locationId=cpxt`, 4])
      open('/product')
      assert.equal(
        history.entry().href,
        `${origin}/product`,
        'where it is on the screen already, its link leads to its beginning',
      )
      await last().succeed()
      assert.equal(at(), '/product')
    }
  })

  test('comes back as it was left also while another page is loading, and before its view was loaded', () => {
    const { open, openView, at, history, status } = site('/product')
    openView('/product?locationId=cpxt')
    open('/dljm')
    open('/product')
    assert.deepEqual(
      [history.entry().href, at(), status()],
      [`${origin}/product?locationId=cpxt`, '/product?locationId=cpxt', 'idle'],
    )
  })

  test('is opened as a link says that names a view or a place on it', async () => {
    for (const link of ['/product?locationId=jzbh', '/product?page=2', '/product#catalogue']) {
      const { open, openView, last, history } = site('/product')
      openView('/product?locationId=cpxt')
      await last().succeed()
      open('/dljm')
      await last().succeed()
      open(link)
      assert.equal(history.entry().href, origin + link)
    }
  })

  test('whose view is gone since is the page itself, at its own address', async () => {
    const gone = pageAt('/gone')
    for (const back of [false, true]) {
      const pages = site('/product')
      const { open, last, navigator, at, history, loads } = pages
      pages.openView('/product?locationId=jzbh')
      await last().succeed()
      open('/dljm')
      await last().succeed()
      if (back) pages.back()
      else open('/product')
      await last().succeed(gone)
      assert.equal(history.entry().href, `${origin}/product`)
      assert.equal(loads.length, 4)
      const page = pageAt('/product')
      await last().succeed(page)
      assert.deepEqual([navigator.state().shown === page, at()], [true, '/product'])
      open('/dljm')
      await last().succeed()
      open('/product')
      await last().succeed(gone)
      assert.equal(navigator.state().shown, gone, 'staff have switched off the page itself')
    }
  })
})

describe('another view of the page on the screen', () => {
  test('is shown at once, without progress, and takes what is new when that arrives', async () => {
    const { openView, last, at, status, clock, navigator } = site('/product')
    openView('/product?locationId=cpxt')
    assert.deepEqual([at(), status(), navigator.showsEntry()], ['/product?locationId=cpxt', 'idle', true])
    clock.pass(1_000)
    assert.equal(status(), 'idle')
    const renewed = pageAt('/product', '?locationId=cpxt', { facts: { renewed: true } })
    await last().succeed(renewed)
    assert.equal(navigator.state().shown, renewed)
  })

  test('stays when it cannot be loaded', async () => {
    const { openView, last, at, status } = site('/product')
    openView('/product?locationId=cpxt')
    await last().fail()
    assert.deepEqual([at(), status()], ['/product?locationId=cpxt', 'idle'])
  })
})

describe('a placeholder', () => {
  const path = '/cpDeatail?productId=a&title=塔机'
  const placeholder = pageAt('/cpDeatail', '?productId=a', {
    placeholder: true,
    head: { title: '塔机', description: '' },
  })

  test('is shown until the page is loaded', async () => {
    const { open, last, navigator, clock } = site('/zhuyingyewu', { placeholder })
    open(path)
    await nextTurn()
    assert.equal(navigator.state().shown, placeholder)
    clock.pass(200)
    assert.equal(navigator.state().status, 'loading')
    const page = pageAt('/cpDeatail', '?productId=a')
    await last().succeed(page)
    assert.deepEqual([navigator.state().shown === page, navigator.state().status], [true, 'idle'])
  })

  test('is read from the link, whose address then is only the product’s', async () => {
    const { open, last, history, loads, navigator } = site('/cpDeatail?title=旧&productId=b#specs', { placeholder })
    assert.equal(history.entry().href, `${origin}/cpDeatail?productId=b#specs`)
    open(path)
    assert.equal(history.entry().href, `${origin}/cpDeatail?productId=a`)
    await last().succeed()
    assert.deepEqual([loads.length, navigator.state().shown.at], [1, '/cpDeatail?productId=a'])
    open('/cpDeatail?title=只有名称')
    assert.match(history.entry().search, /title/)
  })

  test('stays when the page cannot be loaded, which can be tried again', async () => {
    const { open, last, navigator, loads } = site('/zhuyingyewu', { placeholder })
    open(path)
    await last().fail()
    assert.deepEqual([navigator.state().shown === placeholder, navigator.state().status], [true, 'failed'])
    navigator.retry()
    assert.equal(loads.length, 2)
    await last().succeed()
    assert.deepEqual([navigator.state().shown.placeholder, navigator.state().status], [undefined, 'idle'])
  })

  test('is not shown in place of the page when that comes first, nor after Back or Forward', async () => {
    const { open, last, seen, history, back, forward } = site('/zhuyingyewu', { placeholder })
    open(path)
    void last().succeed(pageAt('/cpDeatail', '?productId=a'))
    await nextTurn()
    history.saveScroll(0)
    back()
    await nextTurn()
    seen.length = 0
    forward()
    await nextTurn()
    assert.deepEqual(seen, ['/zhuyingyewu idle'])
  })
})

describe('the scroll position', () => {
  /** A viewport that the test scrolls. */
  function scrolling(path = '/dljm', targets: readonly string[] = []) {
    const pages = site(path)
    let y = 0
    let target = ''
    let touched = false
    const viewport = {
      isTouched: () => touched,
      y: () => y,
      scrollTo: (to: number) => void (y = to),
      scrollToElement(id: string) {
        if (targets.includes(id)) target = id
        return targets.includes(id)
      },
    }
    const memory = createScrollMemory(pages.navigator, pages.history, viewport, pages.clock)
    pages.history.subscribe(memory.entryChanged)
    /** As in Site.tsx: a click saves before the link is followed, and a new page is scrolled once it is rendered. */
    const leave = async (move: () => void, click = true): Promise<void> => {
      const { shown } = pages.navigator.state()
      if (click) memory.save()
      move()
      if (pages.navigator.state().address !== pages.navigator.state().shown.at) await pages.last().succeed()
      if (pages.navigator.state().shown !== shown) memory.restore()
    }
    return {
      ...pages,
      memory,
      y: () => y,
      target: () => target,
      scroll(to: number): void {
        y = to
        memory.scrolled()
      },
      touch: (): void => void (touched = true),
      follow: (to: string) => leave(() => pages.open(to)),
      goBack: () => leave(pages.back, false),
      goForward: () => leave(pages.forward, false),
    }
  }

  test('is saved a while after the last scroll, since browsers allow only so many changes of the history', () => {
    const { scroll, clock, history } = scrolling()
    scroll(100)
    clock.pass(200)
    scroll(200)
    clock.pass(200)
    assert.equal(history.entry().scrollY, undefined)
    clock.pass(100)
    assert.equal(history.entry().scrollY, 200)
  })

  test('is found again by Back and Forward, for each entry its own', async () => {
    const { scroll, follow, goBack, goForward, clock, y } = scrolling()
    scroll(300)
    await follow('/gywm')
    assert.equal(y(), 0, 'a link begins at the top')
    scroll(1_200)
    clock.pass(300)
    await follow('/dljm')
    scroll(50)
    clock.pass(300)
    await goBack()
    assert.equal(y(), 1_200)
    await goBack()
    assert.equal(y(), 300)
    await goForward()
    await goForward()
    assert.equal(y(), 50)
  })

  test('of the first page is found again where the browser has not restored it, and is not touched where somebody has scrolled', () => {
    const { scroll, touch, clock, memory, y } = scrolling()
    memory.restoreFirst()
    assert.equal(y(), 0, 'a new page begins at its top')
    scroll(300)
    clock.pass(300)
    scroll(0)
    memory.restoreFirst()
    assert.equal(y(), 300)
    scroll(477)
    memory.restoreFirst()
    assert.equal(y(), 300, 'nor to another position')
    scroll(40)
    touch()
    memory.restoreFirst()
    assert.equal(y(), 40)
  })

  test('is found again within a page', () => {
    const { scroll, clock, history, back, memory, y } = scrolling()
    scroll(300)
    memory.save()
    history.push('/dljm#apply')
    assert.equal(y(), 300, 'the browser itself scrolls to the target')
    scroll(900)
    clock.pass(300)
    back()
    assert.equal(y(), 300)
  })

  test('of the previous page is not saved for the loading one', () => {
    const { scroll, open, memory, clock, history } = scrolling()
    scroll(300)
    memory.save()
    open('/xwdt')
    scroll(350)
    clock.pass(300)
    memory.save()
    assert.equal(history.entry().scrollY, undefined)
  })

  test('of a kept page is found by links, too; of others only by Back and Forward', async () => {
    const { scroll, follow, clock, y } = scrolling('/mobile')
    scroll(700)
    await follow('/dailijiameng')
    scroll(400)
    clock.pass(300)
    await follow('/mobile')
    assert.equal(y(), 700)
    await follow('/dailijiameng')
    assert.equal(y(), 0)
  })

  test('of a kept page is that of the view it was left with', async () => {
    const { scroll, follow, openView, history, last, clock, memory, goBack, y } = scrolling('/product')
    scroll(700)
    clock.pass(300)
    openView('/product?locationId=cpxt', 700)
    memory.restore()
    await last().succeed()
    assert.equal(history.entry().isView, undefined, 'where it is shown, the entry is like others')
    await follow('/dljm')
    await follow('/product')
    assert.equal(y(), 700, 'choosing a view has not scrolled the page')
    scroll(40)
    await follow('/dljm')
    await goBack()
    await goBack()
    await goBack()
    assert.equal(y(), 700)
    await follow('/dljm')
    await follow('/product')
    assert.equal(y(), 700, 'it was left there by Back')
  })

  test('of a link to an element is that element, if it exists', async () => {
    const { follow, goBack, goForward, scroll, clock, target, y } = scrolling('/gywm', ['apply'])
    await follow('/dljm#apply')
    assert.equal(target(), 'apply')
    scroll(640)
    clock.pass(300)
    await goBack()
    scroll(10)
    await goForward()
    assert.equal(y(), 640, 'where it was left comes first')
    await follow('/xwdt#nowhere')
    assert.equal(y(), 0)
  })

  test('is not saved after the end', () => {
    const { scroll, memory, clock, history } = scrolling()
    scroll(100)
    memory.stop()
    clock.pass(1_000)
    assert.equal(history.entry().scrollY, undefined)
  })
})
