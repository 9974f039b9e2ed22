import type { SiteGroup } from '../../../contract/siteFields.ts'

/** How many values of a group are still as shipped, by their paths. */
export const starterCount = (group: SiteGroup | undefined, starter: ReadonlySet<string>): number =>
  [...starter].filter((path) => group && (path.split('.')[0] ?? '') in group.fields).length

/** The dot beside a value that is still as shipped. */
export const StarterMark = () => <span className="starter-mark" role="img" aria-label="示例内容" title="示例内容" />
