import assert from 'node:assert/strict'
import { eventually } from '../../eventually.ts'
import { fakeService, json, robotAddresses, succeed } from '../../leads/fakeService.ts'
import { siteWith } from '../../leads/site.ts'
import { startServer, type TestServer } from '../../server.ts'
import { browserTest, ownServer, seriousFaults } from '../../browser/browser.ts'
import { ready, rows, titles } from '../../browser/lists.ts'
import { follow, menu, question, row, staff, toast } from '../../browser/staff.ts'

const path = '/AdminInquiry'
const ask = (server: TestServer, more: object) =>
  server.post('/v1/inquiry/save', {
    topic: '产品咨询',
    name: '王工',
    phone: '13800000001',
    question: '多少钱？',
    page: '/',
    ...more,
  })
const stored = async (server: TestServer, query: object = {}) =>
  (await server.post('/v1/agent/list', { kind: 'all', ...query }, { headers: await server.signIn() })).data.data

browserTest('what may be a robot’s lies apart until it is released or deleted for good', async (t) => {
  const server = await ownServer(t)
  for (const name of ['像机器人的人', '机器人'])
    await ask(server, { name, phone: name === '机器人' ? '13800000008' : '13800000007', website: 'x' })
  const { page, complaints } = await staff(t, '/dashboard', { server })
  await page.getByText('累计 0 条，隔离 2 条').waitFor()
  await menu(page).getByRole('link', { name: '客户咨询' }).click()
  await page.getByText('还没有客户咨询，').waitFor()
  await page.getByRole('button', { name: '隔离 2' }).click()
  await page.getByText('没有发出通知').waitFor()
  await row(page, '像机器人的人').getByRole('button', { name: '查看：像机器人的人' }).click()
  const dialog = page.getByRole('dialog', { name: '像机器人的人' })
  await dialog.getByText('多少钱？').waitFor()
  assert.equal(await dialog.getByRole('button', { name: '保存跟进' }).count(), 0)
  await page.keyboard.press('Escape')
  await row(page, '像机器人的人').getByRole('button', { name: '放行：像机器人的人' }).click()
  await toast(page, '已放行：像机器人的人')
  await row(page, '像机器人的人').waitFor({ state: 'detached' })
  await menu(page).getByText('1条新咨询').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: '隔离 1', exact: true }).waitFor()
  await row(page, '机器人').getByRole('button', { name: '删除：机器人' }).click()
  await question(page).getByText('彻底删除后不能恢复。').waitFor()
  await question(page).getByRole('button', { name: '彻底删除' }).click()
  await page.getByText('没有被隔离的内容').waitFor()
  await page.getByRole('button', { name: '隔离', exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: '撤销' }).count(), 0)
  await page.getByRole('button', { name: '全部', exact: true }).click()
  await row(page, '像机器人的人').waitFor()
  assert.deepEqual([await rows(page).count(), (await stored(server, { doubtful: true })).length], [1, 0])
  assert.deepEqual(complaints, [])
})

browserTest(
  'everything about a number is erased after a dialog that says what; its other inquiries are shown together',
  async (t) => {
    const server = await ownServer(t)
    await ask(server, {})
    await ask(server, { topic: '报价', question: '再问一次价格。' })
    await ask(server, { name: '李工', phone: '13800000002', question: '别人的问题。' })
    const { page } = await staff(t, path, { server, bypassCSP: true })
    await row(page, '产品咨询').filter({ hasText: '王工' }).getByRole('button', { name: '王工', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '王工' })
    await dialog.getByRole('heading', { name: '这个号码的其他线索（1）' }).waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    await dialog.getByRole('button', { name: /^报价，再问一次价格。/ }).click()
    await dialog.getByRole('button', { name: /^产品咨询，多少钱？/ }).waitFor()
    await dialog.getByRole('button', { name: '彻底删除这个号码的全部信息…' }).click()
    for (const words of [
      '是否彻底删除号码 13800000001 的全部信息？',
      /^会删除：.*“已删除”和“隔离”/,
      /^不会删除：.*备份/,
    ]) {
      await question(page).getByText(words).waitFor()
    }
    assert.deepEqual(await seriousFaults(page), [])
    await question(page).getByRole('button', { name: '取消' }).click()
    assert.equal((await stored(server)).length, 3)
    await page.route('**/v1/agent/forget', (route) => route.abort(), { times: 1 })
    const forget = async (): Promise<void> => {
      await dialog.getByRole('button', { name: '彻底删除这个号码的全部信息…' }).click()
      await question(page).getByRole('button', { name: '彻底删除' }).click()
    }
    await forget()
    await page.getByText(/^网络连接失败/).waitFor()
    await forget()
    await toast(page, '已彻底删除这个号码的 2 条信息')
    await dialog.waitFor({ state: 'detached' })
    await ready(page)
    assert.deepEqual(
      (await stored(server)).map(({ agentName }: { agentName: string }) => agentName),
      ['李工'],
    )
  },
)

