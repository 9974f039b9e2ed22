import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { answerWords } from '../../contract/leads/callBack.ts'
import { ask, connectTo, parseReply, portOf } from '../edge/edge.ts'
import { startServer, type TestServer } from '../server.ts'

const forms = {
  '/dljm': { agentInfo: '齐鲁样例建材有限公司', agentName: '王工', phone: '13800000001' },
  '/dailijiameng': { companyName: '齐鲁样例建材有限公司', clientName: '王工', phone: '13800000001' },
} as const
type FormPath = keyof typeof forms
const paths = Object.keys(forms) as FormPath[]
const desktop = 'Mozilla/5.0 (X11; Linux x86_64)'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 14_0 like Mac OS X)'

const typed = { 'Content-Type': 'application/x-www-form-urlencoded', 'User-Agent': desktop }
const send = (server: TestServer, path: string, fields: object, headers: Record<string, string> = {}) =>
  ask(portOf(server), {
    path,
    headers: { ...typed, ...headers },
    body: String(new URLSearchParams(fields as Record<string, string>)),
  })
const stored = async (server: TestServer) =>
  (await server.post('/v1/agent/list', { kind: 'all' }, { headers: await server.signIn() })).data

/** The HTML of the input with that name. */
const inputOf = (html: string, name: string): string =>
  new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? ''
const errorOf = (html: string, name: string): string => {
  const id = /aria-describedby="([^"]*)"/.exec(inputOf(html, name))?.[1] ?? '-'
  return new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1] ?? ''
}
const alertOf = (html: string): string => (/role="alert"[^>]*>(.*?)<\/p>/.exec(html)?.[1] ?? '').replace(/<[^>]*>/g, '')

const server = await startServer({ after }, { env: { RATE_LIMIT: 'off' } })
const starter = await startServer({ after }, { env: { SEED: 'on', RATE_LIMIT: 'off' } })

test('each form has its target, and the field names of the server', async () => {
  for (const path of paths) {
    const { text } = await ask(portOf(server), {
      method: 'GET',
      path,
      headers: { 'User-Agent': path === '/dljm' ? desktop : phone },
    })
    const form = /<form[^>]*method[^>]*>/.exec(text)?.[0] ?? ''
    assert.ok(form.includes('method="post"') && form.includes(`action="${path}"`), form)
    for (const name of Object.keys(forms[path])) assert.notEqual(inputOf(text, name), '', name)
    assert.doesNotMatch(text, /无法在线提交/)
  }
})

test('a valid form is stored, and redirects to a success page that can be reloaded', async () => {
  const { count } = await stored(server)
  for (const [path, source, agent] of [
    ['/dljm', 'desktop', desktop],
    ['/dailijiameng', 'mobile', phone],
  ] as const) {
    const posted = await send(
      server,
      path,
      { ...forms[path], phone: source === 'mobile' ? '13800000002' : '13800000001' },
      { 'User-Agent': agent },
    )
    assert.deepEqual(
      [posted.status, posted.headers.location, posted.headers['cache-control']],
      [303, `${path}?applied=1`, 'no-store'],
    )
    for (let n = 0; n < 2; n++) {
      const page = await ask(portOf(server), {
        method: 'GET',
        path: `${path}?applied=1`,
        headers: { 'User-Agent': agent },
      })
      assert.deepEqual([page.status, page.headers['cache-control']], [200, 'no-store'])
      assert.match(page.text, /<form[^>]*><p class="apply-done row" role="status"[^>]*autofocus[^>]*>.*?申请成功！/)
      assert.match(page.text, /<meta name="robots" content="noindex">/)
      assert.doesNotMatch(page.text, /rel="canonical"|og:url/)
    }
    assert.equal((await stored(server)).data[0].source, source)
  }
  assert.equal((await stored(server)).count, count + 2)
  const plain = await ask(portOf(server), { method: 'GET', path: '/dljm', headers: { 'User-Agent': desktop } })
  assert.doesNotMatch(plain.text, /申请成功/)
})

