import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { browserTest, goTo, ownServer, seriousFaults, sharedServer, visit, visitPage } from '../../browser/browser.ts'
import { withGallery } from '../../browser/paths.ts'

const showsSlide = (page: Page, label: string): Promise<unknown> =>
  page.locator(`.gallery .carousel-slide.current[aria-label="${label}"]`).waitFor()

browserTest('the pictures of a product are turned by arrows, keys and thumbnails, and open in full size', async (t) => {
  const { page, complaints } = await visitPage(t, `/productDet?${withGallery}`)
  const gallery = page.getByRole('region', { name: '智慧工地云平台的图片' })
  await gallery.getByRole('button', { name: '下一张' }).click()
  await showsSlide(page, '2 / 5')
  await page.keyboard.press('ArrowRight')
  await showsSlide(page, '3 / 5')
  const thumbnails = gallery.locator('.carousel-thumbnails button')
  await thumbnails.nth(3).click()
  await showsSlide(page, '4 / 5')
  assert.equal(await thumbnails.nth(3).getAttribute('aria-current'), 'true')

  const picture = gallery.getByRole('button', { name: '智慧工地云平台，图4' })
  const large = page.getByRole('dialog', { name: '查看大图' })
  await picture.click()
  await large.getByText('4 / 5').waitFor()
  await page.keyboard.press('ArrowLeft')
  await large.getByText('3 / 5').waitFor()
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'hidden' })
  await page.waitForFunction(() => document.activeElement?.matches('.gallery .carousel-slide button'))
  await picture.click()
  await large.waitFor()
  await page.goBack()
  await large.waitFor({ state: 'hidden' })
  assert.match(page.url(), /\/productDet\?/)
  assert.deepEqual(await seriousFaults(page), [])
  assert.deepEqual(complaints, [])
})

browserTest('a finger turns the pictures, and one picture is a plain one', async (t) => {
  const { page, complaints } = await visitPage(t, `/cpDeatail?${withGallery}`, { phone: true })
  const box = await page.locator('.gallery .carousel-strip').boundingBox()
  assert.ok(box)
  const session = await page.context().newCDPSession(page)
  const y = box.y + box.height / 2
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] })
  // Further than half of it: on a busy machine the finger is slow.
  await touch('touchStart', 340)
  for (let x = 330; x >= 60; x -= 10) await touch('touchMove', x)
  await touch('touchEnd')
  await showsSlide(page, '2 / 5')
  assert.equal(await page.getByRole('dialog').count(), 0, 'a drag opens nothing')

  await goTo(page, '/cpDeatail?productId=jzbh-safety-hall')
  assert.equal(await page.locator('.gallery').count(), 0)
  const top = page.locator('.phone-product-top img')
  assert.equal(await top.count(), 1)

  // A tap opens it at twice its size, on end, and the rest is a pan away; another one shows it whole.
  const longSide = (picture: Locator): Promise<number> =>
    picture.evaluate((each) => Math.max(each.getBoundingClientRect().width, each.getBoundingClientRect().height))
  const before = await longSide(top)
  await top.tap()
  const large = page.getByRole('dialog', { name: '查看大图' })
  const stage = large.locator('.large-picture')
  await large.getByRole('button', { name: '缩小' }).waitFor()
  const [first] = await stage.locator('img').evaluateAll(async (all) => {
    for (const each of all as HTMLImageElement[]) await each.decode()
    return all.map((each) => each.getBoundingClientRect()).map(({ width, height }) => ({ width, height }))
  })
  assert.ok(first && first.height >= 2 * before && first.height > first.width, `${before} ${JSON.stringify(first)}`)
  const hidden = await stage.evaluate((each) => {
    each.scrollTo(each.scrollWidth, each.scrollHeight)
    const [box, picture] = [each.getBoundingClientRect(), each.querySelector('img')?.getBoundingClientRect()]
    each.scrollTo(0, 0)
    const start = each.querySelector('img')?.getBoundingClientRect()
    return [picture && picture.right - box.right, start && box.left - start.left].map((by) => Math.round(by ?? 1))
  })
  assert.deepEqual(hidden, [0, 0], 'panning reaches both edges')
  await stage.locator('img').tap()
  await large.getByRole('button', { name: '放大' }).waitFor()
  const whole = await stage.locator('img').boundingBox()
  assert.ok(whole && whole.width <= 390 && whole.height < whole.width)
  await page.goBack()
  await large.waitFor({ state: 'hidden' })

  // A certificate of a product opens in the same way, and can be saved.
  await goTo(page, '/cpDeatail?productId=zhgd-dust-noise')
  await page.locator('.proof-line .document').nth(1).tap()
  await large.getByText('2 / 3').waitFor()
  assert.match((await large.getByRole('link', { name: '保存' }).getAttribute('download')) ?? '', /证书.*\.\w+$/)
  assert.deepEqual(complaints, [])
})

