import { readXml } from '../../../contract/text/xml.ts'
import { filesInArchive } from './zip.ts'

/** More than any sheet of 5,000 rows unpacks to. */
const maxUnpacked = 80 * 1_048_576

/** What a part of a workbook leads to. */
export interface Relation {
  /** The last word of its type, such as `drawing`. */
  type: string
  /** The name of a part. */
  target: string
  /** It leads out of the workbook. */
  isOutside: boolean
}

export type WorkbookParts = Awaited<ReturnType<typeof openWorkbook>>

/** The parts of an .xlsx, by their names: letters of either case are the same. */
export async function openWorkbook(file: Blob) {
  const entries = new Map((await filesInArchive(file)).map((entry) => [entry.name.toLowerCase(), entry]))
  let room = maxUnpacked
  const find = (name: string) => entries.get(name.toLowerCase())

  /** '' for a part that is not there. */
  async function text(name: string): Promise<string> {
    const content = await find(name)?.read(room)
    room -= content?.size ?? 0
    return content ? content.text() : ''
  }

  async function relationsOf(part: string): Promise<ReadonlyMap<string, Relation>> {
    const folder = part.slice(0, part.lastIndexOf('/') + 1)
    const relations = new Map<string, Relation>()
    const list = await text(`${folder}_rels/${part.slice(folder.length)}.rels`)
    for (const { Id = '', Type = '', Target = '', TargetMode } of attributesIn(list, 'Relationship')) {
      const type = Type.slice(Type.lastIndexOf('/') + 1)
      relations.set(Id, { type, target: resolved(folder, Target), isOutside: TargetMode === 'External' })
    }
    return relations
  }

  return { find, text, relationsOf }
}

export type Attributes = Readonly<Record<string, string>>

/** Those of all elements of a name. */
export function attributesIn(xml: string, name: string): Attributes[] {
  const elements: Attributes[] = []
  for (const part of readXml(xml)) if (part.is === 'open' && part.name === name) elements.push(part.attributes)
  return elements
}

/** What stands behind the beginning of each element of a name, up to the next one. */
export const piecesOf = (xml: string, name: string): string[] => xml.split(new RegExp(`<(?:\\w+:)?${name}\\b`)).slice(1)

/** From the folder of the part that names it, or from the top of the archive. */
function resolved(folder: string, target: string): string {
  const steps: string[] = []
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}
