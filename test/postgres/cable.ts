import { connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** A relay to the database that can be cut. */
export interface Cable {
  address: string
  /** Closes every connection, and each new one at once. */
  cut(): void
  /** Passes nothing on and closes nothing: the present connections receive nothing more. */
  silence(): void
  /** Closes each new connection when its first query is sent. */
  cutAtFirstQuery(): void
  restore(): void
  /** The connections to the relay that were closed by the client before it sent anything. */
  unused(): number
}

export async function startCable(t: TestContext, database: string): Promise<Cable> {
  const target = new URL(database)
  const sockets = new Set<Socket>()
  let whole = true
  let silent = false
  let cutsAtFirstQuery = false
  let unused = 0
  const relay = createServer((client) => {
    if (!whole) return void client.destroy()
    if (silent) return void sockets.add(client.on('error', () => {}))
    client.once('end', () => {
      if (client.bytesRead === 0) unused++
    })
    const server = connect(Number(target.port), target.hostname)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          client.destroy()
          server.destroy()
        })
    }
    client.pipe(server).pipe(client)
    // What is sent first is the name of the database.
    client.once('data', () => client.once('data', () => cutsAtFirstQuery && client.destroy()))
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    whole = false
    for (const socket of sockets) socket.destroy()
  }
  const silence = (): void => {
    silent = true
    for (const socket of sockets) socket.unpipe().pause()
  }
  const restore = (): void => {
    whole = true
    silent = cutsAtFirstQuery = false
  }
  t.after(() => {
    cut()
    relay.close()
  })
  const { port } = relay.address() as { port: number }
  return {
    address: database.replace(`:${target.port}/`, `:${port}/`),
    cut,
    silence,
    cutAtFirstQuery: () => void (cutsAtFirstQuery = true),
    restore,
    unused: () => unused,
  }
}
