import { stored } from '../lib/stored.ts'

const store = stored('landing', 'sessionStorage')

/** How somebody came to the site, for the forms. Nothing outlasts the tab, and nothing is sent before a form is. */
export const landing = () => (store.read() ?? {}) as Readonly<Record<string, string>>

/** Call it on the first page. */
export function rememberLanding(): void {
  if (!landing().address) store.write({ address: location.pathname + location.search, referrer: document.referrer })
}
