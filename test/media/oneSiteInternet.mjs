import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'

/** For a server that a test starts: every name is that of a public host, and all of them are the site at OUTSIDE_PORT of this machine. */
const port = Number(process.env.OUTSIDE_PORT)
const { connect } = net.Socket.prototype

dns.promises.Resolver.prototype.resolve4 = async () => ['8.8.8.8']
dns.promises.Resolver.prototype.resolve6 = async () => []
https.get = (url, ...rest) => http.get(Object.assign(new URL(url), { protocol: 'http:' }), ...rest)
net.Socket.prototype.connect = function (...args) {
  const [options, done] = Array.isArray(args[0]) ? args[0] : args
  return options.lookup ? connect.call(this, { host: '127.0.0.1', port }, done) : connect.apply(this, args)
}
