import { git } from './git.ts'

export interface Ref {
  /** Full name, such as `refs/heads/main`. */
  readonly name: string
  readonly sha: string
}

const sha = /^[0-9a-f]{40}$/

/** Throws for anything but a full object name; a bug in the caller, or input that was not checked. */
export const assertSha = (text: string) => {
  if (!sha.test(text)) throw new Error(`“${text.slice(0, 80)}” is not a full commit id of 40 hexadecimal digits`)
}

export const isSha = (text: string) => sha.test(text)

/** Whether git takes this as a ref's full name, and it has at most 1,000 bytes. Source: git-check-ref-format(1). */
export const isRefName = (name: string) =>
  /^refs\/[^/]/.test(name) &&
  Buffer.byteLength(name) <= 1000 &&
  !/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$/.test(name) &&
  name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))

/** Whether git takes this as a branch's short name. */
export const isBranchName = (name: string) =>
  !name.startsWith('-') && name !== 'HEAD' && isRefName(`refs/heads/${name}`)

/** Whether it is the full name of a branch or a tag. Other names of a bundle (HEAD, notes, stashes) are left out. */
export const isBranchOrTag = (name: string) => /^refs\/(heads|tags)\//.test(name)

/** The branches and tags that git itself knows in a repository, but for names that no import takes. */
export const storedRefs = async (gitDir: string): Promise<Ref[]> => {
  const format = '--format=%(objectname) %(refname)'
  const { stdout } = await git(['for-each-ref', format, 'refs/heads/', 'refs/tags/'], { gitDir })
  const lines = stdout.toString().split('\n')
  return lines.map((line) => ({ sha: line.slice(0, 40), name: line.slice(41) })).filter(({ name }) => isRefName(name))
}
