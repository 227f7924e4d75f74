import { type Static, Type } from 'typebox'
import { contract, operation, toAgencyWho, toThoseWho, bytes } from '../../../platform/contract/index.ts'
import { CommitSha, Id, maybe, namedObject, oneOf, Time } from '../../../platform/contract/schema.ts'
import { branchKinds, changedPathsMost, commitsMost } from './rules.ts'
import {
  branchGone,
  late,
  namedFile,
  noFile,
  noRepository,
  ref,
  repo,
  since,
  taskId,
  taskUnreadable,
  unknownSince,
  unreachable,
} from './contract/asking.ts'
import {
  Change,
  ChangeFilePatch,
  getProjectRevisionChangeFile,
  getProjectRevisionChanges,
  listProjectHistory,
  truncatedChanges,
} from './contract/revisions.ts'
import { changesMost as changesShown } from './rules/first-changes.ts'
import { imageMostBytes, imageMostPixels } from './rules/images.ts'

const tests = (description: string) => Type.Array(Type.String({ examples: ['adds'] }), { description })

const OriginTask = namedObject('OriginTask', {
  taskId: Id,
  cycleId: Id,
  cycleTitle: maybe(Type.String({ description: 'The title of its cycle', examples: ['Show the opening hours'] })),
  agent: maybe(Type.String({ description: 'The agent that wrote it; null where git did', examples: ['Coder'] })),
  model: maybe(Type.String({ description: 'The model that it worked with', examples: ['gpt-5'] })),
  needed: tests('Tests that fail without the change and pass with it, which its author did not write'),
  own: tests('Such tests that came with the change'),
})

const LineOrigin = namedObject('LineOrigin', {
  line: Type.Integer({ minimum: 1, description: 'The first of these lines' }),
  endLine: Type.Integer({ minimum: 1, description: 'The last of them' }),
  commitSha: Type.String({ ...CommitSha, description: 'The commit that brought them' }),
  author: Type.String({ description: 'The author in that commit', examples: ['Ada Lovelace'] }),
  taskId: maybe(Type.String({ ...Id, description: 'The task that changed them; null without a task' })),
  account: maybe(Type.String({ description: 'Why they exist; null if it is not known', examples: ['needed'] })),
  tests: tests('Up to 5 tests or test files of the run that fails without them, if it is known'),
})

export const FileOrigins = namedObject('FileOrigins', {
  tasks: Type.Array(OriginTask, { description: 'The tasks that lines name' }),
  lines: Type.Array(LineOrigin, { description: 'Which commit brought which lines, in their order' }),
})

const origins = Type.Optional(
  Type.Boolean({ description: 'Whether the answer has the origin of each line; not beside `taskId`' }),
)

const commit = Type.Optional(
  Type.String({ pattern: '^[0-9a-f]{40}$', description: 'The full sha of a commit in the place of a branch' }),
)

// People and agents wrote it: opened directly it runs no script, sends no request and passes for no other type.
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
  summary: 'Read an image of a branch or commit: PNG, JPEG, GIF, WebP or AVIF',
  reach: 'transfer',
  access: toAgencyWho('manage', 'project', 'params.id'),
  effect: 'outside',
  query: Type.Object({ ...namedFile, repo, ref, commit }),
  replies: { 200: { ...bytes('image/*', pictureHeaders), isConditional: true } },
  errors: {
    noRepository,
    branchGone,
    noCommit: {
      status: 404,
      code: 'commit_not_found',
      message: 'There is no such commit in the history of this repository. Name one by its full SHA.',
    },
    noFile,
    notImage: {
      status: 415,
      code: 'not_an_image',
      message: 'This file is not a PNG, JPEG, GIF, WebP or AVIF. SVG is text: read its content.',
    },
    tooLarge: {
      status: 413,
      code: 'image_too_large',
      message: `This picture has more than ${imageMostBytes / 1024 ** 2} MiB or more than ${imageMostPixels / 1e6} million pixels, which is the most that is read. Pull the repository to see it.`,
      details: namedObject('ImageTooLarge', {
        sizeBytes: Type.Integer({ description: 'How many bytes the file has' }),
        width: Type.Optional(Type.Integer({ description: 'How many pixels it is wide; absent if it was not read' })),
        height: Type.Optional(Type.Integer({ description: 'How many pixels it is high; absent if it was not read' })),
      }),
    },
    unreachable,
    late,
  },
  audit: { refusals: 'project.image' },
})

