import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openArchive } from '../../client/admin/import/archive.ts'
import { readWorkbook } from '../../client/admin/import/workbook.ts'
import { pathOf } from '../../client/admin/ui/droppedFiles.ts'
import { sheetLimits } from '../../contract/kinds/sheetKinds.ts'
import { zip } from '../media/documents.ts'
import { jpg, png } from '../media/pictures.ts'
import { packed, type Parts } from './sheets.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (all: readonly (readonly [id: string, type: string, target: string, more?: string])[]): string =>
  `<Relationships>${all.map(([id, type, target, more = '']) => `<Relationship Id="${id}" Type="${type}" Target="${target}"${more}/>`).join('')}</Relationships>`

/** Which row and column each picture is in, as Excel counts rows. */
async function placesIn(workbook: Uint8Array): Promise<{ places: string[]; notes: readonly string[] }> {
  const { pictures, notes } = await readWorkbook(new Blob([workbook as BlobPart]))
  return { places: pictures.map(({ row, column, file }) => `${row + 1} ${column} ${file.name} ${file.type}`), notes }
}

const cells = (count: number): string =>
  Array.from(
    { length: count },
    (_, row) => `<row r="${row + 1}"><c r="A${row + 1}" t="str"><v>泵${row}</v></c></row>`,
  ).join('')
const sheetOf = (rows: string, more = ''): string => `<worksheet><sheetData>${rows}</sheetData>${more}</worksheet>`

const rowOfEmu = 15 * 12_700
/** A picture between two corners: column, row, and how much of a row below its beginning. */
const corner = (name: string, column: number, row: number, part = 0): string =>
  `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff>\n<xdr:row>${row}</xdr:row><xdr:rowOff>${part * rowOfEmu}</xdr:rowOff></xdr:${name}>`
const blip = (id: string, how = 'embed'): string =>
  `<xdr:pic><xdr:blipFill><a:blip r:${how}="${id}"/></xdr:blipFill></xdr:pic>`
const anchor = (inside: string, kind = 'twoCell'): string => `<xdr:${kind}Anchor>${inside}</xdr:${kind}Anchor>`

