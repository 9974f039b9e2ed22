import { user } from '../session/session.ts'
import { later } from '../ui/later.tsx'

const QrCode = later(async () => (await import('../ui/QrCode.tsx')).QrCode)

const isLoopback = (hostname: string): boolean => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname)

/** This address as another device opens it; undefined where only this computer can. */
export function forDevices(address: string): string | undefined {
  const url = new URL(address, location.origin)
  if (!isLoopback(url.hostname)) return url.href
  const origin = isLoopback(location.hostname) ? user.peek()?.deviceOrigin : location.origin
  return origin === undefined ? undefined : origin + url.pathname + url.search + url.hash
}

interface Props {
  /** As another device opens it; undefined where none can. */
  address: string | undefined
  label: string
  /** What is done with the code. */
  words: string
}

/** A code for a phone, or why there is none. */
export const DeviceCode = ({ address, label, words }: Props) =>
  address === undefined ? (
    <p className="message" role="note">
      {onlyHere}
    </p>
  ) : (
    <div className="message qr">
      <QrCode text={address} label={label} />
      <p>{words}</p>
    </div>
  )

const onlyHere =
  '现在的地址只有这台电脑打得开，手机扫码打不开，所以没有二维码。网站有了网址以后，请技术人员设置SITE_URL；现在就想用手机看，请把HOST设为0.0.0.0，让手机和这台电脑连同一个网络。'
