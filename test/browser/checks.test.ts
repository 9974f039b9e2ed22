import assert from 'node:assert/strict'
import { browserTest, ownServer, seriousFaults } from './browser.ts'
import { staff } from './staff.ts'

const sentence = '我们的塔机监测全国第一。'

browserTest(
  'the check groups what is to be done, leads to where it is put right, and takes the evidence of a superlative',
  async (t) => {
    const server = await ownServer(t)
    const headers = await server.signIn()
    await server.post('/v1/site/update', { slogan: sentence }, { headers })
    const { page, complaints } = await staff(t, '/check', { server, bypassCSP: true, reducedMotion: 'reduce' })
    await page
      .getByRole('status')
      .filter({ hasText: /^\d+项要处理 · \d+项建议 · \d+项正常$/ })
      .waitFor()
    assert.deepEqual(await page.locator('.checks h2').allTextContents(), ['第一个小时', '要处理', '建议', '正常'])
    assert.deepEqual(await seriousFaults(page), [])

    const claim = page.getByRole('listitem').filter({ hasText: sentence }).last()
    assert.equal(await claim.locator('mark').textContent(), '全国第一')
    await claim.getByRole('button', { name: '记录依据' }).click()
    await claim.getByRole('button', { name: '保存' }).click()
    const note = claim.getByRole('textbox', { name: '依据' })
    await claim.getByText('请写明谁认定的、什么文件').waitFor()
    assert.equal(await note.getAttribute('aria-invalid'), 'true')
    await note.fill('2025年行业协会排名')
    await page.route('**/v1/check/evidence', (route) => route.abort(), { times: 1 })
    await claim.getByRole('button', { name: '保存' }).click()
    await claim.locator('.field-note.bad').waitFor()
    assert.equal(await note.inputValue(), '2025年行业协会排名', 'what was typed is kept')
    await claim.getByRole('button', { name: '保存' }).click()
    const proven = page.locator('.of-ok').getByText('1句都记下了依据。')
    await proven.waitFor()
    await page.locator('.of-ok summary').click()
    await page.getByText(/^依据：2025年行业协会排名（admin，/).waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.deepEqual(await seriousFaults(page), [])

    await page.getByRole('link', { name: '去处理：ICP备案号' }).click()
    await page.getByRole('textbox', { name: 'ICP备案号' }).fill('鲁ICP备12345678号')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('修改成功！').waitFor()
    await page.getByRole('link', { name: '上线检查' }).first().click()
    await page.locator('.of-ok').getByText('鲁ICP备12345678号').waitFor()
    assert.deepEqual(
      complaints.filter((each) => !each.includes('ERR_FAILED')),
      [],
    )
  },
)
