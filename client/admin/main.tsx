import { createRoot } from 'react-dom/client'
import { Admin } from './Admin.tsx'
import { warnOnUnload } from './guards.ts'
import { Failing } from './layout/Failing.tsx'
import { watchLayout } from './layoutState.ts'
import { followOtherTabs } from './otherTabs.ts'

// The entry script reports a failure where this class is missing.
document.documentElement.className = 'js running'
warnOnUnload()
watchLayout()
followOtherTabs()
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <Failing>
      <Admin />
    </Failing>,
  )
