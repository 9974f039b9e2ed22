import { createHash } from 'node:crypto'
import { dayMs } from '../../contract/durations.ts'
import { chineseDay, isValidOn, type ProofLists, proofsOf } from '../../contract/proofs.ts'
import { chinaTime } from '../system/chinaTime.ts'

/** So many days before the last one it is announced, each time anew. */
const announcedDays = [14, 60]

/** Honours and certificates that end soon or have ended. Each has an id of its own, so that each is announced. */
export function proofFaults(lists: ProofLists, now: number): { id: string; text: string }[] {
  const dayIn = (days: number): string => chinaTime(now + days * dayMs).slice(0, 10)
  return proofsOf(lists).flatMap(({ name, until }) => {
    const days = announcedDays.find((each) => !isValidOn(dayIn(each))({ until }))
    if (days === undefined) return []
    const hash = createHash('sha256').update(`${name} ${until}`).digest('hex').slice(0, 16)
    const text = isValidOn(dayIn(0))({ until })
      ? `“${name}”有效期至${chineseDay(until)}，之后网站不再显示它，请提前换证，换好后在“关于我们”的设置里更新。`
      : `“${name}”已在${chineseDay(until)}到期，网站不再显示它。请在“关于我们”的设置里更新或移除。`
    return [{ id: `proof${days}-${hash}`, text }]
  })
}