const drawn = (anchors: string, more: Parts = {}, sheet = sheetOf(cells(6))): Buffer =>
  packed({
    sheet,
    parts: {
      'xl/worksheets/_rels/sheet7.xml.rels': relations([['rId1', `${office}/drawing`, '../drawings/drawing1.xml']]),
      'xl/drawings/drawing1.xml': `<xdr:wsDr>${anchors}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relations([
        ['rId1', `${office}/image`, '../media/image1.png'],
        ['rId2', `${office}/image`, '/xl/Media/IMAGE2.jpg'],
        ['rId3', `${office}/image`, 'https://old.example/a.png', ' TargetMode="External"'],
        ['rId4', `${office}/image`, '../media/image3.emf'],
        ['rId5', `${office}/image`, 'drawing1.xml'],
      ]),
      'xl/media/image1.png': png(4, 4),
      'xl/media/image2.jpg': jpg(4, 4),
      'xl/media/image3.emf': 'no picture',
      ...more,
    },
  })

test('a picture that lies on the cells is of the row that its middle is in', async () => {
  const { places, notes } = await placesIn(
    drawn(
      [
        // Its corner is at the end of the row above.
        anchor(corner('from', 1, 1, 0.9) + corner('to', 1, 2, 0.9) + blip('rId1')),
        anchor(corner('from', 1, 3) + `<xdr:ext cx="1" cy="${rowOfEmu}"/>` + blip('rId2'), 'oneCell'),
        // The same file again, and two of a group, which some programs write twice.
        anchor(
          corner('from', 2, 4, 0.1) +
            corner('to', 2, 4, 0.9) +
            `<mc:AlternateContent><mc:Choice><xdr:grpSp>${blip('rId1')}${blip('rId2')}</xdr:grpSp></mc:Choice><mc:Fallback>${blip('rId1')}</mc:Fallback></mc:AlternateContent>`,
        ),
      ].join(''),
      {},
      sheetOf(
        '<row r="1"><c r="A1" t="str"><v>名称</v></c><c r="B1" t="str"><v>图片</v></c><c r="C1" t="str"><v>图二</v></c></row>' +
          cells(6).slice(cells(1).length),
      ),
    ),
  )
  assert.deepEqual(places, [
    '3 1 image1.png image/png',
    '4 1 IMAGE2.jpg image/jpeg',
    '5 2 image1.png image/png',
    '5 2 IMAGE2.jpg image/jpeg',
  ])
  assert.deepEqual(notes, [])
})

test('high and hidden rows count, and a picture in merged cells is of each of their rows', async () => {
  const high = sheetOf(
    `<row r="1"/><row r="2" ht="150"><c r="A2" t="str"><v>高</v></c></row>${cells(6).slice(cells(2).length)}`,
    '<mergeCells><mergeCell ref="B4:B5"/></mergeCells>',
  )
  const between = (from: string, to: string) => anchor(from + to + blip('rId1'))
  const { places } = await placesIn(
    drawn(
      between(corner('from', 1, 1, 1), corner('to', 1, 2, 0.5)) + between(corner('from', 1, 4), corner('to', 1, 4, 1)),
      {},
      high,
    ),
  )
  assert.deepEqual(places, ['2 1 image1.png image/png', '4 1 image1.png image/png', '5 1 image1.png image/png'])
  const hidden = sheetOf(cells(3).replace('<row r="2">', '<row r="2" hidden="1">'))
  assert.deepEqual((await placesIn(drawn(between(corner('from', 1, 1), corner('to', 1, 1)), {}, hidden))).places, [
    '2 1 image1.png image/png',
  ])
})

test('pictures that WPS puts into cells come by their ids, and no formula is left in their place', async () => {
  const cell = (place: string, id: string): string =>
    `<c r="${place}" t="str"><f>_xlfn.DISPIMG(&quot;${id}&quot;,1)</f><v>=DISPIMG(&quot;${id}&quot;,1)</v></c>`
  const workbook = packed({
    sheet: sheetOf(
      `<row r="1"><c r="A1" t="str"><v>名称</v></c></row><row r="2"><c r="A2" t="str"><v>泵</v></c>${cell('B2', 'ID_0ABC')}</row><row r="3"><c r="A3" t="str"><v>阀</v></c>${cell('B3', 'ID_0abc')}${cell('C3', 'ID_404')}</row>`,
    ),
    relations:
      '<Relationship Id="rId9" Type="http://www.wps.cn/officeDocument/2020/cellImage" Target="cellimages.xml"/>',
    parts: {
      'xl/cellimages.xml': `<etc:cellImages><etc:cellImage><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="ID_0ABC" descr="图"/></xdr:nvPicPr>${blip('rId1')}</xdr:pic></etc:cellImage></etc:cellImages>`,
      'xl/_rels/cellimages.xml.rels': relations([['rId1', `${office}/image`, 'media/image1.png']]),
      'xl/media/image1.png': png(4, 4),
    },
  })
  const { rows } = await readWorkbook(new Blob([workbook as BlobPart]))
  assert.deepEqual(rows[1], ['泵', '', ''])
  const { places, notes } = await placesIn(workbook)
  assert.deepEqual(places, ['2 1 image1.png image/png', '3 1 image1.png image/png'])
  assert.deepEqual(notes, ['1张图片在表格里找不到，不导入'])
})

test('pictures that Excel places in cells come by their values, and one of the web does not', async () => {
  const workbook = packed({
    sheet: sheetOf(
      '<row r="1"><c r="A1" t="str"><v>名称</v></c></row>' +
        [1, 2, 3]
          .map(
            (vm) =>
              `<row r="${vm + 1}"><c r="A${vm + 1}" t="str"><v>泵</v></c><c r="B${vm + 1}" t="e" vm="${vm}"><v>#VALUE!</v></c></row>`,
          )
          .join(''),
    ),
    relations: [
      ['sheetMetadata', 'metadata.xml'],
      ['rdRichValue', 'richData/rdrichvalue.xml'],
      ['rdRichValueStructure', 'richData/rdrichvaluestructure.xml'],
      ['richValueRel', 'richData/richValueRel.xml'],
    ]
      .map(([type, target], at) => `<Relationship Id="rId${at + 20}" Type="${office}/${type}" Target="${target}"/>`)
      .join(''),
    parts: {
      'xl/metadata.xml':
        '<metadata><metadataTypes count="2"><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/></metadataTypes>' +
        '<futureMetadata name="XLDAPR"><bk><extLst><ext><xda:dynamicArrayProperties/></ext></extLst></bk></futureMetadata>' +
        `<futureMetadata name="XLRICHVALUE">${[0, 1, 2].map((i) => `<bk><extLst><ext><xlrd:rvb i="${i}"/></ext></extLst></bk>`).join('')}</futureMetadata>` +
        '<cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata>' +
        '<valueMetadata count="3"><bk><rc t="2" v="1"/></bk><bk><rc t="2" v="0"/></bk><bk><rc t="2" v="2"/></bk></valueMetadata></metadata>',
      'xl/richData/rdrichvalue.xml':
        '<rvData><rv s="0"><v>1</v><v>5</v></rv><rv s="0"><v>0</v><v>5</v></rv><rv s="1"><v>0</v></rv></rvData>',
      'xl/richData/rdrichvaluestructure.xml':
        '<rvStructures><s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/></s><s t="_webImage"><k n="WebImageIdentifier" t="i"/></s></rvStructures>',
      'xl/richData/richValueRel.xml': '<richValueRels><rel r:id="rId1"/><rel r:id="rId2"/></richValueRels>',
      'xl/richData/_rels/richValueRel.xml.rels': relations([
        ['rId1', `${office}/image`, '../media/image1.png'],
        ['rId2', `${office}/image`, '../media/image2.jpg'],
      ]),
      'xl/media/image1.png': png(4, 4),
      'xl/media/image2.jpg': jpg(4, 4),
    },
  })
  const { places, notes } = await placesIn(workbook)
  assert.deepEqual(places, ['2 1 image1.png image/png', '3 1 image2.jpg image/jpeg'])
  assert.match(notes.join(), /^1个格子的公式没有值或者出错（如第4行）/)
})

