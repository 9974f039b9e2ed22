import { fieldList } from '../../../contract/merge.ts'
import { limits } from '../../../contract/rules.ts'
import { pictureTypes } from '../../lib/pictureErrors.ts'
import type { Target } from '../../lib/uploads.ts'
import type { FieldProps } from '../ui/Field.tsx'
import { ListField } from './ListField.tsx'

interface Props extends Omit<FieldProps, 'inline' | 'hint'> {
  target: Target
  pick(): Promise<string | undefined>
}

/** Their addresses, one in each line. */
export const picturesText = (value: string): string => (fieldList(value) as string[]).join('\n')

const nameOf = (_address: string, index: number): string => `第${index + 1}张`

/** The pictures of a record beside its cover. */
export function PicturesField({ target, pick, ...field }: Props) {
  return (
    <ListField<string>
      {...field} max={limits.pictures} full={`图集最多${limits.pictures}张图片`} nameOf={nameOf}
      hint={`在产品页上排在封面图后面，可以左右翻看，最多${limits.pictures}张`}
      files={{ target, words: '上传图片', accept: pictureTypes.join(), itemOf: (address) => address, pick }}
      row={({ item, index }) => (
        <>
          <img className="item-picture boxed" src={item} alt="" />
          <span className="fill muted">{nameOf(item, index)}</span>
        </>
      )}
    />
  )
}
