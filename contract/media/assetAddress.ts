/**
 * Where a page gets a file from: scripts, styles, pictures and films from `origin`, of a CDN that has them from the site (ASSETS_URL); '' is
 * the site itself. Everything else is where it is.
 */
export const assetAddress = (origin: string, address: string): string =>
  /^\/(?:assets|media|uploads)\//.test(address) ? origin + address : address
