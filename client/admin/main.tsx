import { createRoot } from 'react-dom/client'
import { Admin } from './Admin.tsx'
import { catchDrops } from './catchDrops.ts'
import { Failing } from './layout/Failing.tsx'
import { watchLayout } from './layoutState.ts'
import { followOtherTabs } from './otherTabs.ts'
import { user } from './session.ts'
import { endAllWork, warnOnUnload } from './work/unfinished.ts'

// The entry script reports a failure where this class is missing.
document.documentElement.className = 'js running'
warnOnUnload()
catchDrops()
watchLayout()
followOtherTabs()
user.subscribe((current) => {
  if (!current) endAllWork()
})
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <Failing>
      <Admin />
    </Failing>,
  )
