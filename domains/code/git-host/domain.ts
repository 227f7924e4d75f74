import type { Repositories } from '../../../execution/repositories/index.ts'
import { implement } from '../../../platform/handler/index.ts'
import { domain } from '../../domain.ts'
import fetchWithGit from './fetch-with-git.ts'
import listGitRefs from './list-git-refs.ts'
import { gitProtocol } from './protocol.ts'
import pushWithGit, { type PushParts } from './push-with-git.ts'

export default domain({
  name: 'git-host',
  protocols: (parts: PushParts & { readonly repositories: Repositories }) =>
    implement(gitProtocol, {
      listGitRefs: listGitRefs(parts),
      fetchWithGit: fetchWithGit(parts),
      pushWithGit: pushWithGit(parts),
    }),
})
