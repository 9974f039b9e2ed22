import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDocument } from '../../server/media/readDocument.ts'
import { docx, pdf, xlsx, zip } from './documents.ts'
import { mp4 } from './films.ts'
import { png } from './pictures.ts'

const extensionOf = async (bytes: Buffer): Promise<string | undefined> =>
  (
    await readDocument({
      size: bytes.length,
      read: async (position, length) => bytes.subarray(position, Math.min(bytes.length, position + length)),
    })
  )?.extension

test('documents are known by their bytes', async () => {
  const found = await Promise.all(
    [pdf(), docx(), xlsx(), zip(), zip({ 'a.txt': 'x' }, '一条注释'), zip({ 'word/a.txt': '' })].map(extensionOf),
  )
  assert.deepEqual(found, ['pdf', 'docx', 'xlsx', 'zip', 'zip', 'zip'])
})

test('what only looks like a document is refused', async () => {
  const archive = zip()
  const moved = Buffer.from(archive)
  moved.writeUInt32LE(0xffffffff, moved.length - 6)
  const many = Buffer.from(archive)
  many.writeUInt16LE(2, many.length - 12)
  const cases: readonly [why: string, bytes: Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['a picture', png(3, 2)],
    ['a film', mp4()],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a page before a PDF', Buffer.concat([Buffer.from('<script>alert(1)</script>\n'), pdf()])],
    ['the first bytes of a PDF', Buffer.from('%PDF-1.7\n<script>alert(1)</script>')],
    ['a PDF that was cut off', pdf().subarray(0, 300)],
    ['a zip that was cut off', archive.subarray(0, -5)],
    ['a program before a zip', Buffer.concat([Buffer.from('MZ\x90\0'), archive])],
    ['something behind a zip', Buffer.concat([archive, Buffer.from('<script>')])],
    ['an empty zip', zip({})],
    ['a directory elsewhere', moved],
    ['more entries than there are', many],
    ['a document with macros', zip({ '[Content_Types].xml': '', 'word/document.xml': '', 'word/vbaProject.bin': 'x' })],
    ['macros in a plain archive', zip({ 'xl/VBAPROJECT.BIN': 'x' })],
    ['a presentation', zip({ '[Content_Types].xml': '', 'ppt/presentation.xml': '' })],
    ['a Java program', zip({ 'META-INF/MANIFEST.MF': 'Main-Class: A' })],
    ['a book', zip({ mimetype: 'application/epub+zip' })],
    ['an old Word file', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ]
  for (const [why, bytes] of cases) assert.equal(await extensionOf(bytes), undefined, why)
})
