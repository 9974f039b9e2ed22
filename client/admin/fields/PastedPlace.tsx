import { useId, useState } from 'react'
import { placeIn, toGcj02 } from '../../lib/coordinates.ts'
import type { Place } from '../../lib/tiles.ts'
import { Field } from '../ui/fields.tsx'

interface PastedPlaceProps {
  place: Place
  disabled: boolean
  onChange(place: Place): void
}

/** The company's place on the site's own map, and a field that takes coordinates or a link of a map service. */
export function PastedPlace({ place: { lng, lat }, disabled, onChange }: PastedPlaceProps) {
  const id = useId()
  const [pasted, setPasted] = useState({ text: '', note: '', bad: false })
  const paste = (text: string): void => {
    if (text.trim() === '') return setPasted({ text, note: '', bad: false })
    const source = placeIn(text)
    if (!source) {
      return setPasted({ text, note: '没有找到坐标。短链接请先在浏览器打开，再复制地址栏里的链接', bad: true })
    }
    const place = toGcj02(source.place, source.system)
    onChange(place)
    const conversion =
      source.system === 'GCJ-02' ? '' : `，已由${source.system}（${source.place.lng}, ${source.place.lat}）换算`
    setPasted({ text, note: `位置：${place.lng}, ${place.lat}${conversion}`, bad: false })
  }
  return (
    <div>
      <iframe
        className="place-map"
        title="地图上的位置"
        loading="lazy"
        src={`/map?embedded=1&wheel=0&lng=${lng}&lat=${lat}`}
      />
      <Field
        id={id}
        label="粘贴坐标或地图链接"
        error={pasted.bad ? pasted.note : undefined}
        hint={pasted.note || '可以粘贴高德、百度、腾讯地图里复制的链接，或“经度, 纬度”；百度的坐标会自动换算'}
      >
        <input
          id={id}
          className="input"
          autoComplete="off"
          aria-describedby={`${id}-note`}
          value={pasted.text}
          disabled={disabled}
          onChange={(event) => paste(event.target.value)}
        />
      </Field>
    </div>
  )
}
