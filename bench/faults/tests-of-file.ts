import { dirname } from 'node:path/posix'
import { type Files, testDistances } from '../../testing/related-tests.ts'

interface Choice {
  /** Milliseconds of processor time by test file. */
  readonly costs: ReadonlyMap<string, number>
  readonly isLong: boolean
}

const unknownCostMs = 5_000

/**
 * The tests that reach a file: the nearest by imports first, of equally near ones the cheapest, and then the other tests
 * of its folder or domain, which reach the file over HTTP.
 */
export const testsOf = (files: Files, file: string, { costs, isLong }: Choice): string[] => {
  const distances = testDistances(files, [file])
  const folder = /^domains\/[^/]+\/[^/]+/.exec(file)?.[0] ?? dirname(file)
  for (const path of files.keys())
    if (path.startsWith(`${folder}/`) && path.endsWith('.test.ts') && !distances.has(path))
      distances.set(path, Infinity)
  const costOf = (path: string) => costs.get(path) ?? unknownCostMs
  return [...distances.keys()]
    .filter((path) => isLong || !/\.(long|soak)\.test\.ts$/.test(path))
    .sort((one, other) => {
      const farther = distances.get(one)! - distances.get(other)!
      // Two infinite distances have no difference.
      return farther || costOf(one) - costOf(other) || (one < other ? -1 : 1)
    })
}
