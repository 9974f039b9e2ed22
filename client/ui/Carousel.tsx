import {
  type ReactElement,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { neverChanges } from '../lib/listeners.ts'
import type { Slides, SlidesState } from '../lib/slides.ts'
import { Icon } from './Icon.tsx'
import { Picture } from './Picture.tsx'
import { useNear } from './useNear.ts'

interface Props {
  label: string
  /** The slides. */
  children: readonly ReactElement[]
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
  children: items,
  intervalMs,
  effect = 'slide',
  visible = 1,
  centred = false,
  name,
  thumbnails,
}: Props) {
  const section = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  const count = items.length
  const start = centred ? Math.min(Math.floor((visible - 1) / 2), count - 1) : 0
  const near = useNear(strip, '50%')
  const fades = effect === 'fade'
  const { state, fit, act } = useRing(section, strip, near, { count, intervalMs, start, fades, centred, name })
  const { index } = state
  const rotates = count > 1 && fit < count

  /** How many slides it is away from the visible ones. */
  const distance = (slide: number): number => {
    const after = (slide - index + (centred ? Math.floor((fit - 1) / 2) : 0) + 2 * count) % count
    return after < fit ? 0 : Math.min(after - fit + 1, count - after)
  }

  useLayoutEffect(() => keepFocus(strip.current, index), [index])
  usePrefetch(strip, near, (slide) => fit > 0 && distance(slide) <= 1, `${index} ${fit}`)

  const classes = ['carousel', effect, `show-${visible}`, centred && 'centred', fit > 0 && 'live']
  return (
    <div
      ref={section}
      role="region"
      className={classes.filter(Boolean).join(' ')}
      aria-roledescription="轮播"
      aria-label={label}
    >
      {(rotates || (thumbnails && fit === 0)) && (
        <Controls count={count} state={state} act={act} plays={intervalMs !== undefined} thumbnails={thumbnails} />
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
            key={item.key}
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

type Act = (perform: (slides: Slides) => void) => void

interface RingProps {
  count: number
  intervalMs: number | undefined
  start: number
  fades: boolean
  centred: boolean
  name: string | undefined
}

/**
 * The slides as a ring, whose code is fetched when they come near the screen. `fit` is how many are visible at once; 0 until then, when
 * the strip is a plain scroller. `act` keeps what the visitor does until the code is there.
 */
function useRing(
  section: RefObject<HTMLElement | null>,
  strip: RefObject<HTMLElement | null>,
  near: boolean,
  { count, intervalMs, start, fades, centred, name }: RingProps,
): { state: SlidesState; fit: number; act: Act } {
  const [code, setCode] = useState<typeof import('./carouselRing.ts')>()
  const [fit, setFit] = useState(0)
  const waiting = useRef<((slides: Slides) => void)[]>([])
  const isRing = count > 1
  const [presses, setPresses] = useState(0)
  useEffect(() => {
    // Without it the strip stays a plain scroller, and the next press fetches it again.
    if (near && isRing) import('./carouselRing.ts').then(setCode, () => undefined)
  }, [near, isRing, presses])

  const slides = useMemo(() => code?.createSlides({ count, intervalMs, start }), [code, count, intervalMs, start])
  const atRest = useMemo((): SlidesState => ({ index: start, running: false, stopped: false }), [start])
  const state = useSyncExternalStore(
    slides?.subscribe ?? neverChanges,
    () => slides?.state() ?? atRest,
    () => atRest,
  )
  useLayoutEffect(() => {
    if (!code || !slides || !isRing || !section.current || !strip.current) return
    const stop = code.startRing(section.current, strip.current, slides, {
      fades,
      centred,
      name,
      isFirst: fit === 0,
      onFit: setFit,
    })
    for (const perform of waiting.current.splice(0)) perform(slides)
    return stop
  }, [code, slides, isRing, fades, centred, name])

  return {
    state,
    fit,
    act(perform) {
      if (slides) return perform(slides)
      waiting.current.push(perform)
      setPresses((before) => before + 1)
    },
  }
}

/** Before the slides in the tab order, so that they can be paused before they are reached; below them on the screen. */
function Controls({
  count,
  state: { index, stopped },
  act,
  plays,
  thumbnails,
}: {
  count: number
  state: SlidesState
  act: Act
  plays: boolean
  thumbnails: Props['thumbnails']
}) {
  const dots = count > 5 ? 'carousel-dots many' : 'carousel-dots'
  return (
    <div className="carousel-bar row wraps unprinted">
      {plays && (
        <button
          type="button"
          className="carousel-play"
          aria-label={stopped ? '继续轮播' : '暂停轮播'}
          onClick={() => act((slides) => (stopped ? slides.resume('user', 'hover', 'focus') : slides.pause('user')))}
        >
          <Icon name={stopped ? 'play' : 'pause'} />
        </button>
      )}
      <button type="button" aria-label="上一张" onClick={() => act((slides) => slides.previous())}>
        <Icon name="chevron-left" />
      </button>
      <div className={thumbnails ? 'carousel-thumbnails' : dots}>
        {Array.from({ length: count }, (_, position) => (
          <button
            key={position}
            type="button"
            aria-label={`第${position + 1}张`}
            aria-current={position === index || undefined}
            onClick={() => act((slides) => slides.goTo(position))}
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
      <button type="button" aria-label="下一张" onClick={() => act((slides) => slides.next())}>
        <Icon name="chevron-right" />
      </button>
    </div>
  )
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
  near: boolean,
  isNext: (slide: number) => boolean,
  visible: string,
): void {
  useEffect(() => {
    if (!near) return
    for (const [index, slide] of [...(strip.current?.children ?? [])].entries()) {
      if (!isNext(index)) continue
      slide.setAttribute('data-prefetch', '')
      for (const picture of slide.querySelectorAll('img')) picture.loading = 'eager'
    }
  }, [near, visible])
}
