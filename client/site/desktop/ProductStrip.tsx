import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { reducedMotion } from '../../ui/reducedMotion.ts'
import type { CardProduct } from '../cardProduct.ts'
import { ProductCard } from '../parts/ProductCard.tsx'
import { useDrift } from './useDrift.ts'

/** A strip of products that drifts by itself, unless the visitor asked for no motion. */
export function ProductStrip({ products }: { products: readonly CardProduct[] }) {
  const strip = useRef<HTMLUListElement>(null)
  const [moving, setMoving] = useState(false)
  useEffect(() => setMoving(!reducedMotion().matches), [])
  useDrift(strip, moving)

  const scroll = (direction: 1 | -1): void => {
    const element = strip.current
    element?.scrollBy({ left: direction * element.clientWidth * 0.7, behavior: moving ? 'smooth' : 'auto' })
    setMoving(false)
  }
  return (
    <>
      <ul className="product-strip" ref={strip} aria-label="产品列表">
        {products.map((product) => (
          <li key={product.productId}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
      <div className="wrap strip-buttons row unprinted">
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
    </>
  )
}