browserTest('the bar of a product leads to its parts, stays, and marks the one that is read', async (t) => {
  for (const phone of [false, true]) {
    const { page, complaints } = await visitPage(
      t,
      phone ? `/cpDeatail?${withGallery}` : `/productDet?${withGallery}`,
      { phone },
    )
    const bar = page.getByRole('navigation', { name: '本页内容' })
    const names = await bar.locator('a:visible').allTextContents()
    const parts = phone ? ['概览', '资料', '参数', '亮点', '案例'] : ['概览', '参数', '亮点', '案例', '咨询']
    assert.deepEqual(names, parts, 'on a desktop the documents are beside the text')
    assert.equal(await bar.locator('[aria-current]').count(), 0)
    for (const [name, id] of [
      ['案例', 'cases'],
      ['参数', 'specs'],
    ] as const) {
      await bar.getByRole('link', { name }).click()
      await bar.locator('[aria-current]', { hasText: name }).waitFor()
      const [part, below] = [await page.locator(`#${id}`).boundingBox(), await bar.boundingBox()]
      assert.ok(part && below)
      const gap = part.y - below.y - below.height
      assert.ok(gap >= 0 && gap < 40, `${name} begins ${gap} px below the bar`)
    }
    assert.equal(await page.locator('#specs dt').first().textContent(), '部署方式')
    await page.evaluate(() => scrollTo(0, 0))
    await bar.locator('[aria-current]').waitFor({ state: 'detached' })
    await page.getByRole('navigation', { name: '同类产品' }).getByRole('link').last().click()
    await page.getByRole('heading', { level: 1, name: '塔机安全监测系统' }).waitFor()
    assert.equal(await page.locator('.few-products a').count(), 4)
    assert.deepEqual(complaints, [])
  }
})

browserTest('a product has one left and one right edge, and asks from every place of the page', async (t) => {
  const { page, complaints } = await visitPage(t, `/productDet?${withGallery}`, {
    viewport: { width: 1366, height: 2400 },
  })
  assert.equal(
    await page.locator('.page-bar [aria-current]').count(),
    0,
    'nothing is read yet, however high the window is',
  )
  const edges = await page.locator('main .wrap').evaluateAll((all) =>
    all.map((each) => {
      const [{ left, right }, { paddingLeft, paddingRight }] = [each.getBoundingClientRect(), getComputedStyle(each)]
      return `${left + parseFloat(paddingLeft)} ${right - parseFloat(paddingRight)}`
    }),
  )
  assert.equal(new Set(edges).size, 1, `one left and one right edge: ${edges.join(', ')}`)
  const [panel, right] = [await page.locator('.floating').boundingBox(), Number(edges[0]?.split(' ')[1])]
  assert.ok(panel && panel.x >= right, 'the contact panel is beside the text')
  await page.getByRole('navigation', { name: '本页内容' }).getByRole('link', { name: '咨询' }).click()
  await page.getByRole('dialog', { name: '在线咨询' }).getByText('智慧工地云平台').waitFor()
  assert.deepEqual(await seriousFaults(page), [])

  const phone = await visitPage(t, `/cpDeatail?${withGallery}`, { phone: true })
  const bar = phone.page.locator('.phone-bar')
  await bar.getByRole('button', { name: '微信' }).tap()
  const sheet = phone.page.getByRole('dialog', { name: '微信' })
  await sheet.getByRole('img', { name: '二维码' }).waitFor()
  assert.deepEqual(await seriousFaults(phone.page), [])
  await phone.page.goBack()
  await sheet.waitFor({ state: 'hidden' })
  assert.deepEqual([...complaints, ...phone.complaints], [])
})

