import type { Site, TestServer } from '../server.ts'
import type { World } from './world.ts'

/** What is done once for all the rows that look at what came of it. */
export function once<T, Server extends Site = TestServer>(
  act: (world: World<Server>) => Promise<T>,
): (world: World<Server>) => Promise<T> {
  const done = new WeakMap<Server, Promise<T>>()
  return (world) => {
    const result = done.get(world.server) ?? act(world)
    done.set(world.server, result)
    return result
  }
}
