import type { TestServer } from '../server.ts'
import type { World } from './world.ts'

/** What is done once for all the rows that look at what came of it. */
export function once<T>(act: (world: World) => Promise<T>): (world: World) => Promise<T> {
  const done = new WeakMap<TestServer, Promise<T>>()
  return (world) => {
    const result = done.get(world.server) ?? act(world)
    done.set(world.server, result)
    return result
  }
}
