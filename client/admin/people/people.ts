// What is loaded when one of these screens is opened.
export { AccountScreen } from './AccountScreen.tsx'
export { AccountsScreen } from './AccountsScreen.tsx'
export { ActivityScreen } from './ActivityScreen.tsx'
export { OperationsScreen } from './OperationsScreen.tsx'
