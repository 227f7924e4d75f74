import type { Fetcher } from '../../platform/fetch/index.ts'
import { isBranchName, usualBranch } from '../repositories/index.ts'
import { CodeHostFailure } from './failure.ts'
import { advertisedRefsOf, fetchPack } from './fetch-branch.ts'
import type { GitPlace } from './git-exchange.ts'

export interface FetchedBundle {
  /** Short name, such as `main`. */
  readonly branch: string
  readonly commitSha: string
  /** A bundle with the whole history of the branch. Read it to its end; that may throw a `CodeHostFailure`. */
  readonly content: AsyncGenerator<Buffer>
}

/**
 * Fetches a branch with its history, by git's smart protocol over HTTPS: the pack of the answer with the head of a bundle
 * before it, which the caller checks as any bundle. Without a name it is the branch that the repository opens with. Throws
 * a `CodeHostFailure`.
 * Source: gitprotocol-http(5), gitformat-bundle(5).
 */
export const fetchBundle = async (
  fetcher: Fetcher,
  place: GitPlace,
  wanted: string | undefined,
): Promise<FetchedBundle> => {
  const { refs, capabilities } = await advertisedRefsOf(fetcher, place)
  const branch = wanted ?? headBranch(capabilities) ?? usualBranch(Array.from(refs, ([name, sha]) => ({ name, sha })))
  const commitSha = branch === undefined ? undefined : refs.get(`refs/heads/${branch}`)
  if (branch === undefined || commitSha === undefined || !isBranchName(branch))
    throw new CodeHostFailure('no_branch', 'The repository has no such branch.')
  const pack = await fetchPack(fetcher, place, { commitSha })
  return { branch, commitSha, content: bundleOf(pack, { branch, commitSha }) }
}

/** The branch of HEAD, as the host reports it. Source: gitprotocol-capabilities(5), “symref”. */
const headBranch = (capabilities: readonly string[]): string | undefined =>
  capabilities.find((one) => one.startsWith(headTarget))?.slice(headTarget.length)
const headTarget = 'symref=HEAD:refs/heads/'

async function* bundleOf(
  pack: AsyncGenerator<Buffer>,
  { branch, commitSha }: Pick<FetchedBundle, 'branch' | 'commitSha'>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`# v2 git bundle\n${commitSha} refs/heads/${branch}\n\n`)
  yield* pack
}
