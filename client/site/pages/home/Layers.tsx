import type { Point } from '../../../../contract/entities.ts'
import { useIconPath } from '../../../ui/iconPaths.ts'

const side = 150
const gap = 62

/** The parts of a technique as the plates of an exploded drawing, the first at the bottom. */
export function Layers({ points }: { points: readonly Point[] }) {
  const last = points.length - 1
  return (
    <svg className="layers" viewBox={`-160 -10 400 ${last * gap + side + 30}`} aria-hidden="true" focusable="false">
      <path
        className="axis"
        d={`M0 ${side}v${last * gap}M-${side} ${side / 2}v${last * gap}M${side} ${side / 2}v${last * gap}`}
      />
      {points.map(({ icon, title }, index) => (
        <g key={title} transform={`translate(0 ${(last - index) * gap})`}>
          <path className="edge" d={`M-${side} ${side / 2}v9l${side} ${side / 2} ${side}-${side / 2}v-9z`} />
          <path className="plate" d={`M0 0l${side} ${side / 2}-${side} ${side / 2}-${side}-${side / 2}z`} />
          <Sign icon={icon} />
          <path className="axis" d={`M${side} ${side / 2}h42`} />
          <text x="200" y={side / 2 + 5}>
            {String(index + 1).padStart(2, '0')}
          </text>
        </g>
      ))}
    </svg>
  )
}

const Sign = ({ icon }: { icon: string }) => (
  <path className="sign" d={useIconPath(icon)} transform="matrix(1.5 .75 -1.5 .75 0 100)" />
)
