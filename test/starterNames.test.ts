import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

// Persons of the starter content are a surname with a title, as 周工 or 李师傅: a full name is somebody's.
const root = fileURLToPath(new URL('..', import.meta.url))
const surnames =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文习温'
const given =
  '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰春建国志海德胜小宝文辉红梅永贵福长庆东亮峰斌波宇鹏飞龙凤琴云莲珍荣树林祥成家俊凯浩晨欣怡雪琳浩然子轩泽梓涵诗佳思雨'
const titles = ['工', '师傅', '总', '经理', '队长', '班长', '主任', '老师']
const roles =
  '经理|总监|司机|机手|组长|班长|队长|工程师|责任人|负责人|安全员|质检员|施工员|测量员|资料员|主任|讲解员|驾驶员'

/** The names of persons in a text that are more, or less, than a surname with a title. */
function namesIn(text: string): string[] {
  const titled = `(?:${titles.join('|')})`
  const patterns = [
    // 王建国 anywhere, 刘芳 where it is all that an element or a value says.
    `[${surnames}][${given}]{2}(?![${given}]*(?:路|镇|区|市|县|村))`,
    `(?<=[>"'\`:：\\s])[${surnames}][${given}](?=[<"'\`\\s，。])`,
    // Parts of it are hidden, as in 李×春.
    `[${surnames}][×＊*某○Ｘ][一-龥]?`,
    // After what somebody is: 司机李建, 责任人：王某.
    `(?<=(?:${roles})[ 　:：]?)[${surnames}](?!${titled})[一-龥]{1,2}(?=[<"'\`\\s，。：（])`,
    // 老周, 小韩: a title in name only.
    `(?<![一-龥])[老小][${surnames}](?=[一-龥，。：])|(?<=(?:${roles}))[老小][${surnames}]`,
  ]
  return patterns.flatMap((pattern) => text.match(new RegExp(pattern, 'gu')) ?? [])
}

/** What looks like a name and is none: 小程 of 小程序. */
const words = new Set(['小程'])

const textFiles = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => join(folder, path))

test('what persons are called in the starter content and in the scripts of its pictures is a surname with a title', () => {
  const files = [
    ...textFiles('data/seed', /\.(?:json|md|vtt|svg)$/),
    ...textFiles('scripts', /\.(?:html|py|svg|ts|css)$/),
  ]
  assert.ok(files.length > 90, `${files.length} files`)
  const found = files.flatMap((path) =>
    namesIn(readFileSync(join(root, path), 'utf8'))
      .filter((name) => !words.has(name))
      .map((name) => `${path}: ${name}`),
  )
  assert.deepEqual(found, [])
})

test('a full name, a hidden one, and a surname without a title are found', () => {
  const wrong = {
    '塔机2 · 司机 王建国': '王建国',
    '<td>刘芳</td>': '刘芳',
    '责任人：孙×胜': '孙×胜',
    '"负责人孙德，项目部"': '孙德',
    生产经理老周把页面投到墙上: '老周',
  }
  for (const [text, name] of Object.entries(wrong)) assert.ok(namesIn(text).includes(name), text)
  for (const text of ['项目经理周工，项目部', '塔机司机李师傅', '<td>王师傅</td>', '抹平机器人', '凯里路']) {
    assert.deepEqual(namesIn(text), [], text)
  }
})

test('who says a sentence about a case has a role', () => {
  for (const path of textFiles('data/seed/case', /\.json$/)) {
    const { quotes } = JSON.parse(readFileSync(join(root, path), 'utf8')) as { quotes: { speaker: string }[] }
    assert.ok(quotes.length > 0, path)
    for (const { speaker } of quotes)
      assert.match(
        speaker,
        new RegExp(`^(?:[一-龥]*(?:经理|总监|负责人|队长))[${surnames}](?:${titles.join('|')})，`),
        path,
      )
  }
})
