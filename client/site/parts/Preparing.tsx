import type { FrameFacts } from '../route.ts'

/** In place of a page's list that has no items yet. */
export function Preparing({ what, frame: { hotline } }: { what: string; frame: FrameFacts }) {
  return (
    <div className="section wrap empty stack muted">
      <p>
        {what}正在整理，欢迎来电咨询：<a href={`tel:${hotline}`}>{hotline}</a>
      </p>
    </div>
  )
}
