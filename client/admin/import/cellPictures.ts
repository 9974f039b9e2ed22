import { sheetLimits } from '../../../contract/kinds/sheetKinds.ts'
import { type Attributes, attributesIn, piecesOf, type Relation, type WorkbookParts } from './workbookParts.ts'

/** Where a picture is in the workbook: the name of a part, '' where that is outside. */
type PicturePlace = string
export const missingPart: PicturePlace = '/'

/** By what cells name: in WPS the id in =DISPIMG, in Excel the number of their value. */
export type NamedPictures = ReadonlyMap<string, PicturePlace>

interface Edge {
  column: number
  row: number
  /** Below the beginning of the row, in EMU like all lengths. */
  offset: number
}

/** Pictures that lie on the cells. */
export interface Anchor {
  pictures: readonly PicturePlace[]
  from: Edge
  /** Where it is absent, the height says where they end. */
  to: Edge | undefined
  height: number
}

function placesOf(tags: readonly Attributes[], relations: ReadonlyMap<string, Relation>): PicturePlace[] {
  const targets = tags.map(({ embed, link, id }) => relations.get(embed || link || id || ''))
  return targets.map((relation) => (relation?.isOutside ? '' : (relation?.target ?? missingPart)))
}

export async function readNamedPictures(parts: WorkbookParts): Promise<NamedPictures> {
  const pictures = new Map<string, PicturePlace>()
  const ofWorkbook = [...(await parts.relationsOf('xl/workbook.xml')).values()]
  const nameOf = (type: string): string => ofWorkbook.find((each) => each.type === type)?.target ?? ''
  const part = nameOf('cellImage')
  const relations = await parts.relationsOf(part)
  for (const piece of piecesOf(await parts.text(part), 'cellImage')) {
    const [named] = attributesIn(piece, 'cNvPr')
    const [place] = placesOf(attributesIn(piece, 'blip'), relations)
    if (named?.name && place !== undefined) pictures.set(named.name.toUpperCase(), place)
  }
  // The number of a value leads to a rich value, which names its picture first.
  const metadata = await parts.text(nameOf('sheetMetadata'))
  const list = nameOf('richValueRel')
  const files = placesOf(attributesIn(await parts.text(list), 'rel'), await parts.relationsOf(list))
  const kinds = attributesIn(await parts.text(nameOf('rdRichValueStructure')), 's')
  const values = piecesOf(await parts.text(nameOf('rdRichValue')), 'rv')
  const [future = ''] = piecesOf(metadata, 'futureMetadata').filter((piece) => piece.includes('"XLRICHVALUE"'))
  const [named = ''] = piecesOf(metadata, 'valueMetadata')
  const rich = attributesIn(future, 'rvb')
  for (const [at, { v }] of attributesIn(named, 'rc').entries()) {
    const value = values[Number(rich[Number(v)]?.i)] ?? ''
    const kind = kinds[Number(/\bs="(\d+)"/.exec(value)?.[1])]?.t
    const place = files[Number(/<(?:\w+:)?v>(\d+)</.exec(value)?.[1])]
    if (kind === '_localImage' && place !== undefined) pictures.set(`${at + 1}`, place)
  }
  return pictures
}

/** More than anybody places by hand. */
const maxAnchors = 10_000

/** The pictures that lie on a sheet. */
export async function readAnchors(parts: WorkbookParts, sheet: string): Promise<Anchor[]> {
  const drawing = [...(await parts.relationsOf(sheet)).values()].find(({ type }) => type === 'drawing')
  if (!drawing) return []
  const relations = await parts.relationsOf(drawing.target)
  const pieces = piecesOf(await parts.text(drawing.target), '(?:twoCell|oneCell|absolute)Anchor')
  return pieces.slice(0, maxAnchors).map((piece) => {
    const [from = ''] = piecesOf(piece, 'from')
    const [to] = piecesOf(piece, 'to')
    const height = Number(/\bcy="(\d+)"/.exec(piece)?.[1])
    return {
      pictures: placesOf(attributesIn(piece, 'blip'), relations),
      from: edgeIn(from),
      to: to === undefined ? to : edgeIn(to),
      height,
    }
  })
}

function edgeIn(xml: string): Edge {
  const number = (name: string): number => Number(new RegExp(`<(?:\\w+:)?${name}>(\\d+)`).exec(xml)?.[1])
  return { column: number('col'), row: number('row'), offset: number('rowOff') }
}

/** The cell that the middle of pictures lies on: people place by hand, and a corner is often in the row above. */
export function createCellUnder(heights: ReadonlyMap<number, number>, usual: number) {
  const { rows, columns } = sheetLimits
  const tops = [0]
  for (let row = 0; row < rows; row++) tops.push((tops[row] ?? 0) + (heights.get(row) ?? usual))
  const topOf = ({ row, offset }: Edge): number => (tops[row] ?? Infinity) + offset
  return ({ from, to, height }: Anchor): { row: number; column: number } => {
    const middle = (topOf(from) + (to ? topOf(to) : topOf(from) + height)) / 2
    // A row that is hidden has no height.
    const row = from.row === to?.row ? from.row : tops.findIndex((top) => top > middle) - 1
    const column = Math.floor((from.column + (to ?? from).column) / 2)
    return row >= 0 && row < rows && column < columns ? { row, column } : { row: 0, column: 0 }
  }
}
