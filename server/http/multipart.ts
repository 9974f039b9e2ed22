import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { type Upload, variantField } from '../../contract/calls.ts'
import type { ReceivedFile, ReceivedVariant } from '../calls/caller.ts'
import { fieldFailure, Failure } from '../failure.ts'
import { diskFailure } from '../uploads/diskFailure.ts'
import { askForBody, encodingRefused } from './body.ts'
import { ClientGone } from './clientGone.ts'

export interface ReceivedUpload {
  fields: Record<string, string>
  file: ReceivedFile
  /** In the order of their widths. */
  variants: ReceivedVariant[]
  /** Removes the files that still lie where they were received. Whoever has an upload owes it this call. */
  discard(): Promise<void>
}

const fieldLimits = { fields: 8, fieldSize: 4096 }
/** What fields, part headers and boundaries may add to the files. */
const overhead = 256 * 1024
/** Beyond this many times the limit there is no use in looking for the form's `type` first. */
const hopeless = 4

/** Receives the file of a form, its variants, and its fields, in whatever order they come. Files are kept only if all of it is well. */
export async function receiveUpload(req: IncomingMessage, res: ServerResponse, row: Upload, incoming: string): Promise<ReceivedUpload> {
  // Whoever left before the first byte was asked for closes no more.
  if (req.destroyed) throw new ClientGone()
  const parser = openParser(req, row)
  const fields: Record<string, string> = Object.create(null)
  const tooLarge = (): Failure => new Failure(413, tooLargeMessage(row, fields.type))
  if (Number(req.headers['content-length'] ?? 0) > row.under * hopeless + overhead) throw tooLarge()

  const widths = new Map(row.variants?.widths.map((width) => [variantField(width), width]))
  const parts = new Map<string, Part>()
  let allowed = row.under + overhead
  const discard = async (): Promise<void> => {
    for (const { path } of parts.values()) await rm(path, { force: true })
  }
  try {
    await new Promise<void>((resolve, refuse) => {
      parser.on('field', (name: string | undefined, value, info) => {
        if (name === undefined) return
        if (info.valueTruncated) refuse(fieldFailure(name, '内容过长'))
        fields[name] = value
      })
      parser.on('file', (name: string | undefined, file, info) => {
        // Told again when the parser is destroyed; by then it is known.
        file.on('error', () => {})
        const under = name === row.field ? row.under : widths.has(name ?? '') ? row.variants?.under : undefined
        if (name === undefined || under === undefined || parts.has(name)) {
          file.resume()
          if (name === undefined) return refuse(missing(row))
          return refuse(parts.size > 0 ? onlyOne(row) : fieldFailure(row.field, `文件应放在字段 ${row.field} 中`))
        }
        if (name !== row.field) allowed += under
        // Told at exactly `under` bytes of the largest, which is one too many.
        file.once('limit', () => refuse(name === row.field ? tooLarge() : variantTooLarge(name)))
        const path = join(incoming, `${randomUUID()}.part`)
        const saving = save(file, path)
        parts.set(name, { path, under, named: info.filename !== undefined, ...saving })
        saving.done.catch(refuse)
      })
      parser.once('filesLimit', () => refuse(onlyOne(row)))
      parser.once('fieldsLimit', () => refuse(new Failure(400, '表单字段过多')))
      parser.once('partsLimit', () => refuse(new Failure(400, '表单字段过多')))
      parser.on('error', (cause) => refuse(new Failure(400, '上传内容不完整或格式不正确', { cause })))
      parser.once('close', resolve)
      let received = 0
      req.on('data', (chunk: Buffer) => {
        received += chunk.length
        if (received > allowed) refuse(tooLarge())
      })
      req.once('close', () => {
        if (!req.readableEnded) refuse(new ClientGone())
      })
      req.pipe(parser)
      askForBody(req, res)
    })
    const main = parts.get(row.field)
    const size = (await main?.done) ?? 0
    // A browser sends an empty file without a name where none was chosen.
    if (main === undefined || (size === 0 && !main.named)) throw missing(row)
    const variants: ReceivedVariant[] = []
    for (const [name, width] of widths) {
      const part = parts.get(name)
      if (part === undefined) continue
      const bytes = await part.done
      if (bytes >= part.under) throw variantTooLarge(name)
      variants.push({ path: part.path, size: bytes, width })
    }
    return { fields, file: { path: main.path, size }, variants, discard }
  } catch (error) {
    req.unpipe(parser)
    parser.destroy()
    for (const { closed } of parts.values()) await closed
    await discard()
    throw diskFailure(error)
  }
}

const missing = (row: Upload): Failure => fieldFailure(row.field, '请选择要上传的文件')
const onlyOne = (row: Upload): Failure => fieldFailure(row.field, '一次只能上传一个文件')
const variantTooLarge = (name: string): Failure => new Failure(413, '小尺寸图片过大', { data: { field: name } })

function tooLargeMessage({ tooLarge }: Upload, type: string | undefined): string {
  if (typeof tooLarge === 'string') return tooLarge
  const known = type !== undefined && Object.hasOwn(tooLarge, type) ? tooLarge[type] : undefined
  return known ?? Object.values(tooLarge)[0] ?? '文件过大'
}

function openParser(req: IncomingMessage, row: Upload): busboy.Busboy {
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(req.headers['content-type'] ?? '')) {
    throw new Failure(415, '请以表单方式上传文件（Content-Type: multipart/form-data）')
  }
  const refusal = encodingRefused(req)
  if (refusal !== undefined) throw refusal
  try {
    const files = 1 + (row.variants?.widths.length ?? 0)
    // One part more than there may be is enough to notice it.
    const limits = { ...fieldLimits, files, parts: fieldLimits.fields + files + 1, fileSize: row.under }
    return busboy({ headers: req.headers, defParamCharset: 'utf8', limits })
  } catch (cause) {
    throw new Failure(400, '上传内容缺少分隔标记（boundary）', { cause })
  }
}

interface Saving {
  /** The bytes written. */
  done: Promise<number>
  /** Never fails: when it is told, nobody will make the file any more. */
  closed: Promise<void>
}

/** One file of the form. */
interface Part extends Saving {
  path: string
  under: number
  /** Whether the sender gave it a name. */
  named: boolean
}

function save(file: Readable, path: string): Saving {
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  return { done: pipeline(file, out).then(() => out.bytesWritten), closed: closing(out) }
}

const closing = (stream: Writable): Promise<void> => new Promise((resolve) => void stream.once('close', () => resolve()))
