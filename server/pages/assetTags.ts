/** The addresses of the scripts and styles of a page. */
export interface PageAssets {
  /** Checks whether the browser can run the scripts, and loads the first of them. */
  entry: string
  scripts: readonly string[]
  style: string
}

/**
 * Matches every browser that knows the feature. Chromium 86 and older, which cannot run the scripts, knows `modulepreload` but not this,
 * and does not preload them.
 */
const modernBrowsers = '(forced-colors: none), (forced-colors: active)'

/** The entry precedes the style sheet, for which it would have to wait. It delays nothing: both are needed for the first paint. */
export function assetTags({ entry, scripts, style }: PageAssets, attributes = ''): string {
  return [
    `<script src="${entry}" data-module="${scripts[0]}"${attributes}></script>`,
    `<link rel="stylesheet" href="${style}">`,
    ...scripts.map((script) => `<link rel="modulepreload" href="${script}" fetchpriority="low" media="${modernBrowsers}">`),
  ].join('')
}
