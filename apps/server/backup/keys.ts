import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupRefusal, copyFile, isEmpty } from '../../../platform/backup/index.ts'

/**
 * Keys that open the vault, sign the audit log, and admit the first owner. They are never part of a backup: who holds
 * both can read every secret, and backups travel further than keys should.
 */
export const keyFiles: readonly string[] = ['secrets.key', 'audit.key', 'ssh-host.key', 'owner.json']

/** Throws a BackupRefusal for a folder that holds something already. */
export const refuseTaken = async (to: string): Promise<void> => {
  if (!(await isEmpty(to)))
    throw new BackupRefusal(`${to} already exists. Name a folder for the keys that does not exist.`)
}

/** Throws a BackupRefusal for a folder without a key. */
export const refuseNoKeys = async (from: string): Promise<void> => {
  const fileNames = await readdir(from).catch((): string[] => [])
  if (keyFiles.some((name) => fileNames.includes(name))) return
  throw new BackupRefusal(`${from} holds no keys: none of ${keyFiles.join(', ')} is there.`)
}

/** Copies the existing keys, and returns their names. */
export const copyKeys = async (from: string, to: string): Promise<string[]> => {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const copied: string[] = []
  for (const name of keyFiles) if (await copyFile(join(from, name), join(to, name))) copied.push(name)
  return copied
}
