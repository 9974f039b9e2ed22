import { useEffect } from 'react'
import type { Picture } from '../../../contract/kinds/entities.ts'
import { usePreview } from '../../ui/usePreview.tsx'

interface Props {
  /** What was tapped: these pictures, beginning with this one, which was so wide. Each time it is another object. */
  asked: { pictures: readonly Picture[]; index: number; from: number }
}

/** Pictures of the page in full size. */
export default function PicturesDialog({ asked }: Props) {
  const { open, dialog } = usePreview('pictures', asked.pictures, asked.from)
  useEffect(() => open(asked.index), [asked])
  return dialog
}
