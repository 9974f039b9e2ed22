import type { Caller, SignedInUser } from './caller.ts'

/** For calls that the contract reserves to staff. */
export function signedIn({ signedIn }: Caller): SignedInUser {
  if (!signedIn) throw new Error('a staff call came without a session')
  return signedIn
}
