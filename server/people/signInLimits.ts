import { comparable } from './password.ts'
import {
  alone,
  createNetworkThrottle,
  createThrottle,
  type ShareFor,
  type Throttle,
  unlimited,
  unlimitedNetworks,
} from '../edge/throttle.ts'

/** The limits that apply to one attempt with a password. */
export interface Attempts {
  /** 0 when an attempt is allowed now. */
  secondsToWait(): number
  failed(): void
  succeeded(): void
}

const fifteenMinutesMs = 15 * 60_000
const maxFailures = 5
const maxFailuresByNetwork = { address: 20, '/24': 80, '/64': 20, '/56': 40, '/48': 80 } as const

/**
 * A device that has signed in to the account before has a limit of its own. Unknown devices share one limit per account, whether the
 * account exists or not, so that guessing from many addresses does not help, and also have limits per network.
 */
export function createSignInLimits(now: () => number, rateLimit: boolean, shareFor: ShareFor = alone) {
  const shareAs = (name: string) => shareFor(`signIn ${name}`)
  const newThrottle = (name: string): Throttle =>
    rateLimit ? createThrottle(maxFailures, fifteenMinutesMs, now, shareAs(name)) : unlimited
  const byDevice = newThrottle('device')
  const byName = newThrottle('name')
  const byChange = newThrottle('change')
  const byNetwork = rateLimit
    ? createNetworkThrottle(maxFailuresByNetwork, fifteenMinutesMs, now, shareAs)
    : unlimitedNetworks
  const resets = createThrottle(1, fifteenMinutesMs, now, shareAs('reset'))
  const wasReset = (name: string): boolean => resets.secondsToWait(keyOf(name)) > 0

  const attemptsFor = (throttle: Throttle, key: string): Attempts => ({
    secondsToWait: () => throttle.secondsToWait(key),
    failed: () => throttle.count(key),
    succeeded: () => throttle.forget(key),
  })

  return {
    wasReset,
    device: (id: string) => attemptsFor(byDevice, id),
    /** For links, whose keys nobody can guess: their failures count with those of passwords of unknown devices. */
    link: (address: string): Omit<Attempts, 'succeeded'> => ({
      secondsToWait: () => byNetwork.secondsToWait(address),
      failed: () => byNetwork.count(address),
    }),
    /** For changing the password or the second factor while signed in, so that a stolen session does not allow guessing. */
    whileSignedIn: (userId: string) => attemptsFor(byChange, userId),

    unknownDevice(name: string, address: string): Attempts {
      const key = keyOf(name)
      return {
        secondsToWait: () => Math.max(wasReset(name) ? 0 : byName.secondsToWait(key), byNetwork.secondsToWait(address)),
        failed() {
          byName.count(key)
          byNetwork.count(address)
        },
        succeeded() {
          byName.forget(key)
          resets.forget(key)
        },
      }
    },

    /**
     * The operator has set this account's password, which invalidates its devices. For a while, or until somebody signs in, failures of
     * unknown devices do not lock the account; the limits per network apply.
     */
    passwordReset(name: string): void {
      byName.forget(keyOf(name))
      resets.count(keyOf(name))
    },
  }
}

/** Limits the length of keys. No account's name is as long as this. */
const keyOf = (name: string): string => comparable(name.slice(0, 500)).slice(0, 100)
