import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isClash, joinBlocks, mergeBlocks, mergeFields } from '../../contract/kinds/merge.ts'
import { merged } from '../admin/asked.ts'
import { random } from '../random.ts'

const p = (...texts: string[]): string => texts.map((text) => `<p>${text}</p>`).join('')
const clashes = (base: string, mine: string, theirs: string) => mergeBlocks(base, mine, theirs).filter(isClash)
/** What results without a question. */
function unasked(base: string, mine: string, theirs: string): string {
  assert.deepEqual(clashes(base, mine, theirs), [])
  return String(joinBlocks(mergeBlocks(base, mine, theirs)))
}

describe('a merge of rich text', () => {
  const base = p('开工', '塔机', '验收', '交付')

  test('takes each paragraph from the one who changed it, also of neighbours', () => {
    assert.equal(
      unasked(base, p('开工', '塔机一', '验收', '交付'), p('开工', '塔机', '验收二', '交付')),
      p('开工', '塔机一', '验收二', '交付'),
    )
    assert.equal(
      unasked(base, p('开工', '验收', '交付'), p('开工', '塔机', '验收', '交付', '致谢')),
      p('开工', '验收', '交付', '致谢'),
    )
    assert.equal(
      unasked(base, p('开工', '新', '塔机', '验收', '交付'), p('开工', '塔机二', '验收', '交付')),
      p('开工', '新', '塔机二', '验收', '交付'),
    )
  })

  test('asks for the paragraph that both changed, and for nothing else', () => {
    const pieces = mergeBlocks(base, p('开工甲', '塔机甲', '验收', '交付'), p('开工', '塔机乙', '验收乙', '交付'))
    assert.deepEqual(pieces, [
      { html: p('开工甲'), by: 'mine' },
      { base: p('塔机'), mine: p('塔机甲'), theirs: p('塔机乙') },
      { html: p('验收乙'), by: 'theirs' },
      { html: p('交付') },
    ])
    assert.equal(
      joinBlocks(pieces, () => 'theirs'),
      p('开工甲', '塔机乙', '验收乙', '交付'),
    )
    assert.equal(
      joinBlocks(pieces, () => 'both'),
      p('开工甲', '塔机甲', '塔机乙', '验收乙', '交付'),
    )
  })

  test('recognizes a paragraph that was changed beside a new one', () => {
    const mine = p('开工', '塔机于周一到场', '这是新写的一段', '验收', '交付')
    const from = p('开工', '塔机于周日到场', '验收', '交付')
    assert.equal(unasked(from, mine, p('开工', '塔机于周日到场', '验收完成', '交付')), mine.replace('验收', '验收完成'))
    assert.deepEqual(clashes(from, mine, p('开工', '塔机于周三到场', '验收', '交付')), [
      { base: p('塔机于周日到场'), mine: p('塔机于周一到场'), theirs: p('塔机于周三到场') },
    ])
  })

  test('moves a paragraph with one of them, and changes another with the other', () => {
    assert.equal(
      unasked(base, p('塔机', '验收', '交付', '开工'), p('开工', '塔机', '验收二', '交付')),
      p('塔机', '验收二', '交付', '开工'),
    )
  })

  test('keeps a paragraph once that both have moved to different places', () => {
    assert.equal(
      unasked(base, p('塔机', '开工', '验收', '交付'), p('塔机', '验收', '交付', '开工')),
      p('塔机', '开工', '验收', '交付'),
    )
  })

  test('asks where one deleted what the other changed, and where both added something at the same place', () => {
    assert.deepEqual(clashes(base, p('开工', '验收', '交付'), p('开工', '塔机二', '验收', '交付')), [
      { base: p('塔机'), mine: '', theirs: p('塔机二') },
    ])
    assert.deepEqual(clashes(base, base + p('甲'), base + p('乙')), [{ base: '', mine: p('甲'), theirs: p('乙') }])
  })

  test('has nothing to ask where both made the same change', () => {
    assert.equal(
      unasked(base, base.replace('塔机', '吊机'), base.replace('塔机', '吊机')),
      base.replace('塔机', '吊机'),
    )
    assert.equal(
      unasked(base, p('开工', '塔机', '验收', '交付', '完'), p('开工', '塔机', '验收', '交付', '完')),
      base + p('完'),
    )
  })

  test('treats lists, tables and loose text as one block each', () => {
    const parts = [
      '文字<br>和<strong>粗体</strong>',
      '<ul><li><p>一</p></li><li>二</li></ul>\n',
      '<hr>',
      '<p>图 <img src="/a.png" alt="1 &gt; 0"></p>',
      '<table><tbody><tr><td><p>格</p></td></tr></tbody></table>',
      '尾',
    ]
    const text = parts.join('')
    for (const [index, part] of parts.entries()) {
      const mine = parts.with(index, '<p>我的</p>').join('')
      for (const other of parts.keys()) {
        if (other === index) continue
        const theirs = parts.with(other, '<p>对方的</p>').join('')
        assert.equal(
          unasked(text, mine, theirs),
          parts.with(index, '<p>我的</p>').with(other, '<p>对方的</p>').join(''),
          part,
        )
      }
    }
    const loose = parts[0] ?? ''
    assert.deepEqual(clashes(loose, loose.replace('文字', '我的'), loose.replace('粗体', '对方的')), [
      { base: loose, mine: loose.replace('文字', '我的'), theirs: loose.replace('粗体', '对方的') },
    ])
  })

  test('does not take space between blocks for a change', () => {
    assert.equal(
      unasked('<p>一</p>\n<p>二</p>', '<p>一</p><p>二</p>', '<p>一</p>\n<p>二！</p>'),
      '<p>一</p><p>二！</p>',
    )
  })
})