export * from './contract/revisions.ts'

const source = oneOf(['native-repos', 'codehost'], { description: 'Where the repository was read.' })

const ProjectBranches = namedObject('ProjectBranches', {
  repositoryId: Type.String({ ...Id, description: 'The repository that was read.' }),
  defaultBranch: Type.String({ examples: ['main'] }),
  branches: Type.Array(
    namedObject('ProjectBranch', {
      name: Type.String({ description: 'What `ref` names', examples: ['main'] }),
      kind: oneOf(branchKinds, {
        description:
          'The default branch, the branch of the project’s preview, the branch into which a cycle merges its tasks, or the branch of a task',
      }),
      title: maybe(
        Type.String({ description: 'The title of the cycle or task; null for the default branch and the preview' }),
      ),
      cycleId: maybe(Id),
      taskId: maybe(Id),
      headSha: maybe(CommitSha),
      createdAt: maybe(Time),
    }),
    { description: 'The default branch, then branches of cycles and tasks, newest first; some may be deleted already' },
  ),
  truncated: Type.Boolean({ description: 'Whether there are older branches than are listed' }),
})

export const ProjectChanges = namedObject('ProjectChanges', {
  source,
  repositoryId: Type.String({ ...Id, description: 'The repository that was read.' }),
  branch: Type.String({ description: 'The branch whose change it is', examples: ['main'] }),
  baseSha: Type.String({
    ...CommitSha,
    description: 'The base commit of the comparison: where it left the default branch, or `since`.',
  }),
  headSha: Type.String({ ...CommitSha, description: 'The head of the branch.' }),
  files: Type.Array(Change, { description: 'The changes of the branch since that commit, without ignored files.' }),
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

const LastChange = namedObject('LastChange', {
  commitSha: CommitSha,
  committedAt: Type.Unsafe<Date>({ ...Time, description: 'When it was committed' }),
  title: Type.String({ description: 'The first line of its message', examples: ['Show the opening hours'] }),
  files: Type.Array(Type.String({ examples: ['src/index.ts'] }), {
    description: 'The paths that no later commit changed',
  }),
})

const TreeListing = namedObject('TreeListing', {
  branch: Type.String({ description: 'The branch whose files they are', examples: ['main'] }),
  commitSha: CommitSha,
  files: Type.Array(Type.String({ examples: ['src/index.ts'] }), {
    description: 'The paths of plain files that git does not ignore, sorted by their bytes',
  }),
  lastChanges: Type.Array(LastChange, {
    description: `The commits that changed these files last, newest first: of the newest ${commitsMost} and at most ${changedPathsMost} paths; older changes are left out`,
  }),
  truncated: Type.Boolean({ description: 'Whether there are more files than are listed' }),
})

export type FileContent = Static<typeof FileContent>
export const FileContent = namedObject('FileContent', {
  path: Type.String(),
  content: maybe(Type.String({ description: 'The text of the file; null if it is binary or truncated' })),
  binary: Type.Boolean({ description: 'Whether a NUL byte was found in it, and it is not UTF-16' }),
  truncated: Type.Boolean({
    description: 'Whether it is too long to be shown: then there is no content, and binary has no meaning',
  }),
  lossy: Type.Boolean({ description: 'Whether it is not UTF-8, so that its characters are guessed' }),
  origins: Type.Optional(
    maybe(FileOrigins, { description: 'The origin of each line, if requested; null if git cannot find it in time' }),
  ),
})

export const listProjectBranches = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/branches',
  summary:
    'List the branches of a project: the default branch, the branch of its preview, then branches of cycles and tasks, newest first',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  effect: 'outside',
  query: Type.Object({ repo }),
  replies: { 200: ProjectBranches },
  errors: { noRepository, unreachable, late },
  audit: { refusals: 'project.branches' },
  reads: { task: 'projectId', repository: 'projectId', revision: 'projectId', deployment: 'projectId' },
})

