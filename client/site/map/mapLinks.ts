import type { Place } from '../../lib/tiles.ts'

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
