import type { Repositories } from '../../../execution/repositories/index.ts'
import fetchWithGit from './fetch-with-git.ts'
import listGitRefs from './list-git-refs.ts'
import pushWithGit, { type PushParts } from './push-with-git.ts'

export default (parts: PushParts & { readonly repositories: Repositories }) => ({
  listGitRefs: listGitRefs(parts),
  fetchWithGit: fetchWithGit(parts),
  pushWithGit: pushWithGit(parts),
})
