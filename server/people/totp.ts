import { createHmac, timingSafeEqual } from 'node:crypto'

/** RFC 4226. Apps for codes know no other hash and length for certain. */
export function hotp(key: Buffer, counter: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', key).update(message).digest()
  const offset = mac.readUInt8(mac.length - 1) & 15
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/** RFC 6238 counts the half minutes since 1970. */
export const stepAt = (time: number): number => Math.floor(time / 30_000)

/** The step of a code, if it is of now or next to it, and newer than the last accepted one. */
export function acceptedStep(key: Buffer, code: string, time: number, last: number): number | undefined {
  const current = stepAt(time)
  return [current - 1, current, current + 1].find((step) => step > last && isEqual(hotp(key, step), code))
}

export const isEqual = (expected: string, actual: string): boolean => {
  const one = Buffer.from(expected)
  const other = Buffer.from(actual)
  return one.length === other.length && timingSafeEqual(one, other)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding, as apps want it. */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet.charAt(parseInt(five.padEnd(5, '0'), 2))).join('')
}

/** What the QR code says to an app. */
export function otpauthUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`
}
