import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { readFileSync } from 'node:fs'
import type { FrameFacts } from '../../client/site/route.ts'
import { manualClock } from './manualClock.ts'
import { act, draw, find, press } from './page.ts'

const { createElement } = await import('react')
const { ApplyForm } = await import('../../client/site/parts/ApplyForm.tsx')
const { dealerKind, phoneDealerKind } = await import('../../client/site/pages/agent/dealerKinds.ts')
const { inquiryKind } = await import('../../client/site/parts/inquiryKind.ts')
const applyKinds = { dealer: dealerKind, agent: phoneDealerKind, inquiry: inquiryKind }
const { InquiryForm } = await import('../../client/site/parts/InquiryForm.tsx')

const shipped = JSON.parse(readFileSync(new URL('../../data/seed/site/site.json', import.meta.url), 'utf8'))
/** Of a tab that began with this page. */
const origin = { landing: '', referrer: '', campaign: '', device: 'desktop', page: '/' }
type Kind = 'dealer' | 'agent'
interface SentRequest {
  path: string
  body: Record<string, unknown>
}

/** A fake network: the requests sent, and the reply to give. */
let sent: SentRequest[] = []
let waiting = 0
let answer: () => Promise<Response> = async () => reply(200, '申请成功！')
const reply = (code: number, msg: string, data: unknown = null): Response =>
  Response.json({ code, msg, data }, { status: code })

beforeEach(() => {
  sent = []
  waiting = 0
  sessionStorage.clear()
  Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (X11; Linux x86_64)', configurable: true })
  answer = async () => reply(200, '申请成功！')
  globalThis.fetch = async (path, init) => {
    sent.push({ path: String(path), body: JSON.parse(String(init?.body)) })
    waiting++
    return answer().finally(() => (waiting = 0))
  }
})

