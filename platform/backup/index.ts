export { copyFile } from './copy-file.ts'
export { type Description, BackupRefusal } from './description.ts'
export { readBackup, restoreSection, verifyBackup, type Backup } from './read-backup.ts'
export { isEmpty, openBackupWriter, syncDisk, type BackupWriter } from './writer.ts'
