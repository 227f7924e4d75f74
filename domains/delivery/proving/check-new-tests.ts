import type { Comparison } from '../../../execution/repositories/index.ts'
import type { CheckRow } from '../checks/index.ts'
import { type Check, runChecks, type StepWork } from '../workbench/index.ts'
import { isEvidence, isFixture, isSnapshot, isTestPath } from '../../../packages/verdict/index.ts'

/**
 * Runs checks over the base with the tests of the change, which shows the tests that fail without it. Nothing runs if
 * the change touches no test, or only tests and their runner.
 */
export const checkNewTests = async (
  stepWork: StepWork,
  { checks, compared }: { readonly checks: readonly Check[]; readonly compared: Comparison },
): Promise<CheckRow[]> => {
  const commit = await baseWithNewTests(stepWork, compared)
  return commit === undefined ? [] : runChecks(stepWork, { commit, phase: 'new_tests', checks })
}

const baseWithNewTests = async (
  { parts: { repositories }, context: { run, key }, work: { repository, task } }: StepWork,
  { files }: Comparison,
): Promise<string | undefined> => {
  const onto = task.baseSha!
  const from = task.headSha!
  const touched = files.filter(({ kind }) => kind !== 'deleted').flatMap(({ path }) => path ?? [])
  const changesProduct = files.some(({ path }) => path !== undefined && !isEvidence(path))
  if (!changesProduct || !touched.some(isTestPath)) return undefined
  const message = 'The base with the tests of the change'
  return repositories.overlay(repository.id, { onto, from, restores: isOfTests, message, at: run.createdAt, key })
}

const isOfTests = (path: string) => isTestPath(path) || isFixture(path) || isSnapshot(path)
