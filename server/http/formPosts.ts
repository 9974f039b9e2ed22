import type { IncomingMessage, ServerResponse } from 'node:http'
import { consentRule, type PostedForm } from '../../contract/application.ts'
import { typedDealerForm, typedPhoneDealerForm } from '../../contract/dealerForm.ts'
import { calls } from '../../contract/calls.ts'
import { bodyLimit, type UploadRule } from '../../contract/callRow.ts'
import type { PublicSite } from '../../contract/entities.ts'
import { type Body, type Fields, validateFields, printable, parseFields, untouched } from '../../contract/fields.ts'
import { inquiryForm } from '../../contract/inquiryForm.ts'
import {
  indexWithoutModel,
  isProductId,
  maxQuoteRows,
  newRow,
  rowsOfForm,
  sentRows,
  type TypedRow,
} from '../../contract/quoteList.ts'
import { leadFileUpload, maxLeadFiles } from '../../contract/leadFiles.ts'
import { isPageOn, quotePage } from '../../contract/sitePages.ts'
import { isPhone } from '../../contract/twins.ts'
import { type Caller, type Handlers, visitorAt } from '../call.ts'
import { clientAddress } from './request.ts'
import { readForm } from './body.ts'
import type { BodyBudget } from './bodyBudget.ts'
import { ClientDisconnected, Failure, fieldFailure, notFound } from '../failure.ts'
import type { FlatHeaders } from './headers.ts'
import { receiveUpload, type ReceivedUpload } from './multipart.ts'
import { refuseCrossSite } from './origin.ts'
import type { Replies } from './reply.ts'
import type { Trusts } from '../network/trustedProxies.ts'

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
  isMail: boolean
  isJob: boolean
  withoutFiles: boolean
}

interface FormEdge {
  handlers: Pick<Handlers, 'leadSave' | 'inquirySave' | 'inquiryFile'>
  /** The folder for files while they are received. */
  incoming: string
  /** Throws while no files of this visitor are accepted. */
  admitFile(address: string, bytes: number): Promise<void>
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
export function createFormPosts(edge: FormEdge): (req: IncomingMessage, res: ServerResponse, path: string) => boolean {
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
  try {
    // Read the address now: it is unknown once the client has disconnected.
    const caller = visitorAt(clientAddress(req, edge.trusts))
    if (!isPageOn(site, path)) throw notFound()
    refuseCrossSite(req, edge, true)
    const sent = await receive(edge, form, req, res, caller)
    discard = sent.discard
    const input = pick(sent.fields, [...Object.keys(fields), 'website'])
    values = typedValues(input, form.fields)
    if (form.rows) {
      const isChanged = sent.fields.add !== undefined || sent.fields.remove !== undefined
      rows = changedRows(sent.fields)
      if (isChanged) return await edge.pages.reply(res, path, { values, rows, errors: {} }, 200, [])
      if (rows.length === 0) throw new Failure(400, '询价单是空的，请先加入产品')
    }
    // The rules of the form, which may be stricter than those of the call. No messages for robots that filled the hidden field.
    const errors = input.website ? {} : validateFields(fields, input)
    if (Object.keys(errors).length > 0) {
      return await edge.pages.reply(res, path, { values, rows, errors: errors as PostedForm['errors'] }, 400, [])
    }
    const device = isPhone(req.headers['user-agent'] ?? '') ? 'phone' : 'desktop'
    const typed = input.website ? input : parseFields(form.fields, input)
    const { files, withoutFiles } = await keepFiles(edge, res, sent, caller)
    await save(
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
    const { topic, phone = '' } = values
    edge.pages.accepted(res, path, { isMail: phone.includes('@'), isJob: topic === '应聘', withoutFiles })
  } catch (error) {
    if (error instanceof ClientDisconnected) throw error
    const { code, message, data, headers } = edge.replies.explain(res, error)
    const field = data?.field
    const isFormField =
      typeof field === 'string' && (Object.hasOwn(fields, field) || field === 'file' || field === 'files')
    const posted: PostedForm = isFormField
      ? { values, rows, errors: { [field === 'files' ? 'file' : field]: message } }
      : { values, rows, errors: {}, failure: message }
    await edge.pages.reply(res, path, posted, code, headers)
  } finally {
    await discard()
  }
}

/** The rows of a form after the button that was pressed. */
function changedRows({ add, remove, ...body }: Body): TypedRow[] {
  const rows = rowsOfForm((name) => (Object.hasOwn(body, name) ? body[name] : ''))
  const left = rows.filter((_, index) => remove === undefined || index !== Number(remove))
  const isNew = typeof add === 'string' && isProductId(add) && indexWithoutModel(left, add) < 0
  const added = isNew ? [newRow(add)] : []
  return [...left, ...added].slice(0, maxQuoteRows)
}

type ReceivedForm = Pick<ReceivedUpload, 'fields' | 'files' | 'withoutFiles' | 'discard'>

/** Words are accepted also where files are not. */
async function receive(
  { admitFile, incoming, bodies }: FormEdge,
  { call, upload }: VisitorForm,
  req: IncomingMessage,
  res: ServerResponse,
  { address }: Caller,
): Promise<ReceivedForm> {
  if (!upload || !/^multipart\//i.test(req.headers['content-type'] ?? '')) {
    const fields = (await readForm(req, res, {
      limit: bodyLimit(calls[call]),
      budget: bodies,
    })) as ReceivedForm['fields']
    return { fields, files: [], withoutFiles: false, discard: async () => {} }
  }
  const isAdmitted = await admitFile(address, Number(req.headers['content-length'] ?? Infinity)).then(
    () => true,
    () => false,
  )
  return receiveUpload(req, res, upload, { incoming: isAdmitted ? incoming : undefined, budget: bodies })
}

/** A file of another type is refused beside its field; where there is no room, the words are sent without it. */
async function keepFiles({ handlers, bodies }: FormEdge, res: ServerResponse, sent: ReceivedForm, caller: Caller) {
  const files: string[] = []
  let { withoutFiles } = sent
  const bytes = sent.files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > 0) await bodies.handle(res, bytes)
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

/** The values to show in the fields again. */
const typedValues = (input: Body, fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, printable(String(input[name] ?? ''))]))
