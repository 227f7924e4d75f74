import type { Repositories } from '../../../execution/repositories/index.ts'
import { implement } from '../../../platform/contract/index.ts'
import { revisions } from './contract.ts'
import downloadProjectRevisionBundle from './operations/download-project-revision-bundle.ts'
import getProjectRevisionHead from './operations/get-project-revision-head.ts'

export default (repositories: Repositories) =>
  implement(revisions, {
    getProjectRevisionHead,
    downloadProjectRevisionBundle: downloadProjectRevisionBundle(repositories),
  })
