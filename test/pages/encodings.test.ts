import assert from 'node:assert/strict'
import { test } from 'node:test'
import { etagMatches } from '../../server/edge/files.ts'
import { encodingFor } from '../../server/pages/encodings.ts'
import { agentOf } from '../../server/pages/userAgents.ts'
import { cpuMs } from '../cpuMs.ts'

test('the best encoding that the browser accepts is used', () => {
  const cases: [header: string | undefined, encoding: string][] = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['BR', 'br'],
    ['gzip', 'gzip'],
    ['deflate', 'identity'],
    ['br;q=0', 'identity'],
    ['br;q=0, gzip', 'gzip'],
    ['br ; q=0.000 , gzip;q=0.5', 'gzip'],
    ['br;q=0.001', 'br'],
    ['br;q=1.0', 'br'],
    ['*', 'identity'],
    ['brotli', 'identity'],
    ['xbr, x-gzip', 'identity'],
    ['br;level=5', 'br'],
    ['identity;q=1, *;q=0', 'identity'],
    [' br ', 'br'],
  ]
  // Twice, since answers are remembered.
  for (const [header, encoding] of [...cases, ...cases]) assert.equal(encodingFor(header), encoding, header)
})

test('a header of 15 KB costs about as little as an ordinary one', () => {
  let n = 0
  const ms = (read: () => void): number =>
    cpuMs(() => {
      for (let i = 0; i < 200; i++) read()
    })
  const size = 15_000
  const shapes = [',', 'b,', 'br;q=0,', ' ', ';', 'br;q=0.' + '0'.repeat(100), 'W/"', '"', 'Windows Phon ', 'bo'].map(
    (part) => part.repeat(size / part.length),
  )
  // No two are equal, so nothing is remembered.
  const ordinary = ms(() => [
    encodingFor(`gzip, deflate, br;q=0.${++n}`),
    etagMatches(`"${++n}"`, '"x"'),
    agentOf(`Mozilla/5.0 (X11; Linux x86_64; rv:${++n}) Gecko/20100101 Firefox/130.0`),
  ])
  for (const shape of shapes) {
    const took = ms(() => [encodingFor(shape + ++n), etagMatches(shape + ++n, '"x"'), agentOf(shape + ++n)])
    assert.ok(took < 50 * ordinary + 300, `${shape.slice(0, 10)}… ${took} ms, ordinary ones ${ordinary} ms`)
  }
})

test('a list of ETags is compared, weak or not, and an unreasonably long one is ignored', () => {
  for (const header of ['*', '"x"', 'W/"x"', '"a", "x"', '"a",W/"x" '])
    assert.equal(etagMatches(header, '"x"'), true, header)
  for (const header of ['*', '"x"', 'W/"x"', '"a","x"'])
    assert.equal(etagMatches(header, 'W/"x"'), true, `${header} of a weak one`)
  for (const header of [undefined, '', '"y"', 'x', `${'"a", '.repeat(1_000)}"x"`])
    assert.equal(etagMatches(header, '"x"'), false, header)
})
