import type { FolderFile } from './tar.ts'

export const filesMost = 100_000

/** A person's input: a bundle, or a folder with its files. */
export type ImportSource =
  | { readonly bundle: File }
  | { readonly folder: string; readonly files: readonly FolderFile[] }

const isOfGit = (path: string) => /(^|\/)\.git(\/|$)/.test(path)

/** The files of a folder that was chosen in a dialog, without what belongs to git. */
export const chosenFolder = (files: readonly File[]): ImportSource => {
  const [folder = ''] = files[0]?.webkitRelativePath.split('/') ?? []
  const inside = files.map((content) => ({ path: content.webkitRelativePath.slice(folder.length + 1), content }))
  return { folder, files: inside.filter(({ path }) => !isOfGit(path)) }
}

/** The dropped source: one file is a bundle, one folder is read to its leaves; undefined for anything else. */
export const readDroppedItems = async (items: DataTransferItemList): Promise<ImportSource | undefined> => {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  const [only] = entries
  if (!only || entries.length > 1) return undefined
  if (only.isFile) return { bundle: await fileOf(only as FileSystemFileEntry) }
  const files: FolderFile[] = []
  await walk(only as FileSystemDirectoryEntry, '', files)
  return { folder: only.name, files }
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

const walk = async (folder: FileSystemDirectoryEntry, prefix: string, files: FolderFile[]): Promise<void> => {
  const reader = folder.createReader()
  const next = () => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
  // A reader returns a hundred at a time, and nothing at the end.
  for (let entries = await next(); entries.length > 0; entries = await next()) {
    for (const entry of entries) {
      const path = prefix + entry.name
      if (isOfGit(path) || files.length > filesMost) continue
      if (entry.isFile) files.push({ path, content: await fileOf(entry as FileSystemFileEntry) })
      else await walk(entry as FileSystemDirectoryEntry, `${path}/`, files)
    }
  }
}
