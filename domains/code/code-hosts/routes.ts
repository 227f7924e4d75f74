import connectProjectRepo from './operations/connect-project-repo.ts'
import createCodeHost from './operations/create-code-host.ts'
import deleteCodeHost from './operations/delete-code-host.ts'
import disconnectProjectRepo from './operations/disconnect-project-repo.ts'
import listCodeHosts from './operations/list-code-hosts.ts'
import listProjectPullRequests from './operations/list-project-pull-requests.ts'
import previewProjectRepoConnect from './operations/preview-project-repo-connect.ts'
import listCodeHostRepositories from './operations/list-code-host-repositories.ts'
import renewCodeHost from './operations/renew-code-host.ts'
import scanCodeHostRepository from './operations/scan-code-host-repository.ts'
import takeCodeHostDelivery from './operations/take-code-host-delivery.ts'
import testCodeHost from './operations/test-code-host.ts'
import type { ImportScanParts } from '../imports/index.ts'
import type { CodeHostParts } from './parts.ts'

export default (parts: CodeHostParts & ImportScanParts) => ({
  listCodeHosts,
  listCodeHostRepositories: listCodeHostRepositories(parts),
  scanCodeHostRepository: scanCodeHostRepository(parts),
  createCodeHost: createCodeHost(parts),
  renewCodeHost: renewCodeHost(parts),
  testCodeHost: testCodeHost(parts),
  deleteCodeHost,
  previewProjectRepoConnect: previewProjectRepoConnect(parts),
  connectProjectRepo: connectProjectRepo(parts),
  disconnectProjectRepo: disconnectProjectRepo(parts),
  listProjectPullRequests,
  takeCodeHostDelivery: takeCodeHostDelivery(parts),
})
