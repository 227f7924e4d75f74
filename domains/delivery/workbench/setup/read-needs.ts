import { readCommitFiles } from '../../../../execution/packages/index.ts'
import { findBrowser } from '../../../../execution/sandbox/index.ts'
import { missingBrowserSentence, needFilesAmong, needsOf } from '../../../../execution/setup/index.ts'
import { protectedPathsOf } from '../../../code/revisions/index.ts'
import { requestedPlace } from '../carrier.ts'
import { hasBrowser } from '../profile-variables.ts'
import type { StepWork } from '../step-work.ts'
import type { Work } from '../work.ts'

/** Sentences about what the tests of a commit may need and no setup provides, such as a database. */
export const readNeeds = async (
  { parts, context: { read }, work: { repository, project } }: StepWork<Work>,
  commit: string,
): Promise<readonly string[]> => {
  const paths = await parts.repositories.pathsOf(repository.id, commit)
  const files = await readCommitFiles(parts, { repositoryId: repository.id, commit }, needFilesAmong(paths))
  const kept = repository.primarySince !== null ? await read((tx) => protectedPathsOf(tx, project.id)) : []
  const needs = needsOf({ files, protectedPaths: kept.map(({ path }) => path) })
  const place = await read((tx) => requestedPlace(tx, project))
  const lacksBrowser = place && hasBrowser(place.sandboxProfile) && (await findBrowser()) === undefined
  return lacksBrowser ? [...needs, missingBrowserSentence] : needs
}
