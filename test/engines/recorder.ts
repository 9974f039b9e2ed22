import { once } from 'node:events'
import { createServer, request } from 'node:http'

/**
 * Runs before anything of the page. It has to parse in every engine. Firefox reports an error for preloading a module that is being fetched
 * already, so scripts and styles alone count.
 */
const script = `
window.engineErrors = [];
function note(words) { window.engineErrors.push(String(words)); }
addEventListener('error', function (event) {
  var target = event.target;
  if (event.message) note(event.message + ' at ' + event.filename + ':' + event.lineno);
  else if (target.tagName === 'SCRIPT' || target.rel === 'stylesheet') note(target.tagName + ' not loaded: ' + (target.src || target.href));
}, true);
addEventListener('unhandledrejection', function (event) { note('unhandled: ' + (event.reason && event.reason.message || event.reason)); });
addEventListener('securitypolicyviolation', function (event) { note(event.violatedDirective + ' forbids ' + (event.blockedURI || 'inline')); });
var original = console.error;
console.error = function () { note('console: ' + [].slice.call(arguments).join(' ')); original.apply(console, arguments); };
`

/**
 * A proxy between an engine and the server that adds a script at the head of each page, which collects errors: not every engine
 * reports them to its driver. Nothing is cached, so that each visit is a first one. Resolves to the address for the engine.
 */
export async function startRecorder(t: { after(fn: () => unknown): void }, origin: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  const proxy = createServer((incoming, reply) => {
    if (incoming.url === '/engine-errors.js')
      return void reply.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script)
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    const passed = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      const isPage = answer.headers['content-type']?.startsWith('text/html')
      const { 'content-length': _, ...rest } = answer.headers
      reply.writeHead(answer.statusCode ?? 502, { ...(isPage ? rest : answer.headers), 'cache-control': 'no-store' })
      if (!isPage) return void answer.pipe(reply)
      let html = ''
      answer.setEncoding('utf8').on('data', (text) => (html += text))
      answer.on('end', () => reply.end(html.replace(/<head[^>]*>/, '$&<script src="/engine-errors.js"></script>')))
    })
    passed.on('error', () => reply.destroy())
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.after(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const address = proxy.address()
  if (typeof address !== 'object' || !address) throw new Error('the recorder has no port')
  return `http://127.0.0.1:${address.port}`
}
