import { findRef } from '../../../code/repository-records/index.ts'
import { type RefMove, repositoriesOfRun, type RunRepositoryRow } from '../../cycles/index.ts'
import { conflictSentence } from './merge-task.ts'
import type { Work, StepWork } from '../../workbench/index.ts'

export interface SecondaryMove {
  readonly repositoryId: string
  /** Undefined if the run merged nothing there. */
  readonly move: RefMove | undefined
  /** Whether the target has moved since the run began there. */
  readonly hasMoved: boolean
}

/** How the delivery is to move the targets beside the primary repository; nothing moves yet. */
export const prepareSecondary = async (
  stepWork: StepWork<Work, { tries: number }>,
): Promise<readonly SecondaryMove[] | { readonly conflict: string }> => {
  const { context } = stepWork
  const prepared: SecondaryMove[] = []
  for (const row of await context.read((tx) => repositoriesOfRun(tx, context.run.id))) {
    const one = await prepareOne(stepWork, row)
    if ('conflict' in one) return one
    prepared.push(one)
  }
  return prepared
}

const prepareOne = async (
  { parts, context: { run, key, read }, work: { cycle } }: StepWork<Work, { tries: number }>,
  row: RunRepositoryRow,
): Promise<SecondaryMove | { readonly conflict: string }> => {
  const { repositoryId, targetRef, baseSha, integrationSha } = row
  if (integrationSha === baseSha) return { repositoryId, move: undefined, hasMoved: false }
  const from = await read((tx) => findRef(tx, repositoryId, targetRef))
  if (!from) return { conflict: `The branch ${targetRef.slice('refs/heads/'.length)} is gone.` }
  if (from === baseSha) return { repositoryId, move: { from, to: integrationSha }, hasMoved: false }
  const both = { ours: from, theirs: integrationSha, message: `Merge cycle: ${cycle.title}` }
  const merged = await parts.repositories.merge(repositoryId, { ...both, at: run.createdAt, key })
  if (merged.sha === undefined) return { conflict: conflictSentence(merged.conflicts) }
  return { repositoryId, move: { from, to: merged.sha }, hasMoved: true }
}
