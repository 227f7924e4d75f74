import { Type } from 'typebox'
import { bytes, conflict, contract, operation, to, toAgencyWho } from '../../../platform/contract/index.ts'
import {
  CommitSha,
  DeletedAck,
  Id,
  maybe,
  MessageAck,
  namedObject,
  oneOf,
  Time,
  described,
  exampleText,
} from '../../../platform/contract/schema.ts'
import { Repository } from '../projects/contract.ts'
import { noVault } from '../secrets/contract/refusals.ts'
import { CodeHost, CreateCodeHost, credential, name } from './contract/connection.ts'
import { fullName, hostFailed, repositoryOperations } from './contract/repositories.ts'
import { codeHostsMost, pullRequestStates } from './rules.ts'

export * from './contract/connection.ts'
export * from './contract/repositories.ts'

const CodeHostTest = namedObject('CodeHostTest', {
  works: Type.Boolean({ description: 'Whether the host accepts the token, or the app and its installation.' }),
  account: maybe(
    exampleText('The owner of the token, or the account of the app; null if it does not work.', 'acme-bot'),
  ),
  problem: maybe(Type.String({ description: 'Why it does not work; null if it does.' })),
})

const hostSentence = 'The code host git.example.com does not accept the token. Create a new one there.'

const ConnectedCodeHost = namedObject('ConnectedCodeHost', {
  codeHostId: described(Id, 'Which connection of the workspace it goes through.'),
  codeHostName: name,
  fullName,
  url: exampleText('The page of the repository there.', 'https://github.com/acme/shop'),
  state: oneOf(['waiting', 'pushed', 'failing'], {
    description: 'Whether the host has the newest revision, gets it soon, or did not take it.',
  }),
  pushedSha: maybe(described(CommitSha, 'The newest commit that the host has; null before.')),
  pushedAt: maybe(described(Time, 'When it was pushed; null before.')),
  error: maybe(Type.String({ description: 'Why the last push failed; null if it did not.' })),
  nextAttemptAt: maybe(described(Time, 'Not before then the push is tried again.')),
  pullRequests: Type.Boolean({ description: 'Whether cycles are delivered by pull requests, and merged at the host.' }),
  webhookState: oneOf(['waiting', 'made', 'failing'], {
    description: 'Whether the host sends webhooks. Without them it is asked every minute while a pull request is open.',
  }),
  webhookError: maybe(
    Type.String({ examples: [hostSentence], description: 'Why the host has no webhook yet; null if it has one.' }),
  ),
  lastWebhookAt: maybe(described(Time, 'When the host last sent a signed webhook to this connection.')),
  takeError: maybe(
    Type.String({
      examples: [hostSentence],
      description: 'Why commits of the host were not accepted; null if they were.',
    }),
  ),
})

export const PullRequest = namedObject('PullRequest', {
  id: Id,
  projectId: Id,
  cycleId: Id,
  number: maybe(Type.Integer({ examples: [12], description: 'Its number at the host; null before it is opened.' })),
  url: maybe(exampleText('Its page; null before.', 'https://github.com/acme/shop/pull/12')),
  branch: exampleText('The branch at the host with the change.', 'atelier-har-12-1-9f3c61b2'),
  targetBranch: exampleText('The branch that it is to be merged into.', 'main'),
  commitSha: described(CommitSha, 'The commit that was proposed.'),
  state: oneOf(pullRequestStates, {
    description:
      '`waiting` until the host has it, `merged` once it is merged there, `taken` once the project has the merge.',
  }),
  checks: oneOf(['none', 'pending', 'passing', 'failing'], {
    description: 'The combined result of the host’s checks; `none` if it has none.',
  }),
  error: maybe(
    Type.String({
      examples: [hostSentence],
      description: 'Why the last exchange with the host failed, or a merge does not count; null otherwise.',
    }),
  ),
  createdAt: described(Time, 'When the cycle asked for it.'),
  changedAt: described(Time, 'When its state or its checks changed last.'),
})

