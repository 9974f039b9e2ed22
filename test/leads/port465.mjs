// Loaded before the server: connections to port 465, which only root may listen at, go to another.
import net from 'node:net'

const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...args) {
  const [options] = Array.isArray(args[0]) ? args[0] : args
  if (options?.port === 465) options.port = Number(process.env.PORT_465)
  return connect.apply(this, args)
}
