// The smallest possible Node web server.
import { createServer } from 'node:http'
import { sayReady } from './serve.mjs'

const server = createServer((_req, res) => res.end('ok'))
server.listen(0, '127.0.0.1', () => sayReady(server.address().port))
