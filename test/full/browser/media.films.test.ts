import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../eventually.ts'
import { mp4 } from '../../media/films.ts'
import { png } from '../../media/pictures.ts'
import { newFolder, startServer } from '../../server.ts'
import { browserTest, openPage } from '../../browser/browser.ts'
import { card, chooser, filmFile, type Library, library, open, uploadList } from '../../browser/library.ts'
import { save, toast } from '../../browser/staff.ts'
import { hold } from '../../browser/waiting.ts'

browserTest('a film goes on where it was after the page was reloaded', async (t) => {
  const { page, calls } = await library(t)
  const film = filmFile(t)
  let sent = 0
  await page.route('**/v1/media/film/chunk?**', (route) => (sent++ === 0 ? route.continue() : undefined))
  page.on('dialog', (dialog) => void dialog.accept())
  await chooser(page).setInputFiles(film)
  await eventually(() => sent === 2, 'the second chunk is sent')
  await page.reload()
  await page.unroute('**/v1/media/film/chunk?**')
  const before = calls.filter((path) => path.endsWith('/film/chunk')).length
  await chooser(page).setInputFiles(film)
  await uploadList(page).getByText('已上传 1 个文件').waitFor()
  assert.equal(
    calls.filter((path) => path.endsWith('/film/chunk')).length - before,
    2,
    'the first chunk is not sent again',
  )
  await card(page, '施工过程.mp4').waitFor()
})

browserTest('a film is uploaded although the storage of the browser is full', async (t) => {
  const { page } = await library(t)
  await page.evaluate(() => {
    for (let size = 1 << 22; size >= 1; size >>= 1) {
      try {
        for (let index = 0; index < 16; index++) localStorage.setItem(`full${size}/${index}`, 'x'.repeat(size))
      } catch {
        // Full for this size.
      }
    }
  })
  await chooser(page).setInputFiles(filmFile(t))
  await uploadList(page).getByText('已上传 1 个文件').waitFor()
  await uploadList(page).getByRole('button', { name: '选择封面' }).click()
  await page.getByRole('dialog', { name: '视频详情' }).waitFor()
})

