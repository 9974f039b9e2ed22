import { crc32, deflateRawSync } from 'node:zlib'

/** Small documents of the right structure, generated so that a test knows their content. */

/** One page that says `text`. */
export function pdf(text = 'Hello'): Buffer {
  const content = `BT /F1 24 Tf 40 100 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.7\n'
  const places = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  return Buffer.from(
    `${body}xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}

/** A zip archive of files by their names, stored or packed. */
export function zip(
  files: Readonly<Record<string, string | Uint8Array>> = { 'readme.txt': 'hello' },
  comment = '',
  isPacked = false,
): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const [bytes, content] = [Buffer.from(name), Buffer.from(text as string)]
    const stored = isPacked ? deflateRawSync(content) : content
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    // Its name is in UTF-8.
    facts.writeUInt16LE(0x800, 2)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt16LE(isPacked ? 8 : 0, 4)
    facts.writeUInt32LE(stored.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(bytes.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), facts, bytes, stored)
    entries.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, tail, bytes)
    offset += 30 + bytes.length + stored.length
  }
  const [directory, note] = [Buffer.concat(entries), Buffer.from(comment)]
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(note.length, 20)
  return Buffer.concat([...locals, directory, end, note])
}

export const docx = (): Buffer => zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>' })
export const xlsx = (): Buffer => zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' })