export const RepoConnectPreview = namedObject('RepoConnectPreview', {
  repositoryId: maybe(described(Id, 'The repository with the history; null without one.')),
  branch: maybe(exampleText('The branch that is pushed; null without a history.', 'main')),
  headSha: maybe(described(CommitSha, 'The newest commit; null without a history.')),
  commits: Type.Integer({ minimum: 0, description: 'How many commits the history has.' }),
  files: Type.Integer({ minimum: 0, description: 'How many files the newest revision has.' }),
  findings: Type.Integer({ minimum: 0, description: 'Secrets and forbidden files that the history holds.' }),
  obstacle: maybe(oneOf(['connected', 'no_history', 'findings', 'active']), {
    description: 'What keeps the project from being connected now; null where nothing does.',
  }),
  connection: maybe(ConnectedCodeHost, { description: 'The connection of the project; null without one.' }),
})

const ConnectProjectRepo = namedObject('ConnectProjectRepo', {
  codeHostId: described(Id, 'Which connection of the workspace it goes through.'),
  fullName,
  create: Type.Optional(
    Type.Boolean({ description: 'Create a private repository if it does not exist. Default: false.' }),
  ),
  pullRequests: Type.Optional(
    Type.Boolean({
      description:
        'Whether cycles are delivered by pull requests, and merged at the host; true by default. Without, Atelier merges and pushes.',
    }),
  ),
})

const administrator = to('administrator')
const onProject = toAgencyWho('manage', 'project', 'params.id')

export const listCodeHosts = operation({
  method: 'GET',
  path: '/v1/api/code-hosts',
  summary: 'List the code hosts that the workspace is connected to, oldest first',
  reach: 'call',
  access: to('agency'),
  replies: { 200: Type.Array(CodeHost) },
  audit: { refusals: 'code_host.list' },
  reads: { code_host: 'all' },
})

export const createCodeHost = operation({
  method: 'POST',
  path: '/v1/api/code-hosts',
  summary:
    'Connect the workspace to a code host. The token, or the private key of an app, is stored encrypted and never shown',
  reach: { page: '/settings/workspace' },
  access: administrator,
  body: CreateCodeHost,
  replies: { 201: CodeHost },
  errors: {
    noVault,
    nameTaken: conflict({
      code: 'code_host_name_taken',
      message: 'Another connection of this workspace has this name. Choose another name.',
    }),
    full: conflict({
      code: 'code_hosts_full',
      message: `A workspace has at most ${codeHostsMost} connections to code hosts. Remove one first.`,
    }),
  },
  audit: { action: 'code_host.create', category: 'create', severity: 'notice', event: 'code_host.created' },
})

export const renewCodeHost = operation({
  method: 'PUT',
  path: '/v1/api/code-hosts/{id}/token',
  summary: 'Put another token or app in the place of the old one. Projects stay connected, and failed pushes are due',
  reach: { page: '/settings/workspace' },
  access: administrator,
  body: namedObject('RenewCodeHost', credential),
  replies: { 200: CodeHost },
  errors: { noVault },
  audit: { action: 'code_host.update', category: 'update', severity: 'notice', event: 'code_host.updated' },
})

export const testCodeHost = operation({
  method: 'POST',
  path: '/v1/api/code-hosts/{id}/test',
  summary: 'Test a connection: ask the code host for the owner of the token. Failed pushes are due again if it works',
  reach: 'call',
  access: administrator,
  effect: 'outside',
  replies: { 200: CodeHostTest },
  errors: { noVault },
  audit: { action: 'code_host.test', category: 'execute' },
})

export const deleteCodeHost = operation({
  method: 'DELETE',
  path: '/v1/api/code-hosts/{id}',
  summary: 'Remove a connection to a code host with its token',
  reach: { page: '/settings/workspace' },
  access: administrator,
  replies: { 200: DeletedAck },
  errors: {
    inUse: conflict({
      code: 'code_host_in_use',
      message: 'Projects are pushed to this code host. Disconnect them first.',
    }),
  },
  audit: { action: 'code_host.delete', category: 'delete', severity: 'notice', event: 'code_host.deleted' },
})

export const previewProjectRepoConnect = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/repos/connect/preview',
  summary: 'Inspect the history of a project before it is connected to a code host, or how its pushes stand',
  reach: 'call',
  access: onProject,
  effect: 'outside',
  replies: { 200: RepoConnectPreview },
  audit: { refusals: 'project.preview_connect' },
  reads: { repository: 'projectId', revision: 'projectId', cycle: 'projectId', project: 'projectId', code_host: 'all' },
})

