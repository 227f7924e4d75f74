import type { Repositories } from '../../../execution/repositories/index.ts'
import downloadProjectRevisionBundle from './operations/download-project-revision-bundle.ts'
import getProjectRevisionHead from './operations/get-project-revision-head.ts'

export default ({ repositories }: { readonly repositories: Repositories }) => ({
  getProjectRevisionHead,
  downloadProjectRevisionBundle: downloadProjectRevisionBundle(repositories),
})
