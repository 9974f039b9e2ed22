import { truncate } from '../../../contract/characters.ts'
import { useState } from 'react'
import { download } from '../../lib/download.ts'
import { useMenuPages } from '../described/choiceFields.tsx'
import { Button } from '../ui/buttons.tsx'
import { copyText } from '../../ui/copyText.ts'
import { forDevices } from './DeviceCode.tsx'
import { SelectField, TextField } from '../ui/fields.tsx'
import { QrCode, qrModules } from '../ui/QrCode.tsx'
import { Sheet } from '../ui/sheets.tsx'
import { toast } from '../ui/Toast.tsx'

const elsewhere = 'elsewhere'
/** Large enough for a poster. */
const pixelsPerModule = 24
/** The statistics keep more, but a list shows no longer names well. */
const maxNameLength = 40

/** The address of a page of this site with the source by which its visits are counted; undefined for what is no such address. */
function promotionLink(address: string, source: string): string | undefined {
  if (source.trim() === '') return undefined
  try {
    const url = new URL(address.trim(), location.origin)
    if (url.host !== location.host) return undefined
    url.searchParams.set('utm_source', source.trim())
    return forDevices(url.href)
  } catch {
    return undefined
  }
}

/** Of this computer and of local networks: nobody outside reaches them. */
const localHosts = /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[)/

const isPublic = (address: string | undefined): boolean =>
  address !== undefined && !localHosts.test(new URL(address).hostname)

/** 推广链接: nothing of it is stored, since the link says where it belongs. */
export function PromotionLink() {
  const [source, setSource] = useState('')
  const [page, setPage] = useState('/')
  const [address, setAddress] = useState('')
  const { site, own } = useMenuPages(true)
  const pages = [...site, ...own].filter(({ on }) => on).map(({ address, title }) => [address, title] as const)
  const link = promotionLink(page === elsewhere ? address || '//' : page, source)
  const isReached = isPublic(forDevices('/'))
  const name = `二维码-${source.trim().replace(/[\\/:*?"<>|]/g, '-')}`
  const copy = async (): Promise<void> => {
    if (link && (await copyText(link))) toast('已复制')
    else toast('请手动选中并复制', 'bad')
  }
  return (
    <Sheet title="推广链接" name="promotion">
      <p className="muted small">
        给每一处投放做一个链接：二维码印在样本上，链接发在公众号里。从它来的访问和客户线索，按来源名称列在“访客从哪里来”。
      </p>
      <div className="promotion-fields">
        <TextField
          label="来源名称"
          name="source"
          value={source}
          placeholder="如：2026建博会样本"
          onChange={(typed) => setSource(truncate(typed, maxNameLength))}
        />
        <SelectField
          label="打开的页面"
          name="page"
          value={page}
          options={[...(pages.length > 0 ? pages : [['/', '首页'] as const]), [elsewhere, '其他页面']]}
          onChange={setPage}
        />
        {page === elsewhere && (
          <TextField
            label="页面的网址"
            name="address"
            value={address}
            placeholder="在浏览器里打开那一页，把网址复制到这里"
            onChange={setAddress}
            error={address !== '' && source.trim() !== '' && !link ? '应为本站的网址' : undefined}
          />
        )}
      </div>
      {!isReached && (
        <p role="note">
          现在的地址只有公司里的电脑打得开，印出来的二维码和发出去的链接客户都打不开。请用网站正式的网址打开后台，或者请技术人员设置SITE_URL，再来做。
        </p>
      )}
      {link && isReached && (
        <div className="promotion-made row wraps loose">
          <QrCode text={link} label={`${source}的二维码`} />
          <div className="stack fill">
            <code className="promotion-link">{link}</code>
            <p className="row wraps">
              <Button icon="copy" onClick={() => void copy()}>
                复制链接
              </Button>
              <Button onClick={() => download(svgOf(link), `${name}.svg`, 'image/svg+xml')}>下载SVG</Button>
              <Button onClick={() => drawPng(link, (png) => download(png, `${name}.png`))}>下载PNG</Button>
            </p>
          </div>
        </div>
      )}
    </Sheet>
  )
}

function svgOf(text: string): string {
  const { size, dark } = qrModules(text)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark}"/></svg>`
  )
}

function drawPng(text: string, use: (png: Blob) => void): void {
  const { size, dark } = qrModules(text)
  const pixels = size * pixelsPerModule
  const canvas = Object.assign(document.createElement('canvas'), { width: pixels, height: pixels })
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = '#fff'
  context.fillRect(0, 0, pixels, pixels)
  context.scale(pixelsPerModule, pixelsPerModule)
  context.fillStyle = '#000'
  context.fill(new Path2D(dark))
  canvas.toBlob((png) => png && use(png))
}