test('what has no place is named: linked pictures and other formats, a second sheet, formulas without a value', async () => {
  const at = (row: number, id: string, how?: string) =>
    anchor(corner('from', 1, row) + corner('to', 1, row) + blip(id, how))
  const { places, notes } = await placesIn(
    packed({
      sheet: sheetOf(
        `${cells(4)}<row r="5"><c r="A5"><f>1+1</f></c><c r="C5"><f>2*2</f><v></v></c><c r="B5" t="str"><f>""</f><v></v></c></row>`,
      ),
      settings:
        '<sheets><sheet name="报价" r:id="rId1"/><sheet name="空的" r:id="rId5"/><sheet name="B系列" r:id="rId6"/></sheets>',
      relations:
        '<Relationship Id="rId5" Target="worksheets/sheet5.xml"/><Relationship Id="rId6" Target="worksheets/sheet6.xml"/>',
      parts: {
        'xl/worksheets/sheet5.xml': sheetOf('<row r="1"><c r="A1" s="1"/></row>'),
        'xl/worksheets/sheet6.xml': sheetOf(cells(1)),
        'xl/worksheets/_rels/sheet7.xml.rels': relations([['rId1', `${office}/drawing`, '../drawings/drawing1.xml']]),
        'xl/drawings/drawing1.xml': `<xdr:wsDr>${at(1, 'rId3', 'link')}${at(2, 'rId4')}${at(3, 'rId4')}</xdr:wsDr>`,
        'xl/drawings/_rels/drawing1.xml.rels': relations([
          ['rId3', `${office}/image`, 'https://old.example/a.png', ' TargetMode="External"'],
          ['rId4', `${office}/image`, '../media/image3.emf'],
        ]),
        'xl/media/image3.emf': 'no picture',
      },
    }),
  )
  assert.deepEqual(places, [])
  assert.deepEqual(notes, [
    '1张图片不在表格里，只有链接，不导入',
    '2张图片的格式网页不能用（EMF），不导入',
    '2个格子的公式没有值或者出错（如第5行），按空的导入。请在Excel或WPS里打开、保存一次再试',
    // The last one is the first again, as the fixture writes it.
    '还有工作表“B系列”，不导入。需要的请另存成单独的表格',
    '还有工作表“产品”，不导入。需要的请另存成单独的表格',
  ])
})

