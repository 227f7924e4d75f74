import { reasonForFile } from './protected-rules.ts'

/** Files of more bytes than this are findings: every clone takes them along permanently. */
export const largeFileBytes = 50 * 1024 * 1024

/** Rules about a whole file or folder, and not about a line of it. */
export const fileRules = ['protected-file', 'large-file', 'unsearched-file', 'lfs-pointer', 'submodule'] as const
export type FileRule = (typeof fileRules)[number]

// Files this small and no others can be pointers. Source: git-lfs, docs/spec.md: less than 1024 bytes, this first line.
const pointerStart = 'version https://git-lfs.github.com/spec/'
const pointerMostBytes = 1024

/** Whether the content of a file is a pointer to Git LFS, which holds the file itself elsewhere. */
export const isLfsPointer = (content: Buffer): boolean =>
  content.length > 100 &&
  content.length < pointerMostBytes &&
  content.toString('latin1', 0, pointerStart.length) === pointerStart

/** The rules that a file breaks by its name and content. `name` is without folders. */
export const fileRulesOf = (name: string, content: Buffer): FileRule[] => [
  ...(reasonForFile(name, content) === undefined ? [] : ['protected-file' as const]),
  ...(isLfsPointer(content) ? ['lfs-pointer' as const] : []),
]
