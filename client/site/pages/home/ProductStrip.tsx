import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { lastOf } from '../../../lib/lastOf.ts'
import { listen } from '../../../lib/listen.ts'
import { Arrow, Icon } from '../../../ui/Icon.tsx'
import { reducedMotion } from '../../../ui/reducedMotion.ts'
import { ProductCard } from '../../parts/ProductCard.tsx'
import type { CardProduct } from '../../products.ts'

/** Slow enough to read what passes. */
const pixelsPerSecond = 32
/** How long the strip rests after the visitor has scrolled it. */
const restMs = 4000

interface Props {
  /** The heading of the section. */
  head: ReactNode
  products: readonly CardProduct[]
  /** There are more of them than these. */
  hasMore: boolean
}

/** A strip of products that drifts by itself, unless the visitor asked for no motion. Its buttons are before it in the tab order. */
export function ProductStrip({ head, products, hasMore }: Props) {
  const strip = useRef<HTMLUListElement>(null)
  const [moving, setMoving] = useState(false)
  // Fewer are all seen.
  const isLong = hasMore || products.length > 4
  useEffect(() => setMoving(isLong && !reducedMotion().matches), [])
  useDrift(strip, moving)

  const scroll = (direction: 1 | -1): void => {
    const element = strip.current
    element?.scrollBy({ left: direction * element.clientWidth * 0.7, behavior: moving ? 'smooth' : 'auto' })
    setMoving(false)
  }
  return (
    <>
      <div className="wrap strip-head">
        {head}
        {isLong && (
          <div className="strip-buttons row unprinted">
            <button type="button" aria-label="向前翻看产品" onClick={() => scroll(-1)}>
              <Icon name="chevron-left" />
            </button>
            <button type="button" aria-label={moving ? '暂停滚动' : '开始滚动'} onClick={() => setMoving(!moving)}>
              <Icon name={moving ? 'pause' : 'play'} />
            </button>
            <button type="button" aria-label="向后翻看产品" onClick={() => scroll(1)}>
              <Icon name="chevron-right" />
            </button>
          </div>
        )}
      </div>
      {/* Without a link in it, the keyboard could not scroll it. */}
      <ul className="product-strip" ref={strip} tabIndex={0} aria-label="产品列表">
        {products.map((product) => (
          <li key={product.productId}>
            <ProductCard product={product} />
          </li>
        ))}
        {hasMore && (
          <li className="unprinted">
            <a className="card product-more center accent" href="/product">
              <span className="row">
                查看更多产品
                <Arrow />
              </span>
            </a>
          </li>
        )}
      </ul>
    </>
  )
}

/**
 * Scrolls a strip slowly to its end and back again. It stays an ordinary scroller for fingers, wheel and keyboard; under a pointer or with
 * the focus inside it stops, and while it is not visible nothing runs.
 */
function useDrift(strip: RefObject<HTMLElement | null>, moving: boolean): void {
  useEffect(() => {
    const element = strip.current
    if (!element || !moving) return
    let frame = 0
    let last = 0
    let offset = element.scrollLeft
    let direction = 1
    let paused = false
    let restUntil = 0

    const step = (now: number): void => {
      frame = requestAnimationFrame(step)
      const elapsed = Math.min(now - last, 100)
      last = now
      if (paused || now < restUntil) {
        offset = element.scrollLeft
        return
      }
      const end = element.scrollWidth - element.clientWidth
      offset += (direction * pixelsPerSecond * elapsed) / 1000
      if (offset >= end || offset <= 0) direction = offset >= end ? -1 : 1
      offset = Math.max(0, Math.min(end, offset))
      element.scrollLeft = offset
    }
    const pause = (): void => {
      paused = true
    }
    const resume = (): void => {
      paused = element.matches(':hover, :focus-within')
    }
    const rest = (): void => {
      restUntil = performance.now() + restMs
    }
    const observer = new IntersectionObserver((entries) => {
      cancelAnimationFrame(frame)
      last = performance.now()
      if (lastOf(entries)?.isIntersecting) frame = requestAnimationFrame(step)
    })
    observer.observe(element)
    const unsubscribe = listen(
      element,
      { pointerenter: pause, focusin: pause, pointerleave: resume, focusout: resume, wheel: rest, touchmove: rest },
      { passive: true },
    )
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      unsubscribe()
    }
  }, [strip, moving])
}
