import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonPasswords } from '../../server/people/commonPasswords.ts'
import { weaknessOf } from '../../server/people/password.ts'

test('the list has 1,000 passwords that would be allowed otherwise', () => {
  const list = commonPasswords.trim().split(/\s+/)
  assert.equal(new Set(list).size, 1000)
  assert.equal(list.length, 1000)
  for (const each of list) assert.ok(each.length >= 6 && each === each.toLowerCase(), each)
})

test('a new password is refused when it is common, blank, or has the account’s name in it', () => {
  const cases: [string, string, RegExp | undefined][] = [
    ['123456', 'li.gong', /太常见/],
    ['PassWord', 'li.gong', /太常见/],
    ['5201314', 'li.gong', /太常见/],
    ['woaini1314', 'li.gong', /太常见/],
    ['      ', 'li.gong', /全是空格/],
    ['\u3000\u3000\u3000\u3000\u3000\u3000', 'li.gong', /全是空格/],
    ['\u200b \u200b\u202e \u2060', 'li.gong', /全是空格/],
    ['my-LI.GONG-2026', 'li.gong', /包含账号名/],
    ['Jose\u0301-and-more', 'jos\u00e9', /包含账号名/],
    ['李工程师的密码', '李工程师', /包含账号名/],
    ['albatross-7', 'al', /包含账号名/],
    ['王磊2026-site', '王磊', /包含账号名/],
    ['my-ｌｉ.gong-2026', 'Li.Gong', /包含账号名/],
    ['kkkkkkkkkk', 'li.gong', /同一个字符/],
    ['KKKKKkkkkkkk', 'li.gong', /同一个字符/],
    ['石石石石石石石石石石', 'li.gong', /同一个字符/],
    ['\u{20BB7}'.repeat(10), 'li.gong', /同一个字符/],
    ['cormorant-7', 'al', undefined],
    ['123456-and-more', 'li.gong', undefined],
    ['secret-of-tests', 'admin', undefined],
  ]
  for (const [password, name, words] of cases) {
    const weakness = weaknessOf(password, name)
    if (words === undefined) assert.equal(weakness, undefined, password)
    else assert.match(weakness ?? '', words, password)
  }
})
