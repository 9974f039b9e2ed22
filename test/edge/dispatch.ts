import type { TestContext } from 'node:test'
import { type CallName, calls } from '../../contract/calls/calls.ts'
import type { Role } from '../../contract/calls/roles.ts'
import type { Caller, Handlers, SignedInUser } from '../../server/call.ts'
import { type BodyBudget, createBodyBudget } from '../../server/edge/bodyBudget.ts'
import type { MadeCall } from '../../server/edge/callActivity.ts'
import { createCallDispatch } from '../../server/edge/callDispatch.ts'
import type { Trusts } from '../../server/edge/trustedProxies.ts'
import { newFolder } from '../server.ts'
import { type Edge, startEdge } from './edge.ts'

export interface HandledCall {
  name: CallName
  input: Record<string, unknown>
  caller: Caller
}
export interface Dispatch extends Edge {
  folder: string
  handledCalls: HandledCall[]
}

const signedIn = (role: Role): SignedInUser => ({
  user: { id: role, createdAt: '', name: 'staff', password: '', avatar: '', role },
  session: { id: 's', createdAt: '', userId: role, handle: 'h', remember: false, usedAt: '' },
})
/** By token. */
export const sessions: Record<string, SignedInUser> = {
  service: signedIn('service'),
  editor: signedIn('editor'),
  admin: signedIn('admin'),
}

interface Options {
  bodies?: BodyBudget
  https?: boolean
  trusts?: Trusts
  admitUpload?: () => Promise<undefined>
  logActivity?: (made: MadeCall) => Promise<void>
}

/** The real table of calls; the handlers record their input and reply as the test says. */
export async function dispatch(
  t: TestContext,
  answer: (one: HandledCall) => unknown = () => null,
  options: Options = {},
): Promise<Dispatch> {
  const folder = newFolder(t)
  const bodies = options.bodies ?? createBodyBudget()
  const handledCalls: HandledCall[] = []
  const handler = (name: CallName) => (input: Record<string, unknown>, caller: Caller) => {
    const one = { name, input, caller }
    handledCalls.push(one)
    return answer(one)
  }
  const handlers = Object.fromEntries(
    (Object.keys(calls) as CallName[]).map((name) => [name, handler(name)]),
  ) as unknown as Handlers
  const edge = await startEdge(t, (replies) => {
    const serve = createCallDispatch({
      handlers,
      storedFields: () => undefined,
      authenticate: (token) => (Object.hasOwn(sessions, token) ? sessions[token] : undefined),
      replies,
      bodies,
      incoming: folder,
      notesIn: () => undefined,
      logActivity: options.logActivity ?? (async () => {}),
      admitUpload: options.admitUpload ?? (async () => undefined),
      siteOrigin: () => 'https://www.example.com',
      https: options.https ?? false,
      trusts: options.trusts ?? (() => false),
    })
    return (req, res) => {
      if (!serve(req, res, req.url ?? '')) res.end('a page')
    }
  })
  return { ...edge, folder, handledCalls }
}

export const bearer = (token: string): Record<string, string> => ({ 'Authorization-item': `Bearer ${token}` })
export const typed = { 'Content-Type': 'application/json' }
