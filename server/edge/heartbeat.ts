import http from 'node:http'
import https from 'node:https'

const timeoutMs = 10_000

/** Asks for an address while all is well, so that a service elsewhere can call somebody when it is not asked any more. */
export const heartbeat = (address: string, isHealthy: () => Promise<boolean>) => async (): Promise<void> => {
  if (!(await isHealthy())) return
  try {
    const status = await answeredStatus(address)
    if (status >= 300) throw new Error(`the status is ${status}`)
  } catch (cause) {
    // The same words each time, so that an address which fails in several ways is logged once.
    throw new Error('no good reply', { cause })
  }
}

function answeredStatus(address: string): Promise<number> {
  const { get } = address.startsWith('https:') ? https : http
  return new Promise((resolve, reject) => {
    get(
      address,
      { agent: false, signal: AbortSignal.timeout(timeoutMs), headers: { 'User-Agent': 'Zhuzhan' } },
      (response) => {
        response.destroy()
        resolve(response.statusCode ?? 0)
      },
    ).on('error', reject)
  })
}
