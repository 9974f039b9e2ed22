import { MoreLink } from '../../../ui/MoreLink.tsx'
import { keepWords } from '../../../ui/keepWords.ts'
import { hrefOfChunk, type ProductGroup } from './data.ts'

interface Props {
  /** Of the page. */
  path: string
  group: ProductGroup
}

/** The groups below one, and what leads to the products that are not there, as links: they work without a script, too. */
export function GroupParts({ path, group: { id, tab, name, count, parts, products } }: Props) {
  const link = (to: string, words: string) => (
    <a key={to} href={hrefOfChunk(path, to)(1)} aria-current={to === id ? 'page' : undefined} {...keepWords(words)} />
  )
  return (
    <>
      {parts.length > 0 && (
        <nav className="group-parts row wraps" aria-label={`${name}的下级分类`}>
          {link(tab, '全部')}
          {parts.map((part) => link(part.id, `${part.name}（${part.count}）`))}
        </nav>
      )}
      {products.length === 0 && <MoreLink href={hrefOfChunk(path, id)(1)}>{`查看${count}个产品`}</MoreLink>}
    </>
  )
}
