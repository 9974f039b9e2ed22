import type { IncomingMessage, ServerResponse } from 'node:http'
import { consentRule, type PostedForm } from '../../contract/leads/application.ts'
import { typedDealerForm, typedPhoneDealerForm } from '../../contract/leads/dealerForm.ts'
import { calls } from '../../contract/calls/calls.ts'
import { truncate } from '../../contract/text/characters.ts'
import { bodyLimit, type UploadRule } from '../../contract/calls/callRow.ts'
import type { PublicSite } from '../../contract/kinds/entities.ts'
import {
  type Body,
  type Fields,
  validateFields,
  printable,
  parseFields,
  untouched,
} from '../../contract/calls/fields.ts'
import { inquiryForm } from '../../contract/leads/inquiryForm.ts'
import {
  indexWithoutModel,
  isProductId,
  maxQuoteRows,
  newRow,
  rowsOfForm,
  sentRows,
  type TypedRow,
} from '../../contract/leads/quoteList.ts'
import { leadFileUpload, maxLeadFiles } from '../../contract/leads/leadFiles.ts'
import { isPageOn, quotePage } from '../../contract/site/sitePages.ts'
import { isPhone } from '../../contract/site/twins.ts'
import { type Admission, type Caller, type Handlers, visitorAt } from '../call.ts'
import { clientAddress, type Serve } from './request.ts'
import { readForm } from './body.ts'
import type { BodyBudget, BodyMemory } from './bodyBudget.ts'
import { ClientDisconnected, Failure, fieldFailure, notFound, refuseFor } from '../failure.ts'
import type { FlatHeaders } from './headers.ts'
import { receiveUpload, type ReceivedUpload } from './multipart.ts'
import { refuseCrossSite } from './origin.ts'
import type { Replies } from './reply.ts'
import type { NetworkThrottle } from './throttle.ts'
import type { Trusts } from './trustedProxies.ts'

interface VisitorForm {
  /** It may come with files. */
  upload?: UploadRule
  call: 'leadSave' | 'inquirySave'
  fields: Fields
  /** With rows of products, which its other buttons change. */
  rows?: true
}

const withFiles: UploadRule = { ...leadFileUpload, files: maxLeadFiles }
/** Beside what is typed of each row. */
const quoteFormFields = maxQuoteRows * 6 + 16

/** The keys are the paths of their pages, to which a browser without scripts posts them. */
export const visitorForms: ReadonlyMap<string, VisitorForm> = new Map<string, VisitorForm>([
  ['/dljm', { call: 'leadSave', fields: typedDealerForm }],
  ['/dailijiameng', { call: 'leadSave', fields: typedPhoneDealerForm }],
  ['/zixun', { call: 'inquirySave', fields: { ...inquiryForm, productId: untouched() }, upload: withFiles }],
  [
    quotePage,
    { call: 'inquirySave', fields: inquiryForm, rows: true, upload: { ...withFiles, fields: quoteFormFields } },
  ],
])

/** Renders the pages of the forms as responses. */
export interface FormPages {
  /** The page with the result of its form; the not-found page where it is off. */
  reply(res: ServerResponse, path: string, posted: PostedForm, status: number, headers: FlatHeaders): Promise<void>
  /** Redirects to the success page, which can be reloaded without sending the form again. */
  accepted(res: ServerResponse, path: string, sent: SentForm): void
}

/** What the words of the success page depend on. */
export interface SentForm {
  /** Of an inquiry. */
  agentId?: string | undefined
  withoutFiles: boolean
}

interface FormEdge {
  handlers: Pick<Handlers, 'leadSave' | 'inquirySave' | 'inquiryFile'>
  /** The folder for files while they are received. */
  incoming: string
  /** Throws while no files of this visitor are accepted. */
  admitFile(address: string, bytes: number): Promise<Admission>
  /** Counts the pages that are drawn again, for an error or a row more. */
  drawn: Pick<NetworkThrottle, 'count' | 'secondsToWait'>
  pages: FormPages
  replies: Replies
  bodies: BodyBudget
  site(): PublicSite
  siteOrigin(): string
  trusts: Trusts
}

/**
 * Handles the forms of visitors that a browser sends without a script. Returns true when the request is one, and replies to it then. Calls
 * the handler of the JSON call, so limits and the check for duplicates apply to both.
 */
export function createFormPosts(edge: FormEdge): Serve {
  return (req, res, path) => {
    const form = req.method === 'POST' ? visitorForms.get(path) : undefined
    if (form === undefined) return false
    replyTo(edge, path, form, req, res).catch((error: unknown) => edge.replies.fail(res, error))
    return true
  }
}

