import './dom.ts'

const { align, insertBlocks, insertRule, setBlock } = await import('../../client/editor/text/blocks.ts')
const { insertDetails } = await import('../../client/editor/text/details.ts')
const { insertLineBreak, splitBlock } = await import('../../client/editor/text/enter.ts')
const { insertContent, insertText } = await import('../../client/editor/text/insert.ts')
const { indent, outdent, toggleList } = await import('../../client/editor/text/lists.ts')
const { clearFormat, setColour, setLink, toggleMark, unlink } = await import('../../client/editor/text/marks.ts')
const { createPicture } = await import('../../client/editor/text/media.ts')
const { cleanPaste } = await import('../../client/editor/paste/cleanPaste.ts')
const { joinBackward, joinForward, deleteSelection } = await import('../../client/editor/text/remove.ts')
const { changeTable, createTable } = await import('../../client/editor/text/tables.ts')
type Command = import('../../client/editor/text/selectionMarkers.ts').Command

/** The same numbers for the same seed. */
export const numbers =
  (seed: number) =>
  (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((seed / 0x80000000) * below)
  }
export const world = {
  pictures: [],
  origin: 'https://zhuzhan.example',
  register: () => ({ id: '1', address: 'blob:https://zhuzhan.example/1' }),
}

/** These change how the text is formatted, never its letters. */
export const formatting: Record<string, () => Command> = {
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
const pasted =
  '<p>甲</p><ul><li>乙</li></ul><table><tr><td>丙</td></tr></table><details><summary>问</summary><p>答</p></details><p>丁</p>'
const editing: Record<string, () => Command> = {
  link: () => setLink({ href: '/a', newTab: true, text: '链' }),
  rule: () => insertRule,
  table: () => insertBlocks(createTable(2, 2, true)),
  details: () => insertDetails,
  picture: () => insertBlocks(createPicture('/a.png')),
  enter: () => splitBlock,
  break: () => insertLineBreak,
  remove: () => deleteSelection,
  back: () => joinBackward,
  forward: () => joinForward,
  text: () => insertText('字'),
  content: () => insertContent(cleanPaste(pasted, world)),
  removeRow: () => changeTable('removeRow'),
  removeColumn: () => changeTable('removeColumn'),
}
export const start =
  '<h2>一二</h2><p>三<strong>四五</strong><a href="/x">六<em>七</em></a></p><ul><li>八<ol><li>九</li><li>十<br>百</li></ol></li><li><p>千</p><p>万</p></li></ul>' +
  '<blockquote><p>甲</p><ul><li>乙</li></ul></blockquote><table><caption>表</caption><thead><tr><th>丙</th><th>丁</th><th>戊</th></tr></thead><tbody><tr><td rowspan="2">己</td>' +
  '<td colspan="2"><p>庚</p><ul><li>辛</li></ul></td></tr><tr><td>壬</td><td>癸</td></tr></tbody></table><pre>子\n丑</pre><p><img src="/a.png"></p><hr>' +
  '<details><summary>巳<em>午</em></summary><p>未</p><ul><li>申</li></ul></details>' +
  '<figure><img src="/b.png"><figcaption>寅</figcaption></figure><div class="align-center"><p>卯</p></div><p class="color-red">辰</p>'

export const commands = { ...formatting, ...editing }
