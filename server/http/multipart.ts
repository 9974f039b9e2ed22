import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import type { Upload } from '../../contract/calls.ts'
import type { ReceivedFile } from '../calls/caller.ts'
import { fieldFailure, Failure } from '../failure.ts'
import { diskFailure } from '../uploads/diskFailure.ts'
import { askForBody, encodingRefused } from './body.ts'
import { ClientGone } from './clientGone.ts'

export interface ReceivedUpload {
  fields: Record<string, string>
  file: ReceivedFile
  /** Removes the file, if it still lies where it was received. Whoever has an upload owes it this call. */
  discard(): Promise<void>
}

const fieldLimits = { fields: 8, fieldSize: 4096, files: 1, parts: 10 }
/** What fields, part headers and boundaries may add to the file. */
const overhead = 256 * 1024
/** Beyond this many times the limit there is no use in looking for the form's `type` first. */
const hopeless = 4

/** Receives the one file of a form, and its fields, in whatever order they come. The file is kept only if all of it is well. */
export async function receiveUpload(req: IncomingMessage, res: ServerResponse, row: Upload, incoming: string): Promise<ReceivedUpload> {
  // Whoever left before the first byte was asked for closes no more.
  if (req.destroyed) throw new ClientGone()
  const parser = openParser(req, row)
  const fields: Record<string, string> = Object.create(null)
  const tooLarge = (): Failure => new Failure(413, tooLargeMessage(row, fields.type))
  if (Number(req.headers['content-length'] ?? 0) > row.under * hopeless + overhead) throw tooLarge()

  const path = join(incoming, `${randomUUID()}.part`)
  const discard = (): Promise<void> => rm(path, { force: true })
  let saving: Saving | undefined
  let named = false
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
        if (name !== row.field) {
          file.resume()
          return refuse(name === undefined ? missing(row) : fieldFailure(row.field, `文件应放在字段 ${row.field} 中`))
        }
        // Told at exactly `under` bytes, which is one too many.
        file.once('limit', () => refuse(tooLarge()))
        named = info.filename !== undefined
        saving = save(file, path)
        saving.done.catch(refuse)
      })
      parser.once('filesLimit', () => refuse(fieldFailure(row.field, '一次只能上传一个文件')))
      parser.once('fieldsLimit', () => refuse(new Failure(400, '表单字段过多')))
      parser.once('partsLimit', () => refuse(new Failure(400, '表单字段过多')))
      parser.on('error', (cause) => refuse(new Failure(400, '上传内容不完整或格式不正确', { cause })))
      parser.once('close', resolve)
      let received = 0
      req.on('data', (chunk: Buffer) => {
        received += chunk.length
        if (received > row.under + overhead) refuse(tooLarge())
      })
      req.once('close', () => {
        if (!req.readableEnded) refuse(new ClientGone())
      })
      req.pipe(parser)
      askForBody(req, res)
    })
    const size = (await saving?.done) ?? 0
    // A browser sends an empty file without a name where none was chosen.
    if (size === 0 && !named) throw missing(row)
    return { fields, file: { path, size }, discard }
  } catch (error) {
    req.unpipe(parser)
    parser.destroy()
    await saving?.closed
    await discard()
    throw diskFailure(error)
  }
}

const missing = (row: Upload): Failure => fieldFailure(row.field, '请选择要上传的文件')

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
    return busboy({ headers: req.headers, defParamCharset: 'utf8', limits: { ...fieldLimits, fileSize: row.under } })
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

function save(file: Readable, path: string): Saving {
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  return { done: pipeline(file, out).then(() => out.bytesWritten), closed: closing(out) }
}

const closing = (stream: Writable): Promise<void> => new Promise((resolve) => void stream.once('close', () => resolve()))
