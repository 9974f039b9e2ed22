import { createRoot } from 'react-dom/client'
import { Admin } from './Admin.tsx'
import { warnOnUnload } from './guards.ts'
import { watchLayout } from './layout/layoutState.ts'

warnOnUnload()
watchLayout()
const root = document.getElementById('root')
if (root) createRoot(root).render(<Admin />)
