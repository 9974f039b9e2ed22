/** The files that the HTML of a page names. */
export interface Linked {
  /** Decides whether the browser can run the scripts, and adds the first of them. */
  entry: string
  scripts: readonly string[]
  style: string
}

/**
 * True wherever the feature is known, which is where preloaded modules are worth it: Chromium that cannot run the scripts (86 and older) knows
 * `modulepreload` but not this, and leaves them alone.
 */
const current = '(forced-colors: none), (forced-colors: active)'

/** The entry stands before the style sheet, which it would have to wait for, and holds nothing up: both are needed for the first paint. */
export function linkTags({ entry, scripts, style }: Linked, more = ''): string {
  return [
    `<script src="${entry}" data-module="${scripts[0]}"${more}></script>`,
    `<link rel="stylesheet" href="${style}">`,
    ...scripts.map((script) => `<link rel="modulepreload" href="${script}" media="${current}">`),
  ].join('')
}
