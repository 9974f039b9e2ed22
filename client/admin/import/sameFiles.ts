import type { Existing } from '../../../contract/kinds/entities.ts'
import type { Fingerprint } from '../../../contract/calls/fingerprint.ts'
import { fingerprintOf } from '../../lib/fingerprintOf.ts'

/** Whether a file is the one that an address shows, by its bytes. */
export type IsSame = (address: string, file: File) => boolean

/** Files that records have already, under whatever name. */
export function createSameFiles() {
  const fingerprints = new Map<File, Fingerprint>()
  const known = new Map<string, readonly Fingerprint[]>()
  const isSame: IsSame = (address, file) => {
    const fingerprint = fingerprints.get(file) ?? ''
    // Of some pictures nobody knows the hash.
    return known.get(address)?.some((each) => [fingerprint, fingerprint.replace(/-.*/, '-')].includes(each)) ?? false
  }
  return {
    isSame,
    async read(files: readonly File[]): Promise<void> {
      // One that cannot be read any more is named when it is sent.
      for (const file of files) fingerprints.set(file, await fingerprintOf(file).catch(() => '0'))
    },
    know(records: readonly Existing[]): void {
      for (const { files = {} } of records) for (const [address, all] of Object.entries(files)) known.set(address, all)
    },
  }
}
