// Loaded before the server: the names in OLD_SITE_HOSTS have a public address, which leads to a port of this machine.
import { Resolver } from 'node:dns/promises'
import { Socket } from 'node:net'

const hosts = process.env.OLD_SITE_HOSTS.split(',')
const publicAddress = '93.184.216.34'

const { resolve4 } = Resolver.prototype
Resolver.prototype.resolve4 = function (host, ...more) {
  return hosts.includes(host) ? Promise.resolve([publicAddress]) : resolve4.call(this, host, ...more)
}

const { connect } = Socket.prototype
Socket.prototype.connect = function (...args) {
  // Node itself passes what it has normalized: an array with the options.
  const [options] = Array.isArray(args[0]) ? args[0] : args
  if (!hosts.includes(options?.host)) return connect.apply(this, args)
  return connect.call(this, Number(process.env.OLD_SITE_PORT), '127.0.0.1')
}
