// What the bare node:http yardsticks share: reading a JSON body, answering JSON, saying where they are.
import { createServer } from 'node:http'

/** Answers POST requests to one path with what `answer` makes of the body; `gone` tells whether the sender still waits for it. */
export function serve(path, answer) {
  const server = createServer((req, res) => {
    if (req.method !== 'POST' || req.url !== path) return void res.writeHead(404).end()
    const chunks = []
    req.on('data', (chunk) => chunks.push(chunk))
    req.on('end', async () => {
      try {
        const data = await answer(JSON.parse(Buffer.concat(chunks).toString()), () => req.socket.destroyed)
        const text = JSON.stringify({ code: 200, msg: '成功', data })
        res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) })
        res.end(text)
      } catch (error) {
        console.error(error)
        res.writeHead(500).end()
      }
    })
  })
  // The usual 5 s run out where 32 clients wait for a file of 20 MB each.
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => sayReady(server.address().port))
}

export function sayReady(port) {
  process.on('SIGTERM', () => process.exit())
  console.log(`ready http://127.0.0.1:${port}`)
}
