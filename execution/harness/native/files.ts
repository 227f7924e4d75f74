import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { decodeLines, encodeLike, isBinary } from '../../../packages/charsets/index.ts'
import { type WorktreePath, resolvePath } from './path.ts'
import { ToolRefusal } from './refusal.ts'
import { shownLine } from './text.ts'

const fileBytesMax = 8 * 1024 * 1024

/** Numbered lines of a text file, from line `from` (1 is the first), as many as `bytesMax` holds. */
export const readLines = async (root: string, path: string, from: number, count: number, bytesMax: number) => {
  const place = await resolvePath(root, path)
  const lines = linesOf(await textOf(place))
  const shown: string[] = []
  let sizeBytes = 0
  for (const [at, line] of lines.slice(from - 1, from - 1 + count).entries()) {
    const text = `${String(from + at).padStart(5)}\t${shownLine(line)}`
    sizeBytes += Buffer.byteLength(text) + 1
    if (sizeBytes > bytesMax && shown.length > 0) break
    shown.push(text)
  }
  if (lines.length === 0) return `${place.shown} is empty.`
  if (shown.length === 0) throw new ToolRefusal(`${place.shown} has ${lines.length} lines: there is no line ${from}.`)
  const last = from - 1 + shown.length
  const more = last < lines.length ? `\n[${lines.length - last} more lines: read with from ${last + 1}]` : ''
  return `${place.shown}, lines ${from} to ${last} of ${lines.length}:\n${shown.join('\n')}${more}`
}

const linesOf = (text: string) => {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** The text of a file in any character set, with its line ends. */
export const textOf = async (place: WorktreePath): Promise<string> => decodeLines(await bytesOf(place))

const bytesOf = async ({ absolute, shown }: WorktreePath): Promise<Buffer> => {
  const { size } = await fileAt(absolute, shown)
  if (size > fileBytesMax)
    throw new ToolRefusal(`${shown} has ${size} bytes, which is too large for this tool. Use run with sed or grep.`)
  const bytes = await readFile(absolute)
  if (isNoText(bytes)) throw new ToolRefusal(`${shown} is binary (${size} bytes).`)
  return bytes
}

/** The changed text of a file as bytes, in the character set that the file has. */
export const bytesLike = async (place: WorktreePath, text: string): Promise<Buffer> => {
  const bytes = encodeLike(text, await bytesOf(place))
  if (bytes) return bytes
  throw new ToolRefusal(
    `${place.shown} is not UTF-8, and its character set cannot hold all of the new text. Nothing was changed. Convert it with run (iconv), or use other characters.`,
  )
}

const judgedBytes = 4_096

/** Bytes of no character set, or more than 30 % control characters at the beginning. */
const isNoText = (bytes: Buffer) => {
  if (bytes.includes(0)) return isBinary(bytes)
  const first = bytes.subarray(0, judgedBytes)
  const unprintable = first.reduce((sum, byte) => sum + (byte < 9 || (byte > 13 && byte < 32) ? 1 : 0), 0)
  return unprintable > first.length * 0.3
}

const fileAt = async (absolute: string, shown: string) => {
  const found = await stat(absolute).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    throw new ToolRefusal(`${shown} does not exist.${await namesLike(absolute)}`)
  })
  if (found.isDirectory()) throw new ToolRefusal(`${shown} is a folder. Use list.`)
  if (!found.isFile()) throw new ToolRefusal(`${shown} is no ordinary file.`)
  return found
}

/** Up to three names of the same folder that hold the wanted one, or the other way round. */
const namesLike = async (absolute: string): Promise<string> => {
  const plain = (name: string) => name.toLowerCase().replace(/\.[^.]*$/, '')
  const wanted = plain(basename(absolute))
  const names = await readdir(dirname(absolute)).catch(() => [])
  const near = names.filter((name) => name !== '.git' && (plain(name).includes(wanted) || wanted.includes(plain(name))))
  return near.length === 0 ? '' : ` The same folder has ${near.sort().slice(0, 3).join(', ')}.`
}

/** Writes a whole file and the folders that it needs; an existing one keeps its mode. */
export const writeWhole = async (root: string, path: string, content: string) => {
  const place = await resolvePath(root, path)
  const existing = await stat(place.absolute).catch(() => undefined)
  if (existing && !existing.isFile()) throw new ToolRefusal(`${place.shown} is no ordinary file.`)
  const before = existing && (await textOf(place).catch(() => undefined))
  const bytes = before === undefined ? content : await bytesLike(place, content)
  await makeFolder(place)
  await writeFile(place.absolute, bytes)
  return { ...place, before, after: content, isNew: existing === undefined }
}

/** Makes the folder of a file. */
export const makeFolder = ({ absolute, shown }: WorktreePath) =>
  mkdir(dirname(absolute), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST' || error.code === 'ENOTDIR')
      throw new ToolRefusal(`A part of ${shown} is a file, not a folder.`)
    throw error
  })

const entriesMax = 1_000
const closedFolders = ['.git', 'node_modules']

/** The files and folders below a folder, to a depth, in a fixed order; folders end with a slash. */
export const listFolder = async (root: string, path: string, depth: number) => {
  const { absolute, shown } = await resolvePath(root, path)
  const entries: string[] = []
  await listInto(entries, absolute, '', depth).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new ToolRefusal(`${shown} does not exist.`)
    if (error.code === 'ENOTDIR') throw new ToolRefusal(`${shown} is a file. Use read.`)
    throw error
  })
  if (entries.length === 0) return `${shown} is empty.`
  const more = entries.length > entriesMax ? `\n[more than ${entriesMax} entries: list a folder of it]` : ''
  return `${shown}:\n${entries.slice(0, entriesMax).join('\n')}${more}`
}

const listInto = async (entries: string[], folder: string, prefix: string, depth: number) => {
  const found = await readdir(folder, { withFileTypes: true })
  for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entries.length > entriesMax) return
    if (prefix === '' && entry.name === '.git') continue
    const name = `${prefix}${entry.name}`
    entries.push(entry.isDirectory() ? `${name}/` : entry.isSymbolicLink() ? `${name} (link)` : name)
    const opens = entry.isDirectory() && depth > 1 && !closedFolders.includes(entry.name)
    if (opens) await listInto(entries, join(folder, entry.name), `${name}/`, depth - 1)
  }
}
