import { createRoot } from 'react-dom/client'
import { Admin } from './Admin.tsx'
import { catchDrops } from './catchDrops.ts'
import { Failing } from './frame/Failing.tsx'
import { watchLayout } from './frame/layoutState.ts'
import { followOtherTabs } from './otherTabs.ts'
import { user } from './session.ts'
import { endAllWork, warnOnUnload } from './form/unfinished.ts'

// The entry script reports a failure where this class is missing.
document.documentElement.className = 'js running'
warnOnUnload()
catchDrops()
watchLayout()
// A reload keeps the entry of a picture shown in full, but not the list or form that it was of.
history.replaceState(null, '')
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
