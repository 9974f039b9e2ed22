// Sends the same headers and bytes to every request: the limit of node:http itself.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { sayReady } from './serve.mjs'

const [bodyFile, headersFile] = process.argv.slice(2)
const body = readFileSync(bodyFile)
const headers = JSON.parse(readFileSync(headersFile, 'utf8'))

const server = createServer((_req, res) => {
  res.writeHead(200, headers)
  res.end(body)
})
server.listen(0, '127.0.0.1', () => sayReady(server.address().port))
