import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PictureNote } from '../../contract/media/media.ts'
import { renderToString } from './page.ts'

const { createElement } = await import('react')
const { Picture } = await import('../../client/ui/Picture.tsx')
const { PictureNotesContext } = await import('../../client/ui/assets.ts')
const { RichText } = await import('../../client/ui/RichText.tsx')

const src = '/uploads/news/0123456789abcdef0123456789abcdef.1280x800.c8d2e0.480w.960w.jpg'
const stem = '/uploads/news/0123456789abcdef0123456789abcdef'
const srcset = `${stem}.480w.webp 480w, ${stem}.960w.webp 960w, ${src} 1280w`
const picture = (props: Partial<Parameters<typeof Picture>[0]> = {}) =>
  renderToString(createElement(Picture, { src, alt: '塔机', sizes: '50vw', ...props }))
const rich = (html: string) =>
  renderToString(createElement(RichText, { html })).replace(/^<div class="rich" dir="auto">|<\/div>$/g, '')

describe('a picture', () => {
  test('offers its WebP variants in a source, and is itself what is drawn without WebP', () => {
    const html = picture({ width: 10, height: 10 })
    assert.ok(html.startsWith(`<picture><source type="image/webp" srcSet="${srcset}" sizes="50vw"/><img `), html)
    assert.match(html, / alt="塔机" width="1280" height="800" /)
    assert.ok(html.endsWith(` src="${src}"/></picture>`), html)
  })

  test('is lazy unless it has priority', () => {
    assert.match(picture(), /<img loading="lazy" decoding="async"/)
    assert.match(picture({ priority: true }), /<img fetchPriority="high"/)
    assert.doesNotMatch(picture({ priority: true }), /lazy/)
  })

  test('has a background of its average colour, without a style attribute', () => {
    assert.match(picture(), / data-tone="ac b8 cd d2 ee f0"/)
    assert.doesNotMatch(picture(), /style=/)
    assert.doesNotMatch(picture({ src: src.replace('.c8d2e0', '') }), /data-tone/)
  })

  test('is drawn with what the library says of it: its focus, and its text unless the place has one', () => {
    const noted = (note: PictureNote, props: Partial<Parameters<typeof Picture>[0]> = {}) =>
      renderToString(
        createElement(
          PictureNotesContext,
          { value: { [src]: note } },
          createElement(Picture, { src, alt: '产品名', sizes: '50vw', ...props }),
        ),
      )
    assert.match(noted({ alt: '塔吊下的工人' }), / alt="塔吊下的工人" /)
    assert.match(noted({ alt: '塔吊下的工人' }, { alt: '' }), / alt="塔吊下的工人" /)
    assert.match(noted({ alt: '塔吊下的工人' }, { ownAlt: true }), / alt="产品名" /)
    assert.match(noted({ alt: '塔吊下的工人' }, { ownAlt: true, alt: '' }), / alt="塔吊下的工人" /)
    assert.doesNotMatch(noted({ alt: '塔吊下的工人' }), /data-focus/)
    assert.match(noted({ focus: { x: 4, y: 96 } }), / alt="产品名" [^>]*data-focus="x0 y10"/)
    assert.doesNotMatch(picture(), /data-focus/)
  })

  test('with a plain name is an img as before', () => {
    for (const other of [`${stem}.jpg`, 'https://example.com/a.png', '/media/qr.png']) {
      const html = picture({ src: other, width: 960, height: 640 })
      assert.match(html, /^<img [^>]*width="960" height="640"[^>]*\/>$/)
      assert.ok(html.includes(`src="${other}"`), html)
    }
  })
})

describe('a picture in rich text', () => {
  test('is rendered in the size that fits, and the rest of the text as it is stored', () => {
    const html = rich(`<p>一</p><figure><img src="${src}" alt="塔机"><figcaption>二</figcaption></figure>`)
    const source = `<source type="image/webp" srcset="${srcset}" sizes="min(100vw, 832px)">`
    const img = `<img src="${src}" alt="塔机" width="1280" height="800" loading="lazy" decoding="async" data-tone="ac b8 cd d2 ee f0">`
    assert.equal(html, `<p>一</p><figure><picture>${source}${img}</picture><figcaption>二</figcaption></figure>`)
  })

  test('has the text of the library where the text gives none', () => {
    const noted = (html: string) =>
      renderToString(
        createElement(
          PictureNotesContext,
          { value: { [src]: { alt: '"塔机" <1>', focus: { x: 0, y: 0 } } } },
          createElement(RichText, { html }),
        ),
      )
    assert.match(noted(`<img src="${src}" alt="">`), /<img src="[^"]+" alt="&#34;塔机&#34; &#60;1&#62;" width/)
    assert.match(noted(`<img src="${src}">`), /<img src="[^"]+" alt="&#34;塔机&#34; &#60;1&#62;" width/)
    assert.match(noted(`<img src="${src}" alt="现场">`), /<img src="[^"]+" alt="现场" width/)
    assert.doesNotMatch(noted(`<img src="${src}">`), /data-focus/)
  })

  test('keeps the width that staff have set', () => {
    assert.match(rich(`<img alt="" src="${src}" class="width-50">`), /sizes="min\(100vw, 416px\)"/)
    const sized = rich(`<img src="${src}" width="300">`)
    assert.equal(sized.match(/ width="/g)?.length, 1)
    assert.match(sized, / width="300"/)
  })

  test('is unchanged with a plain name, and so is what only looks like one', () => {
    for (const html of [
      `<img src="${stem}.jpg" alt="">`,
      '<img src="https://example.com/a.10x10.jpg">',
      `<p title="<img src=${src}>">a</p>`,
      `<a href="/a" title="<img x=">b</a><video src="${src}"></video>`,
      '<p>"&lt;img src=&quot;</p>',
      '',
    ])
      assert.equal(rich(html), html)
  })

  test('an attribute that contains a tag opens none', () => {
    const html = rich(`<img alt="<img src=&quot;${src}&quot;><script>" src="${src}">`)
    assert.equal(html.match(/<picture>/g)?.length, 1)
    assert.ok(html.includes(`><img alt="<img src=&quot;${src}&quot;><script>" src="${src}" width`), html)
  })
})
