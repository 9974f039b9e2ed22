import { useMemo } from 'react'
import { encode } from 'uqr'

const sizePx = 256

/** How many modules wide it is, with its margin, and the dark ones as a path. */
export function qrModules(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  return { size, dark: data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ''))).join('') }
}

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, dark } = useMemo(() => qrModules(text), [text])
  return (
    <svg
      width={sizePx}
      height={sizePx}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={dark} />
    </svg>
  )
}
