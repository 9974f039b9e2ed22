import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSerialized } from '../../moving/phpSerialized.ts'

test('texts are counted in bytes, and a wrong count is put right', () => {
  const read = (text: string) => readSerialized(`a:1:{s:1:"x";${text}}`)
  assert.deepEqual(read('s:6:"颜色";'), new Map([['x', '颜色']]))
  assert.deepEqual(read('s:2:"颜色";'), new Map([['x', '颜色']]))
  assert.deepEqual(read('s:999999999:"颜色";'), new Map([['x', '颜色']]))
  assert.deepEqual(read('s:4:"a";b";'), new Map([['x', 'a";b']]))
  assert.deepEqual(
    readSerialized('a:3:{i:0;b:1;i:1;N;i:2;d:0.5;}'),
    new Map([
      ['0', '1'],
      ['1', ''],
      ['2', '0.5'],
    ]),
  )
  assert.deepEqual(readSerialized('a:0:{}'), new Map())
})

test('objects, and what has no end, are refused', () => {
  const refused = [
    'O:8:"stdClass":0:{}',
    'a:1:{s:1:"x";O:8:"Evil":1:{s:1:"a";i:1;}}',
    'a:1:{s:1:"x";C:3:"Foo":2:{{}}}',
    'a:1:{s:1:"x";R:1;}',
    'a:1:{s:1:"x";s:5:"never',
    'a:9:{i:0;i:1;',
    'a:1:{',
    `${'a:1:{i:0;'.repeat(100_000)}`,
    '',
  ]
  for (const text of refused) assert.equal(readSerialized(text), undefined, text.slice(0, 40))
})
