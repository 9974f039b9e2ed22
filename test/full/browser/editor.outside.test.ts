import assert from 'node:assert/strict'
import { startServer } from '../../server.ts'
import { outsideSite } from '../../media/outside.ts'
import { browserTest } from '../../browser/browser.ts'
import { drawn } from '../../browser/drawing.ts'
import { toast } from '../../browser/staff.ts'
import { paste } from '../../browser/transfer.ts'
import { type, writing } from '../../browser/writing.ts'

const internet = new URL('../../media/oneSiteInternet.mjs', import.meta.url).href

browserTest(
  'pictures of a WeChat article are stored on this site by one click, and those that could not be say why',
  async (t) => {
    let picture: Buffer = Buffer.alloc(0)
    let isThere = false
    let release = (): void => {}
    const typed = new Promise<void>((resolve) => (release = resolve))
    const site = await outsideSite(t, async ({ url = '' }, res) => {
      await typed
      res.writeHead(url.includes('second') && !isThere ? 404 : 200).end(picture)
    })
    const server = await startServer(t, {
      env: { SEED: 'on', RATE_LIMIT: 'off', NODE_OPTIONS: `--import ${internet}`, OUTSIDE_PORT: `${site.port}` },
    })
    const { page, newId, dialog, paper, keys, saved } = await writing(t, '', { server })
    picture = await drawn(page, { width: 60, height: 40, type: 'image/png', ground: '#2468ac' })
    const foot = dialog.getByRole('status')
    const [first, second] = [
      'https://mmbiz.qpic.cn/mmbiz_png/first/640?wx_fmt=png',
      'https://mmbiz.qpic.cn/mmbiz_png/second/640?wx_fmt=png',
    ]
    const image = (src = ''): string => `<p><img data-src="${src}" src="${src}"></p>`
    await paste(paper, { 'text/html': `<p>工地</p>${image(first)}${image(second)}${image(first)}<p>完</p>` })
    await foot.getByText('正文里有 2 张站外图片，可能无法显示').waitFor()
    await foot.getByRole('button', { name: '存到本站' }).click()
    await foot.getByRole('progressbar', { name: '存到本站的进度' }).waitFor()
    await keys('Control+End')
    await type(page, '，存的时候写的')
    release()
    await foot.getByText('有 1 张站外图片没能存到本站：地址打不开').waitFor()
    assert.equal(await paper.locator('img[src^="/uploads/quill/"]').count(), 2)
    assert.match(await paper.innerText(), /完，存的时候写的$/)
    assert.equal(site.requests.length, 2)

    await keys('Control+z')
    assert.equal(await paper.locator('img[src^="https:"]').count(), 3)
    assert.match(await paper.innerText(), /完，存的时候写的$/)
    await keys('Control+y')
    isThere = true
    await foot.getByRole('button', { name: '重试' }).click()
    await foot.getByText('站外图片').waitFor({ state: 'detached' })
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('[contenteditable] img')].every(
        (each) => each.naturalWidth === 60,
      ),
    )
    const html = await saved()
    assert.match(
      html,
      /^<p>工地<\/p>(<p><img src="\/uploads\/quill\/[0-9a-f]{32}\.60x40\.png"[^>]*><\/p>){3}<p>完，存的时候写的<\/p>$/,
    )
    await page.goto(`/xwdtDet?newId=${newId}`)
    assert.deepEqual(
      await page
        .locator('.rich img')
        .evaluateAll((images) => images.map((each) => new URL((each as HTMLImageElement).src).origin)),
      Array(3).fill(server.url),
    )
    const { data } = (await server.post('/v1/media/list', { word: '/uploads/' }, { headers: await server.signIn() }))
      .data
    assert.deepEqual(
      data.map(({ name }: { name: string }) => name),
      ['mmbiz.qpic.cn'],
    )
  },
)

browserTest(
  'before text with pictures of other sites goes public, a question counts them and offers to store them here',
  async (t) => {
    let picture: Buffer = Buffer.alloc(0)
    let isThere = false
    const site = await outsideSite(t, async (_, res) => void res.writeHead(isThere ? 200 : 404).end(picture))
    const server = await startServer(t, {
      env: { SEED: 'on', RATE_LIMIT: 'off', NODE_OPTIONS: `--import ${internet}`, OUTSIDE_PORT: `${site.port}` },
    })
    const image = (name: string): string => `<img src="https://pictures.example/${name}?a=1&amp;b=2" alt="${name}">`
    const { page, newId, dialog } = await writing(
      t,
      `<p>工地</p><p>${image('one')}${image('two')}${image('one')}</p>`,
      { server },
    )
    picture = await drawn(page, { width: 60, height: 40, type: 'image/png', ground: '#2468ac' })
    const stored = async (): Promise<string> => (await server.post('/v1/news/detailNews', { newId })).data.newInfo
    const asked = page.getByRole('dialog', { name: '提示' })

    await dialog.getByRole('textbox', { name: '新闻标题' }).fill('改过的标题')
    await dialog.getByRole('button', { name: '更新' }).click()
    await asked.getByText('正文还有 2 张站外图片，访客可能看不到').waitFor()
    await page.keyboard.press('Escape')
    await asked.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: '保存草稿' }).click()
    await toast(page, '草稿已保存')

    await dialog.getByRole('button', { name: '更新' }).click()
    await asked.getByRole('button', { name: '存到本站' }).click()
    await asked.getByText('有 2 张站外图片没能存到本站：地址打不开').waitFor()
    assert.match(await stored(), /pictures\.example/)
    isThere = true
    await asked.getByRole('button', { name: '存到本站' }).click()
    await toast(page, '修改成功！')
    assert.match(
      await stored(),
      /^<p>工地<\/p><p>(<img src="\/uploads\/quill\/[0-9a-f]{32}\.60x40\.png"[^>]*>){3}<\/p>$/,
    )
  },
)
