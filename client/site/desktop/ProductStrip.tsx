import { useEffect, useRef, useState } from 'react'
import type { ProductRow } from '../../../contract/entities.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ProductCard } from '../parts/ProductCard.tsx'
import { useDrift } from './useDrift.ts'

/** The catalogue in passing: a strip of cards that drifts by itself, unless the visitor wants things still. */
export function ProductStrip({ products }: { products: readonly ProductRow[] }) {
  const strip = useRef<HTMLUListElement>(null)
  const [moving, setMoving] = useState(false)
  useEffect(() => setMoving(!matchMedia('(prefers-reduced-motion: reduce)').matches), [])
  useDrift(strip, moving)

  const leaf = (way: 1 | -1): void => {
    const element = strip.current
    element?.scrollBy({ left: way * element.clientWidth * 0.7, behavior: moving ? 'smooth' : 'auto' })
    setMoving(false)
  }
  return (
    <>
      <ul className="product-strip" ref={strip} aria-label="产品列表">
        {products.map((product) => (
          <li key={product.productId}>
            <ProductCard product={product} href={`/productDet?productId=${product.productId}`} />
          </li>
        ))}
      </ul>
      <div className="wrap strip-ways">
        <button type="button" aria-label="向前翻看产品" onClick={() => leaf(-1)}>
          <Icon name="chevron-left" />
        </button>
        <button type="button" aria-label={moving ? '暂停滚动' : '开始滚动'} onClick={() => setMoving(!moving)}>
          <Icon name={moving ? 'pause' : 'play'} />
        </button>
        <button type="button" aria-label="向后翻看产品" onClick={() => leaf(1)}>
          <Icon name="chevron-right" />
        </button>
      </div>
    </>
  )
}