browserTest(
  'applications and inquiries lie apart also in quarantine, and what was begun in one list stays when the other is closed',
  async (t) => {
    const server = await ownServer(t)
    const apply = (more: object) =>
      server.post('/v1/agent/saveAgent', { agentInfo: '加盟公司', agentName: '赵工', phone: '13800000001', ...more })
    await apply({})
    await apply({ agentName: '机器人', phone: '13800000008', website: 'x' })
    await ask(server, {})
    const { page, complaints } = await staff(t, path, { server })
    await page.getByRole('button', { name: '隔离', exact: true }).waitFor()
    await row(page, '王工').getByRole('button', { name: '查看：王工' }).click()
    const inquiry = page.getByRole('dialog', { name: '王工' })
    await inquiry.getByLabel('跟进记录', { exact: true }).fill('写了一半')
    // The same telephone number, of the other kind.
    await inquiry.getByRole('button', { name: /^加盟申请/ }).click()
    await page.waitForURL(/\/AdminAgenttoJoin$/)
    const dealer = page.getByRole('dialog', { name: '赵工' })
    await dealer.getByText('代理描述').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '隔离 1', exact: true }).click()
    await row(page, '机器人').waitFor()
    assert.equal(await rows(page).filter({ visible: true }).count(), 1)

    await page.getByRole('button', { name: '关闭代理加盟' }).click()
    await page.waitForURL(/\/AdminInquiry$/)
    await row(page, '王工').getByText('没写完').waitFor()
    await row(page, '王工').getByRole('button', { name: '查看：王工' }).click()
    assert.equal(await inquiry.getByLabel('跟进记录', { exact: true }).inputValue(), '写了一半')
    assert.deepEqual(complaints, [])
  },
)

browserTest('an address opens a record that is on another page, and says when it was deleted', async (t) => {
  const server = await ownServer(t)
  await ask(server, {})
  for (let n = 10; n < 21; n++) await ask(server, { name: `访客${n}`, phone: `138000001${n}`, question: `问题${n}` })
  const oldest = (await stored(server, { word: '王工' }))[0]
  const { page } = await staff(t, `${path}?open=${oldest.agentId}`, { server })
  const dialog = page.getByRole('dialog', { name: '王工' })
  await dialog.getByText('多少钱？').waitFor()
  await page.waitForURL(({ search }) => search === '')
  assert.equal(await row(page, '王工').count(), 0)
  await page.keyboard.press('Escape')
  await server.post('/v1/agent/deleteAgent', { agentId: oldest.agentId }, { headers: await server.signIn() })
  await page.goto(`${path}?open=${oldest.agentId}`)
  await page.getByRole('dialog', { name: '客户咨询' }).getByText('这条线索已被删除').waitFor()
})

