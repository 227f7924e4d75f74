import { packFolder } from '../packs/pack-store.ts'
import { shaOf, writePack } from '../packs/write-pack.ts'
import { author, messageWith } from './commits.ts'

export interface RootCommit {
  readonly message: string
  readonly at: Date
  readonly key: string
}

const emptyTree = { kind: 'tree', content: '' } as const

/**
 * Writes a commit without files and without a parent, as the only pack of a bare repository that is not in use yet. Its
 * sha depends only on these details.
 */
export const writeRootCommit = async (
  gitDir: string,
  { message, at, key }: RootCommit,
): Promise<{ readonly commitSha: string; readonly pack: string }> => {
  const who = `${author.name} <${author.email}> ${Math.floor(at.getTime() / 1000)} +0000`
  const head = [`tree ${shaOf(emptyTree)}`, `author ${who}`, `committer ${who}`].join('\n')
  const commit = { kind: 'commit', content: `${head}\n\n${messageWith(message, key)}` } as const
  return { commitSha: shaOf(commit), pack: await writePack(packFolder(gitDir), [commit, emptyTree]) }
}