describe('random edits', () => {
  const next = random(24)
  /** Which paragraphs were deleted, changed, or got another in front of them. */
  function edited(paragraphs: readonly string[], who: string): { text: string; touched: Set<number>; added: string[] } {
    const [touched, added]: [Set<number>, string[]] = [new Set(), []]
    const result: string[] = []
    const fresh = (text: string): string => {
      added.push(p(text))
      return text
    }
    for (const [index, text] of paragraphs.entries()) {
      const kind = next(8)
      if (kind === 1) result.push(fresh(`${who}写的${index}，${next(1000)}`))
      if (kind === 2 || kind === 3) touched.add(index)
      if (kind === 2) result.push(fresh(`${text}${who}${next(1000)}`))
      else if (kind !== 3) result.push(text)
    }
    return { text: p(...result), touched, added }
  }

  test('lose and double nothing: every change of one of them is in the result, and every question has both answers', () => {
    for (let round = 0; round < 400; round++) {
      const paragraphs = Array.from(
        { length: 1 + next(12) },
        (_, index) => `第${index}段，${next(5)}，${next(1_000_000)}`,
      )
      const base = p(...paragraphs)
      const [mine, theirs] = [edited(paragraphs, '甲'), edited(paragraphs, '乙')]
      const pieces = mergeBlocks(base, mine.text, theirs.text)
      const all = String(joinBlocks(pieces, () => 'both'))
      for (const added of [...mine.added, ...theirs.added])
        assert.equal(all.split(added).length, 2, `${added} in ${all}`)
      const kept = pieces.map((piece) => (isClash(piece) ? '' : piece.html)).join('')
      for (const [index, text] of paragraphs.entries()) {
        const isKept = !mine.touched.has(index) && !theirs.touched.has(index)
        if (isKept) assert.equal(all.split(p(text)).length, 2, `${p(text)} in ${all}`)
        else assert.ok(!kept.includes(p(text)), `${p(text)} in ${kept}`)
      }
      for (const clash of pieces.filter(isClash))
        assert.equal(new Set(Object.values(clash)).size, 3, 'both changed it, each to something else')
    }
  })

  test('of one of them only are the result, and it does not matter who is who', () => {
    for (let round = 0; round < 400; round++) {
      const paragraphs = Array.from({ length: next(9) }, () => `${next(4)}`)
      const base = p(...paragraphs)
      const [{ text: mine }, { text: theirs }] = [edited(paragraphs, '甲'), edited(paragraphs, '乙')]
      assert.equal(unasked(base, mine, base), mine)
      assert.equal(unasked(base, base, mine), mine)
      assert.equal(unasked(base, mine, mine), mine)
      const swapped = mergeBlocks(base, theirs, mine)
      assert.deepEqual(
        mergeBlocks(base, mine, theirs).filter(isClash),
        swapped
          .filter(isClash)
          .map(({ mine: own, theirs: their, ...clash }) => ({ ...clash, mine: their, theirs: own })),
      )
      if (!swapped.some(isClash)) assert.equal(joinBlocks(swapped), unasked(base, mine, theirs))
    }
  })
})

test('an article of thousands of paragraphs is merged, and a text of more is asked for in one piece', () => {
  const paragraphs = (count: number): string => Array.from({ length: count }, (_, index) => `<p>${index}</p>`).join('')
  const changed = (text: string, index: number, to: string): string => text.replace(`>${index}<`, `>${to}<`)
  const long = paragraphs(2_000)
  assert.equal(
    unasked(long, changed(long, 1_000, '我的'), changed(long, 1_900, '对方的')),
    changed(changed(long, 1_000, '我的'), 1_900, '对方的'),
  )
  const longer = paragraphs(2_001)
  const [mine, theirs] = [changed(longer, 1_000, '我的'), changed(longer, 1_900, '对方的')]
  assert.deepEqual(mergeBlocks(longer, mine, theirs), [{ base: longer, mine, theirs }])
  const one = `<p>${'长'.repeat(1_899_000)}`
  assert.deepEqual(clashes(`${one}</p>`, `${one}甲</p>`, `${one}乙</p>`).length, 1)
})

describe('a merge of fields', () => {
  const base = { title: '题', body: p('一', '二') }

  test('merges the blocks of rich text, and names the field as theirs', () => {
    assert.deepEqual(
      merged(mergeFields(base, { ...base, body: p('一甲', '二') }, { ...base, body: p('一', '二乙') }, ['body'])),
      {
        values: { title: '题', body: p('一甲', '二乙') },
        theirs: ['body'],
        both: [],
      },
    )
  })

  test('asks for rich text with a paragraph that both changed; until then mine stands there, beside what is merged', () => {
    assert.deepEqual(
      merged(mergeFields(base, { ...base, body: p('一甲', '二') }, { ...base, body: p('一乙', '二乙') }, ['body'])),
      {
        values: { title: '题', body: p('一甲', '二乙') },
        theirs: [],
        both: ['body'],
      },
    )
  })

  test('asks for all of a field of which it is not known what was there', () => {
    const { body: _, ...known } = base
    assert.deepEqual(merged(mergeFields(known, base, { ...base, body: p('一') }, ['body'])).both, ['body'])
  })
})
