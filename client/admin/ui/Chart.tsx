import { type KeyboardEvent, type PointerEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { lastOf } from '../../lib/lastOf.ts'
import { labelled, marksFor } from './chartScale.ts'

export interface ChartPoint {
  key: string
  /** Under the axis. */
  label: string
  /** In full, for the one that is pointed at. */
  title: string
  value: number
}

interface Props {
  points: readonly ChartPoint[]
  /** What is counted, for those who hear it. */
  label: string
  /** After each number. */
  unit: string
  /** The heads of the table that stands for the picture. */
  heads: readonly [title: string, value: string]
  /** In place of the bars when all are nothing. */
  empty: string
  /** The last one is still being counted. */
  openEnd?: boolean
}

const height = 224
const inset = { top: 32, end: 8, bottom: 32, start: 44 }

/** Bars over an axis, drawn to the width there is. The pointer, a finger or the arrow keys choose the one whose number is told. */
export function Chart({ points, label, unit, heads, empty, openEnd = false }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const hatch = useId()
  const [width, setWidth] = useState(0)
  const [chosen, setChosen] = useState<number>()

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = (): void => setWidth(element.clientWidth)
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])

  const highest = Math.max(0, ...points.map(({ value }) => value))
  const last = points.length - 1
  const marks = marksFor(highest)
  const top = lastOf(marks) ?? 1
  const inner = { width: Math.max(0, width - inset.start - inset.end), height: height - inset.top - inset.bottom }
  const slot = inner.width / Math.max(1, points.length)
  const bar = Math.max(2, Math.min(28, slot * 0.62))
  const middle = (index: number): number => inset.start + slot * (index + 0.5)
  const rise = (value: number): number => inset.top + inner.height * (1 - value / top)
  const floor = rise(0)
  const written = labelled(points.length, inner.width, 64)
  const point = chosen === undefined ? undefined : points[chosen]

  const choose = (index: number): void => setChosen(Math.min(last, Math.max(0, index)))
  const onPointer = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): void => {
    if (slot > 0) choose(Math.floor((clientX - currentTarget.getBoundingClientRect().left - inset.start) / slot))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = chosen ?? last
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
    if (to !== undefined) choose(to)
    else if (event.key === 'Escape') setChosen(undefined)
    else return
    event.preventDefault()
  }

  return (
    <div className="chart" ref={box}>
      <div
        className="chart-plot"
        role="group"
        aria-label={`${label}，按左右方向键逐日查看`}
        tabIndex={highest > 0 ? 0 : undefined}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(undefined)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setChosen((before) => before ?? last)}
        onBlur={() => setChosen(undefined)}
        onKeyDown={onKeyDown}
      >
        <svg width={width} height={height} aria-hidden="true" focusable="false">
          <defs>
            <pattern id={hatch} className="chart-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <path d="M0 0V5" />
            </pattern>
          </defs>
          {marks.map((mark) => (
            <g key={mark} className={mark === 0 ? 'chart-floor' : 'chart-mark'}>
              <path d={`M${inset.start - 4} ${rise(mark)}H${width - inset.end}`} />
              <text x={inset.start - 10} y={rise(mark)} dy="0.35em" textAnchor="end">
                {mark.toLocaleString('zh-CN')}
              </text>
            </g>
          ))}
          {points.map(({ key, label, value }, index) => (
            <g key={key} className={index === chosen ? 'chart-day chosen' : 'chart-day'}>
              {value > 0 && (
                <rect
                  x={middle(index) - bar / 2} y={Math.min(rise(value), floor - 2)} width={bar} height={Math.max(2, floor - rise(value))}
                  {...(openEnd && index === last && { className: 'open', fill: `url(#${hatch})` })}
                />
              )}
              <path d={`M${middle(index)} ${floor}v${written.has(index) ? 7 : 4}`} />
              {written.has(index) && (
                <text y={height - 6} {...(index === last ? { x: middle(index) + bar / 2, textAnchor: 'end' } : { x: middle(index), textAnchor: 'middle' })}>
                  {label}
                </text>
              )}
            </g>
          ))}
          {chosen !== undefined && <path className="chart-cursor" d={`M${middle(chosen)} ${inset.top - 10}V${floor}`} />}
        </svg>
        {point && chosen !== undefined && (
          <p className="chart-tip" style={{ insetInlineStart: `clamp(5rem, ${middle(chosen)}px, ${width}px - 5rem)` }}>
            {point.title}
            <b>{point.value.toLocaleString('zh-CN')}</b>
            {unit}
          </p>
        )}
        {highest === 0 && <p className="chart-empty">{empty}</p>}
      </div>
      <p className="visually-hidden" role="status">
        {point && `${point.title}，${point.value}${unit}`}
      </p>
      <div className="visually-hidden">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{heads[0]}</th>
              <th scope="col">{heads[1]}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ key, title, value }) => (
              <tr key={key}>
                <th scope="row">{title}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