const clock = manualClock()
Object.assign(globalThis, {
  setTimeout: (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => clock.after(ms, () => run(...args)),
  clearTimeout: (cancel?: () => void) => cancel?.(),
})
/** Waits until the reply has been read, or the request is pending. */
async function answered(button: HTMLButtonElement): Promise<void> {
  while (button.textContent === '提交中…' && waiting === 0)
    await act(() => new Promise((resolve) => setImmediate(resolve)))
}
const pass = (ms: number): Promise<void> => act(async () => clock.pass(ms))

const inquiry = {
  form: true,
  dealer: true,
  agent: true,
  callBack: '',
  consentBox: false,
  quoteList: false,
  fileMegabytes: 0,
}
const frame = {
  hotline: '400-000-0000',
  inquiry,
  pageNames: shipped.pageNames,
  buttons: shipped.buttons,
  pagesOn: shipped.pagesOn,
} as unknown as FrameFacts
const formOf = (kind: Kind, more: Partial<Parameters<typeof ApplyForm>[0]> = {}) =>
  createElement(ApplyForm, { kind: applyKinds[kind], frame, ...more })

async function form(kind: Kind, more: Partial<Parameters<typeof ApplyForm>[0]> = {}) {
  const box = await draw(formOf(kind, more))
  const input = (name: string): HTMLInputElement => find(box, `[name=${name}]`)
  const button = find<HTMLButtonElement>(box, 'button')
  return {
    box,
    input,
    button,
    type: (name: string, value: string): Promise<void> =>
      act(async () => {
        input(name).focus()
        input(name).value = value
        input(name).dispatchEvent(new Event('input', { bubbles: true }))
      }),
    leave: (name: string): Promise<void> =>
      act(async () => {
        input(name).focus()
        input(name).blur()
      }),
    submit: async (): Promise<void> => {
      await act(async () => button.click())
      await answered(button)
    },
    error: (name: string): string =>
      document.getElementById(input(name).getAttribute('aria-describedby') ?? '')?.textContent ?? '',
    alert: (): string | undefined => box.querySelector('[role=alert]')?.textContent ?? undefined,
    status: (): string => find(box, '[role=status]').textContent ?? '',
    focused: (): string | null => document.activeElement?.getAttribute('name') ?? null,
  }
}

const good = {
  dealer: { agentInfo: '鲁中建设有限公司', agentName: '王建国', phone: '13800138000' },
  agent: { companyName: '鲁中建设有限公司', clientName: '王建国', phone: '13800138000' },
}
async function filled(kind: Kind, more: Parameters<typeof form>[1] = {}) {
  const page = await form(kind, more)
  for (const [name, value] of Object.entries(good[kind])) await page.type(name, value)
  return page
}

describe('in the HTML', () => {
  test('fields can be autofilled, and the trap is hidden from people', async () => {
    const { input } = await form('dealer')
    assert.deepEqual(
      ['agentInfo', 'agentName', 'phone'].map((name) => input(name).getAttribute('autocomplete')),
      ['organization', 'name', 'tel'],
    )
    assert.equal(input('phone').getAttribute('inputmode'), 'tel')
    assert.deepEqual([input('website').tabIndex, input('website').getAttribute('autocomplete')], [-1, 'off'])
    assert.ok(input('website').closest('[aria-hidden=true]'))
  })
})

describe('errors beside their fields', () => {
  test('on submit all are shown, the first invalid field gets the focus, and nothing is sent', async () => {
    const page = await form('dealer')
    await page.type('agentInfo', '鲁中建设')
    await page.submit()
    assert.deepEqual(['agentInfo', 'agentName', 'phone'].map(page.error), ['', '请输入联系人', '请输入手机号码'])
    assert.equal(page.focused(), 'agentName')
    assert.deepEqual(
      ['agentInfo', 'agentName'].map((name) => page.input(name).getAttribute('aria-invalid')),
      ['false', 'true'],
    )
    assert.deepEqual(sent, [])
  })

  test('they appear on blur and disappear as soon as the field is valid', async () => {
    const page = await form('dealer')
    await page.type('phone', '12345')
    assert.equal(page.error('phone'), '')
    await page.leave('phone')
    assert.equal(page.error('phone'), '请输入正确的手机号码')
    await page.type('phone', '13800138000')
    assert.equal(page.error('phone'), '')
  })

  test('on submit the phone number is checked at once', async () => {
    const page = await filled('agent')
    await page.type('phone', '15400138000')
    await page.submit()
    assert.equal(page.error('phone'), '请正确输入11位手机号码')
    assert.equal(page.focused(), 'phone')
  })
})

describe('sending', () => {
  test('each kind sends its own fields, trimmed', async () => {
    const dealer = await filled('dealer')
    await dealer.type('agentInfo', ' 鲁中建设有限公司 ')
    await dealer.submit()
    const agent = await filled('agent')
    await agent.submit()
    assert.deepEqual(sent, [
      { path: '/v1/agent/saveAgent', body: { ...good.dealer, region: '', origin } },
      { path: '/v1/agent/saveAgent', body: { ...good.agent, region: '', origin } },
    ])
  })

  test('on success it shows the message, and empties the form without errors', async () => {
    const page = await filled('dealer')
    await page.submit()
    assert.equal(page.status(), '申请成功！')
    assert.deepEqual(
      ['agentInfo', 'agentName', 'phone'].map((name) => page.input(name).value),
      ['', '', ''],
    )
    await pass(2000)
    assert.deepEqual(['agentInfo', 'agentName', 'phone'].map(page.error), ['', '', ''])
    assert.equal(document.activeElement, find(page.box, '[role=status]'))
    await page.type('agentInfo', '鲁')
    assert.equal(page.status(), '')
  })

  test('the line or the box of the consent is gone while it is sent, and there again for the next one', async () => {
    const boxed = { ...frame, inquiry: { ...inquiry, consentBox: true } } as unknown as FrameFacts
    for (const [more, consent] of [
      [{}, '.apply-privacy'],
      [{ frame: boxed }, '[name=consent]'],
    ] as const) {
      const page = await filled('dealer', more)
      page.box.querySelector<HTMLInputElement>('[name=consent]')?.click()
      await page.submit()
      assert.deepEqual([page.status(), page.box.querySelector(consent)], ['申请成功！', null])
      await page.type('agentInfo', '鲁')
      assert.ok(page.box.querySelector(consent) && !page.box.querySelector('[name=consent]:checked'))
    }
  })

  test('a blur of the phone field during the request causes no error in the emptied form', async () => {
    let arrive = (_: Response): void => {}
    answer = () => new Promise((resolve) => (arrive = resolve))
    const page = await filled('agent')
    await page.submit()
    await page.leave('phone')
    arrive(reply(200, '申请成功！'))
    waiting = 0
    await answered(page.button)
    await pass(3000)
    assert.deepEqual([page.error('phone'), page.status()], ['', '申请成功！'])
  })

  test('the button is disabled during the request, and for a second after the click', async () => {
    let arrive = (_: Response): void => {}
    answer = () => new Promise((resolve) => (arrive = resolve))
    const page = await filled('dealer')
    await page.submit()
    assert.deepEqual([page.button.disabled, page.button.textContent], [true, '提交中…'])
    await pass(5000)
    assert.equal(page.button.disabled, true)
    await page.submit()
    await act(async () => find<HTMLFormElement>(page.box, 'form').requestSubmit())
    assert.equal(sent.length, 1)
    arrive(reply(200, '申请成功！'))
    waiting = 0
    await answered(page.button)
    assert.equal(page.button.disabled, false)
  })

  test('what a robot fills into the trap is sent', async () => {
    const page = await filled('dealer')
    page.input('website').value = 'http://spam.example'
    await page.submit()
    assert.equal(sent[0]?.body.website, 'http://spam.example')
  })

  test('Enter that ends a composition sends nothing', async () => {
    const page = await form('dealer')
    const heard: boolean[] = []
    page.box.addEventListener('keydown', (event) => heard.push(event.defaultPrevented))
    await press(page.input('agentName'), 'Enter', { isComposing: true })
    await press(page.input('agentName'), 'Enter', { keyCode: 229 })
    await press(page.input('agentName'), 'Enter')
    assert.deepEqual(heard, [true, true, false])
  })
})

describe('after it was sent without a script', () => {
  test('once sent by the script, it is emptied as well', async () => {
    const box = await draw(
      formOf('dealer', { posted: { values: good.dealer, errors: {}, failure: '提交过于频繁，请稍后再试' } }),
    )
    const button = find<HTMLButtonElement>(box, 'button')
    await act(async () => button.click())
    await answered(button)
    assert.equal(sent.length, 1)
    assert.deepEqual(
      Array.from(box.querySelectorAll('input'), ({ value }) => value),
      ['', '', '', '', ''],
    )
  })
})

describe('what was typed', () => {
  const valuesOf = (page: Awaited<ReturnType<typeof form>>) =>
    Object.fromEntries(Object.keys(good.dealer).map((name) => [name, page.input(name).value]))

  test('is there again after leaving the page, without the trap, until it is sent', async () => {
    const left = await filled('dealer')
    left.input('website').value = 'x'
    const page = await form('dealer')
    assert.deepEqual(valuesOf(page), good.dealer)
    assert.equal(page.input('website').value, '')
    await page.submit()
    assert.deepEqual(valuesOf(await form('dealer')), { agentInfo: '', agentName: '', phone: '' })
  })

  test('comes from the server after it was sent without a script', async () => {
    await filled('dealer')
    const page = await form('dealer', {
      posted: { values: { agentInfo: '齐鲁样例' }, errors: { agentName: '请输入联系人' } },
    })
    assert.deepEqual(valuesOf(page), { agentInfo: '齐鲁样例', agentName: '', phone: '' })
  })

  test('is forgotten where the browser blocks its storage, and the form works', async () => {
    const { sessionStorage: storage } = globalThis
    Object.defineProperty(globalThis, 'sessionStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('', 'SecurityError')
      },
    })
    try {
      const page = await filled('dealer')
      await page.submit()
      assert.equal(page.status(), '申请成功！')
    } finally {
      Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, writable: true, value: storage })
    }
  })
})

