import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Answer, startServer } from '../server.ts'
import { jpg } from '../media/pictures.ts'
import { uploadPicture } from '../media/uploadPicture.ts'

const server = await startServer({ after }, { env: { SEED: 'on' } })
const headers = await server.signIn()
const call = (path: string, body: object = {}): Promise<Answer> => server.post(path, body, { headers })
const upload = async (width: number): Promise<string> =>
  (await uploadPicture(server, headers, jpg(width, 900), { type: 'media', name: `${width}.jpg` })).data
const describe = async (address: string, note: { alt?: string; focus?: { x: number; y: number } }): Promise<void> => {
  const { mediaId } = (await call('/v1/media/detail', { address })).data
  assert.equal((await call('/v1/media/update', { mediaId, ...note })).code, 200)
}
const htmlOf = async (path: string, agent = 'Chrome'): Promise<string> =>
  (await fetch(server.url + path, { headers: { 'User-Agent': agent } })).text()

/** The img elements of a picture, each with its attributes. */
const drawn = (html: string, address: string): string[] =>
  (html.match(/<img [^>]*>/g) ?? []).filter((tag) => tag.includes(`src="${address}"`))
const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="page">(.*?)<\/script>/.exec(html)?.[1] ?? '')

test('a page draws an upload with the focus and the alternative text of the library, as soon as they are saved', async () => {
  const cover = await upload(1600)
  const { newId } = (
    await call('/v1/news/saveNews', {
      newTitle: '现场',
      newCover: cover,
      newInfo: `<p>一</p><figure><img src="${cover}"></figure>`,
    })
  ).data
  const path = `/xwdtDet?newId=${newId}`
  const before = await htmlOf(path)
  assert.deepEqual(
    drawn(before, cover).map((tag) => [/alt="([^"]*)"/.exec(tag)?.[1] ?? '', tag.includes('data-focus')]),
    [
      ['', false],
      ['', false],
    ],
  )
  assert.ok(!('pictures' in dataOf(before)))

  await describe(cover, { alt: '吊装"东区" & <钢梁>', focus: { x: 34, y: 100 } })
  const html = await htmlOf(path)
  const [large = '', inText = ''] = drawn(html, cover)
  assert.match(large, / alt="吊装&quot;东区&quot; &amp; &lt;钢梁&gt;"/)
  assert.match(large, / data-focus="x3 y10"/)
  assert.match(inText, / alt="吊装&#34;东区&#34; &#38; &#60;钢梁&#62;"/)
  assert.doesNotMatch(inText, /data-focus/, 'pictures in a text are not cropped')
  assert.doesNotMatch(html, / style=/)
  // The browser hydrates from the same.
  assert.deepEqual(dataOf(html).pictures, { [cover]: { alt: '吊装"东区" & <钢梁>', focus: { x: 34, y: 100 } } })

  await describe(cover, { alt: '', focus: { x: 50, y: 50 } })
  assert.equal(await htmlOf(path), before, 'the middle is as good as no focus')
})

test('banners, carousels and pictures of the site record have them, too, and other pages do not carry them', async () => {
  const [photo, hero, room] = [await upload(1601), await upload(1602), await upload(1603)]
  const site = (await call('/v1/site/detail')).data
  await call('/v1/carousel/saveCarousel', { photoTitle: '一', photoUrl: photo })
  const showroom = site.showroom.map((each: object, index: number) => (index === 0 ? { ...each, image: room } : each))
  assert.equal(
    (
      await call('/v1/site/update', {
        banners: { ...site.banners, home: { ...site.banners.home, image: hero } },
        showroom,
      })
    ).code,
    200,
  )
  for (const address of [photo, hero, room]) await describe(address, { alt: '图库文字', focus: { x: 0, y: 20 } })

  const home = await htmlOf('/')
  assert.match(drawn(home, hero)[0] ?? '', / data-focus="x0 y2"/)
  assert.match(
    drawn(home, hero)[0] ?? '',
    new RegExp(` alt="${site.banners.home.name}"`),
    'the text of the place itself wins',
  )
  assert.match(drawn(home, room)[0] ?? '', / data-focus="x0 y2"/)
  const products = await htmlOf('/product')
  assert.match(drawn(products, photo)[0] ?? '', / alt="图库文字"/)
  assert.match(drawn(products, photo)[0] ?? '', / data-focus="x0 y2"/)
  assert.doesNotMatch(await htmlOf('/gywm'), /data-focus|图库文字|"pictures"/)
})

test('an unsaved record is previewed with them', async () => {
  const cover = await upload(1604)
  await describe(cover, { focus: { x: 70, y: 20 } })
  const { html } = (
    await call('/v1/page/preview', {
      kind: 'product',
      device: 'desktop',
      coverName: '塔机',
      coverUrl: cover,
      locationId: 'zhgd',
    })
  ).data
  assert.match(drawn(html, cover)[0] ?? '', / data-focus="x7 y2"/)
})
