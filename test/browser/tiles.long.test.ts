import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { newFolder, startServer } from '../server.ts'
import { onePixel } from '../uploads/pictures.ts'
import { browserTest, launched } from './browser.ts'

browserTest('the policy allows the tiles of a service over plain http, from its hosts and from no other', async (t) => {
  const asked: string[] = []
  const service = createServer((req, res) => {
    asked.push(`${req.headers.host?.replace(/:.*/, '')} ${req.url}`)
    res.writeHead(200, { 'Content-Type': 'image/png' }).end(onePixel)
  }).listen(0, '127.0.0.1')
  t.after(() => service.close())
  await new Promise((resolve) => service.once('listening', resolve))
  const { port } = service.address() as AddressInfo
  const site = JSON.parse(await readFile(new URL('../../data/seed/site/site.json', import.meta.url), 'utf8'))

  const templates: [tiles: string, hosts: string[]][] = [
    [`http://127.0.0.1:${port}/{z}/{x}/{y}.png`, ['127.0.0.1']],
    [`http://{s}.localhost:${port}/{z}/{x}/{y}.png`, ['a.localhost', 'b.localhost', 'c.localhost']],
  ]
  for (const [tiles, hosts] of templates) {
    asked.length = 0
    const folder = newFolder(t)
    await mkdir(join(folder, 'data', 'site'), { recursive: true })
    await writeFile(join(folder, 'data', 'site', 'site.json'), JSON.stringify({ ...site, map: { ...site.map, tiles } }))
    const server = await startServer(t, { folder })
    const context = await (await launched()).newContext({ viewport: { width: 800, height: 600 }, baseURL: server.url })
    t.after(() => context.close())
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto('/map')
    await page.waitForFunction(() => {
      const images = Array.from(document.querySelectorAll<HTMLImageElement>('.map-tile'))
      return images.length > 4 && images.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
    })
    assert.deepEqual([...new Set(asked.map((line) => line.split(' ')[0]))].sort(), hosts)
    assert.match(asked[0] ?? '', / \/\d+\/\d+\/\d+\.png$/)
    assert.deepEqual(complaints, [])
    const other = await page.evaluate(
      (src) =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective))
          const image = new Image()
          image.onload = () => resolve('loaded')
          image.src = src
        }),
      `http://[::1]:${port}/other.png`,
    )
    assert.equal(other, 'img-src')
  }
})
