import { dayMs } from '../../contract/text/durations.ts'
import { chineseDay, isValidOn, type ProofLists, proofsOf } from '../../contract/site/proofs.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { sha256 } from '../system/sha256.ts'

/** So many days before the last one it is announced, each time anew. */
const announcedDays = [14, 60]

/** Honours and certificates that end soon or have ended. Each has an id of its own, so that each is announced. */
export function proofFaults(lists: ProofLists, now: number) {
  const dayIn = (days: number): string => chinaTime(now + days * dayMs).slice(0, 10)
  return proofsOf(lists).flatMap((proof) => {
    const { name, until } = proof
    const days = announcedDays.find((day) => !isValidOn(dayIn(day))(proof))
    if (days === undefined) return []
    const hash = sha256(`${name} ${until}`).slice(0, 16)
    const text = isValidOn(dayIn(0))(proof)
      ? `“${name}”有效期至${chineseDay(until)}，之后网站不再显示它，请提前换证，换好后在“关于我们”的设置里更新。`
      : `“${name}”已在${chineseDay(until)}到期，网站不再显示它。请在“关于我们”的设置里更新或移除。`
    return [{ id: `proof${days}-${hash}`, text }]
  })
}