describe('a link that leads to the form', () => {
  test('focuses its first field, which is not blamed for being left empty', async () => {
    const page = await form('dealer', { offered: true })
    assert.equal(page.focused(), 'agentInfo')
    await act(async () => page.input('agentName').focus())
    assert.equal(page.error('agentInfo'), '')
    await page.leave('agentInfo')
    assert.equal(page.error('agentInfo'), '请输入公司名称')
  })
})

describe('consent', () => {
  const asking = { frame: { ...frame, inquiry: { ...inquiry, consentBox: true } } }

  test('without the box sending is consent, and nothing says that one was ticked', async () => {
    const page = await filled('dealer')
    assert.match(page.box.textContent ?? '', /提交即表示同意《隐私说明》/)
    await page.submit()
    assert.equal('consent' in (sent[0]?.body ?? {}), false)
  })

  test('with the box it has to be ticked, each time', async () => {
    const page = await form('dealer', asking)
    for (const [name, value] of Object.entries(good.dealer)) await page.type(name, value)
    assert.doesNotMatch(page.box.textContent ?? '', /提交即表示/)
    await page.submit()
    assert.deepEqual([page.error('consent'), page.focused(), sent.length], ['请先勾选同意《隐私说明》', 'consent', 0])
    await act(async () => page.input('consent').click())
    assert.equal(page.error('consent'), '')
    await pass(1000)
    await page.submit()
    assert.deepEqual(
      sent.map(({ body }) => body.consent),
      [true],
    )
    assert.equal((await form('dealer', asking)).input('consent').checked, false)
  })
})

