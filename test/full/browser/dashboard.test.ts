import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { user } from '../../accounts.ts'
import { command } from '../../keeping/commands.ts'
import { admin, newFolder, startServer } from '../../server.ts'
import { browserTest, ownServer } from '../../browser/browser.ts'
import { resize, shownAgain, staff } from '../../browser/staff.ts'

browserTest(
  'the dashboard is one screen: a greeting, and visits and disk space above the fold, with the line of a new site and without',
  async (t) => {
    const server = await ownServer(t)
    for (let n = 1; n <= 5; n++) {
      await server.post('/v1/agent/saveAgent', {
        agentInfo: `第${n}家建设工程有限公司`,
        agentName: '王工',
        phone: `1380000000${n}`,
      })
    }
    // One's own password: nobody is asked for another.
    await user(server.folder, ['password', admin.username, '--password-stdin'], admin.password)
    const { page } = await staff(t, '/dashboard', { server })
    await page.getByText(/^磁盘空间：数据 .*，剩余空间 [\d.]+ [GT]B$/).waitFor()
    for (const checklist of ['shown', 'hidden']) {
      if (checklist === 'hidden') {
        await page.route('**/v1/check/list', (route) => route.fulfill({ json: { code: 200, data: [] } }))
        await page.reload()
      }
      for (const viewport of [
        { width: 1440, height: 900 },
        { width: 1366, height: 768 },
        { width: 1280, height: 720 },
        { width: 768, height: 1024 },
      ]) {
        await resize(page, viewport)
        const bottom = (selector: string) =>
          page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom)
        assert.ok(
          (await page.locator('.dashboard-head').evaluate((element) => element.getBoundingClientRect().height)) <= 56,
        )
        if (checklist === 'shown') {
          assert.ok(
            (await page.locator('.check-line').evaluate((element) => element.getBoundingClientRect().height)) <= 48,
            'it is one line',
          )
        }
        for (const selector of ['.dashboard-visits', '.dashboard-pair']) {
          assert.ok(
            (await bottom(selector)) <= viewport.height,
            `${selector} at ${viewport.width}, the checklist ${checklist}`,
          )
        }
        // Enquiries by week are beside the visits where there is room for three, else below.
        if (checklist === 'shown' || viewport.width < 1280) continue
        await page.locator('.dashboard-inquiries').waitFor()
        assert.equal(await page.locator('.view:visible').evaluate((view) => view.scrollHeight - view.clientHeight), 0)
        const tops = await page
          .locator('.dashboard-visits, .dashboard-inquiries')
          .evaluateAll((both) => both.map((each) => each.getBoundingClientRect().top))
        assert.equal(tops[0], tops[1], `${viewport.width}`)
      }
    }
  },
)

browserTest('what is wrong with the machine is shown above everything else, and before what is well', async (t) => {
  const folder = newFolder(t)
  // A backup that failed, as the server would have noted it.
  await mkdir(join(folder, 'data', 'backup'), { recursive: true })
  const failed = {
    id: 'last',
    createdAt: '2026-11-20T03:30:00.000+08:00',
    failure: 'no space',
    file: '',
    bytes: 0,
    records: 0,
    uploads: 0,
    missing: 0,
  }
  await writeFile(join(folder, 'data', 'backup', 'last.json'), JSON.stringify(failed))
  const server = await startServer(t, { folder, env: { SEED: 'on', RATE_LIMIT: 'off' } })
  const { page } = await staff(t, '/dashboard', { server, viewport: { width: 390, height: 844 } })
  await page.getByRole('alert').filter({ hasText: '2026-11-20 03:30的备份失败：no space。' }).waitFor()
  const top = (selector: string) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().top)
  assert.ok((await top('.dashboard-warning[role=alert]')) < (await top('.dashboard-counts')))
  assert.ok((await top('.dashboard-counts')) < (await top('.dashboard-backup')))
})

browserTest('the dashboard says when applications were refused, and when a disk is below its reserve', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on', APPLICATIONS_PER_HOUR: '1' } })
  const { page } = await staff(t, '/dashboard', { server })
  await page.getByText(/^磁盘空间：数据 .*，剩余空间 [\d.]+ [GT]B$/).waitFor()
  assert.equal(await page.locator('.dashboard-warning[role=alert]').count(), 0)
  for (let n = 1; n <= 4; n++)
    await server.post('/v1/agent/saveAgent', { agentInfo: '公司', agentName: '人', phone: `1380000000${n}` })
  await shownAgain(page)
  await page
    .getByRole('alert')
    .filter({
      hasText: /自服务器上次启动以来有 3 次咨询或申请因提交过多未被接收，最近一次在 \d{4}-\d\d-\d\d \d\d:\d\d/,
    })
    .waitFor()

  // More than any disk has.
  const full = await startServer(t, { env: { SEED: 'on', DISK_RESERVE: '999999999' } })
  const other = await staff(t, '/dashboard', { server: full })
  await other.page
    .getByRole('alert')
    .filter({ hasText: /已暂停接收客户线索、上传图片.*；其他内容仍可保存/ })
    .waitFor()
})

browserTest(
  'the dashboard says how daily backups are turned on, and shows the last one when there is one',
  async (t) => {
    const { page, server } = await staff(t, '/dashboard', { own: true })
    const part = page.getByRole('region', { name: '备份' })
    await part.getByText('请技术人员开启每日备份').waitFor()
    assert.doesNotMatch(await part.innerText(), /BACKUP_DIR/)
    assert.equal((await command('backup', server.folder, ['site.tar.gz'])).code, 0)
    await shownAgain(page)
    await part.getByText('已校验').waitFor()
    assert.match(await part.innerText(), /最近备份\s*刚刚\s*大小\s*[\d.]+ KB/)
    assert.equal(await part.getByRole('alert').count(), 0)
  },
)

browserTest('the dashboard leads to the newest ones, and shows them by week and by source', async (t) => {
  const server = await ownServer(t)
  await server.post('/v1/inquiry/save', {
    topic: '报价',
    name: '王工',
    phone: '13800000001',
    question: '多少钱？',
    page: '/',
    origin: { referrer: 'www.baidu.com' },
  })
  const { page, complaints } = await staff(t, '/dashboard', { server })
  const part = page.getByRole('region', { name: '近12周客户线索' })
  await part.waitFor()
  assert.equal(await part.locator('table tbody tr').count(), 12)
  assert.equal(await part.locator('table tbody tr:last-child td').textContent(), '1')
  assert.match(await part.locator('.inquiry-sources').innerText(), /百度\s*1/)
  await page.locator('.dashboard-latest').getByRole('link', { name: '王工' }).click()
  await page.getByRole('dialog', { name: '王工' }).getByText('多少钱？').waitFor()
  assert.deepEqual(complaints, [])
})
