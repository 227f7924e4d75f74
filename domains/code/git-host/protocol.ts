import { Type } from 'typebox'
import { bytes, conflict, contract, operation, toAgencyWho } from '../../../platform/contract/index.ts'
import { oneOf } from '../../../platform/contract/schema.ts'
import { noHead } from '../revisions/contract.ts'
import { bundleMostBytes } from '../uploads/contract.ts'

export const services = ['git-upload-pack', 'git-receive-pack'] as const

const access = { ...toAgencyWho('manage', 'project', 'params.projectId'), basic: true } as const

const repositoryBacked = conflict({
  code: 'repository_backed',
  message: 'This project is hosted on its code host. Clone it there, and push there.',
})
const noRequest = {
  status: 400,
  code: 'git_request_invalid',
  message: 'Git does not understand this request.',
} as const

/** The limit of a negotiation; git sends it again, and longer, in each round. */
export const fetchMostBytes = 10 * 2 ** 20

// Git asks for the refs of a repository at one address for both services. Source: gitprotocol-http(5), “Smart Clients”.
export const listGitRefs = operation({
  method: 'GET',
  path: '/w/{workspace}/{projectId}.git/info/refs',
  summary: 'List the refs of a repository for git',
  access,
  query: Type.Object({ service: oneOf(services) }),
  effect: 'outside',
  replies: { 200: bytes('application/*') },
  errors: {
    repositoryBacked,
    noHead,
    readOnlyKey: {
      status: 403,
      code: 'forbidden',
      message: 'This API key may only read. Push with a key that may write.',
    },
    archived: conflict({
      code: 'project_archived',
      message: 'This project is archived and takes no push. Unarchive it first.',
    }),
    taskActive: conflict({
      code: 'task_active',
      message: 'An agent is working on this project. Push again when its task has been merged or waits for a person.',
    }),
    noRequest,
  },
  errorShape: 'text',
  audit: { refusals: 'revision.export' },
})

export const fetchWithGit = operation({
  method: 'POST',
  path: '/w/{workspace}/{projectId}.git/git-upload-pack',
  summary: 'Answer a clone or a fetch of git',
  access: { ...access, scope: 'read', archived: 'taken' },
  body: bytes('application/x-git-upload-pack-request'),
  bodyLimit: fetchMostBytes,
  replay: false,
  effect: 'outside',
  replies: { 200: bytes('application/x-git-upload-pack-result') },
  errors: {
    repositoryBacked,
    noHead,
    noRequest,
    tooLarge: {
      status: 413,
      code: 'body_too_large',
      message: 'The list of commits that you have is too long. Make a new clone.',
    },
  },
  errorShape: 'text',
  audit: { action: 'revision.export', category: 'export', optional: true },
})

export const pushWithGit = operation({
  method: 'POST',
  path: '/w/{workspace}/{projectId}.git/git-receive-pack',
  summary: 'Take a push of git',
  access,
  body: bytes('application/x-git-receive-pack-request'),
  bodyLimit: bundleMostBytes,
  replay: false,
  effect: 'outside',
  replies: { 200: bytes('application/x-git-receive-pack-result') },
  errors: {
    repositoryBacked,
    noHead,
    noRequest,
    tooLarge: {
      status: 413,
      code: 'body_too_large',
      message: 'The push is larger than this server takes at one time. Push fewer commits.',
    },
  },
  errorShape: 'text',
  audit: { action: 'revision.create', category: 'create', optional: true },
})

/** Served to git clients. They are no part of the API, so no document of the API lists them. */
export const gitProtocol = contract({ listGitRefs, fetchWithGit, pushWithGit })
