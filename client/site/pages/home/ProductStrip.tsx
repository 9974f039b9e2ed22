import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { lastOf } from '../../../lib/lastOf.ts'
import { listen } from '../../../lib/listen.ts'
import { Arrow, Icon } from '../../../ui/Icon.tsx'
import { reducedMotion } from '../../../ui/reducedMotion.ts'
import { ProductCard } from '../../parts/ProductCard.tsx'
import type { CardProduct } from '../../products.ts'

/** Long enough to read a card. */
const msPerCard = 4000

interface Props {
  /** The heading of the section. */
  head: ReactNode
  products: readonly CardProduct[]
  /** There are more of them than these. */
  hasMore: boolean
}

/** A strip of products that moves by itself, unless the visitor asked for no motion. Its buttons are before it in the tab order. */
export function ProductStrip({ head, products, hasMore }: Props) {
  const strip = useRef<HTMLUListElement>(null)
  const [moving, setMoving] = useState(false)
  // Fewer are all seen.
  const isLong = hasMore || products.length > 4
  useEffect(() => setMoving(isLong && !reducedMotion().matches), [])
  useRound(strip, moving, () => setMoving(false))

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
 * Moves a strip by a card now and then, once to its end and back, where it rests. It stays an ordinary scroller for fingers, wheel and
 * keyboard. It waits under a pointer, with the focus inside it, and until half of it is seen: what moves on the screen is one thing.
 */
function useRound(strip: RefObject<HTMLElement | null>, moving: boolean, rest: () => void): void {
  useEffect(() => {
    const element = strip.current
    if (!element || !moving) return
    let isSeen = false
    const observer = new IntersectionObserver((entries) => (isSeen = lastOf(entries)?.isIntersecting ?? false), {
      threshold: 0.5,
    })
    observer.observe(element)
    const timer = setInterval(() => {
      if (!isSeen || element.matches(':hover, :focus-within')) return
      const isAtEnd = element.scrollLeft + element.clientWidth >= element.scrollWidth - 1
      const card = (xOf(element.lastElementChild) - xOf(element.firstElementChild)) / (element.children.length - 1)
      const left = isAtEnd ? 0 : (Math.floor(element.scrollLeft / card) + 1) * card
      element.scrollTo({ left, behavior: 'smooth' })
      if (isAtEnd) rest()
    }, msPerCard)
    const stopListening = listen(element, { wheel: rest, touchmove: rest }, { passive: true })
    return () => {
      clearInterval(timer)
      observer.disconnect()
      stopListening()
    }
  }, [strip, moving])
}

const xOf = (element: Element | null): number => element?.getBoundingClientRect().x ?? 0
