import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Answer, startServer, type TestServer } from '../server.ts'
import { webp } from './pictures.ts'
import { uploadPicture } from './uploadPicture.ts'

/** A server, and what staff can call there. */
export const library = async (t: { after(fn: () => unknown): void }, options: Parameters<typeof startServer>[1] = {}) =>
  libraryOf(await startServer(t, options))

export async function libraryOf<Server extends TestServer>(server: Server) {
  const headers = await server.signIn()
  const call = (path: string, body: object = {}): Promise<Answer> => server.post(path, body, { headers })
  const list = async (input: object = {}) => (await call('/v1/media/list', input)).data
  const upload = async (
    bytes: Buffer,
    name = 'a.png',
    fields: Record<string, string | Buffer> = {},
  ): Promise<string> => {
    const { code, msg, data } = await uploadPicture(server, headers, bytes, { type: 'media', name, fields })
    assert.equal(code, 200, msg)
    return data
  }
  const idOf = async (address: string): Promise<string> => (await call('/v1/media/detail', { address })).data.mediaId
  return { server, headers, call, list, upload, idOf }
}

export const filesIn = (server: TestServer, folder = 'media'): string[] =>
  readdirSync(join(server.folder, 'uploads', folder)).sort()
export const withVariant = { w480: webp(480, 270) }
