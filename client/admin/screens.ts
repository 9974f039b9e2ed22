/** The second file of the back office: all that is behind the sign-in, the frame and the dashboard. */
// It imports the first file, so that the bundler puts what both use there and makes no third one.
import './main.tsx'
import { AccountScreen } from './account/AccountScreen.tsx'
import { AccountsScreen } from './accounts/AccountsScreen.tsx'
import { ActivityScreen } from './activity/ActivityScreen.tsx'
import { CheckScreen } from './check/CheckScreen.tsx'
import { KeysDialog } from './dialogs/KeysDialog.tsx'
import { PasswordDialog } from './dialogs/PasswordDialog.tsx'
import { QrDialog } from './dialogs/QrDialog.tsx'
import { SystemDialog } from './dialogs/SystemDialog.tsx'
import { MediaScreen, ProfileScreen } from './media/MediaScreen.tsx'
import { Palette } from './palette/Palette.tsx'
import { AgentScreen } from './screens/AgentScreen.tsx'
import { recordScreens } from './screens/records.tsx'
import { SettingsScreen } from './settings/SettingsScreen.tsx'
import { VisitsScreen } from './visits/VisitsScreen.tsx'

export const screens = {
  ...recordScreens,
  agents: AgentScreen,
  settings: SettingsScreen,
  media: MediaScreen,
  visits: VisitsScreen,
  check: CheckScreen,
  profile: ProfileScreen,
  accounts: AccountsScreen,
  account: AccountScreen,
  log: ActivityScreen,
}

export const dialogs = {
  palette: Palette,
  keys: KeysDialog,
  password: PasswordDialog,
  qr: QrDialog,
  system: SystemDialog,
}
