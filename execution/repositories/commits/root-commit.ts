import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { author, messageWith } from './commits.ts'

export interface RootCommit {
  readonly message: string
  readonly at: Date
  readonly key: string
}

/**
 * Writes a commit without files and without a parent, in a bare repository that is not in use yet. Its sha depends on
 * these details alone. Gives the sha.
 */
export const writeRootCommit = async (gitDir: string, { message, at, key }: RootCommit): Promise<string> => {
  const tree = await writeObject(gitDir, 'tree', '')
  const who = `${author.name} <${author.email}> ${Math.floor(at.getTime() / 1000)} +0000`
  const head = [`tree ${tree}`, `author ${who}`, `committer ${who}`].join('\n')
  return writeObject(gitDir, 'commit', `${head}\n\n${messageWith(message, key)}`)
}

/** A loose object, as `git hash-object -w` writes it: no process is started for two short objects. */
const writeObject = async (gitDir: string, kind: 'tree' | 'commit', content: string): Promise<string> => {
  const bytes = Buffer.from(`${kind} ${Buffer.byteLength(content)}\0${content}`)
  const sha = createHash('sha1').update(bytes).digest('hex')
  const path = join(gitDir, 'objects', sha.slice(0, 2), sha.slice(2))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, deflateSync(bytes), { mode: 0o444 })
  return sha
}
