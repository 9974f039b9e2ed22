import assert from 'node:assert/strict'
import { limits } from '../../contract/calls/rules.ts'
import { type Answer, answerOf, type TestServer } from '../server.ts'

/** Sends films and documents to the library, in chunks. */
export function sendLarge(server: TestServer, headers: Record<string, string>) {
  const call = (path: string, body: object = {}): Promise<Answer> => server.post(`/v1/media/${path}`, body, { headers })
  const begin = async (bytes: number, name = '工地.mp4'): Promise<string> => {
    const { code, msg, data } = await call('film/begin', { name, bytes })
    assert.equal(code, 200, msg)
    return data.uploadId
  }
  const chunk = (uploadId: string, offset: number, bytes: Buffer): Promise<Answer> =>
    answerOf(fetch(chunkUrl(server, uploadId, offset), { method: 'PUT', body: Uint8Array.from(bytes), headers }))
  /** All of it, in chunks of a size. */
  const send = async (file: Buffer, name?: string, chunkBytes: number = limits.uploadChunk): Promise<Answer> => {
    const uploadId = await begin(file.length, name)
    for (let at = 0; at < file.length; at += chunkBytes) {
      const { code, msg, data } = await chunk(uploadId, at, file.subarray(at, at + chunkBytes))
      assert.deepEqual([code, data?.received], [200, Math.min(at + chunkBytes, file.length)], msg)
    }
    return call('film/finish', { uploadId })
  }
  return { call, begin, chunk, send }
}

export const chunkUrl = ({ url }: TestServer, uploadId: string, offset: number): string =>
  `${url}/v1/media/film/chunk?uploadId=${uploadId}&offset=${offset}`
