import { type KeyboardEvent, useRef, useState } from 'react'
import type { Site } from '../../../contract/kinds/entities.ts'
import {
  clampZoom,
  maxZoom,
  minZoom,
  panned,
  type Place,
  type Point,
  type Tile,
  tileAddress,
  tilesIn,
  toPixels,
  zoomedAround,
} from '../../lib/tiles.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useSize } from '../../ui/useSize.ts'
import { PhoneButton, PhoneDrawer } from '../frame/PhoneDrawer.tsx'
import { queryText } from '../facts.ts'
import { unlistedHead } from '../head.ts'
import type { Head, PageProps, PageRequest } from '../route.ts'
import { useMapGestures } from './useMapGestures.ts'

interface MapFacts {
  /** They are in GCJ-02, as maps in China have them. */
  lng: number
  lat: number
  zoom: number
  wheel: boolean
  /** The page around it scrolls by one finger, and two move the map. */
  embedded: boolean
  title: string
  address: string
  tiles: string
  credit: string
}

export const load = async ({ site: { map, address }, query }: PageRequest): Promise<MapFacts> => ({
  lng: numberWithin(query.get('lng'), -180, 180) ?? map.lng,
  lat: numberWithin(query.get('lat'), -85, 85) ?? map.lat,
  zoom: numberWithin(query.get('zoom'), minZoom, maxZoom) ?? 15,
  wheel: query.get('wheel') !== '0',
  embedded: query.get('embedded') === '1',
  title: queryText(query, 'title', 40) || map.title,
  address,
  tiles: map.tiles,
  credit: map.credit,
})

export const head = ({ title }: MapFacts, site: Site): Head => unlistedHead(title, site, site.address)

function numberWithin(value: string | null, min: number, max: number): number | undefined {
  const number = value === null || value.trim() === '' ? NaN : Number(value)
  return number >= min && number <= max ? number : undefined
}

