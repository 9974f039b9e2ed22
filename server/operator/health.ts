import type { Config } from '../config.ts'
import type { OpenedCount } from '../store/collection.ts'

/** What a server says of itself on loopback. */
interface Health {
  status?: string
  version?: string
  uptimeSeconds?: number
  /** By collection. 0.5.0 does not say. */
  opened?: Readonly<Record<string, OpenedCount>>
}

export function healthAddress({ host, port }: Config): string {
  const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const reachable = loopback[host] ?? host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/healthz`
}

/** Empty where no server replies, or none that is healthy. */
export async function healthOf(config: Config, mustBeHealthy = true): Promise<Health> {
  try {
    const response = await fetch(healthAddress(config), { signal: AbortSignal.timeout(5_000), redirect: 'error' })
    const health = (await response.json()) as Health
    return response.ok || !mustBeHealthy ? health : {}
  } catch {
    return {}
  }
}
