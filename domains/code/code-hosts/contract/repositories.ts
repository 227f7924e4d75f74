import { Type } from 'typebox'
import { operation, to } from '../../../../platform/contract/index.ts'
import { maybe, namedObject, text, Time, described, exampleText } from '../../../../platform/contract/schema.ts'
import { fetchedBranch, fetchedScanErrors, ProjectImportScan } from '../../imports/contract.ts'
import { noVault } from '../../secrets/contract/refusals.ts'

export const fullName = exampleText(
  'The repository as owner/name; at GitLab also in groups within groups, such as acme/web/shop.',
  'acme/shop',
)

export const hostFailed = {
  status: 502,
  code: 'code_host_failed',
  message: 'The code host refused or failed. Nothing was changed.',
  details: Type.Object({
    error: Type.String({ description: 'The error of the code host, or why it was not reached.' }),
  }),
} as const

const HostedRepositories = namedObject('HostedRepositories', {
  repositories: Type.Array(
    namedObject('HostedRepository', {
      fullName,
      isPrivate: Type.Boolean({ description: 'Whether the host hides it from people without a sign-in.' }),
      changedAt: maybe(described(Time, 'When it was last pushed to or changed; null if the host does not report it.')),
    }),
    { description: 'At most 50, the newest change first.' },
  ),
  hasMore: Type.Boolean({ description: 'Whether the host has more, which a longer search finds.' }),
})

export const listCodeHostRepositories = operation({
  method: 'GET',
  path: '/v1/api/code-hosts/{id}/repositories',
  summary: 'List the repositories that a connection to a code host sees, at most 50, or search them by name',
  reach: 'call',
  access: to('agency'),
  effect: 'outside',
  query: Type.Object({
    search: Type.Optional(text(0, 200, { examples: ['shop'], description: 'A part of the name, or owner/name.' })),
  }),
  replies: { 200: HostedRepositories },
  errors: { noVault, hostFailed },
  audit: { refusals: 'code_host.list_repositories' },
  reads: { code_host: 'all' },
})

export const scanCodeHostRepository = operation({
  method: 'POST',
  path: '/v1/api/code-hosts/{id}/scans',
  summary: 'Fetch a branch of a repository of a connected code host with its history, and scan it before importing it',
  reach: { page: '/projects/new' },
  access: to('agency'),
  effect: 'outside',
  body: namedObject('ScanCodeHostRepository', { fullName, branch: fetchedBranch }),
  replies: { 201: ProjectImportScan },
  errors: { noVault, ...fetchedScanErrors },
  audit: { action: 'import.scan', category: 'execute' },
})

export const repositoryOperations = { listCodeHostRepositories, scanCodeHostRepository }
