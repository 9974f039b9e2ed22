import { useEffect, useRef, useState } from 'react'
import { lastOf } from '../../lib/lastOf.ts'
import { listen } from '../../lib/listen.ts'
import { type Asked, InquiryLink } from './InquiryLink.tsx'

interface Part {
  id: string
  name: string
  on: boolean
}

/** With fewer links, the page is short enough without the bar. */
const minLinks = 3

/** Links to the parts of a long page, which stay below the header; the part that is read is marked. At its end is the way to ask. */
export function PageBar({ name, parts, asked }: { name: string; parts: readonly Part[]; asked?: Asked | undefined }) {
  const openParts = parts.filter(({ on }) => on)
  const bar = useRef<HTMLElement>(null)
  const [current, setCurrent] = useState<string>()
  const ids = openParts.map(({ id }) => id).join()
  useEffect(() => {
    const all = ids
      .split(',')
      .map((id) => document.getElementById(id))
      .filter((part) => part !== null)
    const mark = (): void => {
      if (!bar.current) return
      // The bar sticks below the header; what has come up to about its height below it is read.
      const line = parseFloat(getComputedStyle(bar.current).top) + 2 * bar.current.offsetHeight
      setCurrent(lastOf(all.filter((part) => part.getBoundingClientRect().top <= line))?.id)
    }
    mark()
    return listen(document, { scroll: mark })
  }, [ids])
  if (openParts.length + (asked ? 1 : 0) < minLinks) return null
  return (
    <nav className="page-bar unprinted" aria-label="本页内容" ref={bar}>
      <div className="wrap split">
        <span className="strong clamped tablet-hidden">{name}</span>
        <ul className="row">
          {openParts.map((part) => (
            <li key={part.id}>
              <a href={`#${part.id}`} aria-current={part.id === current ? 'location' : undefined}>
                {part.name}
              </a>
            </li>
          ))}
        </ul>
        {asked && (
          <InquiryLink className="button outline" asked={asked}>
            咨询
          </InquiryLink>
        )}
      </div>
    </nav>
  )
}
