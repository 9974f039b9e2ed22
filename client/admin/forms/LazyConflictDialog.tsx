import { useEffect, useState } from 'react'
import type { Words } from '../lists/list.ts'
import type { ConflictProps } from './ConflictDialog.tsx'

/** The comparison is rare and large: its code comes when it is needed. */
export function LazyConflictDialog<V extends Words>(props: ConflictProps<V>) {
  const [code, setCode] = useState<typeof import('./ConflictDialog.tsx')>()
  useEffect(() => {
    import('./ConflictDialog.tsx').then(setCode, () => props.onLeave('内容已被他人修改，但无法打开对比窗口，请检查网络后再点“确定”'))
  }, [])
  return code && <code.ConflictDialog {...props} />
}
