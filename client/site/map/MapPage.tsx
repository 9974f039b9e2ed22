import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { clampZoom, closest, leastZoom, moved, type Place, type Point, tileAddress, tilesIn, toPixels, zoomedAt } from '../../lib/tiles.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { PageProps } from '../route.ts'
import { mapLinks } from './mapLinks.ts'
import { useMapHands } from './useMapHands.ts'

export interface MapFacts {
  /** GCJ-02. */
  lng: number
  lat: number
  zoom: number
  wheel: boolean
  title: string
  address: string
  tiles: string
  credit: string
}

interface View {
  at: Place
  zoom: number
}

const middle: Point = { x: 0, y: 0 }
const step = 80
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: step, y: 0 },
  ArrowRight: { x: -step, y: 0 },
  ArrowUp: { x: 0, y: step },
  ArrowDown: { x: 0, y: -step },
}

/** One marker on a map that can be moved about. The words stand without a script, and without the tiles. */
export default function MapPage({ facts }: PageProps<MapFacts>) {
  const home: Place = { lng: facts.lng, lat: facts.lat }
  const ground = useRef<HTMLDivElement>(null)
  /** Unknown on the server, where no tile is drawn. */
  const [{ width, height, density }, setWindow] = useState({ width: 0, height: 0, density: 1 })
  const most = closest(facts.tiles, density)
  const [asked, setView] = useState<View>({ at: home, zoom: facts.zoom })
  const sharp = ({ at, zoom }: View): View => ({ at, zoom: Math.min(zoom, most) })
  const view = sharp(asked)
  const [tiles, setTiles] = useState<'coming' | 'there' | 'missing'>('coming')

  useEffect(() => {
    const element = ground.current
    if (!element) return
    const observer = new ResizeObserver(() => setWindow({ width: element.clientWidth, height: element.clientHeight, density: devicePixelRatio }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const change = (to: (now: View) => View): void => setView((now) => to(sharp(now)))
  const drag = (by: Point): void => change(({ at, zoom }) => ({ at: moved(at, zoom, by), zoom }))
  const zoom = (by: number, around: Point): void =>
    change((now) => {
      const to = clampZoom(now.zoom + by, most)
      return { at: zoomedAt(now.at, now.zoom, to, around), zoom: to }
    })
  const rest = (): void => change((now) => ({ at: now.at, zoom: Math.round(now.zoom) }))
  useMapHands(ground, facts.wheel, { drag, zoom, rest })

  const press = (event: KeyboardEvent): void => {
    const by = arrows[event.key]
    if (by) drag(by)
    else if (event.key === '+' || event.key === '=') zoom(1, middle)
    else if (event.key === '-') zoom(-1, middle)
    else return
    event.preventDefault()
  }

  const centre = toPixels(view.at, view.zoom)
  const pin = toPixels(home, view.zoom)
  return (
    <div className="map">
      <div className="map-ground" ref={ground} tabIndex={0} role="group" aria-label="地图，可用方向键移动，用加号和减号缩放" onKeyDown={press}>
        {width > 0 &&
          tilesIn(view.at, view.zoom, width, height).map((tile) => (
            <img
              key={tile.key}
              className="map-tile"
              src={tileAddress(facts.tiles, tile, view.zoom, density)}
              alt=""
              draggable={false}
              referrerPolicy="no-referrer"
              style={{ transform: `translate(${tile.left}px, ${tile.top}px)`, inlineSize: tile.size, blockSize: tile.size }}
              onLoad={() => setTiles('there')}
              onError={({ currentTarget }) => {
                currentTarget.style.visibility = 'hidden'
                setTiles((now) => (now === 'there' ? now : 'missing'))
              }}
            />
          ))}
        <div className="map-pin" {...(width > 0 && { style: { transform: `translate(${pin.x - centre.x}px, ${pin.y - centre.y}px)` } })}>
          <Icon name="pin" />
        </div>
      </div>
      <div className="map-card">
        <h1>{facts.title}</h1>
        <p>{facts.address}</p>
        <p className="map-links">
          {mapLinks(home, facts.title, facts.address).map(({ name, href }) => (
            <a key={name} href={href} target="_blank" rel="noopener noreferrer">
              {name}
            </a>
          ))}
        </p>
      </div>
      <div className="map-buttons">
        <button type="button" aria-label="放大" disabled={view.zoom >= most} onClick={() => zoom(1, middle)}>
          <Icon name="plus" />
        </button>
        <button type="button" aria-label="缩小" disabled={view.zoom <= leastZoom} onClick={() => zoom(-1, middle)}>
          <Icon name="minus" />
        </button>
        <button type="button" aria-label="回到标记处" onClick={() => setView({ at: home, zoom: facts.zoom })}>
          <Icon name="pin" />
        </button>
      </div>
      {tiles === 'missing' && (
        <p className="map-missing" role="status">
          地图暂时无法显示，可在下面的地图应用中查看。
        </p>
      )}
      <p className="map-credit">
        坐标系：GCJ-02{facts.credit && <span>地图数据：{facts.credit}</span>}
      </p>
    </div>
  )
}