const readable = { ...toThoseWho('view', 'project', 'params.id'), agencyParameters: ['ref'] } as const

export const getProjectChanges = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/changes',
  summary: 'List the files that a project changed, including uncommitted work of agents',
  reach: 'call',
  access: readable,
  effect: 'outside',
  query: Type.Object({ repo, since, ref }),
  replies: { 200: ProjectChanges },
  errors: { unknownSince, noRepository, branchGone, unreachable, late },
  audit: { refusals: 'project.changes' },
  reads: { task: 'projectId', repository: 'projectId', revision: 'projectId' },
})

export const getProjectChangeFile = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/changes/file',
  summary: 'Read the diff of a file, including an agent’s uncommitted work',
  reach: 'call',
  access: readable,
  effect: 'outside',
  query: Type.Object({ ...namedFile, repo, since, ref, taskId }),
  replies: { 200: ChangeFilePatch },
  errors: {
    unknownSince,
    noRepository,
    branchGone,
    notChanged: {
      status: 404,
      code: 'file_not_changed',
      message: 'This file is not among the changed files. List the changed files of the project.',
    },
    taskUnreadable,
    unreachable,
    late,
  },
  audit: { refusals: 'project.change_file' },
  reads: { repository: 'projectId', revision: 'projectId' },
})

export const listProjectFiles = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/files',
  summary: 'List the files of a branch that git does not ignore',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  effect: 'outside',
  query: Type.Object({ repo, ref }),
  replies: { 200: TreeListing },
  errors: { noRepository, branchGone, unreachable, late },
  audit: { refusals: 'project.files' },
  reads: { repository: 'projectId', revision: 'projectId' },
})

export const getProjectFileContent = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/files/content',
  summary: 'Read a file of a branch, or of a task that an agent is working on',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  effect: 'outside',
  query: Type.Object({ ...namedFile, repo, taskId, ref, origins }),
  replies: { 200: FileContent },
  errors: { noRepository, branchGone, noFile, taskUnreadable, unreachable, late },
  audit: { refusals: 'project.file_content' },
  reads: { task: 'projectId', repository: 'projectId', revision: 'projectId' },
})

const FirstChanges = namedObject('FirstChanges', {
  commitSha: Type.String({ ...CommitSha, description: 'The head of the default branch, which was read.' }),
  changes: Type.Array(
    namedObject('FirstChange', {
      title: Type.String({
        description: 'What to wish for',
        examples: ['Add a lock file for the packages of package.json'],
      }),
      reason: Type.String({
        description: 'The evidence',
        examples: ['Without one, each setup takes the versions of its day.'],
      }),
      touches: Type.String({
        description: 'The part of the code that it would touch',
        examples: ['the lock file alone'],
      }),
      proof: Type.String({
        description: 'How it would be proved',
        examples: ['the packages install from it, and the tests run as before'],
      }),
    }),
    { description: `At most ${changesShown}, the most useful first; empty if nothing is evident` },
  ),
  passed: Type.Array(
    namedObject('PassedCheck', {
      command: Type.String({ examples: ['npm test'] }),
      durationMs: Type.Integer({ minimum: 0 }),
      tests: maybe(Type.Integer({ minimum: 0, description: 'How many tests passed; null if no report says it' })),
    }),
    { description: 'The checks that a cycle ran over this commit, and that passed' },
  ),
})

export const listFirstChanges = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/first-changes',
  summary:
    'Suggest changes to begin with, each with its evidence in the files, the history and the checks of the project',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  effect: 'outside',
  replies: { 200: FirstChanges },
  errors: { noRepository, branchGone, unreachable, late },
  audit: { refusals: 'project.first_changes' },
  reads: { task: 'projectId', repository: 'projectId', revision: 'projectId' },
})

export const repositoryReads = contract({
  listFirstChanges,
  listProjectBranches,
  getProjectChanges,
  getProjectChangeFile,
  listProjectFiles,
  getProjectFileContent,
  getProjectImage,
  listProjectHistory,
  getProjectRevisionChanges,
  getProjectRevisionChangeFile,
})
