import type { ReactNode } from 'react'
import { keepComposing } from '../forms/composing.ts'
import { AdminIcon } from './AdminIcon.tsx'

interface Props {
  /** The fields. */
  children: ReactNode
  onQuery(): void
  onReset(): void
  /** What else may be done: 新增, 上传图片, 导出. */
  extra?: ReactNode
}

export function SearchBar({ children, onQuery, onReset, extra }: Props) {
  return (
    <form
      className="search-bar"
      role="search"
      onKeyDown={keepComposing}
      onSubmit={(event) => {
        event.preventDefault()
        onQuery()
      }}
    >
      {children}
      <div className="search-bar-buttons">
        <button type="button" className="button" onClick={onReset}>
          重置
        </button>
        <button type="submit" className="button primary">
          <AdminIcon name="search" />
          查询
        </button>
      </div>
      {extra && <div className="search-bar-extra">{extra}</div>}
    </form>
  )
}
