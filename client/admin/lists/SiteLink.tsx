export const siteLinkWords = '在网站上查看'

interface Props {
  /** Undefined where visitors do not see it. */
  path: string | undefined
  /** What the row is called. */
  row: string
}

/** The record as visitors see it, in a tab of its own. */
export function SiteLink({ path, row }: Props) {
  if (path === undefined) return null
  // Its arrow is drawn by the styles: a list has a hundred of them.
  return <a className="link site-link" href={path} target="_blank" rel="noreferrer" title={siteLinkWords} aria-label={`${siteLinkWords}：${row}`} />
}