browserTest('what a buyer asks first is above the fold, beside the way to ask, and a long price wraps', async (t) => {
  const server = await sharedServer()
  const headers = await server.signIn()
  const price = '按项目规模、接入设备的数量和部署方式报价，三年服务期一次付清有优惠，含安装'
  const long = { coverName: '焊接机器人', locationId: 'cpxt', price, models: [{ model: 'ZZ-A1', note: '' }] }
  const { productId } = (await server.post('/v1/product/saveProduct', long, { headers })).data
  for (const phone of [false, true]) {
    const path = phone ? '/cpDeatail' : '/productDet'
    const { page } = await visitPage(t, `${path}?productId=cpxt-floor-troweling`, {
      phone,
      ...(!phone && { viewport: { width: 1366, height: 768 } }),
    })
    const height = page.viewportSize()?.height ?? 0
    const end = async (part: Locator): Promise<number> => {
      const box = (await part.boundingBox()) ?? assert.fail()
      return box.y + box.height
    }
    const facts = page.locator('.head-facts')
    const ask = page.locator(phone ? '.phone-bar' : '.product-title').getByText('咨询此产品')
    assert.ok((await end(facts)) < height && (await end(ask)) <= height, 'both are on the first screen')
    if (phone) {
      // With letters of twice the size the bar is no longer over the page: it is asked below the price.
      const instead = page.locator('.phone-product-top').getByText('咨询此产品')
      assert.equal(await instead.isVisible(), false)
      await page.setViewportSize({ width: 195, height: 422 })
      assert.ok((await end(instead)) - (await end(facts)) < 120)
      await page.setViewportSize({ width: 390, height: 844 })
    }
    await goTo(page, `${path}?productId=${productId}`)
    const [words, box] = [await facts.locator('dd').nth(1).boundingBox(), await facts.boundingBox()]
    assert.ok(words && box && words.x + words.width <= box.x + box.width + 1)
  }
})

browserTest('technical data stand beside a text that is as long, and below one that is shorter', async (t) => {
  const server = await ownServer(t)
  const specs = Array.from({ length: 14 }, (_, at) => ({ term: `参数${at}`, value: '1mm' }))
  const short = { coverName: '短文', productCon: '<p>一句话。</p>', specs }
  await server.post('/v1/product/saveProduct', short, { headers: await server.signIn() })
  const { data } = (await server.post('/v1/product/list', { coverName: short.coverName })).data
  const { page } = await visit(t, { server, viewport: { width: 1440, height: 900 } })
  const boxOf = async (selector: string) => (await page.locator(selector).boundingBox()) ?? assert.fail(selector)

  await goTo(page, '/productDet?productId=zhgd-tower-crane')
  const [text, beside, column] = [
    await boxOf('.product-body .rich'),
    await boxOf('#specs'),
    await boxOf('aside > .stack'),
  ]
  assert.ok(beside.x > text.x + text.width)
  assert.ok(column.height < 1.25 * text.height, `${column.height} px beside ${text.height} px of text`)
  assert.equal(await page.locator('#specs').getByRole('link', { name: '比较同类产品' }).count(), 1)
  const bar = page.getByRole('navigation', { name: '本页内容' })
  await bar.getByRole('link', { name: '概览与参数' }).click()
  await bar.locator('[aria-current]', { hasText: '概览与参数' }).waitFor()
  assert.equal(await bar.getByRole('link', { name: '参数' }).count(), 1, 'what is side by side is one part')

  await goTo(page, `/productDet?productId=${data[0].productId}`)
  const [words, below] = [await boxOf('.product-body'), await boxOf('#specs')]
  assert.ok(below.y >= words.y + words.height - 1, 'below it')
})

