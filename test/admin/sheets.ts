import { zip } from '../media/documents.ts'

export type Parts = Readonly<Record<string, string | Uint8Array>>

const columnName = (index: number): string => String.fromCharCode(65 + index)
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** A workbook with one sheet, as Excel writes it: texts are shared, numbers are not. */
export function workbook(rows: readonly (readonly (string | number)[])[], more = '', parts: Parts = {}): Buffer {
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
    parts,
  })
}

interface PlacedPicture {
  row: number
  column: number
  picture: Uint8Array
}

/** The parts of a workbook whose sheet has pictures on its cells. */
export function picturesOn(placed: readonly PlacedPicture[]): Parts {
  const related = (type: string, target: string, n: number): string =>
    `<Relationship Id="rId${n + 1}" Type="x/${type}" Target="../${target}"/>`
  const anchor = ({ row, column }: PlacedPicture, n: number): string =>
    `<xdr:oneCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="100" cy="100"/><xdr:pic><a:blip r:embed="rId${n + 1}"/></xdr:pic></xdr:oneCellAnchor>`
  const media = placed.map((_, n) => `media/image${n + 1}.png`)
  return {
    'xl/worksheets/_rels/sheet7.xml.rels': `<Relationships>${related('drawing', 'drawings/drawing1.xml', 0)}</Relationships>`,
    'xl/drawings/drawing1.xml': `<xdr:wsDr>${placed.map(anchor).join('')}</xdr:wsDr>`,
    'xl/drawings/_rels/drawing1.xml.rels': `<Relationships>${media.map((name, n) => related('image', name, n)).join('')}</Relationships>`,
    ...Object.fromEntries(placed.map(({ picture }, n) => [`xl/${media[n]}`, picture])),
  }
}

/** A workbook with exactly this sheet. The style 1 is a day. */
export const packed = ({
  sheet,
  strings = '',
  settings = '',
  relations = '',
  hidden = 'veryHidden',
  parts = {},
}: {
  sheet: string
  strings?: string
  settings?: string
  /** Of the workbook. */
  relations?: string
  /** How its first sheet is hidden. */
  hidden?: 'hidden' | 'veryHidden'
  /** Other files of it. */
  parts?: Parts
}): Buffer =>
  zip(
    {
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': `<workbook xmlns:r="r">${settings}<sheets><sheet name="旧" sheetId="1" state="${hidden}" r:id="rId2"/><sheet name="产品" sheetId="2" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet7.xml"/><Relationship Id="rId2" Target="worksheets/sheet1.xml"/>' +
        `${relations}</Relationships>`,
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="176" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="176"/></cellXfs></styleSheet>',
      'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
      'xl/worksheets/sheet7.xml': sheet,
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',
      ...parts,
    },
    '',
    true,
  )