describe('afterwards', () => {
  test('it says when somebody will call, and leads on to pages that are on', async () => {
    for (const [off, leads] of [
      [{}, ['/product', '/xiangmuanli']],
      [{ product: false }, ['/xiangmuanli']],
      [{ product: false, cases: false }, undefined],
    ] as const) {
      const pagesOn = { ...frame.pagesOn, ...off }
      const page = await form('dealer', {
        frame: { ...frame, pagesOn, inquiry: { ...inquiry, callBack: '明天致电。' } },
      })
      for (const [name, value] of Object.entries(good.dealer)) await page.type(name, value)
      await page.submit()
      assert.equal(page.status(), '申请成功！明天致电。')
      const next = page.box.querySelector('.apply-next')
      assert.deepEqual(
        next ? Array.from(next.querySelectorAll('a'), (link) => link.getAttribute('href')) : undefined,
        leads,
      )
    }
  })

  test('whoever has to wait can dial the number in the message', async () => {
    answer = async () => reply(429, '提交过于频繁，请稍后再试（约10分钟后），或直接拨打 400-000-0000')
    const page = await filled('dealer')
    await page.submit()
    assert.equal(page.alert(), '提交过于频繁，请稍后再试（约10分钟后），或直接拨打 400-000-0000')
    assert.equal(find(page.box, '[role=alert] a').getAttribute('href'), 'tel:400-000-0000')
  })
})

describe('where a visitor came from', () => {
  const sentOrigin = async (landing: object, userAgent = navigator.userAgent) => {
    sessionStorage.setItem('landing', JSON.stringify(landing))
    Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true })
    const page = await filled('dealer')
    await page.submit()
    return sent.at(-1)?.body.origin as Record<string, string>
  }

  test('is sent with the form: the first page, the site before it, and the campaign', async () => {
    assert.deepEqual(
      await sentOrigin({
        address: '/product?utm_source=baidu&utm_campaign=春季&utm_medium=cpc',
        referrer: 'https://www.baidu.com/s?wd=x',
      }),
      {
        landing: '/product?utm_source=baidu&utm_campaign=春季&utm_medium=cpc',
        referrer: 'www.baidu.com',
        campaign: 'baidu / cpc / 春季',
        device: 'desktop',
        page: '/',
      },
    )
  })

  test('an app is known by its browser, unless a site led here; our own pages are no site that did', async () => {
    const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)'
    const own = { address: '/', referrer: 'http://localhost:8080/product' }
    assert.deepEqual(await sentOrigin(own, `${phone} MicroMessenger/8.0`), {
      ...origin,
      landing: '/',
      referrer: '微信',
      device: 'phone',
    })
    assert.equal((await sentOrigin(own, `${phone} wxwork/4.0 MicroMessenger/7.0`)).referrer, '企业微信')
    assert.equal((await sentOrigin(own, `${phone} QQ/9.0`)).referrer, 'QQ')
    assert.equal((await sentOrigin(own, `${phone} MQQBrowser/9.0`)).referrer, '')
    assert.equal(
      (await sentOrigin({ ...own, referrer: 'https://m.so.com/' }, `${phone} DingTalk/7`)).referrer,
      'm.so.com',
    )
  })
})

