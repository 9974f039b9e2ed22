import { createRoot } from 'react-dom/client'
import { listen } from '../../lib/listen.ts'
import { Admin } from './Admin.tsx'
import { endAllWork, warnOnUnload } from '../form/unfinished.ts'
import { watchLayout } from './layoutState.ts'
import { followDialogs } from '../ui/navigation.ts'
import { followOtherTabs } from './otherTabs.ts'
import { user } from '../session/session.ts'
import { Failing } from '../ui/Failing.tsx'

// The entry script reports a failure where this class is missing.
document.documentElement.className = 'js running'
// Nothing is on the page before.
window.earlyEvents = undefined
warnOnUnload()
catchDrops()
watchLayout()
// A reload keeps the entry of a picture shown in full, but not the list or form that it was of.
history.replaceState(null, '')
followDialogs()
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

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** Ignores files that are dropped beside what takes them: the browser would leave the page and open them. */
function catchDrops(): void {
  listen(document, {
    dragover(event) {
      if (event.defaultPrevented || !hasFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    },
    drop(event) {
      if (hasFiles(event)) event.preventDefault()
    },
  })
}
