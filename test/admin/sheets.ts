import { zip } from '../uploads/documents.ts'

const columnName = (index: number): string => String.fromCharCode(65 + index)
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** A workbook with one sheet, as Excel writes it: texts are shared, numbers are not. */
export function workbook(rows: readonly (readonly (string | number)[])[], more = ''): Buffer {
  const strings: string[] = []
  const cell = (value: string | number, row: number, column: number): string => {
    const place = `r="${columnName(column)}${row + 1}"`
    if (value === '') return ''
    if (typeof value === 'number') return `<c ${place} s="1"><v>${value}</v></c>`
    strings.push(`<si><t xml:space="preserve">${escaped(value)}</t></si>`)
    return `<c ${place} t="s"><v>${strings.length - 1}</v></c>`
  }
  const lines = rows.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((value, column) => cell(value, row, column)).join('')}</row>`,
  )
  return packed({
    sheet: `<worksheet><sheetData>${lines.join('')}</sheetData>${more}</worksheet>`,
    strings: strings.join(''),
  })
}

/** A workbook with exactly this sheet. The style 1 is a day. */
export const packed = ({
  sheet,
  strings = '',
  settings = '',
}: {
  sheet: string
  strings?: string
  settings?: string
}): Buffer =>
  zip(
    {
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': `<workbook xmlns:r="r">${settings}<sheets><sheet name="旧" sheetId="1" state="hidden" r:id="rId2"/><sheet name="产品" sheetId="2" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet7.xml"/><Relationship Id="rId2" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="176" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="176"/></cellXfs></styleSheet>',
      'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
      'xl/worksheets/sheet7.xml': sheet,
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',
    },
    '',
    true,
  )