describe('the inquiry form', () => {
  const ask = async (asked: object = {}) => {
    const box = await draw(createElement(InquiryForm, { asked, frame, offered: false }))
    const type = (name: string, value: string) =>
      act(async () => {
        const input = find<HTMLInputElement>(box, `[name=${name}]`)
        input.value = value
        input.dispatchEvent(new Event('input', { bubbles: true }))
      })
    const button = find<HTMLButtonElement>(box, '[type=submit]')
    return {
      box,
      type,
      chosen: () => find<HTMLInputElement>(box, ':checked').value,
      async submit() {
        await act(async () => button.click())
        await answered(button)
      },
    }
  }

  test('asks for a name and a number, counts the question, and says what it is about', async () => {
    const page = await ask({ productId: 'p1', product: '塔机安全监测' })
    assert.match(page.box.textContent ?? '', /咨询产品：塔机安全监测.*公司名称选填.*您的问题选填/s)
    await page.type('question', '𠮷'.repeat(501))
    assert.match(page.box.textContent ?? '', /501\/500/)
    await page.submit()
    assert.deepEqual(
      Array.from(page.box.querySelectorAll('.field-error'), ({ textContent }) => textContent),
      ['请输入您的姓名', '请输入电话号码', '', '', '问题不能超过500个字符'],
    )
    await page.type('name', '王工')
    await page.type('phone', '（0531）8888-6666')
    await page.type('question', '多少钱？')
    await pass(1000)
    await page.submit()
    const {
      path,
      body: { seconds, ...body },
    } = sent[0] ?? { path: '', body: {} }
    assert.deepEqual(
      { path, body },
      {
        path: '/v1/inquiry/save',
        body: {
          topic: '产品咨询',
          name: '王工',
          phone: '053188886666',
          company: '',
          question: '多少钱？',
          productId: 'p1',
          origin: { ...origin, page: '/' },
        },
      },
    )
    assert.ok(Number.isInteger(seconds))
  })

  test('a link chooses the topic; without one it is what was chosen before', async () => {
    assert.equal((await ask()).chosen(), '产品咨询')
    const page = await ask({ topic: '预约参观' })
    assert.equal(page.chosen(), '预约参观')
    await act(async () => find(page.box, '[value=报价]').click())
    await page.type('name', '王工')
    const again = await ask()
    assert.deepEqual([again.chosen(), find<HTMLInputElement>(again.box, '[name=name]').value], ['报价', '王工'])
    assert.equal((await ask({ topic: '预约参观' })).chosen(), '预约参观')
    assert.equal((await ask({ topic: '别的' })).chosen(), '产品咨询')
  })
})

describe('when it fails', () => {
  const kept = (page: Awaited<ReturnType<typeof form>>) =>
    Object.fromEntries(Object.keys(good.dealer).map((name) => [name, page.input(name).value]))

  test('the field that the server names shows its message and gets the focus', async () => {
    answer = async () => reply(400, '公司名称不能超过100个字符', { field: 'agentInfo' })
    const page = await filled('dealer')
    await page.submit()
    assert.equal(page.error('agentInfo'), '公司名称不能超过100个字符')
    assert.equal(page.focused(), 'agentInfo')
    assert.equal(page.alert(), undefined)
    assert.deepEqual(kept(page), good.dealer)
  })

  test('any other failure is shown, keeps the values, and can be retried', async () => {
    const failures: [() => Promise<Response>, string][] = [
      [async () => reply(429, '提交过于频繁，请稍后再试'), '提交过于频繁，请稍后再试'],
      [async () => reply(500, '服务器出错了，编号 ab12'), '服务器出错了，编号 ab12'],
      [async () => reply(400, '缺少内容', { field: 'elsewhere' }), '缺少内容'],
      [async () => new Response('<html>', { status: 502 }), '服务器返回了无法识别的内容，请稍后重试'],
      [async () => new Response('{"error":"blocked"}', { status: 403 }), '服务器返回了无法识别的内容，请稍后重试'],
      [async () => new Response('null', { status: 502 }), '服务器返回了无法识别的内容，请稍后重试'],
      [() => Promise.reject(new TypeError('fetch failed')), '网络连接失败，请检查网络后重试'],
    ]
    const page = await filled('dealer')
    for (const [given, words] of failures) {
      answer = given
      await page.submit()
      assert.equal(page.alert(), words)
      assert.equal(page.button.textContent, '重试')
      assert.deepEqual(kept(page), good.dealer)
      await pass(1000)
    }
    answer = async () => reply(200, '申请成功！')
    await page.submit()
    assert.equal(page.alert(), undefined)
    assert.equal(page.status(), '申请成功！')
    assert.equal(sent.length, failures.length + 1)
  })
})