export const connectProjectRepo = operation({
  method: 'POST',
  path: '/v1/api/projects/{id}/repos/connect',
  summary:
    'Connect the history of a project to an empty repository on a code host, and push it and each revision there',
  reach: { page: '/projects/{id}/settings' },
  access: onProject,
  effect: 'outside',
  body: ConnectProjectRepo,
  replies: { 201: Repository },
  errors: {
    noVault,
    hostFailed,
    connected: conflict({
      code: 'project_connected',
      message: 'This project is connected to a code host already. Disconnect it first.',
    }),
    noHistory: conflict({
      code: 'project_without_history',
      message: 'The primary repository of this project is not on Atelier’s own host. There is no history to push.',
    }),
    findings: conflict({
      code: 'history_has_findings',
      message: 'The history holds secrets or files that should not be in it. Remove them from the history first.',
    }),
    active: conflict({
      code: 'project_active',
      message: 'A cycle of this project is at work. Stop it, or wait until it ends.',
    }),
    repositoryAttached: conflict({
      code: 'repository_attached',
      message: 'This repository is attached to a project of this workspace already. Detach it there first.',
    }),
    noRepository: conflict({
      code: 'code_host_repository_absent',
      message:
        'The code host has no such repository, or hides it from the token. Create it there, or let it be created.',
    }),
    notEmpty: conflict({
      code: 'code_host_repository_not_empty',
      message: 'The repository on the code host has other commits. Name an empty repository, or a new one.',
    }),
  },
  audit: { action: 'repository.connect', category: 'update', severity: 'notice', event: 'repository.connected' },
})

export const disconnectProjectRepo = operation({
  method: 'DELETE',
  path: '/v1/api/projects/{id}/repos/connect',
  summary: 'Disconnect a project from its code host. Pushed commits stay there',
  reach: { page: '/projects/{id}/settings' },
  access: onProject,
  replies: { 200: MessageAck },
  errors: {
    notConnected: conflict({ code: 'project_not_connected', message: 'This project is not connected to a code host.' }),
  },
  audit: { action: 'repository.disconnect', category: 'update', severity: 'notice', event: 'repository.disconnected' },
})

const accepted = Type.Boolean({ description: 'That the webhook was taken, or came before.' })

export const deliveryMostBytes = 5 * 1024 ** 2

export const listProjectPullRequests = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/pull-requests',
  summary: 'List the pull requests of a project at its code host, the newest 100, newest first',
  reach: 'call',
  access: onProject,
  replies: { 200: Type.Array(PullRequest) },
  audit: { refusals: 'project.list_pull_requests' },
  reads: { pull_request: 'projectId', cycle: 'projectId' },
})

export const takeCodeHostDelivery = operation({
  method: 'POST',
  path: '/v1/api/code-hosts/deliveries/{token}',
  summary: 'Receive a signed webhook of a code host',
  workspace: 'none',
  reach: 'transfer',
  access: to('public'),
  body: bytes('application/json'),
  bodyLimit: deliveryMostBytes,
  replies: { 200: namedObject('CodeHostDeliveryTaken', { accepted }) },
  errors: {
    noVault,
    unknown: { status: 404, code: 'not_found', message: 'There is nothing at this address.' },
    unsigned: {
      status: 400,
      code: 'code_host_delivery_not_signed',
      message: 'This request is not signed with the secret of its webhook.',
    },
  },
  audit: { none: 'A webhook is a reason to ask the host. The host’s answer is recorded if it changes something.' },
  // GitLab sends an `Idempotency-Key` with each webhook.
  replay: 'sender',
  effect: 'outside',
})

export const codeHosts = contract({
  ...repositoryOperations,
  listCodeHosts,
  createCodeHost,
  renewCodeHost,
  testCodeHost,
  deleteCodeHost,
  previewProjectRepoConnect,
  connectProjectRepo,
  disconnectProjectRepo,
  listProjectPullRequests,
  takeCodeHostDelivery,
})
