/** The groups that visitors see products in and that programs know by name. A site may have more, see `groups` of its record. */
export const locationIds = ['zhgd', 'cpxt', 'jzbh'] as const
export type LocationId = (typeof locationIds)[number]

/** Their names where the company's own are not known. */
export const locations: Readonly<Record<LocationId, string>> = {
  zhgd: '智慧工地产品',
  cpxt: '建筑机器人',
  jzbh: '建筑标准化产品',
}

/** Whoever makes a group gives it one, by which others can lie in it before it is saved. */
export const newGroupId = (): string =>
  crypto.getRandomValues(new Uint8Array(12)).reduce((id, part) => id + (part % 36).toString(36), 'g')
/** The three, or as `newGroupId` makes them. */
export const isGroupId = (value: unknown): value is string =>
  typeof value === 'string' && /^(zhgd|cpxt|jzbh|g[a-z\d]{12})$/.test(value)
export const isFixedGroup = (id: string): boolean => locationIds.some((fixed) => fixed === id)

/** How many groups a site may have, in both levels. */
export const maxGroups = 60

/** A group, and which one it lies in: `parent` is the id of one of the first level, or empty. */
interface Group {
  id: string
  name: string
  parent?: string | undefined
}

/** The group that one lies in. What has none, or lies in one that is gone or in another one itself, is of the first level. */
export function parentOf<G extends Group>(groups: readonly G[], { id, parent }: Group): G | undefined {
  const above = parent && parent !== id ? groups.find((group) => group.id === parent) : undefined
  return above && !above.parent ? above : undefined
}

export const childrenOf = <G extends Group>(groups: readonly G[], id: string): G[] =>
  groups.filter((group) => parentOf(groups, group)?.id === id)

/** The ids of a group and of those below it: what is in them is in it. */
export const idsWithin = (groups: readonly Group[], id: string): string[] => [
  id,
  ...childrenOf(groups, id).map((child) => child.id),
]

/** Those that visitors see: with a group those below it are off. */
export const shownGroups = <G extends Group & { on: boolean }>(groups: readonly G[]): G[] =>
  groups.filter((group) => group.on && parentOf(groups, group)?.on !== false)

/** The ids of the others. */
export function hiddenGroups(groups: readonly (Group & { on: boolean })[]): ReadonlySet<string> {
  const shown = new Set(shownGroups(groups))
  return new Set(groups.flatMap((group) => (shown.has(group) ? [] : [group.id])))
}

/** Each group with those below it behind it. */
export const inLevels = <G extends Group>(groups: readonly G[]): G[] =>
  groups.flatMap((group) => (parentOf(groups, group) ? [] : [group, ...childrenOf(groups, group.id)]))

/** Names a group together with the one that it lies in, as people read it and as sheets and imports have it. */
const divider = ' › '
export const groupPath = (groups: readonly Group[], group: Group): string =>
  pathOf(parentOf(groups, group)?.name ?? '', group.name)
export const pathOf = (above: string, name: string): string => (above === '' ? name : above + divider + name)
/** `above` is empty on the first level. */
export function namesIn(path: string) {
  const at = path.indexOf(divider)
  return at < 0 ? { above: '', name: path } : { above: path.slice(0, at), name: path.slice(at + divider.length) }
}

/** The group of this path, or else the only one of this name. */
export function groupCalled<G extends Group>(groups: readonly G[], path: string): G | undefined {
  const named = groups.filter(({ name }) => name === path)
  return groups.find((group) => groupPath(groups, group) === path) ?? (named.length === 1 ? named[0] : undefined)
}

/** The paths for which groups have to be made, each behind that of the group above it, and those that there is no room for. */
export function missingGroups(groups: readonly Group[], paths: Iterable<string>) {
  const present = new Set(groups.map((group) => groupPath(groups, group)))
  const made = new Set<string>()
  const left: string[] = []
  for (const path of new Set(paths)) {
    if (path === '' || groupCalled(groups, path)) continue
    const needed = [namesIn(path).above, path].filter((each) => each !== '' && !present.has(each) && !made.has(each))
    if (groups.length + made.size + needed.length > maxGroups) left.push(path)
    else for (const each of needed) made.add(each)
  }
  return { made: [...made], left }
}

/** What is wrong with a list of groups. A new one may have no id yet. */
export function groupsError(groups: readonly Group[]): string | undefined {
  const ids = groups.map(({ id }) => id).filter(Boolean)
  if (new Set(ids).size < ids.length) return '分类的编号不能重复'
  if (locationIds.some((id) => !ids.includes(id))) return '原有的三个分类不能移除，可以关闭'
  const misplaced = groups.find((group) => group.parent && (isFixedGroup(group.id) || !parentOf(groups, group)))
  return misplaced && `“${misplaced.name}”不能放在这个上级分类里，请重新选择`
}
