import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typedPhoneDealerForm, typedDealerForm } from '../../contract/application.ts'

const errorOf = (field: keyof typeof typedPhoneDealerForm, value: string): string | undefined =>
  typedPhoneDealerForm[field].validate(value)

test('on phones a company has 4 to 20 characters and a person 2 to 10, and both are needed', () => {
  const company = '长度在 4 到 20 个字符'
  assert.equal(errorOf('companyName', ' '), '请输入公司名称')
  assert.deepEqual(
    [3, 4, 20, 21].map((length) => errorOf('companyName', '字'.repeat(length))),
    [company, undefined, undefined, company],
  )
  const person = '长度在 2 到 10 个字符'
  assert.equal(errorOf('clientName', ''), '请输入您的姓名')
  assert.deepEqual(
    [1, 2, 10, 11].map((length) => errorOf('clientName', '字'.repeat(length))),
    [person, undefined, undefined, person],
  )
})

test('on phones a number has 11 digits and begins as those of the mainland’s mobile networks do', () => {
  const wrong = '请正确输入11位手机号码'
  assert.equal(errorOf('phone', ''), '手机号不能为空')
  assert.equal(errorOf('phone', '1380013800a'), '请输入数字')
  assert.deepEqual(
    ['1380013800', '138001380001', '03800138000'].map((number) => errorOf('phone', number)),
    [wrong, wrong, wrong],
  )
  /** The third digits that are given out. */
  const given = {
    '10': '',
    '11': '',
    '12': '',
    '13': '0123456789',
    '14': '01456789',
    '15': '012356789',
    '16': '2567',
    '17': '012345678',
    '18': '0123456789',
    '19': '012356789',
  }
  for (const [two, digits] of Object.entries(given)) {
    for (const third of '0123456789') {
      assert.equal(errorOf('phone', `${two}${third}00138000`), digits.includes(third) ? undefined : wrong, two + third)
    }
  }
})

test('on desktops a number has 11 digits and begins with 1', () => {
  const wrong = '请输入正确的手机号码'
  const numbers = ['', '1380013800', '138001380000', '23800138000', '1380013800a', '10000000000', '13800138000']
  assert.deepEqual(
    numbers.map((number) => typedDealerForm.phone.validate(number)),
    ['请输入手机号码', wrong, wrong, wrong, wrong, undefined, undefined],
  )
})
