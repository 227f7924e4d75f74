import { open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { git, GitError } from '../../../execution/repositories/index.ts'
import { moveRef } from '../pull/apply-pull.ts'
import type { FoundRepository } from '../repository/find-repository.ts'
import { withIndexLock } from './index-lock.ts'
import type { Move } from './move.ts'
import { settleMove } from './settle-move.ts'
import type { Survey } from './survey.ts'
import { writeDurably } from './sync-state.ts'

const hourMs = 60 * 60_000

/** Moves a survey's branch forward to the project's head, with the work tree's files; returns git's words if it refuses. */
export const fastForward = async (survey: Survey, signal: AbortSignal): Promise<string | undefined> => {
  const { found, head, local, workTree } = survey
  const move = { branch: head.branch, from: local!, to: head.commitSha }
  signal.throwIfAborted()
  if (workTree.checkout === 'here') return moveWorkTree(survey, move)
  await moveRef(found, `refs/heads/${move.branch}`, move.to, move.from, signal)
  return undefined
}

/** Git checks every file before it writes the first: if it names obstacles, nothing is changed. */
const moveWorkTree = ({ found, view }: Survey, move: Move): Promise<string | undefined> =>
  withIndexLock(found, async (indexFile, keep) => {
    await writeMove(found, move)
    try {
      const place = { gitDir: view.gitDir, workTree: found.workTree!, indexFile, timeoutMs: hourMs }
      await git(['read-tree', '-m', '-u', move.from, move.to], place)
    } catch (error) {
      const gitText = error instanceof GitError ? error.stderr.trim().slice(0, 500) : undefined
      // Git refuses before it begins; any other failure, such as a full disk, ends it in the middle.
      if (gitText === undefined || !refusals.test(gitText)) await settleMove({ found, view, move }, 'undo')
      await forgetMove(found)
      if (gitText === undefined) throw error
      return gitText
    }
    await keep()
    await moveRef(found, `refs/heads/${move.branch}`, move.to, move.from, new AbortController().signal)
    await forgetMove(found)
    return undefined
  })

const refusals = /would be (overwritten|removed)|would lose|not uptodate/

const fileOf = ({ gitDir }: Pick<FoundRepository, 'gitDir'>) => join(gitDir, 'atelier-move.json')

/** Records the beginning of a move, for the command after a crash. */
export const writeMove = (found: FoundRepository, move: Move) =>
  writeDurably(fileOf(found), `${JSON.stringify(move)}\n`)

export const forgetMove = async (found: FoundRepository): Promise<void> => {
  await rm(fileOf(found), { force: true })
  const folder = await open(dirname(fileOf(found)))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** A move that was begun here and has not ended. */
export const findMove = async (found: FoundRepository): Promise<Move | undefined> => {
  const text = await readFile(fileOf(found), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Move)
}