browserTest(
  'a follow-up that could not be saved stays, is asked for before it is lost, and is saved at the next try',
  async (t) => {
    const server = await ownServer(t)
    await ask(server, {})
    const { page } = await staff(t, path, { server })
    const select = page.getByLabel('状态：王工')
    await page.route('**/v1/agent/update', (route) => route.abort(), { times: 2 })
    await select.selectOption('contacted')
    await page.getByText(/^状态未能修改：网络连接失败/).waitFor()
    assert.equal(await select.inputValue(), 'new')

    await row(page, '王工').getByRole('button', { name: '查看：王工' }).click()
    const dialog = page.getByRole('dialog', { name: '王工' })
    await dialog.getByLabel('跟进记录', { exact: true }).fill('打过电话')
    await dialog.getByRole('button', { name: '保存跟进' }).click()
    await dialog
      .getByRole('alert')
      .getByText(/^未能保存：网络连接失败/)
      .waitFor()
    assert.equal(await dialog.getByLabel('跟进记录', { exact: true }).inputValue(), '打过电话')
    await dialog.getByLabel('负责人').fill('名'.repeat(51))
    await dialog.getByRole('button', { name: '保存跟进' }).click()
    await dialog.locator('.field-note.bad').getByText('负责人不能超过50个字符').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '关闭客户咨询' }).click()
    await question(page).getByText('有内容尚未保存，确定关闭吗？').waitFor()
    await question(page).getByRole('button', { name: '取消' }).click()
    await row(page, '王工').getByRole('button', { name: '查看：王工' }).click()
    await dialog.getByLabel('负责人').fill('小刘')
    await dialog.getByRole('button', { name: '保存跟进' }).click()
    await toast(page, '跟进已保存')
    const [{ owner, notes, state }] = await stored(server)
    assert.deepEqual(
      [owner, notes.map(({ text }: { text: string }) => text), state],
      ['小刘', ['打过电话'], 'contacted'],
    )
  },
)

browserTest(
  'the arrow keys choose a state in its row: each is sent once the one before was answered, and the last one stays',
  async (t) => {
    const server = await ownServer(t)
    await ask(server, { name: '李工', phone: '13800000002', question: '别人的问题。' })
    await ask(server, {})
    const { page } = await staff(t, path, { server })
    const select = page.getByLabel('状态：王工')
    const sent: string[] = []
    await page.route('**/v1/agent/update', async (route) => {
      sent.push(route.request().postDataJSON().state)
      if (sent.length === 1) await select.selectOption('interested').then(() => select.selectOption('signed'))
      await route.continue()
    })
    await select.selectOption('contacted')
    await toast(page, '王工：已改为“已签约”')
    assert.deepEqual(sent, ['contacted', 'signed'])
    assert.equal((await stored(server))[0].state, 'signed')
    await select.focus()
    await page.keyboard.press('ArrowDown')
    assert.equal(
      await page.evaluate(() => document.activeElement?.tagName),
      'SELECT',
      'the arrows belong to the select',
    )
  },
)

browserTest('a failing count of new ones changes nothing and asks nobody to sign in', async (t) => {
  const server = await ownServer(t)
  await ask(server, {})
  const { page } = await staff(t, '/dashboard', { server })
  const badge = menu(page).locator('.menu-count')
  await badge.waitFor()
  const seen = async (): Promise<void> => {
    const answered = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/v1/agent/list'))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await answered
  }
  await page.route(
    '**/v1/agent/list',
    (route) => route.fulfill({ status: 500, json: { code: 500, msg: '出错了', data: null } }),
    { times: 1 },
  )
  await seen()
  assert.equal(await badge.innerText(), '1\n1条新咨询')
  assert.equal(await page.getByRole('dialog').count(), 0)
  await ask(server, { name: '李工', phone: '13800000002', question: '另一个问题' })
  await seen()
  await badge.getByText('2条新咨询').waitFor()
})

