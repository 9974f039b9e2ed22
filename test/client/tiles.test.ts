import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clampZoom, panned, tileAddress, tilesIn, toPixels, toPlace, zoomedAround } from '../../client/lib/tiles.ts'
import { mapLinks } from '../../client/site/map/MapPage.tsx'

const zibo = { lng: 118.05, lat: 36.81 }
const near = (a: number, b: number, by = 1e-6): void => assert.ok(Math.abs(a - b) <= by, `${a} is not ${b}`)

test('the middle and the corners of the world map to those of its pixels', () => {
  assert.deepEqual(toPixels({ lng: 0, lat: 0 }, 0), { x: 128, y: 128 })
  near(toPixels({ lng: -180, lat: 85.0511 }, 3).x, 0)
  near(toPixels({ lng: -180, lat: 85.0511 }, 3).y, 0, 0.01)
  near(toPixels({ lng: 180, lat: -90 }, 3).y, 2048, 0.01)
})

test('a known place is on its known tile', () => {
  // By (1 - asinh(tan(lat)) / pi) / 2, another form of the same formula.
  const { x, y } = toPixels(zibo, 15)
  assert.deepEqual([Math.floor(x / 256), Math.floor(y / 256)], [27129, 12775])
})

test('pixels and places convert into each other and back', () => {
  for (const zoom of [3, 10.5, 20]) {
    for (const place of [zibo, { lng: -179.9, lat: -80 }, { lng: 0, lat: 0 }]) {
      const back = toPlace(toPixels(place, zoom), zoom)
      near(back.lng, place.lng)
      near(back.lat, place.lat)
    }
  }
})

test('dragging there and back ends where it began, and works across the date line', () => {
  const there = panned(zibo, 12, { x: 300, y: -200 })
  assert.ok(there.lng < zibo.lng && there.lat < zibo.lat)
  const back = panned(there, 12, { x: -300, y: 200 })
  near(back.lng, zibo.lng)
  near(back.lat, zibo.lat)
  assert.ok(panned({ lng: 179.99, lat: 0 }, 3, { x: -300, y: 0 }).lng < 0)
})

test('zooming keeps the point under the pointer where it is', () => {
  const at = { x: 120, y: -80 }
  const under = (middle: typeof zibo, zoom: number) => {
    const { x, y } = toPixels(middle, zoom)
    return toPlace({ x: x + at.x, y: y + at.y }, zoom)
  }
  const before = under(zibo, 14)
  const after = under(zoomedAround(zibo, 14, 15, at), 15)
  near(before.lng, after.lng)
  near(before.lat, after.lat)
})

test('the tiles cover the window without gaps, none outside the world', () => {
  const [width, height] = [1000, 400]
  for (const zoom of [3, 12.4, 18, 20]) {
    const tiles = tilesIn(zibo, zoom, width, height)
    assert.ok(Math.min(...tiles.map(({ left }) => left)) <= 0)
    assert.ok(Math.max(...tiles.map(({ left, size }) => left + size)) >= width)
    assert.ok(Math.min(...tiles.map(({ top }) => top)) <= 0)
    assert.ok(Math.max(...tiles.map(({ top, size }) => top + size)) >= height)
    for (const { x, y, z } of tiles) assert.ok(z <= 18 && x >= 0 && x < 2 ** z && y >= 0 && y < 2 ** z)
    assert.equal(new Set(tiles.map(({ key }) => key)).size, tiles.length)
  }
  assert.equal(tilesIn(zibo, 20, width, height)[0]?.size, 1024, 'the finest tiles are drawn four times as large')
  assert.ok(tilesIn({ lng: 0, lat: 85 }, 3, 500, 900).every(({ y }) => y >= 0))
})

test('the address of a tile is the template with its values', () => {
  const tile = { key: '', x: 5, y: 6, z: 7, left: 0, top: 0, size: 256 }
  assert.equal(tileAddress('https://t.example/{z}/{x}/{y}.png?x={x}', tile, 7, 1), 'https://t.example/7/5/6.png?x=5')
  const hosts = [0, 1, 2, 3].map(
    (y) => new URL(tileAddress('http://{s}.t.example/{y}', { ...tile, x: 0, y }, 7, 1)).host,
  )
  assert.deepEqual(hosts, ['a.t.example', 'b.t.example', 'c.t.example', 'a.t.example'])
})

test('where the service has tiles of twice the size, dense screens and the closest view get them', () => {
  const amap = 'https://webrd01.is.autonavi.com/appmaptile?lang=zh_cn&size=1&scale=1&style=8&x={x}&y={y}&z={z}'
  const [tile] = tilesIn(zibo, 18, 256, 256)
  assert.ok(tile)
  const scale = (template: string, zoom: number, density: number) =>
    new URL(tileAddress(template, tile, zoom, density)).searchParams.get('scale')
  assert.equal(scale(amap, 15, 1), '1')
  assert.equal(scale(amap, 18, 1), '1')
  assert.equal(scale(amap, 19, 1), '2')
  assert.equal(scale(amap, 15, 2), '2')
  assert.equal(scale(amap, 15, 1.25), '2')
  assert.equal(
    scale('https://t.example/{z}/{x}/{y}?grayscale=1', 19, 2),
    null,
    'a parameter that only ends alike is left alone',
  )
  assert.match(tileAddress('https://t.example/{z}/{x}/{y}?grayscale=1', tile, 19, 2), /grayscale=1$/)
})

test('the map zooms in to 20, where the last tiles there are cover it enlarged', () => {
  assert.deepEqual([clampZoom(2), clampZoom(19.5), clampZoom(21)], [3, 19.5, 20])
  for (const [zoom, size] of [
    [18, 256],
    [19, 512],
    [20, 1024],
  ] as const) {
    const tiles = tilesIn(zibo, zoom, 800, 600)
    assert.ok(
      tiles.every((tile) => tile.z === 18 && tile.size === size),
      String(zoom),
    )
    const { x, y } = toPixels(zibo, zoom)
    const under = tiles.find(({ left, top }) => left <= 400 && 400 < left + size && top <= 300 && 300 < top + size)
    assert.ok(under)
    near(under.left, under.x * size - x + 400)
    near(under.top, under.y * size - y + 300)
  }
})

test('each map service is given the order of coordinates it expects, and the name of their system, GCJ-02', () => {
  const [amap, baidu, tencent] = mapLinks(zibo, '筑站 & 科技', '路1号').map(({ href }) => new URL(href))
  assert.equal(amap?.searchParams.get('position'), '118.05,36.81')
  assert.equal(amap?.searchParams.get('coordinate'), 'gaode')
  assert.equal(amap?.searchParams.get('name'), '筑站 & 科技')
  assert.equal(baidu?.searchParams.get('location'), '36.81,118.05')
  assert.equal(baidu?.searchParams.get('coord_type'), 'gcj02')
  assert.match(tencent?.searchParams.get('marker') ?? '', /^coord:36\.81,118\.05;/)
})
