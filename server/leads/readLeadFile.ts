import type { leadFileTypes } from '../../contract/leadFiles.ts'
import { readDocument } from '../media/readDocument.ts'
import { isWithinLimits, readPicture } from '../media/readPicture.ts'

interface ReadFile {
  type: (typeof leadFileTypes)[number]
  /** Of a picture without what the camera has noted, and without anything behind it. */
  bytes: Buffer
}

/** What a stranger's file is by its bytes; undefined for anything that nobody has to send. */
export async function readLeadFile(bytes: Buffer): Promise<ReadFile | undefined> {
  const picture = readPicture(bytes)
  if (picture) {
    const { type, kept } = picture
    return type === 'webp' || !isWithinLimits(picture) ? undefined : { type, bytes: Buffer.from(kept) }
  }
  const drawing = drawingType(bytes)
  if (drawing) return { type: drawing, bytes }
  const read = async (position: number, length: number): Promise<Buffer> => bytes.subarray(position, position + length)
  const document = await readDocument({ size: bytes.length, read })
  return document && { type: document.extension, bytes }
}

const headLength = 4_096
const binaryDxf = 'AutoCAD Binary DXF\r\n\x1a\0'
/** Comments may come before the first section. */
const textDxf = /^(?:\uFEFF)?(?:\s*999\r?\n[^\r\n]*\r?\n)*\s*0\s*\r?\n\s*SECTION\s*\r?\n/

function drawingType(bytes: Buffer): 'dwg' | 'dxf' | undefined {
  const head = bytes.toString('latin1', 0, headLength)
  if (/^AC10\d\d\0/.test(head)) return 'dwg'
  if (head.startsWith(binaryDxf)) return 'dxf'
  const isText = !bytes.includes(0) && textDxf.test(bytes.toString('utf8', 0, headLength))
  return isText && /\bEOF\s*$/.test(bytes.toString('latin1', Math.max(0, bytes.length - 64))) ? 'dxf' : undefined
}
