/** The path of a request URL, without the query. Proxies may send the absolute form, OPTIONS may send `*`. */
export function requestPath(url: string | undefined): string {
  if (url === undefined || url === '') return '/'
  const from = url.charCodeAt(0) === 47 /* / */ ? 0 : pathStart(url)
  const query = url.indexOf('?', from)
  const path = query === -1 ? url.slice(from) : url.slice(from, query)
  return path === '' ? '/' : path
}

/** The query including the question mark, or ''. */
export function requestSearch(url = ''): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at)
}

function pathStart(url: string): number {
  const authority = /^https?:\/\/[^/?]*/i.exec(url)
  return authority === null ? 0 : authority[0].length
}
