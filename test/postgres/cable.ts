import { connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** A way to the database that can be cut. */
export async function startCable(t: TestContext, database: string): Promise<{ address: string; cut(): void; mend(): void }> {
  const target = new URL(database)
  const sockets = new Set<Socket>()
  let whole = true
  const relay = createServer((client) => {
    if (!whole) return void client.destroy()
    const server = connect(Number(target.port), target.hostname)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => {
        sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    client.pipe(server).pipe(client)
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    whole = false
    for (const socket of sockets) socket.destroy()
  }
  t.after(() => {
    cut()
    relay.close()
  })
  const { port } = relay.address() as { port: number }
  return { address: database.replace(`:${target.port}/`, `:${port}/`), cut, mend: () => void (whole = true) }
}
