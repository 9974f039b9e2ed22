// Shared by the node:http baselines: reads a JSON body, replies with JSON, prints the ready line.
import { createServer } from 'node:http'

/** Replies to POST requests of one path with the result of `answer`. */
export function serve(path, answer) {
  const server = createServer((req, res) => {
    if (req.method !== 'POST' || req.url !== path) return void res.writeHead(404).end()
    const chunks = []
    req.on('data', (chunk) => chunks.push(chunk))
    req.on('end', () => {
      const text = JSON.stringify({
        code: 200,
        msg: '成功',
        data: answer(JSON.parse(Buffer.concat(chunks).toString())),
      })
      res.writeHead(200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(text),
      })
      res.end(text)
    })
  })
  server.listen(0, '127.0.0.1', () => sayReady(server.address().port))
}

export function sayReady(port) {
  process.on('SIGTERM', () => process.exit())
  console.log(`ready http://127.0.0.1:${port}`)
}
