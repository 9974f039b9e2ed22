import type { LeadMail, LeadNote } from '../../contract/kinds/entities.ts'
import { dayMs } from '../../contract/text/durations.ts'
import { type Handlers, signedIn } from '../call.ts'
import { Failure, notFound } from '../failure.ts'
import type { Outbox } from './outbox.ts'
import { shownTime } from '../store/kind.ts'
import type { LeadRecord } from '../store/leadRecords.ts'
import type { Store } from '../store/store.ts'
import type { Log } from '../system/log.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { followedUp, refuseMoreNotes } from './leadCalls.ts'

interface LeadMailParts {
  store: { agent: Pick<Store['agent'], 'update'> }
  outbox: Pick<Outbox, 'answer' | 'canAnswer'>
  now: () => number
  log: Log
}

/**
 * Mails to customers. The note is written first, as one whose outcome is not known: where the server stops before it is, it stays so, and
 * nothing sends it again.
 */
export function leadMailCall({ store: { agent }, outbox, now, log }: LeadMailParts) {
  const isSame = (note: LeadNote, text: string): boolean =>
    note.mail !== undefined && note.text === text && note.at > shownTime(chinaTime(now() - dayMs))

  return {
    async leadMail({ agentId, text }, caller) {
      const { name } = signedIn(caller).user
      let earlier: LeadMail | undefined
      const changed = (current: LeadRecord, changes: Partial<LeadRecord>): LeadRecord =>
        followedUp(current, changes, name, now())
      const record = await agent.update(agentId, (current) => {
        const { notes = [] } = current
        earlier = notes.find((note) => isSame(note, text) && note.mail?.state !== 'failed')?.mail
        if (earlier) return current
        if (!outbox.canAnswer(current)) throw new Failure(400, '这位客户没有留邮箱，或没有开启的邮件通知渠道')
        const others = notes.filter((note) => !isSame(note, text))
        refuseMoreNotes(others)
        const at = shownTime(chinaTime(now()))
        return changed(current, { notes: [...others, { at, by: name, text, mail: { state: 'unknown' } }] })
      })
      if (!record) throw notFound()
      if (earlier) return earlier
      const mail = await outbox.answer(record, text)
      const saved = agent.update(agentId, (current) => {
        const notes = (current.notes ?? []).map((note) => (isSame(note, text) ? { ...note, mail } : note))
        const isFirst = mail.state === 'sent' && (current.state ?? 'new') === 'new'
        return changed(current, { notes, ...(isFirst && { state: 'contacted', owner: current.owner || name }) })
      })
      // It has gone all the same.
      await saved.catch((error) => log('error', `agent/${agentId}: what came of a mail was not kept`, error))
      return mail
    },
  } satisfies Partial<Handlers>
}
