import { useContext, useEffect, useRef } from 'react'
import { assetAddress } from '../../contract/media/assetAddress.ts'
import { escapeHtml } from '../../contract/text/escapeHtml.ts'
import type { PictureNotes } from '../../contract/media/media.ts'
import { pictureAttributes } from '../lib/pictureAttributes.ts'
import { AssetsContext, PictureNotesContext } from './assets.ts'
import { tallMark } from './keepWords.ts'

/**
 * The only place that puts HTML into the page unescaped. That is safe because the server has cleaned it when it was saved: parsed, and
 * rebuilt from the allow-list of contract/text/markup.ts alone, without scripts, styles, handlers or names.
 */
export function RichText({ html, firstLevel = 2 }: { html: string; firstLevel?: 1 | 2 }) {
  const notes = useContext(PictureNotesContext)
  const assetsUrl = useContext(AssetsContext)
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const picture of text.current?.querySelectorAll('img') ?? []) makeLarge(picture)
    // Without a link in it, the keyboard could not scroll it.
    for (const table of text.current?.querySelectorAll('table') ?? [])
      if (table.scrollWidth > table.clientWidth) table.tabIndex = 0
  }, [html])
  return (
    <div
      ref={text}
      className="rich"
      dir="auto"
      data-tall={tallMark(html)}
      dangerouslySetInnerHTML={{
        __html: withHeadingLevels(
          html.replace(tags, (tag) => responsivePicture(tag, notes, assetsUrl)),
          firstLevel,
        ),
      }}
    />
  )
}

/** A picture opens in full size (Site.tsx) where it does not lead elsewhere. Without a script it is a plain one. */
function makeLarge(picture: HTMLImageElement): void {
  if (picture.closest('a')) return
  picture.dataset.large = picture.alt
  picture.tabIndex = 0
  picture.setAttribute('role', 'button')
  picture.setAttribute('aria-label', `查看大图${picture.alt && `：${picture.alt}`}`)
}

/**
 * Staff choose a heading by its size, so a text may begin with an h3. For screen readers its levels begin with the first one, without a
 * gap.
 */
function withHeadingLevels(html: string, firstLevel: number): string {
  const used = [...new Set(html.match(headings))].sort()
  const level = (tag: string): number => used.indexOf(tag) + firstLevel
  return html.replace(headings, (tag) => (tag === `<h${level(tag)}` ? tag : `${tag} aria-level="${level(tag)}"`))
}

/** Headings as the cleaner writes them; in a text or a value it writes `&lt;`. */
const headings = /<h[1-6](?=[ >])/g

/** A tag with all its attributes, so that nothing within a quoted value counts as a tag. */
const tags = /<[^<>"]*(?:"[^"]*"[^<>"]*)*>/g

/** Adds an alternative text, unless the picture has one. */
function withAlt(tag: string, alt: string | undefined): string {
  if (!alt || / alt="[^"]/.test(tag)) return tag
  const attribute = ` alt="${escapeHtml(alt)}"`
  return `${tag.replace(' alt=""', '').slice(0, -1)}${attribute}>`
}

const captionsTag = (address: string | undefined): string =>
  address === undefined ? '' : `<track kind="captions" srclang="zh-CN" label="中文" src="${address}">`

/**
 * Adds captions to a film, and the sizes and the lazy loading that the stored HTML does not have, where the name of the picture lists its
 * variants.
 */
function responsivePicture(stored: string, notes: PictureNotes, assetsUrl: string): string {
  const [, name, src = ''] = /^<(img|video) (?:.* )?src="([^"]+)"/.exec(stored) ?? []
  const markup = stored.replace(` src="${src}"`, () => ` src="${assetAddress(assetsUrl, src)}"`)
  if (name === 'video') return markup + captionsTag(notes[src]?.captions)
  const tag = withAlt(markup, notes[src]?.alt)
  const { srcSet, width, height, 'data-tone': tone } = pictureAttributes(src, assetsUrl)
  if (width === undefined) return tag
  // Staff may have set another size.
  const size = / (?:width|height)="/.test(tag) ? '' : ` width="${width}" height="${height}"`
  const img = `${tag.slice(0, -1)}${size} loading="lazy" decoding="async"${tone ? ` data-tone="${tone}"` : ''}>`
  const share = Number(/[ "]width-(\d+)/.exec(tag)?.[1] ?? 100)
  return srcSet
    ? `<picture><source type="image/webp" srcset="${srcSet}" sizes="min(100vw, ${Math.min(width, 8.32 * share)}px)">${img}</picture>`
    : img
}