interface View {
  center: Place
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

/** The page has no frame. A page around it has the telephone itself. */
export default function MapPage({ facts, frame }: PageProps<MapFacts>) {
  return (
    <>
      <TileMap facts={facts} />
      {!facts.embedded && (
        <>
          <PhoneButton />
          <PhoneDrawer facts={frame} />
        </>
      )}
    </>
  )
}

/** One marker on a map that can be moved. The address is shown even without a script or the tiles. */
function TileMap({ facts }: { facts: MapFacts }) {
  const home: Place = { lng: facts.lng, lat: facts.lat }
  const map = useRef<HTMLDivElement>(null)
  // 0 on the server, where no tile is rendered.
  const [{ width, height, density }, setSize] = useState({ width: 0, height: 0, density: 1 })
  useSize(map, ({ clientWidth, clientHeight }) =>
    setSize({ width: clientWidth, height: clientHeight, density: window.devicePixelRatio }),
  )
  const [view, setView] = useState<View>({ center: home, zoom: facts.zoom })
  const [tiles, setTiles] = useState<'loading' | 'loaded' | 'missing'>('loading')

  const drag = (by: Point): void => setView(({ center: at, zoom }) => ({ center: panned(at, zoom, by), zoom }))
  const zoom = (by: number, around: Point): void =>
    setView((now) => {
      const to = clampZoom(now.zoom + by)
      return { center: zoomedAround(now.center, now.zoom, to, around), zoom: to }
    })
  const snap = (): void => setView((now) => ({ center: now.center, zoom: Math.round(now.zoom) }))
  useMapGestures(map, facts, { drag, zoom, end: snap })

  const onKeyDown = (event: KeyboardEvent): void => {
    // The browser's own zoom, and Back.
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const by = arrows[event.key]
    if (by) drag(by)
    else if (event.key === '+' || event.key === '=') zoom(1, middle)
    else if (event.key === '-') zoom(-1, middle)
    else return
    event.preventDefault()
  }

  const centre = toPixels(view.center, view.zoom)
  const pin = toPixels(home, view.zoom)
  return (
    <div className={facts.embedded ? 'map embedded clipped' : 'map clipped'}>
      <div
        className="map-ground"
        ref={map}
        tabIndex={0}
        role="group"
        aria-label="地图，可用方向键移动，用加号和减号缩放"
        onKeyDown={onKeyDown}
      >
        {width > 0 &&
          tilesIn(view.center, view.zoom, width, height).map((tile) => (
            <TilePicture
              key={tile.key}
              tile={tile}
              src={tileAddress(facts.tiles, tile, view.zoom, density)}
              onLoad={() => setTiles('loaded')}
              onError={() => setTiles((now) => (now === 'loaded' ? now : 'missing'))}
            />
          ))}
        <div
          className="map-pin"
          {...(width > 0 && { style: { transform: `translate(${pin.x - centre.x}px, ${pin.y - centre.y}px)` } })}
        >
          <Icon name="pin" />
        </div>
      </div>
      <Address home={home} facts={facts} />
      <Buttons
        zoom={view.zoom}
        onZoom={(by) => zoom(by, middle)}
        onHome={() => setView({ center: home, zoom: facts.zoom })}
      />
      {facts.embedded && width > 0 && tiles !== 'missing' && <p className="map-hint">双指移动地图</p>}
      <Notes missing={tiles === 'missing'} credit={facts.credit} />
    </div>
  )
}

function TilePicture({
  tile: { left, top, size },
  src,
  onLoad,
  onError,
}: {
  tile: Tile
  src: string
  onLoad(): void
  onError(): void
}) {
  return (
    <img
      className="map-tile"
      src={src}
      alt=""
      draggable={false}
      referrerPolicy="no-referrer"
      style={{ transform: `translate(${left}px, ${top}px)`, inlineSize: size, blockSize: size }}
      onLoad={onLoad}
      onError={({ currentTarget }) => {
        currentTarget.style.visibility = 'hidden'
        onError()
      }}
    />
  )
}

function Address({ home, facts: { title, address } }: { home: Place; facts: MapFacts }) {
  return (
    <div className="map-card small">
      <h1>{title}</h1>
      <p>{address}</p>
      <p className="map-links row wraps">
        {mapLinks(home, title, address).map(({ name, href }) => (
          <a key={name} href={href} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        ))}
      </p>
    </div>
  )
}

function Buttons({ zoom, onZoom, onHome }: { zoom: number; onZoom(by: number): void; onHome(): void }) {
  return (
    <div className="map-buttons">
      <button
        type="button"
        aria-label="放大"
        aria-disabled={zoom >= maxZoom}
        onClick={() => zoom < maxZoom && onZoom(1)}
      >
        <Icon name="plus" />
      </button>
      <button
        type="button"
        aria-label="缩小"
        aria-disabled={zoom <= minZoom}
        onClick={() => zoom > minZoom && onZoom(-1)}
      >
        <Icon name="minus" />
      </button>
      <button type="button" aria-label="回到标记处" onClick={onHome}>
        <Icon name="pin" />
      </button>
    </div>
  )
}

function Notes({ missing, credit }: { missing: boolean; credit: string }) {
  return (
    <>
      {missing && (
        <p className="map-missing" role="status">
          地图暂时无法显示，可在下面的地图应用中查看。
        </p>
      )}
      <p className="map-credit">坐标系：GCJ-02{credit && <span>地图数据：{credit}</span>}</p>
    </>
  )
}

/**
 * The same point in three map services. All read GCJ-02 if the address says so; AMap expects the longitude first, the others the latitude.
 */
export function mapLinks({ lng, lat }: Place, title: string, address: string) {
  const name = encodeURIComponent(title)
  const place = encodeURIComponent(address)
  return [
    {
      name: '高德地图',
      href: `https://uri.amap.com/marker?position=${lng},${lat}&name=${name}&coordinate=gaode&callnative=1`,
    },
    {
      name: '百度地图',
      href: `https://api.map.baidu.com/marker?location=${lat},${lng}&title=${name}&content=${place}&coord_type=gcj02&output=html&src=zhuzhan`,
    },
    {
      name: '腾讯地图',
      href: `https://apis.map.qq.com/uri/v1/marker?marker=coord:${lat},${lng};title:${name};addr:${place}&referer=zhuzhan`,
    },
  ]
}