browserTest('a number of a product and its unit are in one line, and none is alone below two', async (t) => {
  const { page } = await visitPage(t, '/mobile', { phone: true })
  for (const width of [390, 320, 195])
    for (const product of ['jzbh-guardrail', 'zhgd-dust-noise', 'cpxt-floor-troweling', 'zhgd-ai-video']) {
      await page.setViewportSize({ width, height: 844 })
      await goTo(page, `/cpDeatail?productId=${product}`)
      const faults = await page.locator('.key-figures').evaluate((list) => {
        const tops = [...list.children].map((each) => each.getBoundingClientRect().top)
        const broken = [...list.querySelectorAll('dd')].filter((figure) => {
          const range = document.createRange()
          range.selectNodeContents(figure.querySelector('span') ?? figure)
          return range.getBoundingClientRect().height > 60 || figure.scrollWidth > figure.clientWidth
        })
        return [
          ...broken.map((figure) => figure.textContent),
          ...(tops.filter((top) => top === tops.at(-1)).length === 1 && innerWidth > 200 ? ['alone'] : []),
        ]
      })
      assert.deepEqual(faults, [], `${product} ${width}`)
    }

  // By night pictures keep their colours, which may be those of a product, and are dimmed; certificates are not made grey.
  await page.emulateMedia({ colorScheme: 'dark' })
  const filters = async (path: string, pictures: string): Promise<string[]> => {
    await goTo(page, path)
    return page
      .locator(pictures)
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).filter.split('(')[0] ?? ''))
  }
  for (const product of ['jzbh-guardrail', 'zhgd-ai-video'])
    assert.deepEqual(await filters(`/cpDeatail?productId=${product}`, '.story img'), ['brightness', 'brightness'])
  await goTo(page, '/gongsijianjie')
  const certificate = page.locator('.phone-certificates img').first()
  assert.equal(await certificate.evaluate((each) => getComputedStyle(each).filter), 'brightness(0.85)')
})

browserTest('the QR code beside a product is shown by mouse, key and finger', async (t) => {
  for (const hasTouch of [false, true]) {
    const { page } = await visitPage(t, `/productDet?${withGallery}`, { hasTouch, bypassCSP: true })
    const beside = page.getByRole('complementary', { name: '联系方式' })
    const [code, button] = [beside.locator('img'), beside.getByText('公众号')]
    const shown = (is: boolean): Promise<void> => code.waitFor({ state: is ? 'visible' : 'hidden' })
    if (hasTouch) await button.tap()
    else {
      await shown(false)
      await button.hover()
      await shown(true)
      await page.mouse.move(0, 0)
      await shown(false)
      await beside.getByRole('button').focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    }
    await shown(true)
    if (hasTouch) await button.tap()
    else await page.keyboard.press('Enter')
    await shown(false)
  }
})

browserTest('on paper a product has all its pictures and technical data, and no bar', async (t) => {
  const { page } = await visitPage(t, `/productDet?${withGallery}`)
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.locator('.gallery img:visible').count(), 5)
  assert.equal(await page.locator('#specs dd:visible').count(), 9)
  assert.equal(await page.locator('.page-bar').isVisible(), false)
})

browserTest('on a phone the long text of a product opens with a tap, also without a script', async (t) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await visit(t, { phone: true, javaScriptEnabled })
    await page.goto('/cpDeatail?productId=zhgd-tower-crane')
    const heading = page.getByRole('heading', { name: '功能特点' })
    assert.equal(await heading.isVisible(), false)
    assert.equal(await page.getByText('塔式起重机的风险多出在几个瞬间').isVisible(), true)
    await page.locator('summary', { hasText: '详细介绍' }).tap()
    await heading.waitFor()
  }
})