test('hostile drawings neither hang nor fail: circles, ten thousand pictures, rows without end, false sizes', async () => {
  const at = (row: number, id = 'rId1') => anchor(corner('from', 1, row) + corner('to', 1, row) + blip(id))
  assert.deepEqual(await placesIn(drawn(at(1, 'rId5'))), {
    places: [],
    notes: ['1张图片的格式网页不能用（XML），不导入'],
  })
  const circle = {
    'xl/worksheets/_rels/sheet7.xml.rels': relations([['rId1', `${office}/drawing`, 'sheet7.xml']]),
  }
  assert.deepEqual((await placesIn(drawn(at(1), circle))).places, [])
  const many = Array.from({ length: 30_000 }, (_, row) => at(row % 6)).join('')
  assert.equal((await placesIn(drawn(many))).places.length, 6, 'the same file in one cell is one picture')
  const far =
    at(2_000_000_000) +
    anchor(`${corner('from', 900_000, 1)}${blip('rId1')}`, 'oneCell') +
    anchor(blip('rId1'), 'absolute')
  assert.deepEqual((await placesIn(drawn(far))).places, ['1 0 image1.png image/png'])
  assert.ok(sheetLimits.rows < 10_000)

  const merged = sheetOf(cells(5_000), '<mergeCells><mergeCell ref="B1:CV5000"/></mergeCells>')
  const inMerged = await placesIn(drawn(Array.from({ length: 10_000 }, () => at(1)).join(''), {}, merged))
  assert.ok(inMerged.places.length < 30_000)

  const lying = drawn(at(1))
  const name = lying.lastIndexOf('xl/media/image1.png')
  // What the directory claims of its size.
  lying.writeUInt32LE(200 * 1_048_576, name - 46 + 24)
  assert.deepEqual(await placesIn(lying), { places: [], notes: ['1张图片太大，或者读不出来，不导入'] })
})

const archive = (files: Parts, isPacked = true, name = '图片.zip'): File =>
  new File([zip(files, '', isPacked) as BlobPart], name, { lastModified: 1 })
const pathsIn = async (file: File): Promise<string[] | undefined> => (await openArchive(file))?.map(pathOf)

test('an archive of pictures is opened with its folders, and one of documents is a document', async () => {
  const files = {
    '产品/TK-200/正面.jpg': jpg(4, 4),
    '产品/TK-300/正面.jpg': jpg(8, 8),
    '__MACOSX/产品/._正面.jpg': 'x',
    '产品/.DS_Store': 'x',
    '产品/': '',
  }
  for (const isPacked of [true, false])
    assert.deepEqual(await pathsIn(archive(files, isPacked)), [
      '图片/产品/TK-200/正面.jpg',
      '图片/产品/TK-300/正面.jpg',
    ])
  const [first] = (await openArchive(archive(files))) ?? []
  assert.deepEqual([first?.type, first && Buffer.from(await first.arrayBuffer())], ['image/jpeg', jpg(4, 4)])
  assert.equal(await pathsIn(archive({ '图纸.dwg': 'x', '图纸2.dwg': 'x', '预览.png': png(4, 4) })), undefined)
  const trap = zip({ '大.bmp': ' '.repeat(120 * 1_048_576) }, '', true)
  await assert.rejects(openArchive(new File([trap as BlobPart], 'a.zip')), /太大/)
  // It claims to be small.
  trap.writeUInt32LE(10, trap.lastIndexOf('大.bmp') - 46 + 24)
  await assert.rejects(openArchive(new File([trap as BlobPart], 'a.zip')), /太大/)
})

test('names of an archive may be written as Chinese Windows writes them', async () => {
  const bytes = zip({ 'NNNN.png': png(4, 4) })
  bytes.writeUInt16LE(0, bytes.lastIndexOf('NNNN') - 46 + 8)
  for (let at = bytes.indexOf('NNNN'); at !== -1; at = bytes.indexOf('NNNN')) bytes.set([0xcd, 0xbc, 0xc6, 0xac], at)
  assert.deepEqual(await pathsIn(new File([bytes as BlobPart], 'a.zip')), ['a/图片.png'])
})
