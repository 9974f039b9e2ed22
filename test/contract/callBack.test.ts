import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callBackBy, timeSpanIn } from '../../contract/callBack.ts'
import { type Hours, hoursText } from '../../contract/hours.ts'

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
