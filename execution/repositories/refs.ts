import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { undefinedIfAbsent } from '../../platform/storage/index.ts'
import { ageMs } from './age.ts'
import { git, GitError } from './git.ts'

export interface Ref {
  /** Full name, such as `refs/heads/main`. */
  readonly name: string
  readonly sha: string
}

const sha = /^[0-9a-f]{40}$/
const none = '0'.repeat(40)

/** Throws for what is no full object name; a bug in the caller, or input that was not checked. */
export const assertSha = (text: string) => {
  if (!sha.test(text)) throw new Error(`“${text.slice(0, 80)}” is not a full commit id of 40 hexadecimal digits`)
}

export const isSha = (text: string) => sha.test(text)

/** Whether git takes this as a ref's full name. Source: git-check-ref-format(1). */
export const isRefName = (name: string) =>
  /^refs\/[^/]/.test(name) &&
  name.length <= 1000 &&
  !/[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$/.test(name) &&
  name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))

/** Whether git takes this as a branch's short name. */
export const isBranchName = (name: string) =>
  !name.startsWith('-') && name !== 'HEAD' && isRefName(`refs/heads/${name}`)

const assertRefName = (name: string) => {
  if (!isRefName(name)) throw new Error(`“${name.slice(0, 80)}” is not the full name of a ref`)
}

/** The commit that a ref names, read from its file: git is started for refs that lead to others alone. */
export const readRef = async (gitDir: string, name: string): Promise<string | undefined> => {
  assertRefName(name)
  const loose = await readIfFile(join(gitDir, name))
  if (loose === undefined) return packedRef((await readIfFile(join(gitDir, 'packed-refs'))) ?? '', name)
  // Not rev-parse, which takes a tag `refs/heads/x` for the branch x where there is none.
  if (loose.startsWith('ref:')) return (await listRefs(gitDir, name)).find((ref) => ref.name === name)?.sha
  return isSha(loose.trimEnd()) ? loose.trimEnd() : undefined
}

const readIfFile = (path: string) =>
  readFile(path, 'latin1').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EISDIR') undefinedIfAbsent(error)
    return undefined
  })

// “sha name”, a line for each. Source: gitrepository-layout(5), git-pack-refs(1).
const packedRef = (text: string, name: string) => {
  const end = text.indexOf(` ${Buffer.from(name).toString('latin1')}\n`)
  const found = end === -1 ? '' : text.slice(end - 40, end)
  return isSha(found) ? found : undefined
}

export const listRefs = async (gitDir: string, prefix: string): Promise<Ref[]> => {
  const format = '--format=%(objectname) %(refname)'
  const { stdout } = await git(['for-each-ref', format, prefix], { gitDir })
  return stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ sha: line.slice(0, 40), name: line.slice(41) }))
}

export const moveRef = async (
  gitDir: string,
  name: string,
  { from, to }: { from: string | undefined; to: string },
): Promise<'moved' | 'stale'> => {
  assertRefName(name)
  for (const one of [from, to]) if (one !== undefined) assertSha(one)
  try {
    await git(['update-ref', name, to, from ?? none], { gitDir })
    return 'moved'
  } catch (error) {
    // Git says in words alone that another value was there, so that the value itself is asked.
    const value = error instanceof GitError ? await readRef(gitDir, name) : from
    if (value === to) return 'moved'
    if (value !== from) return 'stale'
    if (await removeStaleLocks(gitDir, [`${name}.lock`, 'packed-refs.lock'], lockMostMs))
      return moveRef(gitDir, name, { from, to })
    throw error
  }
}

// A living git holds a lock for milliseconds.
const lockMostMs = 10_000

/** Removes locks of refs that are older than this: a git that was killed left them, and nothing would move the ref again. */
export const removeStaleLocks = async (gitDir: string, names: readonly string[], olderThanMs: number) => {
  let removed = false
  for (const name of names) {
    const path = join(gitDir, name)
    const status = await stat(path).catch(undefinedIfAbsent)
    if (!status || ageMs(status.mtimeMs) < olderThanMs) continue
    await rm(path, { force: true })
    removed = true
  }
  return removed
}

const head = /^ref: refs\/heads\/(.+)\n$/

export const defaultBranch = async (gitDir: string): Promise<string> => {
  const branch = head.exec(await readFile(join(gitDir, 'HEAD'), 'utf8'))?.[1]
  if (branch === undefined) throw new Error(`The HEAD of ${gitDir} names no branch`)
  return branch
}

export const setDefaultBranch = async (gitDir: string, branch: string) => {
  if (!isBranchName(branch)) throw new Error(`“${branch.slice(0, 80)}” is not a branch name`)
  const temporary = join(gitDir, `HEAD.${randomUUID()}`)
  await writeFile(temporary, `ref: refs/heads/${branch}\n`)
  await rename(temporary, join(gitDir, 'HEAD'))
}
