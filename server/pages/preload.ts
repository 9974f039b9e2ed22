/** As React writes what client/ui/Picture.tsx draws. */
const awaited = /<picture><source type="image\/webp" srcSet="([^"]+)" sizes="([^"]+)"\/><img fetchPriority="high"/g

/**
 * Links that have the browser fetch what the page is waited for together with its style, at the width that fits. They are read from
 * the drawn page, so they cannot name another candidate than its element does.
 */
export function preloadsOf(body: string): string {
  return [...body.matchAll(awaited)]
    .map(([, srcset, sizes]) => `<link rel="preload" as="image" type="image/webp" imagesrcset="${srcset}" imagesizes="${sizes}" fetchpriority="high">`)
    .join('')
}
