import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Lends a folder with these files. */
const withFiles = <T>(files: Readonly<Record<string, string>>, work: (folder: string) => T): T => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-package-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A tar archive of these files. */
export const tarOf = (files: Readonly<Record<string, string>>): Buffer =>
  withFiles(files, (folder) =>
    execFileSync('tar', ['-c', '--mtime=@0', '--owner=0', '--group=0', '-C', folder, ...Object.keys(files)]),
  )
