import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { storedFolders } from '../../contract/calls/rules.ts'
import { BadSetting, type Config } from '../config.ts'
import { hasStore } from '../store/storeFolders.ts'
import { unless } from '../system/systemErrors.ts'
import { isUploadName } from './manifest.ts'
import { isArchiveName } from './schedule.ts'

/** Throws where a server would begin a new site beside what is left of another, whose disk is probably not mounted. */
export function refuseUnmounted({
  dataDir,
  uploadsDir,
  backupDir,
}: Pick<Config, 'dataDir' | 'uploadsDir' | 'backupDir'>): void {
  if (hasStore(dataDir)) return
  const has = (folder: string, isOfSite: (name: string) => boolean): boolean =>
    unless(() => readdirSync(folder), ['ENOENT', 'ENOTDIR', 'EACCES'])?.some(isOfSite) ?? false
  const hasUploads = storedFolders.some((folder) => has(join(uploadsDir, folder), isUploadName))
  const hasBackups = backupDir !== '' && has(backupDir, isArchiveName)
  if (!hasUploads && !hasBackups) return
  const beside = hasUploads ? `UPLOADS_DIR (${resolve(uploadsDir)})` : `BACKUP_DIR (${resolve(backupDir)})`
  throw new BadSetting(
    `there is no site in DATA_DIR (${resolve(dataDir)}), but ${beside} has files of one: mount the disk of DATA_DIR, ` +
      'or restore a backup; for a new site, choose folders that are empty',
  )
}