browserTest('back from a call the note of that lead has the focus, and who writes it becomes its owner', async (t) => {
  const server = await ownServer(t)
  await ask(server, {
    page: '/%E6%8A%8A',
    origin: { landing: '/cpDeatail?productId=jzbh-guardrail', referrer: 'www.baidu.com' },
  })
  const { page } = await staff(t, path, { server, phone: true, viewport: { width: 390, height: 844 } })
  // The telephone covers the page.
  const comeBack = () =>
    page.evaluate(() => {
      for (const state of ['hidden', 'visible']) {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
        document.dispatchEvent(new Event('visibilitychange'))
      }
    })
  await page.evaluate(() =>
    addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('[href^=tel]')) event.preventDefault()
    }),
  )
  await row(page, '王工').getByRole('link', { name: '拨打：王工' }).tap()
  assert.equal(await page.getByRole('dialog').count(), 0)
  await comeBack()
  const dialog = page.getByRole('dialog', { name: '王工' })
  const note = dialog.getByLabel('跟进记录', { exact: true })
  const isFocused = () => note.evaluate((field) => field === document.activeElement)
  await eventually(isFocused, 'the note has the focus')
  await dialog.getByRole('link', { name: /^拨打/ }).tap()
  await dialog.getByLabel('状态').focus()
  await comeBack()
  await eventually(isFocused, 'the note has the focus again')
  assert.equal(await dialog.getByLabel('负责人').inputValue(), '')
  await page.keyboard.type('下周签。')
  assert.equal(await dialog.getByLabel('负责人').inputValue(), 'admin')
  assert.equal(await dialog.getByLabel('状态').inputValue(), 'contacted', 'it is offered')
  await note.fill('')
  assert.equal(await dialog.getByLabel('负责人').inputValue(), '', 'nothing is left to be saved')
  await note.fill('下周签。')
  await dialog.getByLabel('下次联系').fill('2020-01-02')
  const [{ agentId }] = await stored(server)
  await server.post('/v1/agent/update', { agentId, owner: '小李' }, { headers: await server.signIn() })
  await dialog.getByRole('button', { name: '保存跟进' }).tap()
  await page.getByText('负责人已经是小李了。仍然改为“admin”吗？').waitFor()
  await page.getByRole('button', { name: '不改' }).tap()
  await toast(page, '跟进已保存')
  const [{ owner, state, notes }] = await stored(server)
  assert.deepEqual([owner, state, notes.length], ['小李', 'contacted', 1])
  assert.equal(await dialog.getByText('www.baidu.com').isVisible(), false)
  await dialog.getByText('来源与同意').tap()
  for (const words of ['/把', /^标准化防护栏杆（\/cpDeatail/]) await dialog.getByText(words).waitFor()
  await page.keyboard.press('Escape')
  await row(page, '王工').getByText('已过 01-02').waitFor()
  const height = (await row(page, '王工').boundingBox())?.height ?? 999
  assert.ok(height <= 140, `the card is ${height} px high`)
  await row(page, '王工').getByRole('button', { name: '记一笔：王工' }).tap()
  await eventually(isFocused, 'the note has the focus at once')
})

browserTest('on a phone one button holds the filters, and says how many are set', async (t) => {
  const server = await ownServer(t)
  for (const name of ['王工', '李工']) await ask(server, { name, question: `${name}的问题` })
  const { page } = await staff(t, path, { server, phone: true, viewport: { width: 390, height: 844 }, bypassCSP: true })
  await row(page, '李工').waitFor()
  for (const label of ['时间从', '状态', '排序']) {
    assert.equal(await page.getByLabel(label, { exact: true }).filter({ visible: true }).count(), 0, label)
  }
  await page.getByRole('button', { name: '筛选', exact: true }).tap()
  const sheet = page.getByRole('dialog', { name: '筛选' })
  await sheet.getByLabel('排序').waitFor()
  assert.deepEqual(await seriousFaults(page), [])
  await sheet.getByLabel('查找').fill('李工')
  await sheet.getByLabel('时间从').fill('2020-01-01')
  await sheet.getByRole('button', { name: '查询' }).tap()
  await sheet.waitFor({ state: 'detached' })
  await row(page, '王工').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '筛选 (2)' }).tap()
  await sheet.getByLabel('状态').selectOption('signed')
  await sheet.getByRole('button', { name: '关闭' }).tap()
  await page.getByText('没有符合条件的内容').waitFor()
  await page.getByRole('button', { name: '筛选 (3)' }).tap()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    sheet
      .getByRole('button', { name: '重置' })
      .tap()
      .then(() => sheet.getByRole('button', { name: '导出' }).tap()),
  ])
  assert.match(file.suggestedFilename(), /^客户咨询-/)
  await sheet.getByRole('button', { name: '查询' }).tap()
  await row(page, '王工').waitFor()
})

