import {
  Children,
  isValidElement,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { listen } from '../lib/listen.ts'
import { createSlides, type Slides, type SlidesState } from '../lib/slides.ts'
import { Icon } from './Icon.tsx'
import { Picture } from './Picture.tsx'
import { reducedMotion } from './reducedMotion.ts'
import { slideByKey } from './slideKeys.ts'
import { useNear } from './useNear.ts'
import { useStrip } from './useStrip.ts'

interface Props {
  label: string
  /** Each child is a slide. */
  children: ReactNode
  /** Until the next slide is shown; without it the slides do not advance by themselves. */
  intervalMs?: number
  effect?: 'slide' | 'fade'
  /** Slides visible at once on a wide screen, fewer on a narrow one. Each number has its rules in carousel.css. */
  visible?: 1 | 5
  /** The current slide is in the middle, larger than its neighbours. */
  centred?: boolean
  /** Gives its slides addresses: `#name-1` and so on. */
  name?: string
  /** Small pictures of the slides, in place of the lines that choose one. They are in the HTML, so that nothing moves when scripts run. */
  thumbnails?: readonly string[]
}

/** In the HTML a strip that scrolls and snaps; with a script a ring of slides, which looks the same until it moves. */
export function Carousel({
  label,
  children,
  intervalMs,
  effect = 'slide',
  visible = 1,
  centred = false,
  name,
  thumbnails,
}: Props) {
  const section = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  const items = Children.toArray(children)
  const count = items.length
  const start = centred ? Math.min(Math.floor((visible - 1) / 2), count - 1) : 0
  const slides = useMemo(() => createSlides({ count, intervalMs, start }), [count, intervalMs, start])
  const state = useSyncExternalStore(slides.subscribe, slides.state, slides.state)
  const { index } = state
  const fit = useStrip(strip, slides, effect === 'fade', centred)
  const rotates = count > 1 && fit < count

  /** How many slides it is away from the visible ones. */
  const distance = (slide: number): number => {
    const after = (slide - index + (centred ? Math.floor((fit - 1) / 2) : 0) + 2 * count) % count
    return after < fit ? 0 : Math.min(after - fit + 1, count - after)
  }

  useEffect(
    () => (section.current && rotates ? pauseOnInteraction(section.current, slides) : undefined),
    [slides, rotates],
  )
  useEffect(() => (name ? followHash(strip, name, slides) : undefined), [slides, name])
  useLayoutEffect(() => keepFocus(strip.current, index), [index])
  usePrefetch(strip, (slide) => fit > 0 && distance(slide) <= 1, `${index} ${fit}`)

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target as Element).closest('input, textarea, select, video')) slideByKey(event, slides)
  }

  const classes = ['carousel', effect, `show-${visible}`, centred && 'centred', fit > 0 && 'live']
  return (
    <div
      ref={section}
      role="region"
      className={classes.filter(Boolean).join(' ')}
      aria-roledescription="轮播"
      aria-label={label}
      {...(rotates && { onKeyDown })}
    >
      {(rotates || (thumbnails && fit === 0)) && (
        <Controls slides={slides} state={state} plays={intervalMs !== undefined} thumbnails={thumbnails} />
      )}
      {/* As long as it is a plain scroller, the keyboard must be able to scroll it. */}
      <div
        className="carousel-strip"
        ref={strip}
        tabIndex={fit === 0 && count > 1 ? 0 : undefined}
        aria-live={state.running ? 'off' : 'polite'}
      >
        {items.map((item, position) => (
          <div
            key={isValidElement(item) ? item.key : position}
            id={name && `${name}-${position + 1}`}
            className={position === index ? 'carousel-slide current' : 'carousel-slide'}
            role="group"
            aria-roledescription="幻灯片"
            aria-label={`${position + 1} / ${count}`}
            inert={fit > 0 && distance(position) > 0}
          >
            {item}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Before the slides in the tab order, so that they can be paused before they are reached; below them on the screen. */
function Controls({
  slides,
  state: { index, stopped },
  plays,
  thumbnails,
}: {
  slides: Slides
  state: SlidesState
  plays: boolean
  thumbnails: Props['thumbnails']
}) {
  const dots = slides.count > 5 ? 'carousel-dots many' : 'carousel-dots'
  return (
    <div className="carousel-bar row wraps unprinted">
      {plays && (
        <button
          type="button"
          className="carousel-play"
          aria-label={stopped ? '继续轮播' : '暂停轮播'}
          onClick={() => (stopped ? slides.resume('user', 'hover', 'focus') : slides.pause('user'))}
        >
          <Icon name={stopped ? 'play' : 'pause'} />
        </button>
      )}
      <button type="button" aria-label="上一张" onClick={slides.previous}>
        <Icon name="chevron-left" />
      </button>
      <div className={thumbnails ? 'carousel-thumbnails' : dots}>
        {Array.from({ length: slides.count }, (_, position) => (
          <button
            key={position}
            type="button"
            aria-label={`第${position + 1}张`}
            aria-current={position === index || undefined}
            onClick={() => slides.goTo(position)}
          >
            {thumbnails?.[position] && (
              <Picture
                key={thumbnails[position]}
                src={thumbnails[position]}
                alt=""
                sizes="4rem"
                width={64}
                height={48}
              />
            )}
          </button>
        ))}
      </div>
      <button type="button" aria-label="下一张" onClick={slides.next}>
        <Icon name="chevron-right" />
      </button>
    </div>
  )
}

/** Shows the slide named by the hash of the address. Returns an unsubscribe function. */
function followHash(strip: { current: HTMLElement | null }, name: string, slides: Slides): () => void {
  const show = (): void => {
    const [before, number] = location.hash.split(`#${name}-`)
    if (before !== '' || !number) return
    // The browser scrolls the strip to the slide, but the strip does not move by scrolling any more.
    if (strip.current) strip.current.scrollLeft = 0
    slides.goTo(Number(number) - 1)
  }
  show()
  return listen(window, { hashchange: show })
}

/** When the focused slide leaves, the slide that replaces it gets the focus. */
function keepFocus(strip: HTMLElement | null, index: number): void {
  const slide = strip?.children[index]
  if (
    !(slide instanceof HTMLElement) ||
    !document.activeElement?.closest('.carousel-slide[inert]') ||
    !strip?.contains(document.activeElement)
  )
    return
  slide.tabIndex = -1
  slide.focus({ preventScroll: true })
}

/** Outside the strip no picture counts as near the screen, so a lazy one would only be fetched once its slide is visible. */
function usePrefetch(
  strip: { current: HTMLElement | null },
  isNext: (slide: number) => boolean,
  visible: string,
): void {
  const near = useNear(strip, '50%')
  useEffect(() => {
    if (!near) return
    for (const [index, slide] of [...(strip.current?.children ?? [])].entries()) {
      if (!isNext(index)) continue
      slide.setAttribute('data-prefetch', '')
      for (const picture of slide.querySelectorAll('img')) picture.loading = 'eager'
    }
  }, [near, visible])
}

/** Pauses the slides under a mouse, around the focus, in a hidden tab, and for reduced motion. Returns an unsubscribe function. */
function pauseOnInteraction(section: HTMLElement, slides: Slides): () => void {
  const motion = reducedMotion()
  const sync = (): void => {
    if (document.hidden) slides.pause('hidden')
    else slides.resume('hidden')
    if (motion.matches) slides.pause('motion')
    else slides.resume('motion')
  }
  const pointerenter = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse') slides.pause('hover')
  }
  const focusout = ({ relatedTarget }: FocusEvent): void => {
    // A dialog opened from a slide returns the focus to it when it closes, so the slide must still be there.
    const stays =
      relatedTarget instanceof Element && (section.contains(relatedTarget) || relatedTarget.closest('dialog'))
    if (!stays) slides.resume('focus')
  }
  const unsubscribes = [
    listen(section, {
      pointerenter,
      pointerleave: () => slides.resume('hover'),
      focusin: () => slides.pause('focus'),
      focusout,
    }),
    listen(document, { visibilitychange: sync }),
    listen(motion, { change: sync }),
  ]
  sync()
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    slides.resume('hover', 'focus')
  }
}
