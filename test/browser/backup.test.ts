import assert from 'node:assert/strict'
import { command } from '../backup/commands.ts'
import { browserTest, seriousFaults } from './browser.ts'
import { staff } from './staff.ts'

browserTest('the dashboard says how daily backups are turned on, and shows the last one when there is one', async (t) => {
  const { page, server } = await staff(t, '/dashboard', { own: true, bypassCSP: true })
  const part = page.getByRole('region', { name: '备份' })
  await part.getByText('未开启每日自动备份').waitFor()
  assert.equal((await command('backup', server.folder, ['site.tar.gz'])).code, 0)
  await page.getByRole('button', { name: '刷新' }).click()
  await part.getByText('已校验').waitFor()
  assert.match(await part.innerText(), /最近备份\s*刚刚\s*大小\s*[\d.]+ KB/)
  assert.deepEqual(await seriousFaults(page), [])
  assert.equal(await part.getByRole('alert').count(), 0)
})