/** A library with a film that an older version has stored: this Chromium plays no H.264. */
async function libraryWithFilm(t: TestContext): Promise<Library & { film: { mediaId: string; address: string } }> {
  const folder = newFolder(t)
  await (await startServer(t, { folder })).stop()
  const bytes = await recorded((await openPage(t, 'http://localhost/', {})).page)
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.320x180.webm`
  await mkdir(join(folder, 'uploads', 'film'), { recursive: true })
  await writeFile(join(folder, 'uploads', 'film', name), bytes)
  const shown = await library(t, { folder })
  const { server, headers, page } = shown
  const films = async () => (await server.post('/v1/media/list', { type: 'film' }, { headers })).data.data
  await eventually(async () => (await films()).length > 0, 'it is found')
  const [film] = await films()
  await server.post('/v1/media/update', { mediaId: film.mediaId, name: '巡检.webm' }, { headers })
  await page.reload()
  return { ...shown, film }
}

const recorded = async (page: Page): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
      const context = canvas.getContext('2d')
      const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm;codecs=vp8' })
      const parts: Blob[] = []
      const stopped = new Promise((resolve) => (recorder.onstop = resolve))
      recorder.ondataavailable = ({ data }) => parts.push(data)
      recorder.start()
      for (let frame = 0; frame < 60; frame++) {
        if (context) context.fillStyle = `hsl(${frame * 6} 80% 50%)`
        context?.fillRect(0, 0, 320, 180)
        await new Promise(requestAnimationFrame)
      }
      recorder.stop()
      await stopped
      const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    }),
    'base64',
  )

browserTest('a frame of a film becomes its poster', async (t) => {
  const { page, server, headers, complaints } = await libraryWithFilm(t)
  const dialog = await open(page, '巡检.webm')
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  await dialog.getByRole('button', { name: '把当前画面设为封面' }).click()
  await toast(page, '已设置封面')
  await dialog.getByRole('img', { name: '当前封面' }).waitFor()
  const { data } = (await server.post('/v1/media/list', { type: 'film' }, { headers })).data
  assert.match(data[0].poster, /^\/uploads\/media\/[0-9a-f]{32}\.320x180\.[0-9a-f]{6}\.jpg$/)
  assert.deepEqual(complaints, [])
})

browserTest(
  'a film that not every browser plays is refused with advice, and a cancelled one leaves nothing',
  async (t) => {
    const { page, calls } = await library(t)
    await chooser(page).setInputFiles({ name: '手机.mp4', mimeType: 'video/mp4', buffer: mp4({ video: 'hvc1' }) })
    await uploadList(page)
      .getByRole('listitem')
      .getByText(/H\.264/)
      .waitFor()
    assert.equal(
      await uploadList(page)
        .getByRole('button', { name: /^继续上传/ })
        .count(),
      0,
    )
    await uploadList(page).getByRole('button', { name: '移除：手机.mp4' }).click()
    await page.route('**/v1/media/film/chunk?**', () => undefined)
    await chooser(page).setInputFiles(filmFile(t))
    await uploadList(page).getByRole('button', { name: '取消上传：施工过程.mp4' }).click()
    await uploadList(page).waitFor({ state: 'detached' })
    await eventually(() => calls.includes('/v1/media/film/cancel'), 'the upload is cancelled')
  },
)

browserTest('a film that is cancelled before the server has answered leaves nothing there either', async (t) => {
  const { page, calls } = await library(t)
  const release = await hold(page, '**/v1/media/film/begin')
  await chooser(page).setInputFiles(filmFile(t))
  await uploadList(page).getByRole('button', { name: '取消上传：施工过程.mp4' }).click()
  await uploadList(page).waitFor({ state: 'detached' })
  release()
  await eventually(() => calls.includes('/v1/media/film/cancel'), 'the upload is cancelled')
  assert.equal(calls.includes('/v1/media/film/chunk'), false)
})

browserTest(
  'a picture and a film of the library go into a text where the caret was; the page shows the poster and plays when asked',
  async (t) => {
    const { page, server, headers, upload, film, complaints } = await libraryWithFilm(t)
    const picture = await upload(png(640, 360), '封面.png')
    const [row] = (await server.post('/v1/media/list', { word: '封面' }, { headers })).data.data
    await server.post('/v1/media/update', { mediaId: film.mediaId, poster: picture }, { headers })
    await server.post('/v1/media/update', { mediaId: row.mediaId, alt: '塔吊与“工地”' }, { headers })
    const { newId } = (
      await server.post('/v1/news/saveNews', { newTitle: '巡检', newInfo: '<p>前文后文</p>' }, { headers })
    ).data

    await page.goto(`/AdminNews?edit=${newId}`)
    const form = page.getByRole('dialog', { name: '编辑新闻' })
    const paper = form.getByRole('textbox', { name: '新闻内容' })
    await paper.getByText('前文后文').waitFor()
    await paper.focus()
    await paper.press('Control+Home')
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await form.getByRole('button', { name: '更多', exact: true }).click()
    await form.getByRole('menuitem', { name: '从素材库选择图片' }).click()
    await page
      .getByRole('dialog', { name: '从素材库选择图片' })
      .getByRole('button', { name: '封面.png', exact: true })
      .click()
    await form.getByRole('img', { name: '塔吊与“工地”' }).waitFor()
    await page.keyboard.type('其间')
    await form.getByRole('button', { name: '视频', exact: true }).click()
    await page.getByRole('dialog', { name: '插入视频' }).getByRole('button', { name: '从素材库选择' }).click()
    await page
      .getByRole('dialog', { name: '从素材库选择视频' })
      .getByRole('button', { name: '巡检.webm', exact: true })
      .click()
    await form.locator('[contenteditable] video').waitFor()
    await save(form, '修改成功！')
    assert.equal(
      (await server.post('/v1/news/detailNews', { newId })).data.newInfo,
      `<p>前文</p><p><img src="${picture}" alt="塔吊与“工地”" width="640" height="360"></p><p>其间</p>` +
        `<p><video src="${film.address}" poster="${picture}" preload="metadata" controls=""></video></p><p>后文</p>`,
    )

    await page.goto(`/xwdtDet?newId=${newId}`)
    const shown = await page
      .locator('video')
      .evaluate((video: HTMLVideoElement) => [
        video.getAttribute('poster'),
        video.controls,
        video.autoplay,
        video.paused,
      ])
    assert.deepEqual(shown, [picture, true, false, true])
    assert.equal((await fetch(server.url + film.address, { headers: { range: 'bytes=0-9' } })).status, 206)
    await page.locator('video').evaluate((video: HTMLVideoElement) => (video.muted = true) && video.play())
    assert.deepEqual(complaints, [])
  },
)
