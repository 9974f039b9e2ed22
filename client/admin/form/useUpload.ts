import { messages } from '../../../contract/calls/rules.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { isRunning, type Target } from '../../lib/uploads.ts'
import { toast } from '../ui/Toast.tsx'
import { uploads, useUploads } from './uploads.ts'

/** The one file of a field. `onDone` gets its address, perhaps when the field is no longer there. */
export function useUpload(target: Target, onDone: (address: string) => void) {
  const { form, field } = target
  const upload = useUploads(() => lastOf(uploads.of(form, field)))
  const remove = (): void => uploads.removeAll(form, field)
  return {
    /** The file that was chosen last. */
    upload,
    /** The same, while it is going up. */
    running: upload && isRunning(upload) ? upload : undefined,
    /** The same, if it was refused or not sent. */
    failed: upload?.state === 'failed' ? upload : undefined,
    remove,
    /** `onSent` says so in other words than elsewhere. */
    send(file: File, onSent: (address: string) => void = () => toast(messages.uploaded, 'good')): void {
      const added = uploads.add(target, file, ({ state, address }) => {
        if (state !== 'done') return
        onDone(address)
        onSent(address)
      })
      const accepted = added.state !== 'failed'
      for (const other of uploads.of(form, field)) {
        // A file that is refused stops no other one.
        if (other.id !== added.id && (accepted || !isRunning(other))) uploads.remove(other.id)
      }
    },
  }
}
