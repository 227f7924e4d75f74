/** The parts of a backup, each in a folder of its own. */
export const sections = ['database', 'repositories', 'objects'] as const
export type Section = (typeof sections)[number]

const partsMost = 64
const bytesMost = 1_024

/**
 * Why a path cannot be in the list of a backup; undefined if it can. A path is relative, of plain parts with `/`
 * between them, below one of the sections, in UTF-8 without control characters, so that a restore stays within its
 * folder.
 */
export const faultOfPath = (path: string): string | undefined => {
  const parts = path.split('/')
  if (Buffer.byteLength(path) > bytesMost || parts.length > partsMost) return 'is too long'
  if (/[\x00-\x1f\x7f\\\ufffd]/.test(path)) return 'has characters that a backup does not hold'
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'leads out of the backup'
  if (parts.length < 2 || !sections.some((section) => section === parts[0])) return 'is no part of a backup'
  return undefined
}

/** SHA-256 of each file, by its path, as 64 hexadecimal digits. */
export type Sums = ReadonlyMap<string, string>

/** The list as `sha256sum --check` reads it, ordered by path. */
export const formatSums = (sums: Sums): string =>
  [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, sha256]) => `${sha256}  ${path}\n`)
    .join('')

// A name may hold a separator of lines that `.` alone does not take.
const line = /^([0-9a-f]{64}) {2}(.+)$/s

/** Reads such a list; the first line that is wrong is a sentence instead. */
export const parseSums = (text: string): Sums | { readonly fault: string } => {
  const sums = new Map<string, string>()
  const lines = text.split('\n')
  if (lines.pop() !== '') return { fault: 'The list of files is cut off.' }
  for (const [at, row] of lines.entries()) {
    const [, sha256, path] = line.exec(row) ?? []
    if (!sha256 || !path) return { fault: `Line ${at + 1} of the list of files is no sum and path.` }
    const fault = faultOfPath(path) ?? (sums.has(path) ? 'is listed twice' : undefined)
    if (fault) return { fault: `“${path.slice(0, 200)}” of the list of files ${fault}.` }
    sums.set(path, sha256)
  }
  return sums
}
