import type { IncomingMessage, ServerResponse } from 'node:http'
import { applicationForms, type PostedForm } from '../../contract/application.ts'
import { bodyLimit, calls } from '../../contract/calls.ts'
import { type Body, type Fields, faultsOf, printable, readFields } from '../../contract/fields.ts'
import { type Handlers, visitorAt } from '../calls/caller.ts'
import { clientAddress, requestScheme } from './address.ts'
import { readForm } from './body.ts'
import type { BodyBudget } from './bodyBudget.ts'
import { ClientGone } from './clientGone.ts'
import type { FlatHeaders } from './headers.ts'
import { crossSiteForm, foreignRequest } from './origin.ts'
import type { Replies } from './reply.ts'
import type { Trusts } from './trustedProxies.ts'

/** The pages that the forms stand on, as answers. */
export interface FormPages {
  /** The page again, with what came of its form. */
  answer(res: ServerResponse, path: string, posted: PostedForm, status: number, headers: FlatHeaders): Promise<void>
  /** Leads to the page that says it worked, which can be loaded again without sending anything again. */
  accepted(res: ServerResponse, path: string): void
}

interface FormEdge {
  handlers: Pick<Handlers, 'agentSave'>
  pages: FormPages
  replies: Replies
  bodies: BodyBudget
  siteOrigin(): string
  trusts: Trusts
}

/**
 * Answers the application forms that a browser sends without a script: true when it was one and the answer is given or on its
 * way. What is in it goes to the handler of the JSON call, so its limits and its look for repeats hold for both.
 */
export function createFormPosts(edge: FormEdge): (req: IncomingMessage, res: ServerResponse, path: string) => boolean {
  return (req, res, path) => {
    const fields = req.method === 'POST' ? applicationForms.get(path) : undefined
    if (fields === undefined) return false
    answer(edge, path, fields, req, res).catch((error: unknown) => edge.replies.fail(res, error))
    return true
  }
}

async function answer(edge: FormEdge, path: string, fields: Fields, req: IncomingMessage, res: ServerResponse): Promise<void> {
  let values: Record<string, string> = {}
  try {
    // Asked now: once the client has gone, its socket no longer knows.
    const caller = visitorAt(clientAddress(req, edge.trusts))
    if (crossSiteForm(req, { siteOrigin: edge.siteOrigin(), scheme: requestScheme(req, edge.trusts) })) throw foreignRequest()
    const body = await readForm(req, res, { limit: bodyLimit(calls.agentSave), budget: edge.bodies })
    const sent = pick(body, [...Object.keys(fields), 'website'])
    values = typed(sent, fields)
    // The form's own rules, which may be stricter than the call's. A robot in the trap is not corrected.
    const faults = sent.website ? {} : faultsOf(fields, sent)
    if (Object.keys(faults).length > 0) return await edge.pages.answer(res, path, { values, faults: faults as PostedForm['faults'] }, 400, [])
    await edge.handlers.agentSave(readFields(calls.agentSave.input, sent), caller)
    edge.pages.accepted(res, path)
  } catch (error) {
    if (error instanceof ClientGone) throw error
    const { code, message, data, headers } = edge.replies.explain(res, error)
    const field = data?.field
    const beside = typeof field === 'string' && Object.hasOwn(fields, field)
    await edge.pages.answer(res, path, beside ? { values, faults: { [field]: message } } : { values, faults: {}, failure: message }, code, headers)
  }
}

const pick = (body: Body, names: readonly string[]): Body => Object.fromEntries(names.flatMap((name) => (Object.hasOwn(body, name) ? [[name, body[name]]] : [])))

/** What was typed, to stand in the fields again. */
const typed = (sent: Body, fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, printable(String(sent[name] ?? ''))]))
