import assert from 'node:assert/strict'
import { open, writeFile } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Failure } from '../../server/failure.ts'
import type { FilmFacts } from '../../server/uploads/filmFacts.ts'
import { readFilm, readStoredFilm } from '../../server/uploads/readFilm.ts'
import { newFolder } from '../server.ts'
import { box, mp4, webm } from './films.ts'
import { png } from './pictures.ts'

const folders = new WeakMap<TestContext, string>()
const folderOf = (t: TestContext): string => {
  const folder = folders.get(t) ?? newFolder(t)
  folders.set(t, folder)
  return folder
}

async function read(t: TestContext, bytes: Buffer): Promise<FilmFacts> {
  const path = join(folderOf(t), 'film')
  await writeFile(path, bytes)
  const file = await open(path)
  try {
    return await readFilm(file)
  } finally {
    await file.close()
  }
}

async function refusal(t: TestContext, bytes: Buffer): Promise<string> {
  const error: unknown = await read(t, bytes).then(() => assert.fail('it was accepted'), (cause: unknown) => cause)
  assert.ok(error instanceof Failure, String(error))
  assert.equal(error.code, 422)
  return error.message
}

const facts = ({ blanked: _blanked, ...rest }: FilmFacts) => rest

test('an mp4 of H.264 and AAC is read', async (t) => {
  const expected = { type: 'video/mp4', extension: 'mp4', width: 1280, height: 720, seconds: 12.5 } as const
  for (const film of [mp4(), mp4({ audio: undefined }), mp4({ video: 'avc3', audioType: 0x67 }), mp4({ indexLast: true }), Buffer.concat([mp4(), box('free', Buffer.alloc(5))])]) {
    assert.deepEqual(facts(await read(t, film)), expected)
  }
  const { width, height } = await read(t, mp4({ isTurned: true }))
  assert.deepEqual([width, height], [720, 1280], 'as it is shown')
  assert.equal((await read(t, mp4({ seconds: 0 }))).seconds, undefined)
})

test('every shipped film is read, as 1280 by 720', async () => {
  const folder = fileURLToPath(new URL('../../data/seed/media/film/', import.meta.url))
  const films = readdirSync(folder).filter((name) => name.endsWith('.mp4'))
  assert.ok(films.length > 3)
  for (const name of films) {
    const film = await readStoredFilm(join(folder, name))
    assert.deepEqual([film?.width, film?.height], [1280, 720], name)
  }
})

test('other codecs are refused by their names', async (t) => {
  for (const [film, name] of [
    [mp4({ video: 'hvc1' }), /^视频的编码是H\.265（HEVC），只能上传MP4（H\.264视频、AAC音频）或WebM视频！$/],
    [mp4({ video: 'av01' }), /AV1/],
    [mp4({ audio: 'ac-3' }), /AC-3/],
    [mp4({ audioType: 0x6b }), /MP3/],
    [mp4({ video: '<b>\0' }), /编码是\?b\?\?，/],
    [webm({ video: 'V_MPEGH/ISO/HEVC' }), /V_MPEGH\/ISO\/HEVC/],
    [webm({ audio: 'A_AAC' }), /A_AAC/],
  ] as const) assert.match(await refusal(t, film), name)
})

test('a webm is read, also one that was recorded in a browser', async (t) => {
  assert.deepEqual(await read(t, webm()), { type: 'video/webm', extension: 'webm', width: 854, height: 480, seconds: 8.3, blanked: [] })
  assert.deepEqual(await read(t, webm({ isRecording: true, video: 'V_VP8', audio: undefined })), { type: 'video/webm', extension: 'webm', width: 854, height: 480, blanked: [] })
})

/** The film as it is stored. */
function stored(film: Buffer, { blanked }: FilmFacts): Buffer {
  const bytes = Buffer.from(film)
  for (const { at, bytes: written, zeroes } of blanked) {
    written.copy(bytes, at)
    bytes.fill(0, zeroes.from, zeroes.to)
  }
  return bytes
}

test('what a drone records beside picture and sound is blanked, with its track, and nothing else is', async (t) => {
  const telemetry = [['GPS 31.2', 'GPS 121.47'], ['GPS', 'GPS 3'], ['GPS 31.23']]
  for (const options of [{}, { isLong: true }, { indexLast: true }]) {
    const film = mp4({ ...options, telemetry })
    const found = await read(t, film)
    const after = stored(film, found)
    assert.ok(film.includes('GPS') && film.includes('djmd'))
    assert.ok(!after.includes('GPS') && !after.includes('djmd'))
    const [plain, kept] = [mp4(options), after.toString('latin1')]
    assert.equal(kept.match(/a{64}/g)?.length, 1 + telemetry.length)
    for (const name of ['vide', 'soun']) {
      const at = plain.indexOf(name)
      assert.ok(after.includes(plain.subarray(at - 100, at + 100)), name)
    }
    assert.deepEqual(facts(found), facts(await read(t, plain)))
    assert.deepEqual((await read(t, after)).blanked, [])
  }
})

test('a film whose server was killed while it was blanked is blanked by the next try', async (t) => {
  const film = mp4({ telemetry: [['GPS 1', 'GPS 2'], ['GPS 3']], place: 'GPS' })
  const found = await read(t, film)
  for (let done = 0; done <= found.blanked.length; done++) {
    const half = stored(film, { ...found, blanked: found.blanked.slice(0, done) })
    assert.ok(!stored(half, await read(t, half)).includes('GPS'), `killed after ${done}`)
  }
})

test('the tracks of a film in fragments stay, since each fragment describes them', async (t) => {
  assert.deepEqual((await read(t, Buffer.concat([mp4({ telemetry: [['GPS']] }), box('moof', Buffer.alloc(8))]))).blanked, [])
})

test('tables that lead out of the content blank nothing there', async (t) => {
  const film = mp4({ telemetry: [['GPS 1'], ['GPS 2']] })
  const table = film.indexOf('stco') + 12
  for (const at of [0, 40, film.length - 3, 0xffffffff]) {
    film.writeUInt32BE(at, table)
    const after = stored(film, await read(t, film))
    assert.deepEqual([after.length, after.subarray(0, 40)], [film.length, film.subarray(0, 40)])
    assert.ok(!after.includes('GPS 2'))
  }
})

test('what is cut off, damaged or no film is refused, and nothing is read without end', async (t) => {
  const film = mp4()
  const wrong = [Buffer.alloc(0), Buffer.from('ftyp'), png(), Buffer.from('<html>'), film.subarray(0, film.length - 1), mp4({ video: undefined }), mp4({ brand: 'qt  ' }), mp4({ width: 0 }), webm({ docType: 'matroska' }), webm().subarray(0, -1), box('ftyp', Buffer.from('isom'), Buffer.alloc(4))]
  for (const bytes of wrong) assert.match(await refusal(t, bytes), /^只能上传MP4/)
  // Every byte in turn, so that lengths, counts and versions are wrong.
  for (const whole of [mp4({ place: '+31.2+121.4/' }), mp4({ telemetry: [['GPS', 'GPS'], ['GPS']] }), webm({ tags: 'x' })]) {
    for (let at = 0; at < whole.length; at += 1) {
      for (const value of [0, 1, 0x7f, 0xff]) {
        const bytes = Buffer.from(whole)
        bytes[at] = value
        await read(t, bytes).catch((error: unknown) => assert.ok(error instanceof Failure, `byte ${at} as ${value}: ${String(error)}`))
      }
    }
  }
})
