import assert from 'node:assert/strict'
import { browserTest, ownServer, seriousFaults } from './browser.ts'
import { staff } from './staff.ts'

browserTest('the back office has the colour of the company, whose text can be read in both schemes', async (t) => {
  const server = await ownServer(t)
  const headers = await server.signIn()
  await server.post('/v1/agent/saveAgent', { agentInfo: '青岛海右建设集团', agentName: '王建国', phone: '13812345678' })
  const faults: string[] = []
  for (const accent of ['#ffe14d', '#0b3d2e', '#c2185b']) {
    const saved = await server.post('/v1/site/update', { siteName: '海右齿科', look: { accent, corners: 'soft' } }, { headers })
    assert.equal(saved.code, 200)
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await staff(t, '/dashboard', { server, colorScheme, bypassCSP: true, reducedMotion: 'reduce' })
      await page.locator('.brand').getByText('海右齿科').waitFor()
      for (const path of ['/dashboard', '/AdminNews', '/AdminAgenttoJoin', '/AdminMedia', '/settings?group=basics']) {
        await page.goto(path)
        await page.locator('.view .card, .view .data, .view form').filter({ visible: true }).first().waitFor()
        await page.waitForLoadState('networkidle')
        assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--orange')), accent)
        faults.push(...(await seriousFaults(page)).map((fault) => `${accent} ${colorScheme} ${path} ${fault}`))
      }
      await page.context().close()
    }
  }
  assert.deepEqual(faults, [])
})
