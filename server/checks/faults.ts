import type { Log } from '../system/log.ts'
import { ok, type Verdict } from './checkTable.ts'
import { type Fact, type Fault, type Found, lookAt, type Machine, type Seen, type Topic, topics } from './facts.ts'

/** Which facts are so. `look` looks at one of them. */
export async function faultsIn(all: readonly Topic[], look: (fact: Fact) => Found | Promise<Found>): Promise<Fault[]> {
  const faults = all.flatMap((topic) =>
    topic.facts.map(async (fact): Promise<Fault[]> => {
      const { id, state = 'problem', ended = '' } = fact
      const result = (await look(fact)) || []
      const sentences = typeof result === 'string' ? [{ text: result }] : result
      return sentences.map((sentence) => ({ id, detail: '', ...sentence, topic: topic.id, state, ended }))
    }),
  )
  return (await Promise.all(faults)).flat()
}

/** All that is wrong with the machine, and what ends soon. */
export const faultsOf = (seen: Seen): Promise<Fault[]> => faultsIn(topics, (fact) => foundBy(fact, seen))

const foundBy = ({ look, inFiles }: Fact, seen: Seen): Found | Promise<Found> =>
  look ? look(seen) : inFiles?.(seen.config)

/** Those for 首页 and for what is sent. Logs each when it is found first. */
export function createFaults(machine: Machine, log: Log): () => Promise<Fault[]> {
  let knownIds: readonly string[] = []
  return async () => {
    const seen = await lookAt(machine)
    const faults = await faultsIn(topics, (fact) => !fact.unannounced && foundBy(fact, seen))
    for (const { id, text, detail } of faults) if (!knownIds.includes(id)) log('warn', text + detail)
    knownIds = faults.map(({ id }) => id)
    return faults
  }
}

/** What the faults say of a topic; undefined where none is about it. */
export function wrongWith({ id, link }: Topic, faults: readonly Fault[]): Verdict | undefined {
  const ofTopic = faults.filter(({ topic }) => topic === id)
  if (ofTopic.length === 0) return undefined
  const state = ofTopic.some((fault) => fault.state === 'problem') ? 'problem' : 'warning'
  const why = ofTopic.map(({ text, detail }) => text + detail).join('')
  return { state, why, ...(link !== undefined && { link }) }
}

export const verdictOf = (topic: Topic, faults: readonly Fault[], seen: Seen): Verdict =>
  wrongWith(topic, faults) ?? ok(typeof topic.well === 'string' ? topic.well : topic.well(seen))
