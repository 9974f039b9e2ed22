import { type Fingerprint, maxFingerprints } from '../../../contract/fingerprint.ts'
import { fingerprintOf } from '../../lib/fingerprintOf.ts'
import { inPortions } from '../../lib/inPortions.ts'
import { api } from '../api.ts'

/** Whether a file is the one that an address shows, by its bytes. */
export type IsSame = (address: string, file: File) => boolean

/** Files that the site has already, under whatever name. */
export function createSameFiles() {
  const fingerprints = new Map<File, readonly Fingerprint[]>()
  const same = new Set<string>()
  const isSame: IsSame = (address, file) => fingerprints.get(file)?.some((each) => same.has(each + address)) ?? false
  return {
    isSame,
    async find(files: readonly File[], signal: AbortSignal): Promise<void> {
      for (const file of files) {
        // One that cannot be read any more is named when it is sent.
        const own = await fingerprintOf(file).catch(() => '0')
        // Of some pictures nobody knows the hash.
        fingerprints.set(file, [own, own.replace(/-.*/, '-')])
      }
      const asked = new Set(files.flatMap((file) => fingerprints.get(file) ?? []))
      for (const some of inPortions([...asked], maxFingerprints))
        for (const { file, address } of await api('mediaSame', { files: some }, signal)) same.add(file + address)
    },
  }
}