test('errors are shown at their fields with the values entered, and nothing is stored', async () => {
  const { count } = await stored(server)
  const wrong: [FormPath, Record<string, string>, Record<string, string>][] = [
    [
      '/dljm',
      { agentInfo: '鲁中"<b>建设', agentName: '  ', phone: '2380' },
      { agentInfo: '', agentName: '请输入联系人', phone: '请输入正确的手机号码' },
    ],
    [
      '/dailijiameng',
      {
        companyName: '鲁中',
        clientName: '王',
        phone: '1380000000a',
      },
      { companyName: '长度在 4 到 20 个字符', clientName: '长度在 2 到 10 个字符', phone: '请输入数字' },
    ],
    // The field names of the other form are unknown here.
    ['/dailijiameng', forms['/dljm'], { companyName: '请输入公司名称', clientName: '请输入您的姓名', phone: '' }],
  ]
  for (const [path, fields, errors] of wrong) {
    const { status, text, headers } = await send(server, path, fields)
    assert.deepEqual(
      [status, headers['content-type'], headers['cache-control']],
      [400, 'text/html; charset=utf-8', 'no-store'],
      JSON.stringify(fields),
    )
    assert.match(text, /<meta name="robots" content="noindex">/)
    const names = Object.keys(errors)
    const first = names.find((name) => errors[name] !== '')
    for (const name of names) {
      const input = inputOf(text, name)
      assert.equal(errorOf(text, name), errors[name], `${path} ${name}`)
      assert.match(input, new RegExp(`aria-invalid="${errors[name] !== ''}"`))
      assert.equal(/autofocus/.test(input), name === first, `${name} is focused`)
      const value = (fields[name] ?? '').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      assert.ok(input.includes(`value="${value}"`), `${name}: ${input}`)
    }
  }
  assert.equal((await stored(server)).count, count)
})

test('form and call share their limits; exceeding them shows a message and keeps the values entered', async (t) => {
  const server = await startServer(t)
  for (let n = 1; n <= 5; n++) {
    const fields = { ...forms['/dljm'], phone: `1380000000${n}` }
    if (n % 2) assert.equal((await send(server, '/dljm', fields)).status, 303)
    else assert.equal((await server.post('/v1/agent/saveAgent', fields)).code, 200)
  }
  const { status, headers, text } = await send(server, '/dljm', { ...forms['/dljm'], phone: '13800000009' })
  assert.equal(status, 429)
  assert.ok(Number(headers['retry-after']) > 500)
  assert.equal(alertOf(text), '提交过于频繁，请稍后再试（约10分钟后），或直接拨打 400-000-0000')
  assert.match(inputOf(text, 'phone'), /value="13800000009"/)
  assert.match(
    text,
    /<form[^>]*><p class="apply-failed row"[^>]*autofocus[^]*<button type="submit"[^>]*>重试<\/button>/,
  )
  assert.equal((await stored(server)).count, 5)
})

test('low disk space is reported on the page', async (t) => {
  const server = await startServer(t, { env: { DISK_RESERVE: '999999999' } })
  const { status, text } = await send(server, '/dljm', forms['/dljm'])
  assert.equal(status, 507)
  assert.match(alertOf(text), /^服务器存储空间不足，暂时无法接收申请，请稍后再试/)
  assert.match(inputOf(text, 'agentName'), /value="王工"/)
})

test('other sites cannot send it, with any of the headers that browsers send', async (t) => {
  const server = await startServer(t, { env: { SITE_URL: 'https://www.example.com' } })
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: server.url, 'Sec-Fetch-Site': 'cross-site' },
    { Referer: 'https://evil.example/dljm' },
    { Referer: 'https://www.example.com.evil.example/' },
    { Referer: 'https://www.example.com@evil.example/' },
    { Referer: 'about:blank' },
    { Referer: '' },
  ]
  for (const from of foreign) {
    const { status, text } = await send(server, '/dljm', forms['/dljm'], from)
    assert.equal(status, 403, JSON.stringify(from))
    assert.equal(alertOf(text), '不允许来自其他网站的请求')
    assert.doesNotMatch(text, /齐鲁样例/)
  }
  assert.equal((await stored(server)).count, 0)
  const own: Record<string, string>[] = [
    {},
    { Origin: 'https://www.example.com', Referer: 'https://www.example.com/dljm', 'Sec-Fetch-Site': 'same-origin' },
    { Origin: server.url },
    { Referer: 'https://www.example.com/dljm?x=https://evil.example' },
    { Referer: `${server.url}/dljm` },
    // Where both are named the Origin counts: a browser may shorten the Referer.
    { Origin: 'https://www.example.com', Referer: 'https://elsewhere.example/' },
  ]
  for (const from of own)
    assert.equal((await send(server, '/dljm', forms['/dljm'], from)).status, 303, JSON.stringify(from))
})

