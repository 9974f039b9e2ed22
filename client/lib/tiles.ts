/** The arithmetic of a map cut into tiles: Web Mercator, 256 pixels a tile. Knows no element. */
export interface Place {
  lng: number
  lat: number
}
export interface Point {
  x: number
  y: number
}
export interface Tile {
  key: string
  x: number
  y: number
  z: number
  /** Where its corner lies in the window, and how large it is drawn. */
  left: number
  top: number
  size: number
}

export const leastZoom = 3
/** Beyond this there are no tiles. */
const finest = 18
/** AMap gives each tile in 256 pixels, and in 512 for this. */
const single = /([?&]scale=)1\b/
const tileSize = 256
/** Mercator has no poles. */
const mostLat = 85.0511

const clamp = (value: number, from: number, to: number): number => Math.min(to, Math.max(from, value))

/** The closest view in which no tile is drawn larger than it is, on a screen with so many pixels to one of CSS. */
export const closest = (template: string, density: number): number => finest + (density <= 1 && single.test(template) ? 1 : 0)
export const clampZoom = (zoom: number, most: number): number => clamp(zoom, leastZoom, most)

/** Pixels from the north-west corner of the world. */
export function toPixels({ lng, lat }: Place, zoom: number): Point {
  const world = tileSize * 2 ** zoom
  const sine = Math.sin((clamp(lat, -mostLat, mostLat) * Math.PI) / 180)
  return { x: ((lng + 180) / 360) * world, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world }
}

export function toPlace({ x, y }: Point, zoom: number): Place {
  const world = tileSize * 2 ** zoom
  const lng = ((((x / world) % 1) + 1) % 1) * 360 - 180
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * clamp(y, 0, world)) / world))) * 180) / Math.PI
  return { lng, lat }
}

/** The place that comes to the middle when the map is dragged by so many pixels. */
export function moved(middle: Place, zoom: number, by: Point): Place {
  const { x, y } = toPixels(middle, zoom)
  return toPlace({ x: x - by.x, y: y - by.y }, zoom)
}

/** The middle after zooming in a way that the point `at`, counted from the middle, stays where it is. */
export function zoomedAt(middle: Place, from: number, to: number, at: Point): Place {
  const scale = 2 ** (to - from)
  const { x, y } = toPixels(middle, to)
  return toPlace({ x: x + at.x * (scale - 1), y: y + at.y * (scale - 1) }, to)
}

/** The tiles that cover a window around a place. The zoom may lie between two whole ones. */
export function tilesIn(middle: Place, zoom: number, width: number, height: number): Tile[] {
  const z = Math.min(Math.round(zoom), finest)
  const size = tileSize * 2 ** (zoom - z)
  const count = 2 ** z
  const centre = toPixels(middle, zoom)
  const west = centre.x - width / 2
  const north = centre.y - height / 2
  const tiles: Tile[] = []
  for (let row = Math.max(0, Math.floor(north / size)); row <= Math.min(count - 1, Math.floor((north + height) / size)); row++) {
    for (let column = Math.floor(west / size); column <= Math.floor((west + width) / size); column++) {
      // East of the date line the world begins again.
      const x = ((column % count) + count) % count
      tiles.push({ key: `${z}/${column}/${row}`, x, y: row, z, left: column * size - west, top: row * size - north, size })
    }
  }
  return tiles
}

/** `{s}` is one of the hosts that share the work; a tile always comes from the same. */
export function tileAddress(template: string, { x, y, z }: Tile, zoom: number, density: number): string {
  const sized = density > 1 || zoom > finest ? template.replace(single, '$12') : template
  return sized.replaceAll('{s}', 'abc'.charAt((x + y) % 3)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y)).replaceAll('{z}', String(z))
}
