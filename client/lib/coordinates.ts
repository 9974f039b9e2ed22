import { percentDecoded } from '../../contract/text/characters.ts'
import type { Place } from './tiles.ts'

/** The coordinate systems of maps in China: WGS-84 of satellites, GCJ-02 of Chinese maps, BD-09 of Baidu. */
type System = 'WGS-84' | 'GCJ-02' | 'BD-09'

const axis = 6_378_245
const eccentricity = 0.006_693_421_622_965_943
const baiduFactor = (Math.PI * 3000) / 180

/** Outside China there is no offset. */
const isInChina = ({ lng, lat }: Place): boolean => lng > 73.66 && lng < 135.05 && lat > 3.86 && lat < 53.55

/** How far GCJ-02 is from WGS-84, in degrees. */
function offset({ lng, lat }: Place): Place {
  const x = lng - 105
  const y = lat - 35
  const sine = (value: number): number => Math.sin(value * Math.PI)
  const common = ((20 * sine(6 * x) + 20 * sine(2 * x)) * 2) / 3
  const north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * Math.sqrt(Math.abs(x)) + common
  const east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * Math.sqrt(Math.abs(x)) + common
  const byLat = ((20 * sine(y) + 40 * sine(y / 3) + 160 * sine(y / 12) + 320 * sine(y / 30)) * 2) / 3
  const byLng = ((20 * sine(x) + 40 * sine(x / 3) + 150 * sine(x / 12) + 300 * sine(x / 30)) * 2) / 3
  const radians = (lat * Math.PI) / 180
  const magic = 1 - eccentricity * Math.sin(radians) ** 2
  return {
    lat: ((north + byLat) * 180) / (((axis * (1 - eccentricity)) / (magic * Math.sqrt(magic))) * Math.PI),
    lng: ((east + byLng) * 180) / ((axis / Math.sqrt(magic)) * Math.cos(radians) * Math.PI),
  }
}

function fromWgs84(place: Place): Place {
  if (!isInChina(place)) return place
  const { lng, lat } = offset(place)
  return { lng: place.lng + lng, lat: place.lat + lat }
}

function fromBaidu({ lng, lat }: Place): Place {
  const x = lng - 0.0065
  const y = lat - 0.006
  const distance = Math.sqrt(x * x + y * y) - 0.00002 * Math.sin(y * baiduFactor)
  const angle = Math.atan2(y, x) - 0.000003 * Math.cos(x * baiduFactor)
  return { lng: distance * Math.cos(angle), lat: distance * Math.sin(angle) }
}

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

const converters: Record<System, (place: Place) => Place> = {
  'GCJ-02': (place) => place,
  'BD-09': fromBaidu,
  'WGS-84': fromWgs84,
}

/** To GCJ-02, in which the site stores its location. */
export function toGcj02(place: Place, system: System): Place {
  const { lng, lat } = converters[system](place)
  return { lng: rounded(lng), lat: rounded(lat) }
}

/** Parameters that hold a place, longitude first; the first parameter found counts. */
const lngFirst = /(?:position|dest|to|lnglat|center|location)=(?:[^&]*?,)??(-?\d{1,3}\.\d{3,}),(-?\d{1,3}\.\d{3,})/i
const named = /lng=(-?\d{1,3}\.\d+)&lat=(-?\d{1,3}\.\d+)/i
const pair = /(-?\d{1,3}(?:\.\d+)?)\s*[,，\s]\s*(-?\d{1,3}(?:\.\d+)?)/

/**
 * The place in a pasted text: coordinates in either order, or a link copied from AMap, Baidu or Tencent, with the system that the map of
 * the link uses. Undefined where the text has no place in China.
 */
export function placeIn(pasted: string) {
  const text = percentDecoded(pasted.slice(0, 2000))
  const system = systemOf(text)
  const query = text.includes('?') ? text.slice(text.indexOf('?')) : text
  const [, one, other] =
    named.exec(query) ??
    lngFirst.exec(query) ??
    pair.exec(/^https?:/i.test(text) ? query.replace(/^.*?@/, '') : text) ??
    []
  if (one === undefined || other === undefined) return undefined
  const first = Number(one)
  const second = Number(other)
  // In China every longitude is larger than every latitude.
  const place = first > second ? { lng: first, lat: second } : { lng: second, lat: first }
  return isInChina(place) ? { place, system } : undefined
}

function systemOf(text: string): System {
  if (/coord(?:_type|inate)?=(?:wgs84|gps)/i.test(text)) return 'WGS-84'
  if (/coord_type=gcj02/i.test(text)) return 'GCJ-02'
  return /(?:^|[/.])(?:map|api\.map|j\.map)\.baidu\.com|coord_type=bd09/i.test(text) ? 'BD-09' : 'GCJ-02'
}