test('bodies that our forms do not send are refused on the page', async () => {
  const cases: [Record<string, string>, string, number, RegExp][] = [
    [{ 'Content-Type': 'application/json' }, '{}', 415, /表单/],
    [{ 'Content-Type': 'multipart/form-data; boundary=x' }, '--x--', 415, /表单/],
    [{ 'Content-Type': 'text/plain' }, 'phone=1', 415, /表单/],
    [{ 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' }, 'phone=1', 415, /压缩/],
    [{ 'Content-Type': 'application/x-www-form-urlencoded' }, `phone=${'1'.repeat(16 * 1024)}`, 413, /16KB/],
  ]
  for (const [headers, body, status, words] of cases) {
    const answer = await ask(portOf(server), { path: '/dljm', headers, body })
    assert.equal(answer.status, status, JSON.stringify(headers))
    assert.match(alertOf(answer.text), words)
  }
  const latin = await ask(portOf(server), { path: '/dljm', headers: typed, body: Buffer.from([0x70, 0x3d, 0xff]) })
  assert.deepEqual([latin.status, alertOf(latin.text)], [400, '请求内容不是有效的UTF-8文字'])
  const large = await ask(portOf(server), {
    path: '/dljm',
    headers: { ...typed, 'Transfer-Encoding': 'chunked' },
    body: Array.from({ length: 40 }, () => Buffer.alloc(1024, 'a')),
  })
  assert.equal(large.status, 413)
  assert.equal((await ask(portOf(server), { path: '/dljm' })).status, 400, 'an empty body has no fields')
})

test('hostile field values are escaped', async () => {
  const body =
    'agentInfo=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E%0B%00&agentName=&phone=1&__proto__=x&constructor=y&done=true&phone=2&agentInfo%5B%5D=z'
  const { status, text } = await ask(portOf(server), { path: '/dljm', headers: typed, body })
  assert.equal(status, 400)
  assert.doesNotMatch(text, /<script>alert|申请成功|[\0\v]/)
  assert.match(inputOf(text, 'phone'), /value="2"/)
  const embedded = JSON.parse(/<script type="application\/json" id="page">(.*?)<\/script>/.exec(text)?.[1] ?? '')
  assert.deepEqual(embedded.facts.posted, {
    values: { agentInfo: '"><script>alert(1)</script>', agentName: '', phone: '2', region: '' },
    errors: { agentName: '请输入联系人', phone: '请输入正确的手机号码' },
  })
  const control = await send(server, '/dljm', { ...forms['/dljm'], agentInfo: '齐鲁\v样例' })
  assert.equal(control.status, 303)
  assert.equal((await stored(server)).data[0].agentInfo, '齐鲁样例')
})

test('the form for the other kind of device is answered at its address, and redirects to the page for this device', async () => {
  const faulty = await send(server, '/dljm', {}, { 'User-Agent': phone })
  assert.deepEqual([faulty.status, errorOf(faulty.text, 'phone')], [400, '请输入手机号码'])
  assert.equal(
    (await send(server, '/dljm', forms['/dljm'], { 'User-Agent': phone })).headers.location,
    '/dailijiameng?applied=1',
  )
  assert.equal(
    (await send(server, '/dailijiameng', forms['/dailijiameng'], { 'User-Agent': desktop })).headers.location,
    '/dljm?applied=1',
  )
})

test('neither the response nor the success page counts as a visit or invalidates cached pages', async (t) => {
  const server = await startServer(t)
  const get = (path: string, headers = {}) =>
    ask(portOf(server), { method: 'GET', path, headers: { 'User-Agent': desktop, ...headers } })
  const { headers } = await get('/dljm')
  await send(server, '/dljm', {})
  await send(server, '/dljm', forms['/dljm'])
  await get('/dljm?applied=1')
  await ask(portOf(server), { method: 'HEAD', path: '/dljm?applied=1', headers: { 'User-Agent': desktop } })
  const again = await get('/dljm', { 'If-None-Match': headers.etag })
  assert.equal(again.status, 304)
  const { data } = await server.post('/v1/dashboard/summary', {}, { headers: await server.signIn() })
  assert.equal(data.visits.at(-1).count, 2)
})

test('the response is compressed if accepted', async () => {
  const { headers, body } = await send(server, '/dljm', {}, { 'Accept-Encoding': 'br' })
  assert.equal(headers['content-encoding'], 'br')
  assert.match(String(brotliDecompressSync(body)), /请输入公司名称/)
})

test('other methods and other pages are refused as before', async () => {
  for (const [method, path] of [
    ['POST', '/xwdt'],
    ['POST', '/dljm/'],
    ['PUT', '/dljm'],
    ['DELETE', '/dailijiameng'],
  ] as const) {
    const { status, headers } = await ask(portOf(server), {
      method,
      path,
      headers: { ...typed, 'Content-Length': '0' },
    })
    assert.deepEqual([status, headers.allow], [405, 'GET, HEAD'], `${method} ${path}`)
  }
})

test('a client that disconnects leaves nothing behind', async (t) => {
  const folder = join(server.folder, 'data', 'agent')
  const before = await readdir(folder)
  const connection = await connectTo(t, portOf(server))
  connection.send(
    'POST /dljm HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\nagentInfo=x',
  )
  connection.socket.end()
  await connection.closed()
  assert.equal((await ask(portOf(server), { method: 'GET', path: '/healthz' })).status, 200)
  assert.deepEqual(await readdir(folder), before)
  const absolute = await connectTo(t, portOf(server))
  const body = String(new URLSearchParams(forms['/dljm']))
  absolute.send(
    `POST http://evil.example/dljm HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  const reply = parseReply(await absolute.closed())
  assert.deepEqual([reply.status, reply.headers.location], [303, '/dljm?applied=1'])
})

const question = { name: '王工', phone: '１３８-0000 0007', topic: '报价', company: '', question: '第一行\r\n第二行' }
const get = async (server: TestServer, path: string, agent = desktop) =>
  ask(portOf(server), { method: 'GET', path, headers: { 'User-Agent': agent } })

test('an inquiry is sent from its page, with its product', async () => {
  const productId = 'zhgd-tower-crane'
  const { text } = await get(starter, `/zixun?productId=${productId}&topic=%E9%A2%84%E7%BA%A6%E5%8F%82%E8%A7%82`)
  assert.match(text, /咨询产品：<b>塔机安全监测系统/)
  assert.match(inputOf(text, 'productId'), /value="zhgd-tower-crane"/)
  assert.match(text, /<input[^>]*value="预约参观"[^>]*checked|<input[^>]*checked[^>]*value="预约参观"/)
  assert.match(text, /<meta name="robots" content="noindex">/)

  assert.doesNotMatch(text, /header-ask/, 'the form is here already')
  const wrong = await send(starter, '/zixun', { ...question, name: '', productId })
  assert.deepEqual([wrong.status, errorOf(wrong.text, 'name')], [400, '请输入您的姓名'])
  assert.match(wrong.text, /咨询产品：<b>塔机安全监测系统/)
  assert.match(wrong.text, /<textarea[^>]*>第一行\n第二行</)
  assert.match(inputOf(wrong.text, 'productId'), /value="zhgd-tower-crane"/)

  const sent = await send(starter, '/zixun', { ...question, productId }, { 'User-Agent': phone })
  assert.equal(sent.status, 303)
  const done = (await get(starter, String(sent.headers.location))).text
  assert.match(done, /role="status".*已收到，编号\w{6}，.*\d:30前回电，法定节假日顺延</s)
  assert.doesNotMatch(done, /申请成功|提交即表示同意/)
  const {
    data: [row],
  } = await stored(starter)
  const { kind, topic, phone: number, question: words, source, origin } = row
  assert.deepEqual(
    [kind, topic, number, words, source, row.productId],
    ['inquiry', '报价', '13800000007', '第一行\n第二行', 'mobile', productId],
  )
  assert.deepEqual([origin.device, origin.page], ['phone', '/zixun'])

  for (const unknown of ['none', '../x', '%00']) {
    const page = await get(starter, `/zixun?productId=${unknown}`)
    assert.equal(page.status, 200)
    assert.doesNotMatch(page.text, /咨询产品/)
  }
  assert.doesNotMatch((await get(starter, '/sitemap.xml')).text, /zixun/)
})

test('without a script, too, form and thanks promise one thing, by the topic and by what was left', async () => {
  const { data: site } = await starter.post('/v1/site/detail')
  for (const [path, fields] of [
    ['/zixun', { topic: '报价', phone: '13800000081' }],
    ['/zixun', { topic: '报价', phone: 'a@example.com' }],
    ['/zixun', { topic: '应聘', phone: '13800000081' }],
    ['/zixun', { topic: '应聘', phone: 'a@example.com' }],
    ['/dljm', { phone: '13800000081' }],
  ] as const) {
    const asking = { left: fields.phone, ...('topic' in fields && { topic: fields.topic }) }
    const promised = (now?: number): string =>
      answerWords({ hours: site.hours, own: site.inquiry.callBack }, asking, now)
    const before = promised(Date.now())
    const sent = await send(starter, path, { ...(path === '/zixun' ? question : forms[path]), ...fields })
    const done = (await get(starter, String(sent.headers.location))).text
    assert.ok(
      [before, promised(Date.now())].some((words) => done.includes(`${words}<`)),
      before,
    )
    if (path !== '/zixun') continue
    const wrong = await send(starter, path, { ...question, ...fields, name: '' })
    assert.ok(wrong.text.includes(`>${promised()}<`), promised())
  }
  assert.ok((await get(starter, '/zixun?topic=%E5%BA%94%E8%81%98')).text.includes('>看过后尽快回电<'))
})

test('a form sent to a page that is off, whatever is in it, gets the not-found page and is not stored', async (t) => {
  const headers = await starter.signIn()
  const {
    data: { inquiry, pagesOn },
  } = await starter.post('/v1/site/detail')
  t.after(() => starter.post('/v1/site/update', { inquiry, pagesOn }, { headers }))
  const { count } = await stored(starter)
  const off = { pagesOn: { ...pagesOn, agent: false, product: false }, inquiry: { ...inquiry, form: false } }
  assert.equal((await starter.post('/v1/site/update', off, { headers })).code, 200)
  for (const [path, fields] of Object.entries({ ...forms, '/zixun': question })) {
    for (const sent of [fields, {}, { ...fields, website: 'x' }]) {
      const { status, text } = await send(starter, path, sent, {
        'User-Agent': path === '/dailijiameng' ? phone : desktop,
      })
      assert.equal(status, 404, path)
      assert.match(text, /<h1[^>]*>页面无法进入/)
      assert.doesNotMatch(text, /<form[^>]*post|申请成功/)
    }
    const done = await get(starter, `${path}?applied=1`, path === '/dailijiameng' ? phone : desktop)
    assert.equal(done.status, 404)
    assert.doesNotMatch(done.text, /申请成功/)
  }
  assert.equal((await stored(starter)).count, count)
  assert.equal(
    (await starter.post('/v1/inquiry/save', question)).code,
    200,
    'the call goes on accepting: somebody may have the page open',
  )
})

test('where a box asks for consent, it has to be ticked; what is off is not drawn', async () => {
  const headers = await starter.signIn()
  const { count } = await stored(starter)
  const {
    data: { inquiry },
  } = await starter.post('/v1/site/detail')
  const change = (changes: object) =>
    starter.post('/v1/site/update', { inquiry: { ...inquiry, ...changes } }, { headers })
  await starter.post('/v1/pages/save', { pageTitle: '招聘', pagePath: 'jobs', pageBody: '' }, { headers })
  await change({ consentBox: true })
  for (const [path, fields] of [
    ['/zixun', { ...question, phone: '13800000008' }],
    ['/dljm', forms['/dljm']],
  ] as const) {
    const refused = await send(starter, path, fields)
    assert.deepEqual([refused.status, errorOf(refused.text, 'consent')], [400, '请先勾选同意《隐私说明》'])
    assert.doesNotMatch(refused.text, /提交即表示同意/)
    assert.equal((await send(starter, path, { ...fields, consent: 'on' })).status, 303)
    assert.equal(inputOf((await get(starter, `${path}?applied=1`)).text, 'consent'), '')
  }
  assert.equal((await stored(starter)).count, count + 2)

  const drawn = async (path: string, agent = desktop) => (await get(starter, path, agent)).text
  const places = [
    ['productButton', '/productDet?productId=zhgd-tower-crane', desktop, /咨询此产品/],
    ['productButton', '/cpDeatail?productId=zhgd-tower-crane', phone, /咨询此产品/],
    ['productBand', '/productDet?productId=zhgd-tower-crane', desktop, /inquiry-band/],
    ['productBand', '/cpDeatail?productId=zhgd-tower-crane', phone, /inquiry-band/],
    ['caseButton', '/huanghejiangong', desktop, /咨询类似项目/],
    ['caseBand', '/huanghejiangong', desktop, /inquiry-band/],
    ['scenarioButton', '/yingyongchangjing', desktop, /咨询此场景/],
    ['scenarioBand', '/yingyongchangjing', desktop, /inquiry-band/],
    ['newsBand', '/xwdtDet?newId=20250514-dealer-conference', desktop, /inquiry-band/],
    ['listBand', '/product', desktop, /inquiry-band/],
    ['listBand', '/xwdt', phone, /inquiry-band/],
    ['listBand', '/xiangmuanli', desktop, /inquiry-band/],
    ['pageBand', '/p/jobs', phone, /inquiry-band/],
    ['searchBand', '/search?word=%E5%A1%94', phone, /inquiry-band/],
    ['searchBand', '/nowhere', desktop, /inquiry-band/],
    ['dealer', '/', desktop, /申请加盟/],
    ['dealer', '/dljm', desktop, /立即申请|<form[^>]*post/],
    ['agent', '/dailijiameng', phone, /申请加盟|<form[^>]*post/],
  ] as const
  for (const [, path, agent, words] of places) {
    const html = await drawn(path, agent)
    assert.match(html, words, path)
    assert.match(html, /<header class="site-header.*href="\/zixun".*<\/header>/s, path)
  }
  await change({ ...Object.fromEntries(places.map(([name]) => [name, false])) })
  for (const [, path, agent, words] of places) {
    const html = (await drawn(path, agent)).replace(/<script[^]*?<\/script>/g, '')
    assert.doesNotMatch(html, words, path)
  }
  await change({ form: false })
  assert.equal((await get(starter, '/zixun')).status, 404)
  for (const [, path, agent] of places) assert.doesNotMatch(await drawn(path, agent), /href="\/zixun/, path)
  assert.match(await drawn('/huanghejiangong'), /inquiry-band.*tel:400-000-0000/s)
  await change({ dealer: false })
  assert.equal((await send(starter, '/dljm', { ...forms['/dljm'], phone: '13800000022' })).status, 303)
  assert.match((await get(starter, '/dljm?applied=1')).text, /申请成功/)
})

test('several products are asked for without a script: added, counted, removed and sent', async () => {
  const page = await ask(portOf(starter), { method: 'GET', path: '/xunjia?p=zhgd-tower-crane*3,gone:T9*20' })
  assert.match(page.text, /<meta name="robots" content="noindex">/)
  const valueOf = (html: string, name: string): string => /value="([^"]*)"/.exec(inputOf(html, name))?.[1] ?? ''
  const rowOf = (html: string, index: number): string[] =>
    ['productId', 'model', 'quantity', 'unit', 'note'].map((name) => valueOf(html, `${name}${index}`))
  assert.deepEqual(rowOf(page.text, 0), ['zhgd-tower-crane', '', '3', '台', ''])
  assert.deepEqual(rowOf(page.text, 1), ['gone', 'T9', '20', '', ''])
  assert.match(page.text, /T9<small[^>]*>已下架/)
  assert.match(page.text, /<button(?=[^>]*name="add")[^>]*value="cpxt-patrol"/)

  const models = Array.from({ length: 31 }, (_, index) => `gone:${index}${'型'.repeat(28)}`)
  const most = await ask(portOf(starter), { method: 'GET', path: `/xunjia?p=${encodeURIComponent(models.join())}` })
  assert.deepEqual(
    [most.status, rowOf(most.text, 29)[1], inputOf(most.text, 'productId30')],
    [200, models[29]?.slice(5), ''],
  )
  assert.match(most.text, /询价单最多30行/)
  assert.doesNotMatch(most.text, /复制这份询价单/, 'an address of more than 8 KB is not offered')
  const rows = { productId0: 'zhgd-tower-crane', quantity0: '4台', productId1: 'gone', model1: 'T9', note1: '急*,' }
  const person = { name: '采购张工', phone: '13800000071' }
  const added = await send(starter, '/xunjia', { ...rows, ...person, add: 'cpxt-patrol' })
  assert.deepEqual(
    [added.status, rowOf(added.text, 0), rowOf(added.text, 1), rowOf(added.text, 2), valueOf(added.text, 'phone')],
    [
      200,
      ['zhgd-tower-crane', '', '4台', '台', ''],
      ['gone', 'T9', '', '', '急*,'],
      ['cpxt-patrol', '', '1', '', ''],
      '13800000071',
    ],
  )
  assert.match(added.text, /href="\/xunjia\?p=zhgd-tower-crane\*4%E5%8F%B0\*%E5%8F%B0,gone:T9,cpxt-patrol\*1"/)
  assert.match(added.text, /已在询价单：<\/span><span[^>]*>工地/)
  const again = await send(starter, '/xunjia', { ...rows, add: 'zhgd-tower-crane' })
  assert.equal(inputOf(again.text, 'productId2'), '', 'it is added once')
  assert.doesNotMatch(added.text, /记在备注里/)
  const noted = await send(starter, '/xunjia', { ...rows, quantity1: '三台', add: '' })
  assert.match(noted.text, /role="status">数量只收数字，“三台”会记在备注里/)
  const removed = await send(starter, '/xunjia', { ...rows, remove: '1' })
  assert.deepEqual(
    [removed.status, rowOf(removed.text, 0)[0], rowOf(removed.text, 1)[0]],
    [200, 'zhgd-tower-crane', ''],
  )

  const madeUp = await send(starter, '/xunjia', { ...rows, remove: 'x', add: '../x,y' })
  assert.deepEqual(
    [rowOf(madeUp.text, 0)[0], rowOf(madeUp.text, 1)[0], inputOf(madeUp.text, 'productId2')],
    ['zhgd-tower-crane', 'gone', ''],
  )
  const { count } = await stored(starter)
  const request = { ...person, topic: '报价' }
  const wrong = await send(starter, '/xunjia', { ...rows, quantity1: '0', ...request })
  assert.deepEqual(
    [wrong.status, alertOf(wrong.text), rowOf(wrong.text, 1)[2]],
    [400, '第2行：数量应为1到1000000之间的整数', '0'],
  )
  const empty = await send(starter, '/xunjia', request)
  assert.deepEqual([empty.status, alertOf(empty.text)], [400, '询价单是空的，请先加入产品'])
  assert.equal((await send(starter, '/xunjia', { ...rows, topic: '报价' })).status, 400)
  assert.equal((await stored(starter)).count, count)

  const long = { ...rows, note1: '备'.repeat(100) }
  for (let index = 2; index < 31; index++)
    Object.assign(long, { [`productId${index}`]: 'gone', [`note${index}`]: '备'.repeat(100) })
  for (let time = 0; time < 2; time++) {
    const sent = await send(starter, '/xunjia', { ...long, ...request })
    const done = await get(starter, String(sent.headers.location))
    assert.match(done.text, /已收到30项，.*×4台/s)
  }
  const { count: after, data } = await stored(starter)
  assert.deepEqual([after, data[0].items.length, data[0].origin.page], [count + 1, 30, '/xunjia'])
  assert.deepEqual(data[0].items.slice(0, 2), [
    { productId: 'zhgd-tower-crane', productName: '塔机安全监测系统', quantity: 4, unit: '台' },
    { productId: 'gone', model: 'T9', note: '备'.repeat(100) },
  ])
})

test('the page of several products is there where the company wants it, by itself with more than five', async (t) => {
  const own = await startServer(t, { env: { SEED: 'on', RATE_LIMIT: 'off' } })
  const headers = await own.signIn()
  const page = (path: string) => ask(portOf(own), { method: 'GET', path, headers: { 'User-Agent': desktop } })
  const product = '/productDet?productId=zhgd-tower-crane'
  const offered = async (): Promise<[number, boolean]> => [
    (await page('/xunjia')).status,
    /加入询价单/.test((await page(product)).text),
  ]
  assert.deepEqual(await offered(), [200, true])
  assert.doesNotMatch((await page('/sitemap.xml')).text, /xunjia/)
  const set = async (quoteList: string): Promise<void> => {
    const { data: site } = await own.post('/v1/site/detail')
    const { code, msg } = await own.post('/v1/site/update', { inquiry: { ...site.inquiry, quoteList } }, { headers })
    assert.equal(code, 200, msg)
  }
  await set('off')
  assert.deepEqual(await offered(), [404, false])
  assert.equal((await send(own, '/xunjia', { productId0: 'a' })).status, 404)
  await set('auto')
  const { data } = await own.post('/v1/product/list', { limit: 100 })
  for (const { productId } of data.data
    .filter((row: { productId: string }) => row.productId !== 'zhgd-tower-crane')
    .slice(4))
    await own.post('/v1/product/deleteProduct', { productId }, { headers })
  assert.deepEqual(await offered(), [404, false], 'five')
  await set('on')
  assert.deepEqual(await offered(), [200, true])
})
