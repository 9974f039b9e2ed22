import type { Log } from '../system/log.ts'
import { activeAlarm } from './alarms.ts'
import { ok, type Verdict } from './checkTable.ts'
import { type Fact, type Found, type Machine, type Topic, topics } from './facts.ts'

/** A fact that is so. */
export interface Fault {
  id: string
  topic: string
  isAnnounced: boolean
  state: 'problem' | 'warning'
  text: string
  detail: string
  ended: string
}

/** Which facts of a topic are so. `look` looks at one of them. */
export async function faultsAbout(topic: Topic, look: (fact: Fact) => Found | Promise<Found>): Promise<Fault[]> {
  const faults = topic.facts.map(async (fact): Promise<Fault[]> => {
    const { id, state = 'problem', ended = '', unannounced } = fact
    const found = (await look(fact)) ?? ''
    const all = typeof found === 'string' ? [{ text: found }] : found
    return all.filter(({ text }) => text !== '')
      .map((words) => ({ id, detail: '', ...words, topic: topic.id, isAnnounced: !unannounced, state, ended }))
  })
  return (await Promise.all(faults)).flat()
}

/** All that is wrong with the machine, and what ends soon. */
export async function faultsOf(machine: Machine): Promise<Fault[]> {
  const asItWas = (fact: Fact): string | undefined => activeAlarm(machine.store, fact.id)?.text
  const faults = topics.map((topic) => faultsAbout(topic, async (fact) => (await fact.look(machine)) ?? asItWas(fact)))
  return (await Promise.all(faults)).flat()
}

/** Those for 首页 and for what is sent. Logs each when it is found first. */
export function createFaults(machine: Machine, log: Log): () => Promise<Fault[]> {
  let known: readonly string[] = []
  return async () => {
    const faults = (await faultsOf(machine)).filter(({ isAnnounced }) => isAnnounced)
    for (const { id, text, detail } of faults) if (!known.includes(id)) log('warn', text + detail)
    known = faults.map(({ id }) => id)
    return faults
  }
}

/** What the faults say of a topic; undefined where none is about it. */
export function wrongWith({ id, link }: Topic, faults: readonly Fault[]): Verdict | undefined {
  const own = faults.filter(({ topic }) => topic === id)
  if (own.length === 0) return undefined
  const state = own.some((fault) => fault.state === 'problem') ? 'problem' : 'warning'
  return { state, why: own.map(({ text, detail }) => text + detail).join(''), ...(link !== undefined && { link }) }
}

export async function verdictOf(topic: Topic, faults: readonly Fault[], machine: Machine): Promise<Verdict> {
  const { well } = topic
  return wrongWith(topic, faults) ?? ok(typeof well === 'string' ? well : await well(machine))
}
