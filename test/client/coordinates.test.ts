import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeIn, toGcj02 } from '../../client/lib/coordinates.ts'

const near = (one: { lng: number; lat: number }, [lng, lat]: readonly [number, number]): void => {
  assert.ok(
    Math.abs(one.lng - lng) < 1e-6 && Math.abs(one.lat - lat) < 1e-6,
    `${one.lng}, ${one.lat} is not ${lng}, ${lat}`,
  )
}

test('places are converted to the system of Chinese maps', () => {
  near(toGcj02({ lng: 116.404, lat: 39.915 }, 'BD-09'), [116.39762729119315, 39.90865673957631])
  near(toGcj02({ lng: 116.404, lat: 39.915 }, 'WGS-84'), [116.41024449916938, 39.91640428150164])
  near(toGcj02({ lng: 116.404, lat: 39.915 }, 'GCJ-02'), [116.404, 39.915])
  assert.deepEqual(toGcj02({ lng: 2.35, lat: 48.85 }, 'WGS-84'), { lng: 2.35, lat: 48.85 })
})

test('a place is found in coordinates and in links of the three maps', () => {
  const found = (text: string) => {
    const { place, system } = placeIn(text) ?? {}
    return place && [place.lng, place.lat, system]
  }
  assert.deepEqual(found('118.05, 36.81'), [118.05, 36.81, 'GCJ-02'])
  assert.deepEqual(found('36.81，118.05'), [118.05, 36.81, 'GCJ-02'])
  assert.deepEqual(found('https://uri.amap.com/marker?position=118.051234,36.812345&name=%E5%85%AC%E5%8F%B8'), [
    118.051234,
    36.812345,
    'GCJ-02',
  ])
  assert.deepEqual(found('https://ditu.amap.com/regeo?lng=118.051234&lat=36.812345'), [118.051234, 36.812345, 'GCJ-02'])
  assert.deepEqual(found('http://api.map.baidu.com/marker?location=36.812345,118.051234&title=a'), [
    118.051234,
    36.812345,
    'BD-09',
  ])
  assert.deepEqual(found('http://api.map.baidu.com/marker?location=36.812345,118.051234&coord_type=gcj02'), [
    118.051234,
    36.812345,
    'GCJ-02',
  ])
  assert.deepEqual(found('https://apis.map.qq.com/uri/v1/marker?marker=coord:36.812345,118.051234;title:a'), [
    118.051234,
    36.812345,
    'GCJ-02',
  ])
  for (const none of ['', '公司地址', '0, 0', '36.81', 'https://example.com/', '2.35,48.85', '%E0%A4%A']) {
    assert.equal(found(none), undefined, none)
  }
})
