import { drawnPicture } from '../lib/drawnPicture.ts'

/**
 * The one place that hands HTML to the page as it is. It may, because none gets here but what the server has cleaned when it was
 * saved: parsed, and rebuilt from the allow-list of contract/markup.ts alone, without scripts, styles, handlers or names.
 */
export function RichText({ html }: { html: string }) {
  return <div className="rich" dangerouslySetInnerHTML={{ __html: html.replace(tags, drawn) }} />
}

/** Each with all its attributes, so that nothing within a quoted value passes for a tag. */
const tags = /<[^<>"]*(?:"[^"]*"[^<>"]*)*>/g

/** A picture that says so in its name comes in the size that fits, when its turn comes; the stored HTML knows nothing of it. */
function drawn(tag: string): string {
  const [, src] = /^<img (?:.* )?src="([^"]+)"/.exec(tag) ?? []
  const { srcSet, width, height, 'data-tone': tone } = drawnPicture(src ?? '')
  if (width === undefined) return tag
  // What staff have set stays.
  const size = / (?:width|height)="/.test(tag) ? '' : ` width="${width}" height="${height}"`
  const img = `${tag.slice(0, -1)}${size} loading="lazy" decoding="async"${tone ? ` data-tone="${tone}"` : ''}>`
  const share = Number(/[ "]width-(\d+)/.exec(tag)?.[1] ?? 100)
  return srcSet ? `<picture><source type="image/webp" srcset="${srcSet}" sizes="min(100vw, ${Math.min(width, 8.32 * share)}px)">${img}</picture>` : img
}
