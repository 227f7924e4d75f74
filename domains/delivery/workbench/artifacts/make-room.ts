import type { EffectContext } from '../../../../platform/jobs/index.ts'
import { dropRun, limits, oldestRun, type Owner, type FreeSpace, useOfOthers } from '../../artifacts/index.ts'

const runsMost = 50

/**
 * How much may still be kept of an owner's files. Where the project has no room for a whole run, the files of its oldest
 * runs go, but those that a publication names.
 */
export const makeRoom = async (
  { read, write }: Pick<EffectContext, 'read' | 'write'>,
  place: Owner & { readonly projectId: string },
): Promise<FreeSpace> => {
  const { projectId, runId } = place
  let use = await read((tx) => useOfOthers(tx, place))
  for (let removed = 0; removed < runsMost; removed += 1) {
    if (use.projectBytes <= limits.projectBytes - limits.runBytes) break
    const oldest = await read((tx) => oldestRun(tx, projectId, runId))
    if (!oldest) break
    await write((tx) => dropRun(tx, projectId, oldest.runId))
    use = await read((tx) => useOfOthers(tx, place))
  }
  return {
    files: limits.runFiles - use.runFiles,
    bytes: Math.min(limits.runBytes - use.runBytes, limits.projectBytes - use.projectBytes),
  }
}
