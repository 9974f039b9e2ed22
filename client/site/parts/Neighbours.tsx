import { Arrow } from '../../ui/Icon.tsx'
import { keepWords } from '../../ui/keepWords.ts'

interface Neighbour {
  href: string
  name: string
}

interface Props {
  label: string
  words: readonly [string, string]
  previous: Neighbour | undefined
  next: Neighbour | undefined
  /** The address of the page with all of them. */
  list: string
}

/** At the end of a page: the ones before and after it in their list. */
export function Neighbours({ label, words, previous, next, list }: Props) {
  return (
    <nav className="neighbours unprinted" aria-label={label}>
      <NeighbourLink to={previous} words={words[0]} />
      <a className="button outline" href={list}>
        返回列表
      </a>
      <NeighbourLink to={next} words={words[1]} />
    </nav>
  )
}

function NeighbourLink({ to, words }: { to: Neighbour | undefined; words: string }) {
  if (!to) return <p className="muted">没有{words}了</p>
  return (
    <a href={to.href}>
      <small className="row tight accent">
        {words}
        <Arrow />
      </small>
      <p {...keepWords(to.name)} />
    </a>
  )
}
