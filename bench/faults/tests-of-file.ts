import { dirname } from 'node:path/posix'
import { type Files, testDistances } from '../../testing/runner/related-tests.ts'

interface Choice {
  /** Milliseconds of processor time by test file. */
  readonly costs: ReadonlyMap<string, number>
  readonly isLong: boolean
}

const unknownCostMs = 5_000
/** Distance of tests in the file's own folder or domain: they reach it over HTTP, if not by imports. */
const ownDistance = 2

/** The tests that reach a file: the nearest first, and of equally near ones the cheapest. */
export const testsOf = (files: Files, file: string, { costs, isLong }: Choice): string[] => {
  const distances = testDistances(files, [file])
  const folder = /^domains\/[^/]+\/[^/]+/.exec(file)?.[0] ?? dirname(file)
  for (const path of files.keys())
    if (path.startsWith(`${folder}/`) && path.endsWith('.test.ts'))
      distances.set(path, Math.min(ownDistance, distances.get(path) ?? ownDistance))
  const costOf = (path: string) => costs.get(path) ?? unknownCostMs
  return [...distances.keys()]
    .filter((path) => isLong || !/\.(long|soak)\.test\.ts$/.test(path))
    .sort(
      (one, other) =>
        distances.get(one)! - distances.get(other)! || costOf(one) - costOf(other) || (one < other ? -1 : 1),
    )
}
