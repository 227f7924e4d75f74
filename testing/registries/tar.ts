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

const zip = `import sys, zipfile, os
with zipfile.ZipFile(sys.argv[1], 'w') as archive:
  for path in sys.argv[2:]:
    archive.write(path)
sys.stdout.buffer.write(open(sys.argv[1], 'rb').read())`

/** A zip archive of these files, made by Python. */
export const zipOf = (files: Readonly<Record<string, string>>): Buffer =>
  withFiles(files, (folder) =>
    execFileSync('python3', ['-c', zip, join(folder, '.zip'), ...Object.keys(files)], { cwd: folder }),
  )
