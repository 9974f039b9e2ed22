/** The arithmetic of a map cut into tiles: Web Mercator, 256 pixels a tile. Independent of the DOM. */

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
  /** Where its corner is in the view, and how large it is drawn. */
  left: number
  top: number
  size: number
}

export const minZoom = 3
export const maxZoom = 20
/** There are no tiles beyond this zoom: closer views enlarge them. */
const maxTileZoom = 18
/** AMap offers each tile in 256 pixels, and in 512 with `scale=2`. */
const singleScale = /([?&]scale=)1\b/
const tileSize = 256
/** Mercator has no poles. */
const maxLat = 85.0511

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

export const clampZoom = (zoom: number): number => clamp(zoom, minZoom, maxZoom)

/** Pixels from the north-west corner of the world. */
export function toPixels({ lng, lat }: Place, zoom: number): Point {
  const world = tileSize * 2 ** zoom
  const sine = Math.sin((clamp(lat, -maxLat, maxLat) * Math.PI) / 180)
  return { x: ((lng + 180) / 360) * world, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world }
}

export function toPlace({ x, y }: Point, zoom: number): Place {
  const world = tileSize * 2 ** zoom
  const lng = ((((x / world) % 1) + 1) % 1) * 360 - 180
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * clamp(y, 0, world)) / world))) * 180) / Math.PI
  return { lng, lat }
}

/** The place in the middle after the map was dragged by so many pixels. */
export function panned(middle: Place, zoom: number, by: Point): Place {
  const { x, y } = toPixels(middle, zoom)
  return toPlace({ x: x - by.x, y: y - by.y }, zoom)
}

/** The place in the middle after a zoom that leaves the point `around`, counted from the middle, where it is. */
export function zoomedAround(middle: Place, from: number, to: number, around: Point): Place {
  const scale = 2 ** (to - from)
  const { x, y } = toPixels(middle, to)
  return toPlace({ x: x + around.x * (scale - 1), y: y + around.y * (scale - 1) }, to)
}

/** The tiles that cover a view around a place. The zoom need not be an integer. */
export function tilesIn(middle: Place, zoom: number, width: number, height: number): Tile[] {
  const z = Math.min(Math.round(zoom), maxTileZoom)
  const size = tileSize * 2 ** (zoom - z)
  const count = 2 ** z
  const centre = toPixels(middle, zoom)
  const west = centre.x - width / 2
  const north = centre.y - height / 2
  const tiles: Tile[] = []
  for (
    let row = Math.max(0, Math.floor(north / size));
    row <= Math.min(count - 1, Math.floor((north + height) / size));
    row++
  ) {
    for (let column = Math.floor(west / size); column <= Math.floor((west + width) / size); column++) {
      // The world repeats east of the date line.
      const x = ((column % count) + count) % count
      tiles.push({
        key: `${z}/${column}/${row}`,
        x,
        y: row,
        z,
        left: column * size - west,
        top: row * size - north,
        size,
      })
    }
  }
  return tiles
}

/** `{s}` is one of the hosts that share the load; a tile always comes from the same one. */
export function tileAddress(template: string, { x, y, z }: Tile, zoom: number, density: number): string {
  const sized = density > 1 || zoom > maxTileZoom ? template.replace(singleScale, '$12') : template
  return sized
    .replaceAll('{s}', 'abc'.charAt((x + y) % 3))
    .replaceAll('{x}', String(x))
    .replaceAll('{y}', String(y))
    .replaceAll('{z}', String(z))
}
