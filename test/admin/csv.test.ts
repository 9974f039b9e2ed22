import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentRow } from '../../contract/entities.ts'
import { agentCsv, agentCsvName } from '../../client/admin/agents/agentCsv.ts'
import { csv } from '../../client/lib/csv.ts'

const cellOf = (text: string): string => csv([[text]]).slice(1, -2)

test('a table opens as Chinese text in Excel: a byte order mark, all text quoted, lines ended as Windows does', () => {
  assert.equal(csv([['序号', '公司'], [1, '淄博建设']]), '\uFEFF"序号","公司"\r\n1,"淄博建设"\r\n')
  assert.equal(csv([]), '\uFEFF')
})

test('quotes, commas and line ends stay inside their cell', () => {
  assert.equal(cellOf('他说"好",\n明天来'), '"他说""好"",\n明天来"')
  assert.equal(cellOf('a\r\nb'), '"a\r\nb"')
  assert.equal(cellOf('"'), '""""')
  assert.equal(cellOf(''), '""')
})

test('what a spreadsheet would run is shown instead', () => {
  for (const sign of ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', ' =', '\u3000=', '\u200B=', '\uFEFF@']) {
    const typed = `${sign}HYPERLINK("http://evil.example","点我")`
    assert.equal(cellOf(typed), `"'${typed.replaceAll('"', '""')}"`, JSON.stringify(sign))
  }
  assert.equal(cellOf('-1'), `"'-1"`)
  assert.equal(cellOf('+8613800000001'), `"'+8613800000001"`)
  // A quote that closes the cell early would open another.
  assert.equal(cellOf('无害","=1+1'), '"无害"",""=1+1"')
})

test('signs further in are left alone', () => {
  for (const name of ['A=B公司', '甲-乙', '王工@淄博', '中建八局（一公司）', 'Test Co., Ltd.', '"=A1']) {
    assert.equal(cellOf(name), `"${name.replaceAll('"', '""')}"`)
  }
})

test('phones and dates stay text, with all their digits and no sign to be seen', () => {
  for (const typed of ['13800000001', '0533-0000000', '2026-11-20 16:07:49', '2026年11月20日', '1E5', '007', '50%', '１３８００００００００'])
    assert.equal(cellOf(typed), `"${typed}\t"`)
  for (const name of ['3一重工', '中铁19局', 'E', '', '（）']) assert.equal(cellOf(name), `"${name}"`)
})

test('the applications become a table with their sources in words, in a file named by the time in China', () => {
  const row: AgentRow = {
    agentId: 'a1', agentName: '王工', agentInfo: '=1+1', phone: '13800000001', source: 'alliance', createDate: '2026-11-20 16:07:49',
  }
  assert.equal(
    agentCsv([row, { ...row, source: 'mobile' }]),
    '\uFEFF"序号","代理商名称","公司 / 描述","联系方式","来源","时间"\r\n' +
      `1,"王工","'=1+1","13800000001\t","合作接口","2026-11-20 16:07:49\t"\r\n` +
      `2,"王工","'=1+1","13800000001\t","手机","2026-11-20 16:07:49\t"\r\n`,
  )
  assert.equal(agentCsvName(Date.parse('2026-11-20T16:07:30Z')), '代理加盟申请-20261121-0007.csv')
})
