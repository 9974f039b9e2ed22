import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerWords, callBackBy, timeSpanIn } from '../../contract/leads/callBack.ts'
import { type Hours, hoursText } from '../../contract/text/hours.ts'

const hours: Hours = { days: 'six', time: '8:30-17:30', who: '' }
const at = (chinaTime: string): number => Date.parse(`${chinaTime}:00+08:00`)

test('a question is answered before work ends, or an hour after it begins on the next working day', () => {
  // 2026-11-23 is a Monday.
  for (const [time, days, by] of [
    ['2026-11-23T00:00', 'five', '今天9:30'],
    ['2026-11-23T08:29', 'five', '今天9:30'],
    ['2026-11-23T08:30', 'five', '今天17:30'],
    ['2026-11-23T16:30', 'five', '今天17:30'],
    ['2026-11-23T16:31', 'five', '明天9:30'],
    ['2026-11-23T23:59', 'five', '明天9:30'],
    ['2026-11-27T17:00', 'five', '周一9:30'],
    ['2026-11-27T17:00', 'six', '明天9:30'],
    ['2026-11-28T10:00', 'five', '周一9:30'],
    ['2026-11-28T10:00', 'six', '今天17:30'],
    ['2026-11-28T17:00', 'six', '周一9:30'],
    ['2026-11-28T17:00', 'seven', '明天9:30'],
    ['2026-11-29T10:00', 'five', '明天9:30'],
    ['2026-11-29T10:00', 'six', '明天9:30'],
    ['2026-11-29T10:00', 'seven', '今天17:30'],
  ] as const)
    assert.equal(callBackBy({ ...hours, days }, at(time)), by, `${time} ${days}`)
  assert.equal(callBackBy({ ...hours, time: '9:00-9:30' }, at('2026-11-23T07:00')), '今天9:30', 'not after work')
  assert.equal(callBackBy({ ...hours, time: '' }, at('2026-11-23T10:00')), '', 'without hours nothing is promised')
})

test('who asks is promised one thing: by the topic, the hours and what was left', () => {
  const own = '我们会在1个工作日内致电您。'
  const monday = at('2026-11-23T10:00')
  for (const [topic, left, known, now, words] of [
    ['报价', '13800000000', hours, monday, '今天17:30前回电，法定节假日顺延'],
    [undefined, '13800000000', hours, monday, '今天17:30前回电，法定节假日顺延'],
    ['报价', 'a@example.com', hours, monday, '今天17:30前回复邮件，法定节假日顺延'],
    ['报价', '', hours, monday, '今天17:30前回电，法定节假日顺延'],
    ['报价', '13800000000', hours, undefined, own],
    ['报价', '13800000000', undefined, monday, own],
    ['报价', '13800000000', { ...hours, time: '' }, monday, own],
    ['报价', 'a@example.com', undefined, monday, '尽快回复邮件'],
    ['应聘', '13800000000', hours, monday, '看过后尽快回电'],
    ['应聘', 'a@example.com', hours, undefined, '看过后尽快回复邮件'],
  ] as const)
    assert.equal(answerWords({ hours: known, own }, { topic, left }, now), words, `${topic} ${left} ${now}`)
})

test('hours are read as people write them', () => {
  for (const time of ['8:30-17:30', '08:30–17:30', '8：30～17：30', '8:30 至 17:30'])
    assert.deepEqual(timeSpanIn(time), { from: 510, until: 1050 }, time)
  for (const time of ['', '8:30', '17:30-8:30', '8:30-8:30', '8:30-25:00', '8:60-9:00', '8-17', '8:30-12:00-17:30'])
    assert.equal(timeSpanIn(time), undefined, time)
})

test('what stands beside the hotline is what staff have filled in', () => {
  assert.equal(hoursText({ ...hours, who: '许经理' }), '周一至周六 8:30-17:30，许经理接听')
  assert.equal(hoursText(hours), '周一至周六 8:30-17:30')
  assert.equal(hoursText({ ...hours, time: '', who: '许经理' }), '许经理接听')
  assert.equal(hoursText({ ...hours, time: '' }), '')
})
