// What fields of the site record are made of: the shapes that several of them have.
import { certificateTypes } from './proofs.ts'

export const text = <const L extends string>(label: L, max = 60) =>
  ({ kind: 'text', label, max, required: true }) as const
export const flag = <const L extends string>(label: L) => ({ kind: 'flag', label }) as const
export const optionalText = <const L extends string>(label: L, max = 60) => ({ kind: 'text', label, max }) as const
export const paragraph = <const L extends string>(label: L, max = 300) =>
  ({ kind: 'paragraph', label, max, required: true }) as const
export const optionalParagraph = <const L extends string>(label: L, max = 300) =>
  ({ kind: 'paragraph', label, max }) as const
export const paragraphs = <const L extends string>(label: L, max = 12) =>
  ({ kind: 'list', label, item: '段落', min: 1, max, of: paragraph('段落', 1000) }) as const

export const namedPicture = {
  kind: 'object',
  label: '图片',
  fields: {
    image: { kind: 'picture', label: '图片' },
    name: { ...text('名称', 80), help: '也是图片的替代文字，读给看不见图片的人听。' },
  },
} as const
/** It stands behind words, so it may go without a name. */
export const homePicture = {
  ...namedPicture,
  fields: { image: { kind: 'picture', label: '图片', shape: [1920, 900] }, name: optionalText('名称', 80) },
} as const
export const zeroHides = '0为不显示。'
export const pictureField = <const S extends readonly [number, number]>(label: string, shape: S) =>
  ({
    ...namedPicture,
    label,
    fields: { ...namedPicture.fields, image: { kind: 'picture', label: '图片', shape } },
  }) as const
export const point = {
  kind: 'object',
  label: '要点',
  fields: { icon: { kind: 'icon', label: '图标' }, title: text('标题', 30), desc: paragraph('说明', 120) },
} as const
export const figure = {
  kind: 'object',
  label: '数字',
  fields: {
    value: { kind: 'number', label: '数值', min: 0, max: 1_000_000_000 },
    suffix: optionalText('单位', 10),
    label: text('名称', 30),
  },
} as const
/** What a project has achieved: a change may be negative, and may say what it was before and what was done for it. */
export const outcome = {
  kind: 'object',
  label: '成效',
  fields: {
    before: optionalText('之前', 12),
    value: { kind: 'number', label: '数值', min: -1_000_000_000, max: 1_000_000_000 },
    suffix: optionalText('单位', 10),
    label: text('名称', 30),
    done: optionalText('做了什么', 60),
  },
} as const
export const outcomes = { kind: 'list', label: '成效', item: '成效', max: 6, of: outcome } as const
export const quote = {
  kind: 'object',
  label: '客户的话',
  fields: { words: paragraph('原话', 120), speaker: text('谁说的', 40) },
} as const
export const detail = {
  kind: 'object',
  label: '条目',
  fields: { term: text('名称', 20), description: paragraph('内容', 200) },
} as const
export const film = {
  kind: 'object',
  label: '视频',
  fields: {
    title: text('标题', 60),
    url: { kind: 'film', label: '视频', required: true },
    poster: { kind: 'picture', label: '封面', shape: [1280, 720] },
  },
} as const
/** A film of a project says what is seen in it. */
export const projectFilm = {
  ...film,
  fields: { ...film.fields, desc: { kind: 'paragraph', label: '片里看到什么', max: 200 } },
} as const
export const products = {
  kind: 'list',
  label: '用到的产品',
  item: '产品',
  max: 12,
  of: { kind: 'product', label: '产品' },
} as const

export const points = <const L extends string>(label: L, max = 12) =>
  ({ kind: 'list', label, item: '要点', max, of: point }) as const
export const pictures = <const I extends string, const S extends readonly [number, number]>(
  label: string,
  item: I,
  shape: S,
  max = 100,
) => ({ kind: 'list', label, item, max, of: pictureField(item, shape) }) as const
export const figures = (label: string, max: number) => ({ kind: 'list', label, item: '数字', max, of: figure }) as const
export const details = { kind: 'list', label: '条目', item: '条目', max: 12, of: detail } as const

/** By which others can check it. */
const proof = {
  number: optionalText('编号', 80),
  issuer: optionalText('颁发机构', 80),
  from: { kind: 'day', label: '发证日期', max: 10 },
  until: {
    kind: 'day',
    label: '有效期至',
    max: 10,
    help: '到期前60天和14天会提醒；过了这一天，网站不再显示它。长期有效就留空。',
  },
  document: { kind: 'document', label: '原件', max: 2000, help: 'PDF等文件，访客可以打开。' },
} as const
export const honour = {
  ...namedPicture,
  label: '荣誉',
  fields: {
    ...namedPicture.fields,
    mark: { kind: 'choice', label: '版式', options: { h: '横版', s: '竖版' } },
    ...proof,
  },
} as const
export const certificate = {
  ...pictureField('证书', [640, 900]),
  fields: {
    ...pictureField('证书', [640, 900]).fields,
    type: { kind: 'choice', label: '类别', options: certificateTypes, assumed: true },
    ...proof,
  },
} as const
export const scenario = {
  kind: 'object',
  label: '场景',
  fields: { ...namedPicture.fields, desc: paragraph('说明'), details, products },
} as const

/** The heading of a section of a page. */
export const heading = <const L extends string>(label: L) =>
  ({
    kind: 'object',
    label,
    beside: true,
    fields: { name: { ...text('标题', 30), neutral: true }, lead: { kind: 'paragraph', label: '引言', max: 120 } },
  }) as const
