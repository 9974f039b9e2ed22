import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { lastOf } from '../../lib/lastOf.ts'
import { useSize } from '../../ui/useSize.ts'

interface ChartPoint {
  key: string
  label: string
  /** It names the selected bar in full. */
  title: string
  value: number
  /** It stands beside the value, such as another number. */
  more?: string
}

interface Props {
  points: readonly ChartPoint[]
  /** What is counted, for screen readers. */
  label: string
  /** It stands after each number. */
  unit: string
  /** The column headers of the table for screen readers. */
  heads: readonly [title: string, value: string, more?: string]
  /** It is shown when all values are 0. */
  empty: string
  /** What a bar is, such as 日. */
  each?: string
  height?: number
}

const inset = { top: 32, end: 8, bottom: 32, start: 44 }

/**
 * A bar chart that fills the available width. The pointer, touch or the arrow keys select the bar whose value is shown.
 */
export function Chart({ points, label, unit, heads, empty, each = '日', height = 224 }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useSize(box, ({ clientWidth }) => setWidth(clientWidth))
  const [chosen, setChosen] = useState<number>()

  const last = points.length - 1
  const axes = axesOf(points, width, height)
  const { highest, slot, xOf } = axes
  const point = chosen === undefined ? undefined : points[chosen]

  const choose = (index: number): void => setChosen(Math.min(last, Math.max(0, index)))
  const onPointer = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): void => {
    if (slot > 0) choose(Math.floor((clientX - currentTarget.getBoundingClientRect().left - inset.start) / slot))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = chosen ?? last
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key]
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
        aria-label={`${label}，按左右方向键逐${each}查看`}
        tabIndex={highest > 0 ? 0 : undefined}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(undefined)}
        onFocus={({ currentTarget }) =>
          currentTarget.matches(':focus-visible') && setChosen((before) => before ?? last)
        }
        onBlur={() => setChosen(undefined)}
        onKeyDown={onKeyDown}
      >
        <Drawing {...{ points, axes, chosen }} />
        {point && chosen !== undefined && (
          <p
            className="chart-tip small"
            style={{ insetInlineStart: `clamp(5rem, ${xOf(chosen)}px, ${width}px - 5rem)` }}
          >
            {point.title}
            <b>{point.value.toLocaleString('zh-CN')}</b>
            {unit}
            {point.more && ` · ${point.more}`}
          </p>
        )}
        {highest === 0 && <p className="chart-empty message">{empty}</p>}
      </div>
      <p className="visually-hidden" role="status">
        {point && [point.title, `${point.value}${unit}`, point.more].filter(Boolean).join('，')}
      </p>
      <Table {...{ points, label, heads }} />
    </div>
  )
}

/** Where numbers and bars are in a drawing of this size. */
function axesOf(points: readonly ChartPoint[], width: number, height: number) {
  const highest = Math.max(0, ...points.map(({ value }) => value))
  const ticks = ticksFor(highest)
  const top = lastOf(ticks) ?? 1
  const inner = { width: Math.max(0, width - inset.start - inset.end), height: height - inset.top - inset.bottom }
  const slot = inner.width / Math.max(1, points.length)
  return {
    width,
    height,
    highest,
    ticks,
    slot,
    bar: Math.max(2, Math.min(28, slot * 0.62)),
    labelled: labelledPoints(points.length, inner.width, 64),
    xOf: (index: number): number => inset.start + slot * (index + 0.5),
    yOf: (value: number): number => inset.top + inner.height * (1 - value / top),
  }
}

interface DrawingProps extends Pick<Props, 'points'> {
  axes: ReturnType<typeof axesOf>
  chosen: number | undefined
}

function Drawing({ points, axes: { width, height, ticks, bar, labelled, xOf, yOf }, chosen }: DrawingProps) {
  const hatch = useId()
  const last = points.length - 1
  const floor = yOf(0)
  return (
    <svg width={width} height={height} aria-hidden="true" focusable="false">
      <defs>
        <pattern
          id={hatch}
          className="chart-hatch"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d="M0 0V5" />
        </pattern>
      </defs>
      {ticks.map((tick) => (
        <g key={tick} className={tick === 0 ? 'chart-floor' : 'chart-mark'}>
          <path d={`M${inset.start - 4} ${yOf(tick)}H${width - inset.end}`} />
          <text x={inset.start - 10} y={yOf(tick)} dy="0.35em" textAnchor="end">
            {tick.toLocaleString('zh-CN')}
          </text>
        </g>
      ))}
      {points.map(({ key, label, value }, index) => (
        <g key={key} className={index === chosen ? 'chart-day chosen' : 'chart-day'}>
          {value > 0 && (
            <rect
              x={xOf(index) - bar / 2}
              y={Math.min(yOf(value), floor - 2)}
              width={bar}
              height={Math.max(2, floor - yOf(value))}
              // The last value is not final.
              {...(index === last && { className: 'open', fill: `url(#${hatch})` })}
            />
          )}
          <path d={`M${xOf(index)} ${floor}v${labelled.has(index) ? 7 : 4}`} />
          {labelled.has(index) && (
            <text
              y={height - 6}
              {...(index === last
                ? { x: xOf(index) + bar / 2, textAnchor: 'end' }
                : { x: xOf(index), textAnchor: 'middle' })}
            >
              {label}
            </text>
          )}
        </g>
      ))}
      {chosen !== undefined && <path className="chart-cursor" d={`M${xOf(chosen)} ${inset.top - 10}V${floor}`} />}
    </svg>
  )
}

/** Says the same to screen readers. */
function Table({ points, label, heads }: Pick<Props, 'points' | 'label' | 'heads'>) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{label}</caption>
        <Heads of={heads} />
        <tbody>
          {points.map(({ key, title, value, more }) => (
            <tr key={key}>
              <th scope="row">{title}</th>
              <td>{value}</td>
              {heads[2] && <td>{more}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The tick at 0 is one more. */
const maxTicks = 4

/** The ticks of an axis from 0: round integers, the last not below the highest value. */
export function ticksFor(highest: number): number[] {
  const rough = Math.max(1, highest / maxTicks)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step =
    [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough && Number.isInteger(each)) ?? 10 * power
  const top = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: top + 1 }, (_, index) => index * step)
}

/** The indexes of the labels that fit without overlapping; always with the last. */
export function labelledPoints(count: number, width: number, labelWidth: number): Set<number> {
  const fit = Math.max(1, Math.floor(width / labelWidth))
  const every = Math.max(1, Math.ceil(count / fit))
  const indexes = new Set<number>()
  for (let index = count - 1; index >= 0; index -= every) indexes.add(index)
  return indexes
}

/** What the columns of a table are. */
export const Heads = ({ of }: { of: readonly (string | undefined)[] }) => (
  <thead>
    <tr>
      {of.map((head) => (
        <th key={head} scope="col">
          {head}
        </th>
      ))}
    </tr>
  </thead>
)
