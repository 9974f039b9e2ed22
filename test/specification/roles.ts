import type { Section } from './row.ts'

export const roles: Section = {
  section: '6 Roles and permissions',
  rows: [
    {
      sentence: 'Public pages are open to everyone',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: 'The back office requires a login',
      shownBy: 'pages/admin.test.ts › the back office’s pages redirect to the login and back, and are not indexed',
    },
    {
      sentence: 'Who is signed in is known by the token in the cookie item_token',
      shownBy: 'http/whoMayCall.test.ts › staff, by header or cookie; the cookie of an invalid token is cleared',
    },
    {
      sentence: 'A permission is looked for in the stored auth value',
      shownBy: 'http/roles.test.ts › the name of no permission is a part of another, and none is without a role',
    },
    {
      sentence: 'The dialog for name and logo opens only with sysNameLogo:update',
      shownBy:
        'browser/adminLogin.long.test.ts › an account without the permission sees no way to the system’s name, and the server refuses it',
    },
    {
      sentence: 'Only those with sysNameLogo:update rename the system',
      shownBy: 'staff.test.ts › an account without the permission may do everything but rename the system',
    },
  ],
}
