import { Type } from 'typebox'
import { bytes, contract, operation, toAgencyWho, toThoseWho } from '../../../platform/contract/index.ts'
import { CommitSha, Id, maybe, namedObject, oneOf, Time } from '../../../platform/contract/schema.ts'
import { branchKinds, changeKinds, readMs, relativePath } from './rules.ts'
import { imageMostBytes, imageMostPixels } from './rules/images.ts'

const seconds = readMs / 1000

const noRepository = {
  status: 404,
  code: 'no_repository',
  message: 'This project has no such repository. Leave `repo` out for its primary one; a project may have none at all.',
} as const
const branchGone = {
  status: 404,
  code: 'branch_not_found',
  message: 'The project has no such branch, or its repository no longer has it. List the branches of the project.',
} as const
const unreachable = {
  status: 502,
  code: 'repository_unreachable',
  message: 'The repository did not answer. Nothing was changed; try again.',
} as const
const late = {
  status: 504,
  code: 'read_timed_out',
  message: `The repository was not read within ${seconds} seconds. Nothing was changed; try again.`,
} as const
const unknownSince = {
  status: 400,
  code: 'unknown_since',
  message: 'There is no such commit in the history of this repository. Send the full sha of one as `since`.',
} as const
const noFile = {
  status: 404,
  code: 'file_not_found',
  message: 'There is no such plain file, or git ignores it. List the files of the project.',
} as const
const taskUnreadable = {
  status: 404,
  code: 'task_not_readable',
  message:
    'There is no agent at work on such a task of this project. What it has committed can be read by the name of its branch.',
} as const

const repo = Type.Optional(
  Type.String({ description: 'The id or the full name of a repository of the project; its primary one without it' }),
)
const ref = Type.Optional(
  Type.String({ description: 'A branch that the list of branches has; the default branch without it' }),
)
const since = Type.Optional(
  Type.String({
    pattern: '^[0-9a-f]{40}$',
    description: 'The full sha of a commit to compare with in the place of the default branch',
  }),
)
const commit = Type.Optional(
  Type.String({ pattern: '^[0-9a-f]{40}$', description: 'The full sha of a commit in the place of a branch' }),
)
const path = Type.String({
  pattern: relativePath,
  description: 'A path relative to the top of the repository',
  examples: ['src/index.ts'],
})
const taskId = Type.Optional(
  Type.String({
    description: 'A task that an agent is working on: its files as they are now, and neither `ref` nor `since`',
  }),
)

const source = Type.Unsafe<'native-repos' | 'codehost'>({
  ...oneOf(['native-repos', 'codehost']),
  description: 'Where the repository was read.',
})

export const ProjectBranches = namedObject('ProjectBranches', {
  repositoryId: Type.String({ ...Id, description: 'The repository that was read.' }),
  defaultBranch: Type.String({ examples: ['main'] }),
  branches: Type.Array(
    namedObject('ProjectBranch', {
      name: Type.String({ description: 'What `ref` names', examples: ['main'] }),
      kind: Type.Unsafe<(typeof branchKinds)[number]>({
        ...oneOf(branchKinds),
        description: 'The default branch, what a cycle merges its tasks into, or what a task is done on',
      }),
      title: maybe(Type.String({ description: 'The title of the cycle or task; null for the default branch' })),
      cycleId: maybe(Id),
      taskId: maybe(Id),
      headSha: maybe(CommitSha),
      createdAt: maybe(Time),
    }),
    { description: 'The default branch, then those of cycles and tasks, newest first; some may be gone already' },
  ),
  truncated: Type.Boolean({ description: 'Whether there are older branches than are listed' }),
})

const pathFields = {
  path: Type.Optional(Type.String()),
  pathBase64: Type.Optional(Type.String({ description: 'Instead of path, where it is not UTF-8' })),
}

const Change = namedObject('ProjectChange', {
  ...pathFields,
  previousPath: Type.Optional(Type.String({ description: 'Of a renamed file: its path before' })),
  previousPathBase64: Type.Optional(Type.String({ description: 'Instead of previousPath, where it is not UTF-8' })),
  kind: Type.Unsafe<(typeof changeKinds)[number]>({
    ...oneOf(changeKinds),
    description: 'What happened to the file; untracked: git does not know it yet',
  }),
  additions: maybe(Type.Integer({ description: 'Lines; null where they were not counted, as in binary files' })),
  deletions: maybe(Type.Integer({ description: 'Lines; null where they were not counted, as in binary files' })),
})

const truncatedChanges = Type.Boolean({ description: 'Whether more files changed than are listed' })

export const ProjectChanges = namedObject('ProjectChanges', {
  source,
  repositoryId: Type.String({ ...Id, description: 'The repository that was read.' }),
  branch: Type.String({ description: 'The branch whose change it is', examples: ['main'] }),
  baseSha: Type.String({ ...CommitSha, description: 'The commit that it is compared with.' }),
  headSha: Type.String({ ...CommitSha, description: 'The head of the branch.' }),
  files: Type.Array(Change, {
    description: 'What the branch changed since it left that commit. What git ignores is left out.',
  }),
  truncated: truncatedChanges,
  inFlight: Type.Array(
    namedObject('InFlightChange', {
      taskId: Id,
      cycleId: Id,
      title: Type.String(),
      branch: Type.String(),
      baseSha: Type.String({ ...CommitSha, description: 'The commit that the branch of the task was cut from.' }),
      files: Type.Array(Change, { description: 'What its agent wrote since then and has not merged' }),
      truncated: truncatedChanges,
    }),
    { description: 'The tasks that agents are working on now, as far as their sandboxes answered' },
  ),
})