browserTest('on a screen of 1280 px every column of the list has room but the source', async (t) => {
  const server = await ownServer(t)
  await ask(server, {
    company: '名称很长的样例建设工程有限公司淄博分公司',
    origin: { campaign: '很长的推广活动名称 / 很长的渠道' },
  })
  const headers = await server.signIn()
  const [{ agentId }] = (await server.post('/v1/agent/list', { kind: 'all' }, { headers })).data.data
  await server.post('/v1/agent/update', { agentId, owner: '小刘', nextAt: '2030-01-02' }, { headers })
  const { page } = await staff(t, path, { server, viewport: { width: 1280, height: 720 } })
  await rows(page).first().waitFor()
  assert.deepEqual((await page.getByRole('columnheader').allTextContents()).filter(Boolean), [
    '序号',
    '姓名',
    '公司',
    '电话',
    '时间',
    '状态',
    '负责人',
    '下次联系',
    '操作',
  ])
  const covered = await page
    .locator('tbody td')
    .evaluateAll((cells) =>
      cells
        .filter((cell) =>
          [...cell.children].some(
            (child) => child.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1,
          ),
        )
        .map((cell) => cell.getAttribute('data-column')),
    )
  assert.deepEqual(covered, [])
})

browserTest('a record says which channels have it, why one failed, and sends it again', async (t) => {
  const robot = await fakeService(t)
  robot.reply = json({ errcode: 310000, errmsg: 'keywords not in content' })
  const site = await siteWith(t, { dingtalk: robot }, { env: { SEED: 'on' } })
  const { server } = site
  const channelId = await site.channel({ kind: 'dingtalk', label: '销售群', address: robotAddresses.dingtalk })
  await ask(server, {})
  const { page } = await staff(t, path, { server })
  await row(page, '王工').getByRole('button', { name: '查看：王工' }).click()
  const line = page.getByRole('dialog', { name: '王工' }).locator('.lead-deliveries li')
  await line.getByText('销售群').waitFor()
  await eventually(
    async () => (await site.call('agent/list', { kind: 'all' })).data.data[0].delivered[0].reason !== undefined,
    'the robot has refused it',
  )
  await page.keyboard.press('Escape')
  await row(page, '王工').getByRole('button', { name: '查看：王工' }).click()
  await line.getByText(/关键词/).waitFor()
  assert.match(await line.innerText(), /^销售群\s*未通知/)
  robot.reply = succeed
  assert.equal((await site.call('channel/test', { channelId })).data.ok, true)
  await page.getByRole('button', { name: '重发' }).click()
  await toast(page, '已安排重发')
  await line.getByText('已通知').waitFor()
  await page.getByRole('button', { name: '重发' }).waitFor({ state: 'detached' })
})
browserTest(
  'the applications of dealers are found by their number; a link to an inquiry leads to the inquiries',
  async (t) => {
    const server = await ownServer(t)
    for (const [agentName, phone] of [
      ['赵工', '13900000009'],
      ['于经理', '13900000008'],
    ]) {
      await server.post('/v1/agent/saveAgent', { agentInfo: `${agentName}的公司`, agentName, phone })
    }
    await ask(server, { topic: '报价' })
    const { page, complaints } = await staff(t, '/AdminAgenttoJoin', {
      server,
      viewport: { width: 1920, height: 1080 },
    })
    await row(page, '赵工').waitFor()
    await page.getByLabel('查找').fill('139 0000 0009')
    await page.keyboard.press('Enter')
    await row(page, '于经理').waitFor({ state: 'detached' })

    // As messages of earlier releases have it.
    const [inquiry] = await stored(server, { kind: 'inquiry' })
    await follow(page, `/AdminAgenttoJoin?open=${inquiry.agentId}`)
    await page.waitForURL(/\/AdminInquiry$/)
    await page.getByRole('dialog', { name: '王工' }).getByText('多少钱？').waitFor()
    assert.equal(await page.getByRole('heading', { level: 1, includeHidden: true }).textContent(), '客户咨询')
    await page.goto(`/AdminAgenttoJoin?open=${inquiry.agentId}`)
    await page.waitForURL(/\/AdminInquiry$/)
    await page.getByRole('dialog', { name: '王工' }).getByText('多少钱？').waitFor()
    assert.deepEqual(complaints, [])
  },
)

