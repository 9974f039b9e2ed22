// One file for the two, which compress better together.
export { AgentScreen } from './AgentScreen.tsx'
export { ProfileScreen } from './ProfileScreen.tsx'
