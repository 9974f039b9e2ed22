import { listPages, type MovedPart } from '../../contract/movedRecords.ts'
import { readDate } from './dates.ts'
import { partOfEntries, wordsIn } from './exportedEntries.ts'
import type { TextFile } from './markdownSite.ts'

/** What is read of a resource in a backup of Halo. */
interface Resource {
  spec: Readonly<Record<string, unknown>>
  status: Readonly<Record<string, unknown>>
}

/** Where a backup of Halo has its contents. */
export const haloFolder = '/registry/content.halo.run/'

/** The posts and pages of a backup: `files` are its resources, by their names. */
export function readHalo(files: readonly TextFile[], after: string): MovedPart {
  const resources = new Map<string, Resource>()
  for (const { path, read } of files) resources.set(path.slice(haloFolder.length), resourceIn(read()))
  const namesIn = ({ spec }: Resource, list: string): string[] =>
    Array.isArray(spec[list]) ? spec[list].filter((name) => typeof name === 'string') : []
  const all = [...resources]
  const nameOf = (category: string): string => wordsIn(resources.get(`categories/${category}`)?.spec, 'displayName')
  const parents = new Map<string, string>()
  for (const [key, resource] of all)
    for (const child of namesIn(resource, 'children')) parents.set(child, key.replace('categories/', ''))

  const contents = all.filter(([key]) => /^(?:posts|singlepages)\//.test(key))
  const kept = contents.filter(([, { spec }]) => spec.deleted !== true)
  const entries = kept.map(([key, resource]) => {
    const { spec, status } = resource
    const isPage = key.startsWith('singlepages/')
    const category = namesIn(resource, 'categories').find((name) => nameOf(name) !== '') ?? ''
    const above = nameOf(parents.get(category) ?? '')
    const excerpt: { raw?: unknown; autoGenerate?: unknown } = Object(spec.excerpt)
    const from = wordsIn(status, 'permalink').replace(/^https?:\/\/[^/]*/i, '')
    return {
      key: `halo-${key}`,
      isPage,
      column: nameOf(category) || (isPage ? '页面' : ''),
      ...(above !== '' && { above }),
      title: wordsIn(spec, 'title'),
      date: readDate(wordsIn(spec, 'publishTime')),
      intro: excerpt.autoGenerate === true ? '' : wordsIn(excerpt, 'raw'),
      cover: wordsIn(spec, 'cover'),
      pinned: !isPage && spec.pinned === true,
      path: wordsIn(spec, 'slug'),
      from: from === '' ? [] : [from],
      hidden: whyHidden(spec),
      read: (notes: string[]) => textOf(spec, notes, resources),
    }
  })
  const lists = all.flatMap(([key, { status }]) => {
    const from = wordsIn(status, 'permalink')
    return key.startsWith('categories/') && from !== '' ? [{ from, to: listPages.news }] : []
  })
  const deleted = contents.length - kept.length
  const tags = kept.reduce((sum, [, resource]) => sum + namesIn(resource, 'tags').length, 0)
  const notes = [
    ...(deleted > 0 ? [`回收站里的内容有${deleted}条，没有读取`] : []),
    ...(tags > 0 ? [`标签有${tags}处，没有读取`] : []),
  ]
  return partOfEntries(entries, after, { lists, notes })
}

function resourceIn(text: string): Resource {
  try {
    const { spec, status } = JSON.parse(text)
    return { spec: Object(spec), status: Object(status) }
  } catch {
    return { spec: {}, status: {} }
  }
}

function whyHidden({ publish, visible }: Resource['spec']): string {
  if (publish !== true) return '原来是草稿'
  return visible === undefined || visible === 'PUBLIC' ? '' : '原来是私密的'
}

/** A version is stored as what it changes in the first one, which is stored whole. */
function textOf(spec: Resource['spec'], notes: string[], resources: ReadonlyMap<string, Resource>): string {
  const patchOf = (name: unknown): string => String(resources.get(`snapshots/${String(name)}`)?.spec.contentPatch ?? '')
  const base = patchOf(spec.baseSnapshot)
  const wanted = spec.releaseSnapshot || spec.headSnapshot
  if (wanted === spec.baseSnapshot) return base
  const patch = patchOf(wanted)
  try {
    return patched(base, JSON.parse(patch))
  } catch {
    // A later first version is stored whole as well.
    if (!/^\s*\[/.test(patch)) return patch
    notes.push('正文没有读成，请核对')
    return base
  }
}

interface Delta {
  source: { position: number; lines: readonly string[] }
  target: { lines: readonly string[] }
}

/** From the last to the first, so that the lines before stay where they are. */
function patched(base: string, deltas: readonly Delta[]): string {
  let lines = base.split('\n')
  for (const { source, target } of [...deltas].reverse())
    lines = [...lines.slice(0, source.position), ...target.lines, ...lines.slice(source.position + source.lines.length)]
  return lines.join('\n')
}
