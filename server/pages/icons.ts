import type { ServerResponse } from 'node:http'
import type { Site } from '../../contract/entities.ts'
import type { FlatHeaders } from '../http/headers.ts'
import { sendBytes } from '../http/send.ts'

const shippedIcon = '/media/touch-icon.png'

/** Phones and search engines need a bitmap. */
export const pixelIcon = (icon: string): string => (icon.endsWith('.svg') ? shippedIcon : icon)

/** Requested by browsers themselves, and by the back office, which needs no site record for it. */
const wellKnown = ['/favicon.ico', '/apple-touch-icon.png']

/** In ASCII, as a header must be. What is percent-encoded already stays so. */
const encoded = (address: string): string => encodeURI(address).replaceAll('%25', '%')

/** Redirects these addresses to the company's icon. */
export function serveIcons(site: () => Site, security: FlatHeaders): (res: ServerResponse, path: string) => boolean {
  return (res, path) => {
    if (!wellKnown.includes(path)) return false
    sendBytes(res, 302, [...security, 'Location', encoded(pixelIcon(site().favicon)), 'Cache-Control', 'no-cache'], '')
    return true
  }
}
