import { listen } from '../lib/listen.ts'
import type { Surface } from './surface.ts'
import { isOutside } from './text/media.ts'
import { closestWithin, isMedia, type Media } from './text/nodes.ts'
import { placeholderAround } from './text/placeholders.ts'

/** A click selects a whole picture, video or placeholder. Pictures and videos that do not load are reported. */
export function listenToMedia(surface: Surface, notify: (message: string) => void): () => void {
  const { root } = surface
  const onClick = (event: MouseEvent): void => {
    const target = event.target as Node
    const placeholder = placeholderAround(target)
    if (placeholder && getSelection()?.isCollapsed) surface.selectContents(placeholder)
    if (closestWithin(root, target, 'summary')) {
      // The browser would close the block; Firefox and Safari focus the question, in which keys are not typed then.
      event.preventDefault()
      surface.focus()
    }
    if (!isMedia(target)) return
    // The browser would play a video, and does not select a picture.
    event.preventDefault()
    surface.selectNode(target)
  }
  const onError = (event: Event): void => {
    const target = event.target as Media
    if (!isMedia(target) || target.hasAttribute('data-upload')) return
    const [address, isPicture] = [target.getAttribute('src') ?? '', target.localName === 'img']
    // Pictures of other sites have a notice of their own.
    if (!(isPicture && isOutside(address))) notify(`${isPicture ? '图片无法显示' : '视频无法播放'}：${address}`)
  }
  // Errors of pictures do not bubble.
  const unsubscribes = [listen(root, { click: onClick }), listen(root, { error: onError }, { capture: true })]
  return () => unsubscribes.forEach((unsubscribe) => unsubscribe())
}
