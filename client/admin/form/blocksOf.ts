import type { Block } from './compare.ts'

const blockTags = new Set(
  'p h1 h2 h3 h4 h5 h6 pre div blockquote ul ol li figure figcaption hr table caption colgroup col thead tbody tfoot tr th td'.split(' '),
)

/** The paragraphs and pictures of a rich text, in their order. A parsed document runs no scripts and loads no pictures. */
export function blocksOf(html: string): Block[] {
  const blocks: Block[] = []
  let text = ''
  let key = ''
  const end = (path: string): void => {
    if (text.trim() !== '') blocks.push({ text: text.trim(), key: `${path} ${key}` })
    text = key = ''
  }
  const walk = (parent: Node, path: string, marks: string): void => {
    for (const child of parent.childNodes) {
      if (child instanceof Text) {
        text += child.data
        key += `${marks} ${child.data}`
      } else if (child instanceof Element) {
        const { localName: tag, className } = child
        if (tag === 'br') text += '\n'
        else if (tag === 'img' || tag === 'video') {
          end(path)
          const picture = child.getAttribute(tag === 'img' ? 'src' : 'poster')
          blocks.push({ text: tag === 'img' ? '' : '【视频】', ...(picture !== null && { picture }), key: child.outerHTML })
        } else if (blockTags.has(tag)) {
          end(path)
          const inside = `${path} ${tag}.${className}`
          walk(child, inside, '')
          end(inside)
        } else walk(child, path, `${marks} ${tag}.${className}${child.getAttribute('href') ?? ''}`)
      }
    }
  }
  walk(new DOMParser().parseFromString(html, 'text/html').body, '', '')
  end('')
  return blocks
}
