import type { MediaDetail } from '../../../contract/media.ts'
import { type Focus, mediaForm } from '../../../contract/rules.ts'
import { api } from '../api.ts'
import type { FormOptions } from '../form/formState.ts'
import { type Display, draftsFor, formName } from '../form/record.ts'
import { centre } from './FocusField.tsx'

/** In tenths, which is what pages distinguish. */
export const focusText = ({ x, y }: Focus): string => `${Math.round(x / 10) * 10}, ${Math.round(y / 10) * 10}`
export const parseFocus = (text: string): Focus => {
  const [x = centre.x, y = centre.y] = text === '' ? [] : text.split(',').map(Number)
  return { x, y }
}

export const mediaDisplay: Display = {
  name: { label: '名称' },
  alt: { label: '替代文字' },
  captions: { label: '字幕' },
  focus: { label: '裁切焦点', render: (focus) => `横向、纵向（%）：${focus}` },
}

const { name, alt, captions } = mediaForm

/** `onLoaded` gets what is shown around the form. */
export const mediaFormOf = (id: string, onLoaded: (media: MediaDetail) => void): FormOptions => ({
  name: formName('media', id),
  empty: { name: '', alt: '', focus: '', captions: '' },
  rules: { name, alt, captions },
  id,
  async load(_id, signal) {
    const media = await api('mediaDetail', { mediaId: id }, signal)
    onLoaded(media)
    const values = { name: media.name, alt: media.alt, focus: focusText(media.focus ?? centre), captions: media.captions ?? '' }
    return { values, version: media.version }
  },
  update: (_id, { focus, ...texts }, { version }) =>
    api('mediaUpdate', {
      mediaId: id, ...texts, ...(focus !== undefined && { focus: parseFocus(focus) }), ...(version !== undefined && { basedOn: version }),
    }),
  drafts: draftsFor('media', id),
})
