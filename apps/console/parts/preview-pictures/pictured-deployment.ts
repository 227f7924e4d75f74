import type { listDeploymentPictures, listDeployments } from '../../../../domains/code/deployments/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'

export type Pictures = Reply<typeof listDeploymentPictures>
export type DeploymentPicture = Pictures['pictures'][number]

/** The newest deployment that was live, of a list that is oldest first: its pictures show how the change looks. */
export const picturedAmong = <Row extends Pick<Reply<typeof listDeployments>[number], 'liveAt'>>(
  deployments: readonly Row[] | undefined,
): Row | undefined => deployments?.findLast(({ liveAt }) => liveAt !== null)

/** Previews that were built from the commit of a change; of no commit, those of what was merged. */
export const previewsOf = <Row extends Pick<Reply<typeof listDeployments>[number], 'commitSha' | 'undecided'>>(
  deployments: readonly Row[] | undefined,
  headSha: string | undefined,
): readonly Row[] | undefined =>
  deployments?.filter(({ commitSha, undecided }) => (headSha === undefined ? !undecided : commitSha === headSha))

/** Why there are no pictures of a change; undefined if its preview was live, or as long as that is unknown. */
export const whyNoPictures = (
  deployments: readonly Pick<Reply<typeof listDeployments>[number], 'liveAt' | 'status'>[] | undefined,
  previewsAvailable: boolean,
): 'off' | 'none' | 'building' | 'failed' | undefined => {
  if (deployments === undefined || picturedAmong(deployments)) return undefined
  const last = deployments.at(-1)?.status
  if (last === undefined) return previewsAvailable ? 'none' : 'off'
  return last === 'building' || last === 'deploying' ? 'building' : 'failed'
}

export interface PicturePair {
  readonly path: string
  readonly before: DeploymentPicture | undefined
  readonly after: DeploymentPicture | undefined
}

/** The pictures of each page in one window, beside earlier pictures of it. Pages that no longer exist come last. */
export const pairsOf = (
  { pictures, before }: Pick<Pictures, 'pictures' | 'before'>,
  form: DeploymentPicture['form'],
): readonly PicturePair[] => {
  const after = pictures.filter((one) => one.form === form)
  const earlier = (before?.pictures ?? []).filter((one) => one.form === form)
  const paths = [...new Set([...after, ...earlier].map(({ path }) => path))]
  const of = (rows: readonly DeploymentPicture[], path: string) => rows.find((one) => one.path === path)
  return paths.map((path) => ({ path, before: of(earlier, path), after: of(after, path) }))
}
