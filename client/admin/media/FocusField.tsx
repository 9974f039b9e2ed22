import type { KeyboardEvent, MouseEvent } from 'react'
import type { MediaRow } from '../../../contract/media/media.ts'
import type { Focus } from '../../../contract/calls/rules.ts'
import { focusPlace } from '../../lib/pictureAttributes.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { pictureOf } from './mediaRow.ts'

export const centre: Focus = { x: 50, y: 50 }

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-10, 0],
  ArrowRight: [10, 0],
  ArrowUp: [0, -10],
  ArrowDown: [0, 10],
}
const crops = ['横幅', '封面', '方形', '分享']

/** Pages use tenths of the width and height: the crops below look as on the pages. */
const tenth = (percent: number): number => Math.max(0, Math.min(100, Math.round(percent / 10) * 10))

interface Props {
  media: MediaRow
  focus: Focus
  onChange(focus: Focus): void
  onCrop: (() => void) | undefined
}

/** The picture, the point that stays visible where pages crop it, and the crops. */
export function FocusField({ media, focus, onChange, onCrop }: Props) {
  const { x, y } = focus
  const move = (left: number, top: number): void => onChange({ x: tenth(left), y: tenth(top) })
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    move(x + step[0], y + step[1])
  }
  const onClick = ({ currentTarget, clientX, clientY }: MouseEvent): void => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    move(((clientX - left) / width) * 100, ((clientY - top) / height) * 100)
  }
  return (
    <div className="media-focus" data-focus={focusPlace(focus)}>
      <div className="media-frame boxed">
        <span
          role="slider"
          tabIndex={0}
          aria-label="焦点"
          aria-describedby="media-focus"
          aria-valuenow={x}
          aria-valuetext={`横向 ${x}%，纵向 ${y}%`}
          onKeyDown={onKeyDown}
          onClick={onClick}
        >
          <img src={media.address} alt="" draggable={false} />
          <i />
        </span>
      </div>
      <p className="row wraps muted">
        <span id="media-focus">点击图片或用方向键，选定裁切时保留的位置</span>
        <LinkButton aria-disabled={x === centre.x && y === centre.y} onClick={() => onChange(centre)}>
          恢复居中
        </LinkButton>
        {onCrop && <LinkButton onClick={onCrop}>裁切与旋转</LinkButton>}
      </p>
      <ul className="row wraps muted">
        {crops.map((name) => (
          <li key={name}>
            <img src={pictureOf(media)} alt="" />
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}
