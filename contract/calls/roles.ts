/** What an account may do. No name is part of another: programs look for one in the text of them all. */
export const permissions = [
  /** Records, their drafts, trash and history, and the media library. */
  'record:edit',
  'site:update',
  /** Filing numbers and legal texts of the settings, and clearing what is shipped. */
  'legal:update',
  'channel:update',
  'visits:list',
  /** Enquiries: list, follow up, export. */
  'agent:update',
  'agent:delete',
  'sysNameLogo:update',
  'account:update',
  'log:list',
] as const
export type Permission = (typeof permissions)[number]

export const roleNames = { admin: '管理员', editor: '内容编辑', service: '客服' } as const
export type Role = keyof typeof roleNames
export const roles = Object.keys(roleNames) as Role[]

const granted: Readonly<Record<Role, readonly Permission[]>> = {
  admin: permissions,
  editor: ['record:edit', 'site:update', 'visits:list'],
  service: ['agent:update'],
}

/** Accounts that are older than roles have none: they are administrators. */
export const permissionsOf = ({ role = 'admin' }: { role?: Role | undefined }): readonly Permission[] =>
  granted[role] ?? []

export const mayAll = (account: { role?: Role | undefined }): boolean =>
  permissionsOf(account).length === permissions.length

/** The permissions in the form that clients store. */
export const authOf = (account: { role?: Role | undefined }): string => permissionsOf(account).join()

/** What a group of settings needs. */
export const groupPermission = (group: string): Permission => (group === 'legal' ? 'legal:update' : 'site:update')

/** What the trash and the history of a kind need, or of `site` and `agent`. */
export function kindPermission(kind: string): Permission {
  if (kind === 'agent') return 'agent:delete'
  return kind === 'site' ? 'site:update' : 'record:edit'
}
