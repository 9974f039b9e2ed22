import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import type { UploadRule } from '../../contract/calls/callRow.ts'
import { variantField } from '../../contract/calls/rules.ts'
import type { ReceivedFile, ReceivedVariant } from '../call.ts'
import { ClientDisconnected, Failure, fieldFailure, uploadFailure } from '../failure.ts'
import { encodingRefusal, sendContinue } from './body.ts'
import type { BodyMemory } from './bodyBudget.ts'

export interface ReceivedUpload {
  fields: Record<string, string>
  /** None where none was chosen. */
  files: ReceivedFile[]
  /** One was chosen, and there was no folder for it. */
  withoutFiles: boolean
  /** Ordered by width. */
  variants: ReceivedVariant[]
  /** Removes the files that are still under their temporary names. The caller must call it. */
  discard(): Promise<void>
}

const maxFields = 8
const fieldSize = 4096
/** What fields, part headers and boundaries may add to the size of the files. */
const overheadBytes = 256 * 1024
/** Above this multiple of the limit an upload is refused without reading it, even though the message may depend on the form's `type`. */
const maxOverrunFactor = 4

export interface Receiving {
  incoming: string | undefined
  /** Of visitors, what their fields need counts. */
  memory: BodyMemory
  /** Aborted where the files must be dropped. */
  signal?: AbortSignal | undefined
}

/**
 * Receives a form with files, their variants and fields, in any order. Files are kept only if all of it is valid; without a folder for them
 * only the fields are.
 */
export async function receiveUpload(
  req: IncomingMessage,
  res: ServerResponse,
  row: UploadRule,
  receiving: Receiving,
): Promise<ReceivedUpload> {
  // After a disconnect before the body is read there will be no close event.
  if (req.destroyed) throw new ClientDisconnected()
  const parser = openParser(req, row)
  const fields: Record<string, string> = Object.create(null)
  if (Number(req.headers['content-length'] ?? 0) > row.under * maxOverrunFactor + overheadBytes)
    throw fileTooLarge(row, fields)

  const widths = new Map(row.variants?.widths.map((width) => [variantField(width), width]))
  const parts = new Map<string, Part>()
  const discard = async (): Promise<void> => {
    for (const { path } of parts.values()) await rm(path, { force: true })
  }
  try {
    const withoutFiles = await parseForm(req, res, parser, { ...receiving, row, widths, fields, parts })
    const files: ReceivedFile[] = []
    for (const [name, { path, done, fileName }] of parts) {
      const size = await done
      // If no file was chosen, browsers send an empty one without a name.
      if (widths.has(name) || (size === 0 && fileName === undefined)) continue
      files.push({ path, size, ...(fileName !== undefined && { name: fileName }) })
    }
    if (files.length === 0 && row.files === undefined) throw missing(row)
    return { fields, files, withoutFiles, variants: await variantsOf(parts, widths), discard }
  } catch (error) {
    req.unpipe(parser)
    parser.destroy()
    for (const { closed } of parts.values()) await closed
    await discard()
    throw uploadFailure(error)
  } finally {
    receiving.memory.arrived()
  }
}

interface Form extends Receiving {
  row: UploadRule
  /** Widths of variants by form field. */
  widths: ReadonlyMap<string, number>
  /** Filled while the form is parsed, like `parts`. */
  fields: Record<string, string>
  parts: Map<string, Part>
}

