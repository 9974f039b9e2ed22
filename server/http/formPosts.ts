import type { IncomingMessage, ServerResponse } from 'node:http'
import { applicationForms, type PostedForm } from '../../contract/application.ts'
import { bodyLimit, calls } from '../../contract/calls.ts'
import { type Body, type Fields, validateFields, printable, parseFields } from '../../contract/fields.ts'
import { type Handlers, visitorAt } from '../call.ts'
import { clientAddress, requestScheme } from './request.ts'
import { readForm } from './body.ts'
import type { BodyBudget } from './bodyBudget.ts'
import { ClientDisconnected } from '../failure.ts'
import type { FlatHeaders } from './headers.ts'
import { isCrossSiteForm, crossSiteRefusal } from './origin.ts'
import type { Replies } from './reply.ts'
import type { Trusts } from './trustedProxies.ts'

/** Renders the pages of the forms as responses. */
export interface FormPages {
  /** The page with the result of its form. */
  reply(res: ServerResponse, path: string, posted: PostedForm, status: number, headers: FlatHeaders): Promise<void>
  /** Redirects to the success page, which can be reloaded without sending the form again. */
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
 * Handles application forms that a browser sends without a script. Returns true when the request is one, and replies to it then. Calls the
 * handler of the JSON call, so limits and the check for duplicates apply to both.
 */
export function createFormPosts(edge: FormEdge): (req: IncomingMessage, res: ServerResponse, path: string) => boolean {
  return (req, res, path) => {
    const fields = req.method === 'POST' ? applicationForms.get(path) : undefined
    if (fields === undefined) return false
    replyTo(edge, path, fields, req, res).catch((error: unknown) => edge.replies.fail(res, error))
    return true
  }
}

async function replyTo(edge: FormEdge, path: string, fields: Fields, req: IncomingMessage, res: ServerResponse): Promise<void> {
  let values: Record<string, string> = {}
  try {
    // Read the address now: it is unknown once the client has disconnected.
    const caller = visitorAt(clientAddress(req, edge.trusts))
    if (isCrossSiteForm(req, { siteOrigin: edge.siteOrigin(), scheme: requestScheme(req, edge.trusts) })) throw crossSiteRefusal()
    const body = await readForm(req, res, { limit: bodyLimit(calls.agentSave), budget: edge.bodies })
    const input = pick(body, [...Object.keys(fields), 'website'])
    values = typedValues(input, fields)
    // The rules of the form, which may be stricter than those of the call. No messages for robots that filled the hidden field.
    const errors = input.website ? {} : validateFields(fields, input)
    if (Object.keys(errors).length > 0) {
      return await edge.pages.reply(res, path, { values, errors: errors as PostedForm['errors'] }, 400, [])
    }
    await edge.handlers.agentSave(parseFields(calls.agentSave.input, input), caller)
    edge.pages.accepted(res, path)
  } catch (error) {
    if (error instanceof ClientDisconnected) throw error
    const { code, message, data, headers } = edge.replies.explain(res, error)
    const field = data?.field
    const isFormField = typeof field === 'string' && Object.hasOwn(fields, field)
    const posted: PostedForm = isFormField ? { values, errors: { [field]: message } } : { values, errors: {}, failure: message }
    await edge.pages.reply(res, path, posted, code, headers)
  }
}

const pick = (body: Body, names: readonly string[]): Body =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]))

/** The values to show in the fields again. */
const typedValues = (input: Body, fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, printable(String(input[name] ?? ''))]))
