import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { browserTest } from '../../browser/browser.ts'
import { question } from '../../browser/staff.ts'
import { paste } from '../../browser/transfer.ts'
import { type, writing } from '../../browser/writing.ts'

const lost = '【图片未能粘贴：a.png】'
const red = `<span class="color-red">${lost}</span>`

/** A text with placeholders, as a paste leaves it: the server stores none. */
async function pasted(t: TestContext, html: string) {
  const open = await writing(t)
  await paste(open.paper, { 'text/html': html.replaceAll(red, '<img src="file:///C:/a.png">') })
  await open.paper.getByText(lost).first().waitFor()
  return { ...open, written: () => open.paper.innerHTML() }
}

browserTest('text typed before and after a placeholder is not red, on its line and on the next', async (t) => {
  const { page, paper, tool, keys, written } = await pasted(t, `<p>一${red}</p><p>${red}二</p><p>${red}</p><p>末</p>`)
  const at = async (line: number, key: 'Home' | 'End'): Promise<void> => {
    await paper.evaluate((box, index) => getSelection()?.collapse(box.children[index] ?? null, 0), line)
    await keys(key)
  }
  await at(0, 'End')
  assert.equal(await tool('加粗').getAttribute('aria-pressed'), 'false')
  await type(page, '后面abc')
  await at(1, 'Home')
  await type(page, '前面')
  await at(2, 'End')
  await keys('Enter')
  await type(page, '下一行')
  await at(2, 'End')
  await type(page, '行尾')
  await page.keyboard.insertText('输入法')
  await at(2, 'Home')
  await keys('Enter', 'ArrowUp')
  await type(page, '上一行')
  assert.equal(
    await written(),
    `<p>一${red}后面abc</p><p>前面${red}二</p><p>上一行</p><p>${red}行尾输入法</p><p>下一行</p><p>末</p>`,
  )
})

browserTest('what is pasted or composed behind a placeholder is not red', async (t) => {
  const { page, keys, written } = await pasted(t, `<p>文</p><p><b>粗</b>${red}</p>`)
  await keys('Control+End')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Input.imeSetComposition', { text: 'shuo', selectionStart: 4, selectionEnd: 4 })
  await cdp.send('Input.insertText', { text: '说明' })
  await type(page, '接着写')
  assert.equal(await written(), `<p>文</p><p><strong>粗</strong>${red}说明接着写</p>`)
})

browserTest('marks chosen behind a placeholder come without its red, a colour that was chosen stays', async (t) => {
  const { page, paper, choose, keys, written } = await pasted(t, `<p>一${red}</p><p>${red}</p>`)
  await paper.evaluate((box) => getSelection()?.collapse(box.firstChild, 2))
  await keys('Control+b')
  await type(page, '粗')
  await keys('Control+End')
  await choose('文字颜色', '蓝色')
  await type(page, '蓝')
  assert.equal(await written(), `<p>一${red}<strong>粗</strong></p><p>${red}<span class="color-blue">蓝</span></p>`)
})

browserTest('a placeholder is deleted by one key, or replaced after a click', async (t) => {
  const { page, paper, keys, written } = await pasted(
    t,
    `<p>一${red}</p><p>${red}二</p><p>三${red}四</p><p>五${red}</p>`,
  )
  const caret = async (line: number, key: 'Home' | 'End'): Promise<void> => {
    await paper.evaluate((box, index) => getSelection()?.collapse(box.children[index] ?? null, 0), line)
    await keys(key)
  }
  await caret(0, 'End')
  await keys('Backspace')
  await caret(1, 'Home')
  await keys('Delete')
  await keys('Control+z', 'Control+y')
  await paper.getByText(lost).first().click()
  assert.equal(await page.evaluate(() => getSelection()?.toString()), lost)
  await type(page, '换上')
  await paper.getByText(lost).click()
  await keys('Delete')
  assert.equal(await written(), '<p>一</p><p>二</p><p>三换上四</p><p>五</p>')
})

browserTest('before a save the question about placeholders leads to the first, or removes them', async (t) => {
  const { page, dialog, paper, keys, saved } = await pasted(t, `<p>一</p><p>二${red}</p><p>${red}</p><p>三</p>`)
  await page.setViewportSize({ width: 390, height: 800 })
  await dialog.getByRole('button', { name: '其他信息' }).click()
  await dialog.getByRole('button', { name: '更新' }).click()
  const asked = question(page)
  await asked.getByText('正文还有 2 处未能粘贴的内容').waitFor()
  await asked.getByRole('button', { name: '查看' }).click()
  await dialog.getByText('还有 2 处未能粘贴的内容，已用红字标出').waitFor()
  await page.waitForFunction((words) => getSelection()?.toString() === words, lost)
  assert.equal(await paper.evaluate((box) => document.activeElement === box), true)
  await keys('Delete')
  assert.equal(await paper.innerText().then((text) => text.split(lost).length - 1), 1)
  assert.equal(await dialog.getByText('还有 2 处未能粘贴的内容').count(), 0)
  assert.equal(await saved(1), '<p>一</p><p>二</p><p>三</p>')
})

browserTest('a record that is only viewed has no help about tools', async (t) => {
  const { page, newId, dialog, paper } = await writing(t, '<p>文</p>')
  assert.match(
    (await paper.evaluate(
      (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent,
    )) ?? '',
    /Alt\+F10/,
  )
  await dialog.getByRole('button', { name: '取消' }).click()
  await page
    .locator(`tr[data-id="${newId}"]`)
    .getByRole('button', { name: /^查看：/ })
    .click()
  const viewed = page.getByRole('dialog', { name: '查看新闻' })
  const text = viewed.getByRole('textbox', { name: '新闻内容' })
  await text.getByText('文').waitFor()
  assert.deepEqual(
    [await text.getAttribute('aria-describedby'), await text.getAttribute('aria-readonly')],
    [null, 'true'],
  )
  assert.equal(await viewed.getByText('Alt+F10').count(), 0)
})
