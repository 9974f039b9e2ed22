import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { placeIn, toGcj02 } from '../../lib/coordinates.ts'
import { panned, type Place, type Point, tileAddress, tilesIn, toPixels, toPlace } from '../../lib/tiles.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { IconButton } from '../ui/buttons.tsx'
import { Field } from '../ui/fields.tsx'

export interface MapPickerProps {
  value: Place & { tiles: string }
  disabled: boolean
  onChange(place: Place): void
}

const size = { width: 720, height: 240 }
const zooms = { min: 4, max: 18, initial: 15 }
const rounded = (place: Place): Place => toGcj02(place, 'GCJ-02')
const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The company's place. The marker is dragged or moved by the arrow keys; coordinates and map links can be pasted. */
export function MapPicker({ value, disabled, onChange }: MapPickerProps) {
  const { zoom, middle, pin, drag, moveByKey, zoomBy, showPin } = useMapView({ value, disabled, onChange })
  const onPasted = (place: Place): void => {
    onChange(place)
    showPin()
  }
  return (
    <div>
      <div
        className="map-picker-map clipped"
        onPointerDown={(event) => drag.begin(event, 'map')}
        onPointerMove={drag.move}
        onPointerUp={drag.end}
        onPointerCancel={drag.end}
      >
        {tilesIn(middle, zoom, size.width, size.height).map((tile) => (
          <img
            key={tile.key}
            src={tileAddress(value.tiles, tile, zoom, devicePixelRatio)}
            alt=""
            draggable={false}
            referrerPolicy="no-referrer"
            style={{
              transform: `translate(${tile.left}px, ${tile.top}px)`,
              inlineSize: tile.size,
              blockSize: tile.size,
            }}
          />
        ))}
        <button
          type="button"
          className="map-picker-pin"
          aria-label="标记，可拖动，也可用方向键移动"
          disabled={disabled}
          onKeyDown={moveByKey}
          style={{ transform: `translate(${pin.x}px, ${pin.y}px)` }}
          onPointerDown={(event) => drag.begin(event, 'pin')}
        >
          <AdminIcon name="pin" />
        </button>
        {/* The map would capture the pointer, and no click would come. */}
        <div className="map-picker-zoom" onPointerDown={(event) => event.stopPropagation()}>
          <IconButton icon="plus" label="放大" onClick={() => zoomBy(1)} />
          <IconButton icon="minus" label="缩小" onClick={() => zoomBy(-1)} />
          <IconButton icon="pin" label="回到标记" onClick={showPin} />
        </div>
      </div>
      <PasteField disabled={disabled} onPlace={onPasted} />
    </div>
  )
}

/** What the map shows, and how it and the pin are moved. */
function useMapView({ value, disabled, onChange }: MapPickerProps) {
  /** Without `center` the map is centred on the marker, also when the record arrives later. */
  const [view, setView] = useState<{ center?: Place; zoom: number }>({ zoom: zooms.initial })
  const drag = useRef<{ from: Point; target: 'pin' | 'map'; start: Place }>(undefined)

  const middle = view.center ?? value
  const movePin = (from: Place, by: Point): void => {
    const { x, y } = toPixels(from, view.zoom)
    onChange(rounded(toPlace({ x: x + by.x, y: y + by.y }, view.zoom)))
  }
  const onPointerDown = (event: PointerEvent, target: 'pin' | 'map'): void => {
    if (disabled || event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: { x: event.clientX, y: event.clientY }, target, start: target === 'pin' ? value : middle }
    setView({ ...view, center: middle })
  }
  const onPointerMove = (event: PointerEvent): void => {
    if (!drag.current) return
    const { from, target, start } = drag.current
    const by = { x: event.clientX - from.x, y: event.clientY - from.y }
    if (target === 'pin') movePin(start, by)
    else setView({ ...view, center: panned(start, view.zoom, by) })
  }
  const onPointerUp = (): void => {
    drag.current = undefined
  }
  const moveByKey = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (!step || disabled) return
    event.preventDefault()
    const far = event.shiftKey ? 20 : 2
    setView({ ...view, center: middle })
    movePin(value, { x: step.x * far, y: step.y * far })
  }
  const zoomBy = (by: number): void =>
    setView({ ...view, zoom: Math.min(zooms.max, Math.max(zooms.min, view.zoom + by)) })
  const showPin = (): void => setView({ zoom: view.zoom })
  const centre = toPixels(middle, view.zoom)
  const marker = toPixels(value, view.zoom)
  return {
    zoom: view.zoom,
    middle,
    /** How far it is from the middle, in pixels. */
    pin: { x: marker.x - centre.x, y: marker.y - centre.y },
    drag: { begin: onPointerDown, move: onPointerMove, end: onPointerUp },
    moveByKey,
    zoomBy,
    showPin,
  }
}

/** Takes coordinates, or a link of a map service. */
function PasteField({ disabled, onPlace }: { disabled: boolean; onPlace(place: Place): void }) {
  const id = useId()
  const [pasted, setPasted] = useState({ text: '', note: '', bad: false })
  const paste = (text: string): void => {
    if (text.trim() === '') return setPasted({ text, note: '', bad: false })
    const source = placeIn(text)
    if (!source) {
      return setPasted({ text, note: '没有找到坐标。短链接请先在浏览器打开，再复制地址栏里的链接', bad: true })
    }
    const place = toGcj02(source.place, source.system)
    onPlace(place)
    const conversion =
      source.system === 'GCJ-02' ? '' : `，已由${source.system}（${source.place.lng}, ${source.place.lat}）换算`
    setPasted({ text, note: `位置：${place.lng}, ${place.lat}${conversion}`, bad: false })
  }
  return (
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
  )
}
