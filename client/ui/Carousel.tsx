import { Children, isValidElement, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createSlides, type Shown, type Slides } from '../lib/slides.ts'
import { heedPauses } from './heedPauses.ts'
import { Icon } from './Icon.tsx'
import { useStrip } from './useStrip.ts'

interface Props {
  label: string
  /** Each child is a slide. */
  children: ReactNode
  /** Milliseconds until the next slide comes by itself; never without. */
  every?: number
  effect?: 'slide' | 'fade'
  /** Slides seen at once on a wide screen, up to 6; fewer on a narrow one. */
  visible?: number
  /** The current slide stands in the middle, larger than its neighbours. */
  centred?: boolean
  className?: string
  /** Its slides have addresses then: `#name-1` and so on. */
  name?: string
}

/** In the HTML a strip that scrolls and snaps; with a script a ring of slides, which looks the same until it moves. */
export function Carousel({ label, children, every, effect = 'slide', visible = 1, centred = false, className = '', name }: Props) {
  const section = useRef<HTMLElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  const all = Children.toArray(children)
  const count = all.length
  const start = centred ? Math.min(Math.floor((visible - 1) / 2), count - 1) : 0
  const ring = useMemo(() => createSlides({ count, every, start }), [count, every, start])
  const shown = useSyncExternalStore(ring.subscribe, ring.shown, ring.shown)
  const { index } = shown
  const fit = useStrip(strip, ring, effect === 'fade', centred)
  const turns = count > 1 && fit < count

  /** How many slides it stands away from those that are seen. */
  const away = (slide: number): number => {
    const after = (slide - index + (centred ? Math.floor((fit - 1) / 2) : 0) + 2 * count) % count
    return after < fit ? 0 : Math.min(after - fit + 1, count - after)
  }

  useEffect(() => (section.current && turns ? heedPauses(section.current, ring) : undefined), [ring, turns])
  useEffect(() => (name ? openAddressed(strip, name, ring) : undefined), [ring, name])
  useLayoutEffect(() => keepFocus(strip.current, index), [index])
  useFetchAhead(strip, (slide) => fit > 0 && away(slide) <= 1, `${index} ${fit}`)

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || (event.target as Element).closest('input, textarea, select, video')) return
    const go = { ArrowLeft: ring.previous, ArrowRight: ring.next, Home: () => ring.goTo(0), End: () => ring.goTo(count - 1) }[event.key]
    if (!go) return
    event.preventDefault()
    go()
  }

  const classes = ['carousel', effect, `show-${visible}`, centred && 'centred', fit > 0 && 'live', className]
  return (
    <section ref={section} className={classes.filter(Boolean).join(' ')} aria-roledescription="轮播" aria-label={label} {...(turns && { onKeyDown })}>
      {turns && <Bar ring={ring} shown={shown} plays={every !== undefined} />}
      {/* As long as it is a plain scroller, the keyboard must be able to scroll it. */}
      <div className="carousel-strip" ref={strip} tabIndex={fit === 0 && count > 1 ? 0 : undefined} aria-live={shown.running ? 'off' : 'polite'}>
        {all.map((slide, at) => (
          <div
            key={isValidElement(slide) ? slide.key : at}
            className={at === index ? 'carousel-slide current' : 'carousel-slide'}
            id={name && `${name}-${at + 1}`}
            role="group"
            aria-roledescription="幻灯片"
            aria-label={`${at + 1} / ${count}`}
            inert={fit > 0 && away(at) > 0}
          >
            {slide}
          </div>
        ))}
      </div>
    </section>
  )
}

/** Before the slides for the keyboard, so that whoever comes to them can stop them first; below them for the eye. */
function Bar({ ring, shown: { index, stopped }, plays }: { ring: Slides; shown: Shown; plays: boolean }) {
  return (
    <div className="carousel-bar">
      {plays && (
        <button
          type="button"
          className="carousel-play"
          aria-label={stopped ? '继续轮播' : '暂停轮播'}
          onClick={() => (stopped ? ring.resume('user', 'hover', 'focus') : ring.pause('user'))}
        >
          <Icon name={stopped ? 'play' : 'pause'} />
        </button>
      )}
      <button type="button" className="carousel-way" aria-label="上一张" onClick={ring.previous}>
        <Icon name="chevron-left" />
      </button>
      <div className={ring.count > 5 ? 'carousel-dots many' : 'carousel-dots'}>
        {Array.from({ length: ring.count }, (_, at) => (
          <button key={at} type="button" aria-label={`第${at + 1}张`} aria-current={at === index || undefined} onClick={() => ring.goTo(at)} />
        ))}
      </div>
      <button type="button" className="carousel-way" aria-label="下一张" onClick={ring.next}>
        <Icon name="chevron-right" />
      </button>
    </div>
  )
}

/** Shows the slide that the address names. */
function openAddressed(strip: { current: HTMLElement | null }, name: string, ring: Slides): () => void {
  const open = (): void => {
    const [before, number] = location.hash.split(`#${name}-`)
    if (before !== '' || !number) return
    // The browser scrolls the strip to it, but its slides are not moved by scrolling.
    if (strip.current) strip.current.scrollLeft = 0
    ring.goTo(Number(number) - 1)
  }
  open()
  addEventListener('hashchange', open)
  return () => removeEventListener('hashchange', open)
}

/** A slide that leaves takes no focus with it: the one that comes has it then. */
function keepFocus(strip: HTMLElement | null, index: number): void {
  const slide = strip?.children[index]
  if (!(slide instanceof HTMLElement) || !document.activeElement?.closest('.carousel-slide[inert]') || !strip?.contains(document.activeElement)) return
  slide.tabIndex = -1
  slide.focus({ preventScroll: true })
}

/** Beside the strip no picture counts as near the screen, so a lazy one would only be fetched when it is already due. */
function useFetchAhead(strip: { current: HTMLElement | null }, due: (slide: number) => boolean, shown: string): void {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!strip.current) return
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: '50%' })
    seen.observe(strip.current)
    return () => seen.disconnect()
  }, [strip])
  useEffect(() => {
    if (!near) return
    for (const [at, slide] of [...(strip.current?.children ?? [])].entries()) {
      if (!due(at)) continue
      slide.setAttribute('data-due', '')
      for (const picture of slide.querySelectorAll('img')) picture.loading = 'eager'
    }
  }, [near, shown])
}
