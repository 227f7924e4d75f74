import { Type } from 'typebox'
import {
  conflict,
  contract,
  operation,
  sandboxesInUse,
  toAgencyWho,
  toThoseWho,
} from '../../../platform/contract/index.ts'
import {
  CommitSha,
  Id,
  maybe,
  namedObject,
  oneOf,
  Sha256,
  Time,
  described,
  exampleText,
} from '../../../platform/contract/schema.ts'
import { buildLogMostChars, imageBuildCauses, imageBuildKinds, imageBuildsMost, imageBuildStatuses } from './rules.ts'

export const ProjectDesktopAccess = namedObject('ProjectDesktopAccess', {
  available: Type.Boolean(),
  desktopUrl: Type.Optional(Type.String({ format: 'uri' })),
  reason: Type.Optional(Type.String({ examples: ['The desktop is not started.'] })),
})

export const ImageBuild = namedObject('ImageBuild', {
  id: Id,
  status: Type.Enum([...imageBuildStatuses]),
  createdAt: described(Time, 'When it began.'),
  endedAt: maybe(described(Time, 'When it ended; null while it is under way.')),
  kind: oneOf(imageBuildKinds),
  cause: oneOf(imageBuildCauses),
  repoId: Id,
  commitSha: CommitSha,
  contentHash: described(
    Sha256,
    'A hash of everything that the result depends on: manifests and lock files, commands, programs and their versions, variables, and all files if the install runs code. With the same hash, the stored result is used again.',
  ),
  error: maybe(
    exampleText('Why it failed; null if it did not.', 'The setup failed: this machine has no program “cargo”.'),
  ),
  log: exampleText(
    `The end of its output, at most ${buildLogMostChars.toLocaleString('en')} characters; empty while it is under way.`,
    'added 14 packages in 2s',
  ),
  uses: Type.Integer({ description: 'How often its result was used again.', examples: [3] }),
  lastUsedAt: maybe(described(Time, 'When its result was last used again.')),
})

export const ProjectTerminalAccess = namedObject('ProjectTerminalAccess', {
  command: Type.String({ examples: ['ssh -p 40022 t-5f1c9a@127.0.0.1'] }),
  user: Type.String({ examples: ['t-5f1c9a'] }),
  password: Type.String({ examples: ['kY0mZl2sXr8QbD5u'] }),
  host: Type.String({ examples: ['127.0.0.1'] }),
  port: Type.Integer({ examples: [40022] }),
  fingerprint: Type.String({ examples: ['SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDTzz0CG2XQ0aAHy4o'] }),
  knownHosts: Type.String({ examples: ['[127.0.0.1]:40022 ssh-ed25519 AAAAC3Nz…'] }),
  expiresAt: Time,
})

export const getProjectDesktop = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/desktop',
  summary: 'Read whether the project has a desktop, and where. Starts and prolongs nothing',
  reach: { page: '/projects/{id}/code/sandbox' },
  access: { ...toThoseWho('view', 'project', 'params.id'), scope: 'read' },
  replies: { 200: ProjectDesktopAccess },
  audit: { refusals: 'desktop.get' },
})

export const startProjectDesktop = operation({
  method: 'POST',
  path: '/v1/api/projects/{id}/desktop',
  summary: 'Start the desktop of the project, or learn why it has no desktop',
  reach: { page: '/projects/{id}/code/sandbox' },
  access: toThoseWho('steer', 'project', 'params.id'),
  replies: { 200: ProjectDesktopAccess },
  audit: { action: 'desktop.start', category: 'execute', severity: 'notice' },
})

export const listProjectImageBuilds = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/image-builds',
  summary: `List the newest builds of the bases of the project’s sandboxes, newest first, at most ${imageBuildsMost}`,
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  replies: { 200: Type.Array(ImageBuild) },
  audit: { refusals: 'image_build.list' },
  reads: { cycle: 'projectId', task: 'projectId', deployment: 'projectId' },
})

export const getProjectTerminal = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/terminal',
  summary: 'Get user and password for one SSH connection to the sandbox of the project, good for two minutes',
  reach: { page: '/projects/{id}/code/sandbox' },
  access: { ...toAgencyWho('manage', 'project', 'params.id'), scope: 'write' },
  replies: { 200: ProjectTerminalAccess },
  errors: {
    off: {
      status: 503,
      code: 'terminal_off',
      message:
        'This server offers no SSH. Its operator can switch it on with ATELIER_SSH and an isolating sandbox driver.',
    },
    archived: conflict({
      code: 'project_archived',
      message: 'This project is archived. Unarchive it to work in its sandbox.',
    }),
    noHead: { status: 404, code: 'no_revision', message: 'This project has no revision yet. Import one first.' },
    sandboxesInUse,
  },
  audit: { action: 'terminal.mint', category: 'execute', severity: 'notice' },
})

export const sandboxes = contract({
  getProjectDesktop,
  startProjectDesktop,
  listProjectImageBuilds,
  getProjectTerminal,
})
