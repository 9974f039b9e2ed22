import type { Caller, SignedInUser } from './caller.ts'

/** The contract lets only those signed in come so far. */
export function signedIn({ signedIn }: Caller): SignedInUser {
  if (!signedIn) throw new Error('a staff call came without a session')
  return signedIn
}
