import { randomBytes } from 'node:crypto'
import { chinaTime } from '../system/chinaTime.ts'
import type { SecretRecord } from './records.ts'
import type { Store } from './store.ts'

/** A key that this site signs with, made when it is first needed. */
export type SigningKey = () => string | Promise<string>

export function createSigningKey({ secret }: Store, id: string, now: () => number): SigningKey {
  /** Concurrent first uses must not create two keys. */
  let creating: Promise<string> | undefined
  const made = (): SecretRecord => ({ id, createdAt: chinaTime(now()), key: randomBytes(32).toString('base64url') })
  const create = async (): Promise<string> => (await secret.change(id, (existing) => existing ?? made())).key
  return () => secret.get(id)?.key ?? (creating ??= create().finally(() => (creating = undefined)))
}
