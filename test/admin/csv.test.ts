import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LeadRow } from '../../contract/kinds/entities.ts'
import { leadCsv, leadCsvName } from '../../client/admin/leads/leadExport.ts'
import { quoteSheet } from '../../client/admin/leads/quoteSheet.ts'
import { csv } from '../../contract/text/csv.ts'

const cellOf = (text: string): string => csv([[text]]).slice(1, -2)

test('a table opens as Chinese text in Excel: a byte order mark, all text quoted, lines ended as Windows does', () => {
  assert.equal(
    csv([
      ['序号', '公司'],
      [1, '淄博建设'],
    ]),
    '\uFEFF"序号","公司"\r\n1,"淄博建设"\r\n',
  )
  assert.equal(csv([]), '\uFEFF')
})

test('quotes, commas and line ends stay inside their cell', () => {
  assert.equal(cellOf('他说"好",\n明天来'), '"他说""好"",\n明天来"')
  assert.equal(cellOf('a\r\nb'), '"a\r\nb"')
  assert.equal(cellOf('"'), '""""')
  assert.equal(cellOf(''), '""')
})

test('what a spreadsheet would run is shown instead', () => {
  for (const sign of [
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '－',
    '＠',
    '\t',
    '\r',
    '\n',
    ' =',
    '\u3000=',
    '\u200B=',
    '\uFEFF@',
  ]) {
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
  for (const typed of [
    '13800000001',
    '0533-0000000',
    '2026-11-20 16:07:49',
    '2026年11月20日',
    '1E5',
    '007',
    '50%',
    '１３８００００００００',
  ])
    assert.equal(cellOf(typed), `"${typed}\t"`)
  for (const name of ['3一重工', '中铁19局', 'E', '', '（）']) assert.equal(cellOf(name), `"${name}"`)
})

test('a plain table has numbers as they are, and still nothing that a spreadsheet would run', () => {
  const rows = [['13800000001', '+86 138-0000-0001', '2026-11-20 16:07:49', '王工', '=1+1', '+1+cmd', 7]]
  assert.equal(
    csv(rows, true),
    `"13800000001","+86 138-0000-0001","2026-11-20 16:07:49","王工","'=1+1","'+1+cmd",7\r\n`,
  )
})

test('applications and inquiries become a table with all that is known, in a file named by the time in China', () => {
  const row: LeadRow = {
    agentId: 'x-ab12cd',
    agentName: '王工',
    agentInfo: '=1+1',
    phone: '13800000001',
    source: 'alliance',
    createDate: '2026-11-20 16:07:49',
  }
  const inquiry: LeadRow = {
    ...row,
    kind: 'inquiry',
    topic: '报价',
    region: '山东淄博',
    question: '@多少钱',
    productId: 'p1',
    productName: '防护栏杆',
    state: 'signed',
    owner: '小刘',
    nextAt: '2026-12-01',
    source: 'mobile',
    consent: { version: 'v7', at: '2026-11-20 16:07:49' },
    notes: [
      { at: '2026-11-20 17:00:00', by: 'admin', text: '没人接' },
      { at: '2026-11-21 09:00:00', by: '小刘', text: '要300米' },
    ],
    origin: { landing: '/', referrer: '-www.baidu.com', campaign: '秋季', device: 'phone', page: '/%E6%8A%8A' },
    originPages: { landing: '首页（/）', page: '/把' },
  }
  const [, first, second] = leadCsv([row, inquiry]).split('\r\n')
  assert.equal(
    first,
    `1,"AB12CD","加盟申请","","王工","'=1+1","13800000001\t","","","新","","","","合作接口","","","","","","","","2026-11-20 16:07:49\t","","","","","",""`,
  )
  assert.equal(
    second,
    `2,"AB12CD","咨询","报价","王工","'=1+1","13800000001\t","'@多少钱","防护栏杆","已签约","小刘","2026-12-01\t",` +
      '"2026-11-20 17:00 admin：没人接\n2026-11-21 09:00 小刘：要300米","手机","首页（/）",' +
      `"'-www.baidu.com","秋季","手机","/把","2026-11-20 16:07:49\t","v7","2026-11-20 16:07:49\t","山东淄博","","","","",""`,
  )
  assert.equal(leadCsvName('dealer', Date.parse('2026-11-20T16:07:30Z')), '代理加盟-20261121-0007.csv')
})

test('the products of an inquiry are a table for a sheet, in which nothing runs and nothing moves', () => {
  const { text, html } = quoteSheet([
    { productId: 'a', productName: '塔机监测', model: '1-2', quantity: 20, unit: '台', note: '=1+1' },
    { productId: 'b', model: '"A', note: '第一行\n第二行\t<b>@x' },
    { productId: 'c', productName: '@sum', model: '+86' },
  ])
  assert.deepEqual(
    text.split('\r\n').map((line) => line.split('\t')),
    [
      ['序号', '产品', '型号', '数量', '单位', '单价', '金额', '备注'],
      ['1', '塔机监测', '1-2', '20', '台', '', '', "'=1+1"],
      ['2', 'b', '\'"A', '', '', '', '', '第一行 第二行 <b>@x'],
      ['3', "'@sum", "'+86", '', '', '', '', ''],
    ],
  )
  assert.ok(html.includes(`<td>20</td>`) && html.includes(`<td style="mso-number-format:'\\@'">1-2</td>`), html)
  assert.ok(html.includes("'=1+1") && html.includes('&#60;b&#62;') && !html.includes('<b>'), html)
})

test('the products of an inquiry are a line each in the export, with all that is known of the inquiry', () => {
  const lead: LeadRow = {
    agentId: '1',
    agentName: '周工',
    agentInfo: '',
    phone: '13900000001',
    source: 'desktop',
    createDate: '2026-11-20 10:00:00',
    kind: 'inquiry',
  }
  const items = [
    { productId: 'a', productName: '塔机监测', model: 'T1', quantity: 20, unit: '台', note: '=1+1' },
    { productId: 'b', quantity: 3 },
  ]
  const [head = '', ...lines] = leadCsv([{ ...lead, items }, lead])
    .trimEnd()
    .split('\r\n')
  assert.ok(head.endsWith(',"询价产品","型号","数量","单位","备注"'))
  assert.deepEqual(
    lines.map((line) => [line.split(',').slice(0, 5).join(), line.split(',').slice(-5).join()]),
    [
      ['1,"1\t","咨询","","周工"', `"塔机监测","T1",20,"台","'=1+1"`],
      ['1,"1\t","咨询","","周工"', '"b","",3,"",""'],
      ['2,"1\t","咨询","","周工"', '"","","","",""'],
    ],
  )
})
