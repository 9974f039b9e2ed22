import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedStep, base32, hotp, otpauthUri, stepAt } from '../../server/people/totp.ts'

const key = Buffer.from('12345678901234567890')

test('codes are those of RFC 4226 and RFC 6238', () => {
  const counted = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']
  assert.deepEqual(
    counted.map((_, counter) => hotp(key, counter)),
    counted,
  )
  const timed = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ] as const
  for (const [seconds, eight] of timed) assert.equal(hotp(key, stepAt(seconds * 1000)), eight.slice(2), `at ${seconds}`)
})

test('base32 is that of RFC 4648, without padding', () => {
  const vectors = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  }
  for (const [text, encoded] of Object.entries(vectors)) assert.equal(base32(Buffer.from(text)), encoded)
  assert.equal(base32(key), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})

test('a code is accepted one step early and late, and only once', () => {
  const time = 1_234_567_890_000
  const now = stepAt(time)
  for (const [off, accepted] of [
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const) {
    assert.equal(acceptedStep(key, hotp(key, now + off), time, 0), accepted ? now + off : undefined, `${off}`)
  }
  assert.equal(acceptedStep(key, hotp(key, now), time, now), undefined, 'the same again')
  assert.equal(acceptedStep(key, hotp(key, now - 1), time, now), undefined, 'an older one')
  assert.equal(acceptedStep(key, hotp(key, now + 1), time, now), now + 1)
  for (const code of ['', '5', `${hotp(key, now)}0`, '九九九九九九'])
    assert.equal(acceptedStep(key, code, time, 0), undefined)
})

test('the address for apps repeats the issuer, and nothing in a name can change its fields', () => {
  assert.equal(
    otpauthUri('筑站', 'admin', 'GEZD'),
    'otpauth://totp/%E7%AD%91%E7%AB%99:admin?secret=GEZD&issuer=%E7%AD%91%E7%AB%99&algorithm=SHA1&digits=6&period=30',
  )
  assert.match(
    otpauthUri('A & B', 'li?x=1', 'GEZD'),
    /^otpauth:\/\/totp\/A%20%26%20B:li%3Fx%3D1\?secret=GEZD&issuer=A%20%26%20B&/,
  )
})
