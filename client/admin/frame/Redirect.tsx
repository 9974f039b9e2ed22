import { useEffect } from 'react'
import { adminRedirects, loginScreen } from '../../../contract/calls/adminPaths.ts'
import { screenPaths } from '../../../contract/kinds/kinds.ts'
import { loadPage, navigate } from '../ui/navigation.ts'
import { toast } from '../ui/Toast.tsx'
import { Waiting } from '../ui/Waiting.tsx'

/** `refused`: the person may not see the screen of the address. */
export function Redirect({ path, refused = false }: { path: string; refused?: boolean }) {
  useEffect(() => {
    if (refused) toast('您的角色不能使用这个页面，已转到首页', 'info')
    const { pathname } = new URL(path, location.origin)
    // The public pages are a program of their own.
    if (pathname === loginScreen || screenPaths.includes(pathname) || adminRedirects[pathname])
      navigate(path, { replace: true })
    else loadPage(path)
  }, [path])
  return <Waiting />
}
