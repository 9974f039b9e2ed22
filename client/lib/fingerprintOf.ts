import { type Fingerprint, fingerprint } from '../../contract/calls/fingerprint.ts'

export async function fingerprintOf(file: Blob): Promise<Fingerprint> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (!subtle) return `${file.size}`
  const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()))
  return fingerprint(file.size, Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''))
}