export const ChangeFilePatch = namedObject('ChangeFilePatch', {
  path: Type.String(),
  patch: maybe(
    Type.String({ description: 'The change as a unified diff; null for a binary file, and for one that is too long' }),
  ),
  binary: Type.Boolean(),
})

export const TreeListing = namedObject('TreeListing', {
  branch: Type.String({ description: 'The branch whose files they are', examples: ['main'] }),
  commitSha: CommitSha,
  files: Type.Array(Type.String({ examples: ['src/index.ts'] }), {
    description: 'The paths of plain files that git does not ignore, sorted by their bytes',
  }),
  truncated: Type.Boolean({ description: 'Whether there are more files than are listed' }),
})

export const FileContent = namedObject('FileContent', {
  path: Type.String(),
  content: maybe(Type.String({ description: 'The text of the file; null where it is binary or truncated' })),
  binary: Type.Boolean({ description: 'Whether a NUL byte was found in it' }),
  truncated: Type.Boolean({
    description: 'Whether it is too long to be shown: then there is no content, and binary says nothing',
  }),
  lossy: Type.Boolean({ description: 'Whether bytes that are not UTF-8 stand as U+FFFD in the content' }),
})

export const listProjectBranches = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/branches',
  summary: 'List the branches of a project: the default one, then those of cycles and tasks, newest first',
  access: toAgencyWho('manage', 'project', 'params.id'),
  effect: 'outside',
  query: Type.Object({ repo }),
  replies: { 200: ProjectBranches },
  errors: { noRepository, unreachable, late },
  audit: { refusals: 'project.branches' },
})

const readable = { ...toThoseWho('view', 'project', 'params.id'), agencyParameters: ['ref'] } as const

export const getProjectChanges = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/changes',
  summary: 'List the files that a project changed, and those that agents are working on now',
  access: readable,
  effect: 'outside',
  query: Type.Object({ repo, since, ref }),
  replies: { 200: ProjectChanges },
  errors: { unknownSince, noRepository, branchGone, unreachable, late },
  audit: { refusals: 'project.changes' },
})

export const getProjectChangeFile = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/changes/file',
  summary: 'Read the change of one file, also while an agent is working on it',
  access: readable,
  effect: 'outside',
  query: Type.Object({ path, repo, since, ref, taskId }),
  replies: { 200: ChangeFilePatch },
  errors: {
    unknownSince,
    noRepository,
    branchGone,
    notChanged: {
      status: 404,
      code: 'file_not_changed',
      message: 'There is no change of such a file. List the changed files of the project.',
    },
    taskUnreadable,
    unreachable,
    late,
  },
  audit: { refusals: 'project.change_file' },
})

export const listProjectFiles = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/files',
  summary: 'List the plain files of a branch, without what git ignores',
  access: toAgencyWho('manage', 'project', 'params.id'),
  effect: 'outside',
  query: Type.Object({ repo, ref }),
  replies: { 200: TreeListing },
  errors: { noRepository, branchGone, unreachable, late },
  audit: { refusals: 'project.files' },
})

export const getProjectFileContent = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/files/content',
  summary: 'Read a file of a branch, or of a task while an agent is working on it',
  access: toAgencyWho('manage', 'project', 'params.id'),
  effect: 'outside',
  query: Type.Object({ path, repo, taskId, ref }),
  replies: { 200: FileContent },
  errors: {
    noRepository,
    branchGone,
    noFile,
    taskUnreadable,
    unreachable,
    late,
  },
  audit: { refusals: 'project.file_content' },
})

// The project's own people and agents wrote it: opened by itself it runs nothing, asks nobody and is taken for nothing else.
const pictureHeaders = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'content-disposition': 'inline',
  'cache-control': 'private, no-cache',
}

export const getProjectImage = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/files/image',
  summary: 'Read a picture of a branch or of a commit: PNG, JPEG, GIF, WebP or AVIF, as its bytes say',
  access: toAgencyWho('manage', 'project', 'params.id'),
  effect: 'outside',
  query: Type.Object({ path, repo, ref, commit }),
  replies: { 200: { ...bytes('image/*', pictureHeaders), isConditional: true } },
  errors: {
    noRepository,
    branchGone,
    noCommit: {
      status: 404,
      code: 'commit_not_found',
      message: 'There is no such commit in the history of this repository. Send the full sha of one as `commit`.',
    },
    noFile,
    notImage: {
      status: 415,
      code: 'not_an_image',
      message: 'The bytes of this file are no PNG, JPEG, GIF, WebP or AVIF. Drawings (SVG) are text: read its content.',
    },
    tooLarge: {
      status: 413,
      code: 'image_too_large',
      message: `This picture has more than ${imageMostBytes / 1024 ** 2} MiB or more than ${imageMostPixels / 1e6} million pixels, which is the most that is read. Pull the repository to see it.`,
      details: namedObject('ImageTooLarge', {
        sizeBytes: Type.Integer({ description: 'How many bytes the file has' }),
        width: Type.Optional(Type.Integer({ description: 'How many pixels it is wide; absent where it was not read' })),
        height: Type.Optional(
          Type.Integer({ description: 'How many pixels it is high; absent where it was not read' }),
        ),
      }),
    },
    unreachable,
    late,
  },
  audit: { refusals: 'project.image' },
})

export const repositoryReads = contract({
  listProjectBranches,
  getProjectChanges,
  getProjectChangeFile,
  listProjectFiles,
  getProjectFileContent,
  getProjectImage,
})
