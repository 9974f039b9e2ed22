import { truncate } from '../../../contract/text/characters.ts'
import { safeMedia } from '../../../contract/text/markup.ts'
import { canParse } from '../../../contract/text/standIns.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { createPlaceholder } from '../text/placeholders.ts'
import { queryAll, type PasteStep, type PasteContext } from './pasteStep.ts'

/** Smaller pictures are tracking pixels or spacers. */
const minSide = 3

/**
 * Pictures whose bytes are there are uploaded, those on this site or under https stay, and a visible placeholder replaces all others,
 * so that a missing one is noticed before the page is published.
 */
export const resolvePictures: PasteStep = (body, context) => {
  const images = queryAll(body, 'img')
  const local = images.filter((image) => /^file:/i.test(image.getAttribute('src') ?? ''))
  // The RTF has each picture once and in order; if the counts differ, they cannot be matched.
  const files = local.length === context.pictures.length ? context.pictures : []
  for (const image of images) {
    image.removeAttribute('data-upload')
    if (['width', 'height'].some((side) => Number(image.getAttribute(side) ?? minSide) < minSide)) {
      image.remove()
      continue
    }
    const src = (image.getAttribute('src') ?? '').trim()
    const file = files[local.indexOf(image)] ?? decodeDataUrl(src)
    const address = file ? undefined : safeMedia(normalizeAddress(src, context))
    if (file === 'pixel') image.remove()
    else if (file) {
      const { id, address: shown } = context.register(file)
      image.setAttribute('src', shown)
      image.setAttribute('data-upload', id)
    } else if (address) image.setAttribute('src', address)
    else image.replaceWith(createPlaceholder('图片', fileNameOf(src) || image.getAttribute('alt') || ''))
  }
}

/** Players of other sites, including WeChat's, do not work in our pages. */
export const replacePlayers: PasteStep = (body, { origin }) => {
  for (const player of queryAll(
    body,
    'iframe, embed, object, audio, mp-common-videosnap, mpvoice, mp-common-mpaudio',
  )) {
    const src = player.getAttribute('src') || player.getAttribute('data-src') || player.getAttribute('data') || ''
    // An address without a host belongs to the page it was copied from, not to ours.
    const host = /^(?:https?:)?\/\//i.test(src) && canParse(src, origin) ? new URL(src, origin).hostname : ''
    const weChat =
      host === '' &&
      player.matches('.video_iframe, [data-mpvid], [data-vidtype], mp-common-videosnap, mpvoice, mp-common-mpaudio')
        ? '微信'
        : ''
    player.replaceWith(createPlaceholder(weChat + (/audio|voice/.test(player.localName) ? '音频' : '视频'), host))
  }
}

function fileNameOf(src: string): string {
  if (/^(?!https?:|file:)[a-z][\w+.-]*:/i.test(src)) return ''
  const name = lastOf((src.split(/[?#]/)[0] ?? '').split(/[/\\]/)) ?? ''
  try {
    return truncate(decodeURIComponent(name), 80)
  } catch {
    return truncate(name, 80)
  }
}

/** An address copied from this site has its origin; another may lack the scheme, or have http, which our pages may not load. */
function normalizeAddress(src: string, { origin }: PasteContext): string {
  if (src.startsWith(`${origin}/`)) return src.slice(origin.length)
  return src.replace(/^(?:http:)?\/\//i, 'https://')
}

function decodeDataUrl(src: string): File | 'pixel' | undefined {
  const [, type = '', data = ''] = /^data:image\/(png|jpe?g|gif);base64,([\w+/=\s%]+)$/i.exec(src) ?? []
  if (!data) return undefined
  let binary: string
  try {
    binary = atob(decodeURIComponent(data).replace(/\s/g, ''))
  } catch {
    return undefined
  }
  if (binary.length < 100) return 'pixel'
  if (type === 'gif') return undefined
  const kind = type === 'png' ? 'png' : 'jpeg'
  return new File(
    [Uint8Array.from(binary, (letter) => letter.charCodeAt(0))],
    `图片.${kind === 'png' ? 'png' : 'jpg'}`,
    { type: `image/${kind}` },
  )
}
