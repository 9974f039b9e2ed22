import { createNetworkThrottle, createThrottle, type Throttle, unlimited, unlimitedNetworks } from './throttle.ts'

/** What counts for one try with a password. */
export interface Tried {
  /** Seconds until it may be tried; 0 when it may now. */
  wait(): number
  failed(): void
  succeeded(): void
}

/**
 * A device that has signed in to the account before has failures of its own. All others are strangers: they share one count for
 * each account, known or not, so that guessing from many addresses gets no further, and are counted by their networks besides.
 */
export interface SignInLimits {
  device(id: string): Tried
  stranger(name: string, address: string): Tried
  /** Who is signed in and changes the password: a stolen session is no way to guess on. */
  passwordChange(userId: string): Tried
  /**
   * The keeper has just set this account's password, which voids its devices: for a while, or until somebody signs in, strangers
   * cannot block it. Their networks are counted all the same.
   */
  passwordSet(name: string): void
  /** Whether that is so now. */
  isOpen(name: string): boolean
}

const quarter = 15 * 60_000
const mostFailures = 5
const mostByNetwork = { address: 20, '/24': 80, '/64': 20, '/56': 40, '/48': 80 } as const

export function createSignInLimits(now: () => number, rateLimit: boolean): SignInLimits {
  const limited = (): Throttle => (rateLimit ? createThrottle(mostFailures, quarter, now) : unlimited)
  const byDevice = limited()
  const byName = limited()
  const byChange = limited()
  const byNetwork = rateLimit ? createNetworkThrottle(mostByNetwork, quarter, now) : unlimitedNetworks
  const justSet = createThrottle(1, quarter, now)
  const isOpen = (name: string): boolean => justSet.wait(keyOf(name)) > 0

  const keyed = (throttle: Throttle, key: string): Tried => ({
    wait: () => throttle.wait(key),
    failed: () => throttle.count(key),
    succeeded: () => throttle.forget(key),
  })

  return {
    isOpen,
    device: (id) => keyed(byDevice, id),
    passwordChange: (userId) => keyed(byChange, userId),

    stranger(name, address) {
      const key = keyOf(name)
      return {
        wait: () => Math.max(isOpen(name) ? 0 : byName.wait(key), byNetwork.wait(address)),
        failed() {
          byName.count(key)
          byNetwork.count(address)
        },
        succeeded() {
          byName.forget(key)
          justSet.forget(key)
        },
      }
    },

    passwordSet(name) {
      byName.forget(keyOf(name))
      justSet.count(keyOf(name))
    },
  }
}

/** A name may be as long as a body; a key may not. No account's name is as long as this. */
const keyOf = (name: string): string => name.slice(0, 100)
