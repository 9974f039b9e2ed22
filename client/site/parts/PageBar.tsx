import { useEffect, useState } from 'react'
import { lastOf } from '../../lib/lastOf.ts'

interface Part {
  id: string
  name: string
  on: boolean
}

/** With fewer parts, the page is short enough without the bar. */
const minParts = 3

/** What is at this share of the window's height is read. */
const readingLine = 0.4

/** Links to the parts of a long page, which stay below the header; the part that is read is marked. */
export function PageBar({ name, parts }: { name: string; parts: readonly Part[] }) {
  const shown = parts.filter(({ on }) => on)
  const [current, setCurrent] = useState<string>()
  const ids = shown.map(({ id }) => id).join()
  useEffect(() => {
    const all = ids.split(',').map((id) => document.getElementById(id)).filter((part) => part !== null)
    const observer = new IntersectionObserver(() => {
      const read = all.filter((part) => part.getBoundingClientRect().top <= innerHeight * readingLine)
      setCurrent(lastOf(read)?.id)
    }, { rootMargin: `-${100 * readingLine}% 0px -${100 - 100 * readingLine}%` })
    for (const part of all) observer.observe(part)
    return () => observer.disconnect()
  }, [ids])
  if (shown.length < minParts) return null
  return (
    <nav className="page-bar unprinted" aria-label="本页内容">
      <div className="wrap split">
        <span className="strong clamped tablet-hidden">{name}</span>
        <ul className="row">
          {shown.map((part) => (
            <li key={part.id}>
              <a href={`#${part.id}`} aria-current={part.id === current ? 'location' : undefined}>{part.name}</a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}
