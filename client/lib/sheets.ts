/** Style sheets of files of script, loaded or not yet: the build names each in its file, as `sheet`. */
interface WithSheet {
  sheet?: string
}

const loading = new Map<string, Promise<unknown>>()
const ofPages = new Set<string>()

/** What a file exports, once its sheet is there. */
export async function withSheet<M extends object>(file: (M & WithSheet) | Promise<M & WithSheet>): Promise<M> {
  const module = await file
  if (module.sheet) await load(module.sheet, 'all')
  return module
}

/** The same for a page, whose sheet does nothing until the page is shown. */
export async function withPageSheet<M extends WithSheet>(file: Promise<M>): Promise<M> {
  const module = await file
  if (module.sheet) {
    ofPages.add(nameOf(module.sheet))
    await load(module.sheet, 'not all')
  }
  return module
}

/** Of the sheets of pages only this one is on, so that no page depends on those before it. */
export function showSheet(address = ''): void {
  for (const { href, sheet } of links())
    if (sheet && ofPages.has(nameOf(href))) sheet.media.mediaText = nameOf(href) === nameOf(address) ? 'all' : 'not all'
}

/** Where a CDN has failed, one of them is from the site itself (again.ts). */
const nameOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1)

const links = (): HTMLLinkElement[] =>
  [...document.querySelectorAll<HTMLLinkElement>('link[href*="/assets/"]')].filter(({ rel }) => rel === 'stylesheet')

function load(address: string, media: string): Promise<unknown> {
  const others = links()
  if (others.some(({ href }) => nameOf(href) === nameOf(address))) return loading.get(address) ?? Promise.resolve()
  const link = document.createElement('link')
  const loaded = new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new Error(`there is no ${address}`))
    }
  })
  loading.set(address, loaded)
  link.rel = 'stylesheet'
  link.media = media
  link.href = address
  // Their names begin with a number, which is their place.
  const next = others.find(({ href }) => nameOf(href) > nameOf(address))
  if (next) next.before(link)
  else others[others.length - 1]?.after(link)
  return loaded
}