browserTest(
  'a day of sales on a phone: what is due, the own ones, a note, tomorrow, and Back to the next',
  async (t) => {
    const server = await ownServer(t)
    const headers = await server.signIn()
    const leads: [name: string, changes: object][] = [
      ['李工', { owner: '小王', nextAt: '2026-01-01' }],
      ['张工', { owner: '小林', nextAt: '2026-01-02' }],
      ['赵工', { owner: '小林', nextAt: '2999-01-02' }],
      ['周工', {}],
    ]
    for (const [index, [name, changes]] of leads.entries()) {
      await ask(server, { topic: '应聘', name, phone: `1380000000${index}`, company: '恒信' })
      const [{ agentId }] = await stored(server, { agentName: name })
      await server.post('/v1/agent/update', { agentId, ...changes }, { headers })
    }
    const {
      data: { password },
    } = await server.post('/v1/account/save', { name: '小林', role: 'service' }, { headers })
    const { page, complaints } = await staff(t, '/dashboard', { server, phone: true, name: '小林', password })
    const due = page.getByRole('region', { name: '今天要联系（2）' })
    await due.getByRole('listitem').first().getByText('张工（恒信） 应聘').waitFor()
    await due.getByRole('link', { name: '客户咨询' }).tap()
    await row(page, '李工').waitFor()
    await ready(page)
    assert.deepEqual(await titles(page, 'agentName'), ['李工', '张工'], 'in the order of their days')
    await row(page, '张工').getByText('恒信').filter({ visible: true }).waitFor()
    await page.getByRole('button', { name: '我的' }).tap()
    await row(page, '李工').waitFor({ state: 'detached' })
    await row(page, '张工').getByRole('button', { name: '张工', exact: true }).tap()
    const dialog = page.getByRole('dialog', { name: '张工' })
    await dialog.getByLabel('跟进记录', { exact: true }).fill('下周来面试')
    assert.equal(await dialog.getByLabel('状态').inputValue(), 'contacted')
    for (const name of ['明天', '三天后', '下周一', '保存跟进']) {
      const box = await dialog.getByRole('button', { name }).boundingBox()
      assert.ok((box?.width ?? 0) >= 44 && (box?.height ?? 0) >= 44, `${name}: ${box?.width}x${box?.height}`)
    }
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    await row(page, '张工').getByText('没写完').waitFor()
    await row(page, '张工').getByRole('button', { name: '张工', exact: true }).tap()
    assert.equal(await dialog.getByLabel('跟进记录', { exact: true }).inputValue(), '下周来面试')
    await dialog.getByRole('button', { name: '明天' }).tap()
    await dialog.getByRole('button', { name: '保存跟进' }).tap()
    await toast(page, '跟进已保存')
    await page.evaluate(() => history.back())
    await dialog.waitFor({ state: 'detached' })
    await row(page, '张工').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '全部', exact: true }).tap()
    await row(page, '张工').getByText('明天').waitFor()
    assert.deepEqual(await titles(page, 'agentName'), ['赵工', '张工'], 'still the own ones')
    assert.deepEqual(complaints, [])
  },
)

browserTest('a mail to a customer begins with the rows, is kept while it is not sent, and says why', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on', RATE_LIMIT: 'off', NOTIFY_PRIVATE: 'on' } })
  const headers = await server.signIn()
  // Nobody listens there.
  const channel = { kind: 'mail', label: '邮件', on: true, host: 'localhost', port: 1, user: 'a@example.com' }
  await server.post('/v1/channel/save', { ...channel, password: 'secret-code', to: 'b@example.com' }, { headers })
  const items = [{ productId: 'jzbh-guardrail', quantity: 3, unit: '套' }]
  await ask(server, { phone: 'wang@customer.example', items })
  const { page } = await staff(t, '/AdminInquiry', { server })
  const open = () => row(page, '王工').getByRole('button', { name: '王工', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '王工' })
  const letter = dialog.getByLabel('发给 wang@customer.example')
  await open()
  await dialog.getByText('写邮件回复').click()
  assert.match(await letter.inputValue(), /^王工，您好！\n[^]*\n1\. 标准化防护栏杆 ×3套$/)
  await letter.fill('王工，您好！每套200元。')
  await dialog.getByRole('button', { name: '发送邮件' }).click()
  await dialog.getByRole('alert').getByText('邮件未能发送（对方拒绝连接').waitFor()
  await page.keyboard.press('Escape')
  await row(page, '王工').getByText('没写完').waitFor()
  await page.reload()
  await open()
  assert.equal(await letter.inputValue(), '王工，您好！每套200元。')
})
