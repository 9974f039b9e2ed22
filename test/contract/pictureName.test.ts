import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pictureFacts, pictureSuffix, srcsetOf } from '../../contract/media/pictureName.ts'

const address = '/uploads/product/0123456789abcdef0123456789abcdef.1920x1280.c8d2e0.480w.960w.jpg'

test('a picture name contains its size, colour and variants', () => {
  assert.deepEqual(pictureFacts(address), {
    width: 1920,
    height: 1280,
    color: '#c8d2e0',
    variants: [
      { width: 480, src: '/uploads/product/0123456789abcdef0123456789abcdef.480w.webp' },
      { width: 960, src: '/uploads/product/0123456789abcdef0123456789abcdef.960w.webp' },
    ],
  })
  assert.equal(
    `/uploads/product/0123456789abcdef0123456789abcdef.${pictureSuffix({ width: 1920, height: 1280, color: '#c8d2e0', widths: [960, 480] })}.jpg`,
    address,
  )
})

test('colour and variants are optional; any other name has no facts', () => {
  assert.deepEqual(pictureFacts('/media/banner/home.1a2b3c4d.1920x900.png'), { width: 1920, height: 900, variants: [] })
  for (const other of [
    '/uploads/product/0123456789abcdef0123456789abcdef.jpg',
    'https://example.com/a.10x10.jpg',
    '/media/../a.10x10.jpg',
    '/media/a.10x10.webp',
    '',
  ])
    assert.equal(pictureFacts(other), undefined, other)
})

test('the picture itself is the largest candidate unless a variant is as wide', () => {
  const facts = pictureFacts(address)
  assert.ok(facts)
  assert.match(srcsetOf(address, facts, ''), /480w\.webp 480w, .*960w\.webp 960w, .*\.jpg 1920w$/)
  const wide = '/media/banner/home.1a2b3c4d.1920x900.960w.1920w.jpg'
  const facts2 = pictureFacts(wide)
  assert.ok(facts2)
  assert.equal(
    srcsetOf(wide, facts2, 'https://cdn.example'),
    'https://cdn.example/media/banner/home.1a2b3c4d.960w.webp 960w, https://cdn.example/media/banner/home.1a2b3c4d.1920w.webp 1920w',
  )
})