/** Parses the body and starts to save its files; resolves to whether some had no folder. Rejects at the first violation. */
function parseForm(req: IncomingMessage, res: ServerResponse, parser: busboy.Busboy, form: Form): Promise<boolean> {
  const { row, incoming, memory, signal, widths, fields, parts } = form
  let allowedBytes = row.under + overheadBytes
  let receivedBytes = 0
  let withoutFiles = false
  return new Promise((resolve, reject) => {
    memory.drop = reject
    signal?.addEventListener('abort', () => reject(signal.reason))
    parser.on('field', (name: string | undefined, value, info) => {
      if (name === undefined) return
      if (info.valueTruncated) reject(fieldFailure(name, '内容过长'))
      memory.received(value.length)
      fields[name] = value
    })
    parser.on('file', (name: string | undefined, file, info) => {
      // Emitted again when the parser is destroyed; the error is known by then.
      file.on('error', () => {})
      let under: number | undefined
      if (name === row.field) under = row.under
      else if (widths.has(name ?? '')) under = row.variants?.under
      if (incoming === undefined) {
        withoutFiles ||= info.filename !== undefined
        return void file.resume()
      }
      const isNext = name === row.field && parts.has(name) && (row.files ?? 1) > 1
      if (name === undefined || under === undefined || (parts.has(name) && !isNext)) {
        file.resume()
        if (name === undefined) return reject(missing(row))
        return reject(parts.size > 0 ? onlyOne(row) : fieldFailure(row.field, `文件应放在字段 ${row.field} 中`))
      }
      if (name !== row.field) allowedBytes += under
      // Emitted at exactly `under` bytes, which is one byte too many.
      file.once('limit', () => reject(name === row.field ? fileTooLarge(row, fields) : variantTooLarge(name)))
      const path = join(incoming, `${randomUUID()}.part`)
      const saving = save(file, path)
      parts.set(isNext ? `${name}/${parts.size}` : name, { path, under, fileName: info.filename, ...saving })
      saving.done.catch(reject)
    })
    parser.once('filesLimit', () => reject(onlyOne(row)))
    for (const event of ['fieldsLimit', 'partsLimit']) {
      parser.once(event, () => reject(new Failure(400, '表单字段过多')))
    }
    parser.on('error', (cause) => reject(new Failure(400, '上传内容不完整或格式不正确', { cause })))
    parser.once('close', () => resolve(withoutFiles))
    req.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length
      if (receivedBytes > allowedBytes) reject(fileTooLarge(row, fields))
    })
    req.once('close', () => {
      if (!req.readableEnded) reject(new ClientDisconnected())
    })
    req.pipe(parser)
    sendContinue(req, res)
  })
}

async function variantsOf(
  parts: ReadonlyMap<string, Part>,
  widths: ReadonlyMap<string, number>,
): Promise<ReceivedVariant[]> {
  const variants: ReceivedVariant[] = []
  for (const [name, width] of widths) {
    const part = parts.get(name)
    if (part === undefined) continue
    const size = await part.done
    if (size >= part.under) throw variantTooLarge(name)
    variants.push({ path: part.path, size, width })
  }
  return variants
}

const missing = (row: UploadRule): Failure => fieldFailure(row.field, '请选择要上传的文件')
const onlyOne = ({ field, files = 1 }: UploadRule): Failure =>
  fieldFailure(field, files > 1 ? `最多${files}个文件` : '一次只能上传一个文件')
const variantTooLarge = (name: string): Failure => new Failure(413, '小尺寸图片过大', { data: { field: name } })

/** The message depends on the form's `type`, if that came before the file. */
function fileTooLarge({ tooLarge }: UploadRule, { type }: Readonly<Record<string, string>>): Failure {
  if (typeof tooLarge === 'string') return new Failure(413, tooLarge)
  const message = type !== undefined && Object.hasOwn(tooLarge, type) ? tooLarge[type] : undefined
  return new Failure(413, message ?? Object.values(tooLarge)[0] ?? '文件过大')
}

function openParser(req: IncomingMessage, row: UploadRule): busboy.Busboy {
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(req.headers['content-type'] ?? '')) {
    throw new Failure(415, '请以表单方式上传文件（Content-Type: multipart/form-data）')
  }
  const refusal = encodingRefusal(req)
  if (refusal !== undefined) throw refusal
  try {
    const files = (row.files ?? 1) + (row.variants?.widths.length ?? 0)
    // One part above the limit is enough to notice it.
    const { fields = maxFields } = row
    const limits = { fields, fieldSize, files, parts: fields + files + 1, fileSize: row.under }
    return busboy({ headers: req.headers, defParamCharset: 'utf8', limits })
  } catch (cause) {
    throw new Failure(400, '上传内容缺少分隔标记（boundary）', { cause })
  }
}

interface Saving {
  /** Resolves to the number of bytes written. */
  done: Promise<number>
  /** Never rejects: when it resolves, the file will not be created any more. */
  closed: Promise<void>
}

interface Part extends Saving {
  path: string
  under: number
  /** Its folder is cut off. */
  fileName: string | undefined
}

function save(file: Readable, path: string): Saving {
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  return { done: pipeline(file, out).then(() => out.bytesWritten), closed: closing(out) }
}

const closing = (stream: Writable): Promise<void> =>
  new Promise((resolve) => void stream.once('close', () => resolve()))
