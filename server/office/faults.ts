import type { Check } from '../../contract/calls/checks.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Log } from '../system/log.ts'
import { hostname } from 'node:os'
import {
  type Fact,
  type Fault,
  type Found,
  lookAt,
  type Machine,
  onMachine,
  type Seen,
  type Topic,
  topics,
} from './facts.ts'

/** Which facts are so. `look` looks at one of them. */
export async function faultsIn(all: readonly Topic[], look: (fact: Fact) => Found | Promise<Found>): Promise<Fault[]> {
  const faults = all.flatMap((topic) =>
    topic.facts.map(async (fact): Promise<Fault[]> => {
      const { state = 'problem', ended = '' } = fact
      const result = (await look(fact)) || []
      const sentences = typeof result === 'string' ? [{ text: result }] : result
      return sentences.map((sentence) => ({ ...fact, detail: '', ...sentence, topic: topic.id, state, ended }))
    }),
  )
  return (await Promise.all(faults)).flat()
}

/** All that is wrong with the machine, and what ends soon. */
export async function faultsOf(seen: Seen): Promise<Fault[]> {
  const faults = await faultsIn(topics, ({ look, inFiles }) => (look ? look(seen) : inFiles?.(seen.config)))
  const machine = onMachine(seen.config)
  const named = (fault: Fault): Fault => ({
    ...fault,
    id: fault.id + machine,
    text: `${hostname()}：${fault.text}`,
    ended: `${hostname()}：${fault.ended}`,
  })
  return faults.map((fault) => (fault.ofMachine && machine !== '' ? named(fault) : fault))
}

/** Words for a person: those for 首页 and for what is sent. Logs each when it is found first. */
export function createFaults(machine: Machine, log: Log): () => Promise<Fault[]> {
  let knownIds: readonly string[] = []
  return async () => {
    const faults = (await faultsOf(await lookAt(machine))).filter(({ unannounced }) => !unannounced)
    for (const { id, text, detail } of faults) if (!knownIds.includes(id)) log('warn', text + detail)
    knownIds = faults.map(({ id }) => id)
    return faults
  }
}

/** Lines for a program: how each topic is, for 上线检查, status and doctor. What is well is known only where a server runs. */
export function linesOf(all: readonly Topic[], faults: readonly Fault[], seen?: Seen): Check[] {
  return all.flatMap(({ id, title, link, well, alwaysSaid }): Check[] => {
    const ofTopic = faults.filter(({ topic }) => topic === id)
    const known = typeof well === 'string' ? well : seen && well(seen)
    if (ofTopic.length === 0) return seen && known ? [{ id, title, state: 'ok', why: known }] : []
    const state = ofTopic.some((fault) => fault.state === 'problem') ? 'problem' : 'warning'
    const words = ofTopic.map(({ text, detail }) => text + detail)
    const why = [...words, alwaysSaid && known].filter(Boolean).join('')
    return [{ id, title, state, why, ...(link !== undefined && { link }) }]
  })
}

/** What a server tells the operator's program, which may be of another version. */
export interface MachineStatus {
  version: string
  startedAt: string
  healthy: boolean
  /** Of what is known of the machine. */
  verdicts: Pick<Check, 'state' | 'title' | 'why'>[]
}

export async function machineStatus(machine: Machine, healthy: boolean, version: string): Promise<MachineStatus> {
  const seen = await lookAt(machine)
  const startedAt = chinaTime(seen.now - process.uptime() * 1000)
  return { version, startedAt, healthy, verdicts: linesOf(topics, await faultsOf(seen), seen) }
}
