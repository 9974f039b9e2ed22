import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Failure } from '../../server/failure.ts'
import type { Blanked, FilmFacts } from '../../server/media/filmFacts.ts'
import { readFilm, readStoredFilm } from '../../server/media/readFilm.ts'
import { box, mp4 } from './films.ts'
import { png } from './pictures.ts'

const read = (bytes: Buffer): Promise<FilmFacts> =>
  readFilm({ size: bytes.length, read: async (position, length) => bytes.subarray(position, position + length) })

async function refusal(bytes: Buffer): Promise<string> {
  const error: unknown = await read(bytes).then(
    () => assert.fail('it was accepted'),
    (cause: unknown) => cause,
  )
  assert.ok(error instanceof Failure, String(error))
  assert.equal(error.code, 422)
  return error.message
}

const facts = ({ blanked: _blanked, ...rest }: FilmFacts) => rest

test('an mp4 of H.264 and AAC is read', async () => {
  const expected = { type: 'video/mp4', extension: 'mp4', width: 1280, height: 720, seconds: 12.5 } as const
  for (const film of [
    mp4(),
    mp4({ audio: undefined }),
    mp4({
      video: 'avc3',
      audioType: 0x67,
    }),
    mp4({ indexLast: true }),
    Buffer.concat([mp4(), box('free', Buffer.alloc(5))]),
  ]) {
    assert.deepEqual(facts(await read(film)), expected)
  }
  const { width, height } = await read(mp4({ isTurned: true }))
  assert.deepEqual([width, height], [720, 1280], 'as it is shown')
  assert.equal((await read(mp4({ seconds: 0 }))).seconds, undefined)
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

test('other codecs are refused by their names', async () => {
  for (const [film, name] of [
    [mp4({ video: 'hvc1' }), /^视频的编码是H\.265（HEVC），只能上传MP4视频（H\.264画面、AAC声音）！$/],
    [mp4({ video: 'av01' }), /AV1/],
    [mp4({ audio: 'ac-3' }), /AC-3/],
    [mp4({ audioType: 0x6b }), /MP3/],
    [mp4({ video: '<b>\0' }), /编码是\?b\?\?，/],
  ] as const)
    assert.match(await refusal(film), name)
})

test('a film of nothing but tracks or boxes is refused, and blocks nobody', async () => {
  const times = (count: number, bytes: Buffer): Buffer => Buffer.alloc(count * bytes.length, bytes)
  const tooComplex = /^视频的结构过于复杂，只能上传MP4/
  const handler = box('hdlr', Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(13))
  const codecs = box('minf', box('stbl', box('stsd', Buffer.alloc(8), box('avc1'))))
  const trackOf = (boxes: number): Buffer => box('trak', box('mdia', handler, times(boxes, box('free')), codecs))
  await read(mp4({ more: times(98, trackOf(0)) }))
  assert.match(await refusal(mp4({ more: times(99, trackOf(0)) })), tooComplex)
  const films = [
    mp4({ more: times(20_000, trackOf(180)) }),
    mp4({ more: times(90, trackOf(40_000)) }),
    mp4({ more: times(4_000_000, box('free')) }),
  ]
  for (const film of films) {
    const before = process.cpuUsage()
    assert.match(await refusal(film), tooComplex)
    const { user } = process.cpuUsage(before)
    assert.ok(user < 1_000_000, `${user} µs`)
  }
})

/** The film as it is stored. */
function stored(film: Buffer, { blanked }: FilmFacts): Buffer {
  const bytes = Buffer.from(film)
  for (const { position, bytes: written, zeroes } of blanked) {
    bytes.fill(0, zeroes.from, zeroes.to)
    written.copy(bytes, position)
  }
  return bytes
}

test('the track of positions that a drone records beside picture and sound is blanked, and nothing else is', async () => {
  for (const options of [{}, { indexLast: true }]) {
    const film = mp4({ ...options, hasTelemetry: true })
    const found = await read(film)
    const after = stored(film, found)
    assert.ok(film.includes('djmd') && !after.includes('djmd'))
    const plain = mp4(options)
    for (const name of ['vide', 'soun']) {
      const start = plain.indexOf(name)
      assert.ok(after.includes(plain.subarray(start - 100, start + 100)), name)
    }
    assert.ok(after.includes('a'.repeat(64)))
    assert.deepEqual(facts(found), facts(await read(plain)))
    assert.deepEqual((await read(after)).blanked, [])
  }
})

test('what an mp4 says of a place is blanked at every depth, also in its fragments', async () => {
  const about = [box('udta', Buffer.from('GPS')), box('meta', Buffer.from('GPS')), box('uuid', Buffer.from('GPS'))]
  const fragment = box('moof', box('mfhd', Buffer.alloc(8)), box('traf', ...about), ...about)
  const film = Buffer.concat([mp4({ place: 'GPS' }), fragment, ...about])
  const found = await read(film)
  assert.equal(found.blanked.length, 5 + 9)
  const after = stored(film, found)
  assert.ok(film.includes('GPS') && !after.includes('GPS'))
  assert.deepEqual(facts(found), facts(await read(after)))
  const nested = Array.from({ length: 5_000 }).reduce<Buffer>((inner) => box('traf', inner), Buffer.alloc(0))
  await read(Buffer.concat([mp4(), box('moof', nested)]))
})

test('a film whose server was killed while it was blanked is blanked by the next try', async () => {
  const film = mp4({ hasTelemetry: true, place: 'GPS' })
  const found = await read(film)
  assert.ok(found.blanked.length > 0)
  for (let done = 0; done < found.blanked.length; done++) {
    const half = stored(film, { ...found, blanked: found.blanked.slice(0, done) })
    const { zeroes } = found.blanked[done] as Blanked
    half.fill(0, zeroes.from, zeroes.to)
    const again = await read(half)
    const after = stored(half, again)
    assert.deepEqual(facts(again), facts(found))
    assert.ok(!after.includes('GPS') && !after.includes('djmd'), `killed after ${done}`)
    assert.deepEqual((await read(after)).blanked, [])
  }
})

test('the tracks of a film in fragments stay, since each fragment describes them', async () => {
  assert.deepEqual((await read(Buffer.concat([mp4({ hasTelemetry: true }), box('moof', Buffer.alloc(8))]))).blanked, [])
})

test('what is cut off, damaged or no film is refused, and nothing is read without end', async () => {
  const film = mp4()
  const wrong = [
    Buffer.alloc(0),
    Buffer.from('ftyp'),
    png(),
    Buffer.from('<html>'),
    film.subarray(0, film.length - 1),
    mp4({ video: undefined }),
    mp4({ brand: 'qt  ' }),
    mp4({ width: 0 }),
    // As a WebM begins.
    Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
    box('ftyp', Buffer.from('isom'), Buffer.alloc(4)),
  ]
  for (const bytes of wrong) assert.match(await refusal(bytes), /^只能上传MP4/)
  // Every byte in turn, so that lengths, counts and versions are wrong.
  for (const whole of [mp4({ place: '+31.2+121.4/' }), mp4({ hasTelemetry: true })]) {
    for (let at = 0; at < whole.length; at += 1) {
      for (const value of [0, 1, 0x7f, 0xff]) {
        const bytes = Buffer.from(whole)
        bytes[at] = value
        await read(bytes).catch((error: unknown) =>
          assert.ok(error instanceof Failure, `byte ${at} as ${value}: ${String(error)}`),
        )
      }
    }
  }
})
