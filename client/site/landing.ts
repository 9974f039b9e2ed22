import { fromTab, keepInTab } from '../lib/tabStorage.ts'

/** How somebody came to the site, for the forms. Nothing outlasts the tab, and nothing is sent before a form is. */
export const landing = (): Readonly<Record<string, string>> => fromTab('landing')

/** Call it on the first page. */
export function rememberLanding(): void {
  if (!landing().address) keepInTab('landing', { address: location.pathname + location.search, referrer: document.referrer })
}
