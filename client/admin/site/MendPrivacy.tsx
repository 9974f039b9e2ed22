import { messages } from '../../../contract/rules.ts'
import { mendedPrivacy } from '../../../contract/privacyText.ts'
import { api } from '../api.ts'
import { Button } from '../ui/buttons.tsx'
import { attempt, toast } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

/** Has the privacy notice follow the settings that it contradicts. */
export function MendPrivacy({ label, onChanged }: { label: string; onChanged(): void }) {
  const [locked, run] = useRepeatGuard()
  const mend = async (): Promise<void> => {
    const { privacy, version } = await api('siteDetail', {})
    const saved = await api('siteUpdate', {
      privacy: { ...privacy, body: mendedPrivacy(privacy.body) },
      basedOn: version,
    })
    onChanged()
    const undo = (): void => void attempt(() => api('siteUpdate', { privacy, basedOn: saved.version }).then(onChanged))
    toast(messages.modified, 'good', { undo })
  }
  return (
    <Button disabled={locked} onClick={() => run(() => attempt(mend))}>
      {label}
    </Button>
  )
}