async function replyTo(
  edge: FormEdge,
  path: string,
  form: VisitorForm,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const site = edge.site()
  const { inquiry, pageNames } = site
  const fields: Fields = { ...form.fields, ...(inquiry.consentBox && { consent: consentRule(pageNames.privacy) }) }
  let values: Record<string, string> = {}
  let rows: TypedRow[] | undefined
  let discard = async (): Promise<void> => {}
  const memory = edge.bodies()
  // Read the address now: it is unknown once the client has disconnected.
  const caller = visitorAt(clientAddress(req, edge.trusts))
  const draw = (more: Pick<PostedForm, 'errors' | 'failure'>, status: number, headers: FlatHeaders = []) => {
    // Somebody may be slow to read it.
    memory.release()
    if (status !== 429) edge.drawn.count(caller.address)
    return edge.pages.reply(res, path, { values, rows, ...more }, status, headers)
  }
  try {
    if (!isPageOn(site, path)) throw notFound()
    refuseCrossSite(req, edge, true)
    refuseFor(edge.drawn.secondsToWait(caller.address), '提交过于频繁')
    const sent = await receive(edge, form, { req, res, caller, memory })
    discard = sent.discard
    const input = pick(sent.fields, [...Object.keys(fields), 'website'])
    values = typedValues(input, form.fields)
    if (form.rows) {
      const isChanged = sent.fields.add !== undefined || sent.fields.remove !== undefined
      rows = changedRows(sent.fields)
      if (isChanged) return await draw({ errors: {} }, 200)
      if (rows.length === 0) throw new Failure(400, '询价单是空的，请先加入产品')
    }
    // The rules of the form, which may be stricter than those of the call. No messages for robots that filled the hidden field.
    const errors = input.website ? {} : validateFields(fields, input)
    if (Object.keys(errors).length > 0) return await draw({ errors: errors as PostedForm['errors'] }, 400)
    const device = isPhone(req.headers['user-agent'] ?? '') ? 'phone' : 'desktop'
    const typed = input.website ? input : parseFields(form.fields, input)
    const { files, withoutFiles } = await keepFiles(edge, sent, caller, memory)
    const reply = await save(
      edge,
      form,
      {
        ...typed,
        ...(rows && { items: sentRows(rows) }),
        ...(files.length > 0 && { files }),
        website: input.website,
        consent: Boolean(input.consent),
        origin: { device, page: path },
      },
      caller,
    )
    edge.pages.accepted(res, path, { ...reply, withoutFiles })
  } catch (error) {
    if (error instanceof ClientDisconnected) throw error
    const { code, message, data, headers } = edge.replies.explain(res, error)
    const field = data?.field
    const isFormField =
      typeof field === 'string' && (Object.hasOwn(fields, field) || field === 'file' || field === 'files')
    const errors = isFormField && { [field === 'files' ? 'file' : field]: message }
    await draw(errors ? { errors } : { errors: {}, failure: message }, code, headers)
  } finally {
    memory.release()
    await discard()
  }
}

/** The rows of a form after the button that was pressed. */
function changedRows({ add, remove, ...body }: Body): TypedRow[] {
  const rows = rowsOfForm((name) => (Object.hasOwn(body, name) ? body[name] : ''))
  const remaining = rows.filter((_, index) => remove === undefined || index !== Number(remove))
  const isNew = typeof add === 'string' && isProductId(add) && indexWithoutModel(remaining, add) < 0
  const added = isNew ? [newRow(add)] : []
  return [...remaining, ...added].slice(0, maxQuoteRows)
}

type ReceivedForm = Pick<ReceivedUpload, 'fields' | 'files' | 'withoutFiles' | 'discard'>

/** Words are accepted also where files are not. */
async function receive(
  { admitFile, incoming }: FormEdge,
  { call, upload }: VisitorForm,
  { req, res, caller, memory }: { req: IncomingMessage; res: ServerResponse; caller: Caller; memory: BodyMemory },
): Promise<ReceivedForm> {
  if (!upload || !/^multipart\//i.test(req.headers['content-type'] ?? '')) {
    const bounds = { limit: bodyLimit(calls[call]), memory }
    const fields = (await readForm(req, res, bounds)) as ReceivedForm['fields']
    return { fields, files: [], withoutFiles: false, discard: async () => {} }
  }
  const size = Number(req.headers['content-length'] ?? Infinity)
  const admission = await admitFile(caller.address, size).catch(() => undefined)
  const receiving = { incoming: admission && incoming, memory, signal: admission?.signal }
  return receiveUpload(req, res, upload, receiving).finally(admission?.end)
}

/** A file of another type is refused beside its field; where there is no room, the words are sent without it. */
async function keepFiles({ handlers }: FormEdge, sent: ReceivedForm, caller: Caller, memory: BodyMemory) {
  const files: string[] = []
  let { withoutFiles } = sent
  const bytes = sent.files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > 0) await memory.handle(bytes)
  for (const file of sent.files) {
    try {
      files.push((await handlers.inquiryFile({ file, variants: [] }, caller)).fileId)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.code === 400 || error.code === 413) throw fieldFailure('file', error.message)
      withoutFiles = true
    }
  }
  return { files, withoutFiles }
}

const save = ({ handlers }: FormEdge, { call }: VisitorForm, input: Body, caller: Caller) =>
  call === 'leadSave'
    ? handlers.leadSave(parseFields(calls.leadSave.input, input), caller)
    : handlers.inquirySave(parseFields(calls.inquirySave.input, input), caller)

const pick = (body: Body, names: readonly string[]): Body =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]))

/** Twice what the longest field may have. */
const maxShown = 1_000

/** The values to show in the fields again. */
const typedValues = (input: Body, fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.keys(fields).map((name) => [name, truncate(printable(String(input[name] ?? '')), maxShown)]),
  )
