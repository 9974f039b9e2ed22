import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nastyDocument } from '../richtext/pieces.ts'
import { clean, drafted, read, tidy, written } from './dom.ts'

const { align, insertBlocks, insertRule, setBlock } = await import('../../client/editor/blocks.ts')
const { lift, place } = await import('../../client/editor/edges.ts')
const { lineBreak, splitLine } = await import('../../client/editor/enter.ts')
const { insertContent, insertText } = await import('../../client/editor/insert.ts')
const { indent, outdent, toggleList } = await import('../../client/editor/lists.ts')
const { clearFormat, setColour, setLink, toggleMark, unlink } = await import('../../client/editor/marks.ts')
const { picture } = await import('../../client/editor/media.ts')
const { leaves } = await import('../../client/editor/nodes.ts')
const { cleanPaste } = await import('../../client/editor/paste.ts')
const { mergeBack, mergeForward, removeBetween } = await import('../../client/editor/remove.ts')
const { settle } = await import('../../client/editor/settle.ts')
const { changeTable, createTable } = await import('../../client/editor/table.ts')
type Command = import('../../client/editor/edges.ts').Command

/** The same numbers for the same seed. */
const numbers = (seed: number) => (below: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
  return Math.floor((seed / 0x80000000) * below)
}
const world = { pictures: [], origin: 'https://zhuzhan.example', hold: () => ({ id: '1', address: 'blob:https://zhuzhan.example/1' }) }

/** These change how the text stands, never what it says. */
const forming: Record<string, () => Command> = {
  bold: () => toggleMark('strong'),
  code: () => toggleMark('code'),
  red: () => setColour('color-red'),
  black: () => setColour(undefined),
  right: () => align('align-right'),
  left: () => align('align-left'),
  p: () => setBlock('p'),
  h2: () => setBlock('h2'),
  quote: () => setBlock('blockquote'),
  pre: () => setBlock('pre'),
  ul: () => toggleList('ul'),
  ol: () => toggleList('ol'),
  indent: () => indent,
  outdent: () => outdent,
  unlink: () => unlink,
  clear: () => clearFormat,
  head: () => changeTable('toggleHead'),
  rowAbove: () => changeTable('rowAbove'),
  rowBelow: () => changeTable('rowBelow'),
  columnBefore: () => changeTable('columnBefore'),
  columnAfter: () => changeTable('columnAfter'),
}
const changing: Record<string, () => Command> = {
  link: () => setLink({ href: '/a', newTab: true, text: '链' }),
  rule: () => insertRule,
  table: () => insertBlocks(createTable(2, 2, true)),
  picture: () => insertBlocks(picture('/a.png')),
  enter: () => splitLine,
  break: () => lineBreak,
  remove: () => removeBetween,
  back: () => mergeBack,
  forward: () => mergeForward,
  text: () => insertText('字'),
  content: () => insertContent(cleanPaste('<p>甲</p><ul><li>乙</li></ul><table><tr><td>丙</td></tr></table><p>丁</p>', world)),
  removeRow: () => changeTable('removeRow'),
  removeColumn: () => changeTable('removeColumn'),
}
/** With nothing selected, these take no letter away and add none. */
const saying = ['rule', 'table', 'picture', 'enter', 'break', 'back', 'forward']
const commands = { ...forming, ...changing }

const start =
  '<h2>一二</h2><p>三<strong>四五</strong><a href="/x">六<em>七</em></a></p><ul><li>八<ol><li>九</li><li>十<br>百</li></ol></li><li><p>千</p><p>万</p></li></ul>' +
  '<blockquote><p>甲</p><ul><li>乙</li></ul></blockquote><table><caption>表</caption><thead><tr><th>丙</th><th>丁</th><th>戊</th></tr></thead><tbody><tr><td rowspan="2">己</td>' +
  '<td colspan="2"><p>庚</p><ul><li>辛</li></ul></td></tr><tr><td>壬</td><td>癸</td></tr></tbody></table><pre>子\n丑</pre><p><img src="/a.png"></p><hr>' +
  '<figure><img src="/b.png"><figcaption>寅</figcaption></figure><div class="align-center"><p>卯</p></div><p class="color-red">辰</p>'

const lettersOf = (root: HTMLElement): string => leaves(root).map((leaf) => (leaf.nodeType === 3 ? leaf.textContent : '')).join('').replace(/\s/g, '')

test('whatever is done, and in whatever order, what would be saved is what the server would keep', () => {
  for (let seed = 1; seed <= (Number(process.env.SEEDS) || 40); seed++) {
    const next = numbers(seed * 7919)
    const root = document.createElement('div')
    root.append(read(start))
    document.body.replaceChildren(root)
    tidy(root)
    const done: string[] = []
    for (let step = 0; step < 8; step++) {
      const all = leaves(root)
      const [a, b] = [next(all.length), next(3) === 0 ? next(all.length) : -1]
      const point = (at: number): [Node, number] => {
        const leaf = all[at] as ChildNode
        return leaf.nodeType === 3 ? [leaf, next((leaf.textContent ?? '').length + 1)] : [leaf.parentNode as Node, [...(leaf.parentNode as Node).childNodes].indexOf(leaf)]
      }
      const [from, to] = b < 0 ? [point(a), undefined] : a < b ? [point(a), point(b)] : [point(b), point(a)]
      const last = to && a !== b ? to : from
      const edges = place({ startContainer: from[0], startOffset: from[1], endContainer: last[0], endOffset: last[1] })
      const names = Object.keys(commands)
      const name = names[next(names.length)] as keyof typeof commands
      const letters = lettersOf(root)
      const points = lift(edges)
      done.push(`${String(name)} at ${drafted(root, points)}`)
      const again = place(points)
      settle(root, again)
      commands[name]?.()(again, root)
      tidy(root)
      settle(root, again)
      const story = done.at(-1)
      assert.ok(root.contains(again.start) && root.contains(again.end), `the selection is lost by ${story}`)
      assert.ok(again.start.compareDocumentPosition(again.end) & 4, `the selection is turned round by ${story}`)
      lift(again)
      if (name in forming || (b < 0 && saying.includes(String(name)))) assert.equal(lettersOf(root), letters, `letters change by ${story}`)
      const saved = written(root)
      assert.equal(clean(saved), saved, story)
      const draft = drafted(root)
      tidy(root)
      assert.equal(drafted(root), draft, `tidied twice after ${story}`)
      assert.deepEqual(leaves(root).filter((leaf) => leaf.nodeType === 8), [])
      const opened = document.createElement('div')
      opened.append(read(saved))
      tidy(opened)
      assert.equal(written(opened), saved, `opened again after ${story}`)
    }
  }
})

test('whatever is pasted becomes what the server would keep, and stands as the editor wants it', () => {
  for (let seed = 1; seed <= (Number(process.env.SEEDS) || 120); seed++) {
    const source = nastyDocument(seed)
    const root = document.createElement('div')
    root.append(read('<p>一二</p>'))
    document.body.replaceChildren(root)
    const text = root.firstChild?.firstChild as Text
    const edges = place({ startContainer: text, startOffset: 1, endContainer: text, endOffset: 1 })
    insertContent(cleanPaste(source, world))(edges, root)
    tidy(root)
    assert.ok(root.contains(edges.start), source)
    lift(edges)
    const saved = written(root)
    assert.equal(clean(saved), saved, source)
    assert.ok(lettersOf(root).includes('一') && lettersOf(root).includes('二'), source)
    const opened = document.createElement('div')
    opened.append(read(saved))
    tidy(opened)
    assert.equal(written(opened), saved, source)
  }
})
