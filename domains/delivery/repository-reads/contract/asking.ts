import { Type } from 'typebox'
import { readMs, relativePath } from '../rules.ts'

// The parameters of reads of repositories, and their refusals.

const seconds = readMs / 1000

export const noRepository = {
  status: 404,
  code: 'no_repository',
  message: 'This project has no such repository. Its primary one is read if you name none.',
} as const
export const branchGone = {
  status: 404,
  code: 'branch_not_found',
  message: 'The project has no such branch, or its repository no longer has it. List the branches of the project.',
} as const
export const unreachable = {
  status: 502,
  code: 'repository_unreachable',
  message: 'The repository did not answer. Nothing was changed; try again.',
  retryAfterSeconds: 5,
} as const
export const late = {
  status: 504,
  code: 'read_timed_out',
  message: `The repository was not read within ${seconds} seconds. Nothing was changed; try again.`,
  retryAfterSeconds: 5,
} as const
export const unknownSince = {
  status: 400,
  code: 'unknown_since',
  message: 'There is no such commit in the history of this repository. Name one by its full SHA.',
} as const
export const noFile = {
  status: 404,
  code: 'file_not_found',
  message: 'There is no such file, or git ignores it. List the files of the project.',
} as const
export const taskUnreadable = {
  status: 404,
  code: 'task_not_readable',
  message: 'No agent is working on such a task of this project. Read its commits by the name of its branch.',
} as const

export const repo = Type.Optional(
  Type.String({ description: 'The id or the full name of a repository of the project; its primary one without it' }),
)
export const ref = Type.Optional(
  Type.String({ description: 'A branch that the list of branches has; the default branch without it' }),
)
export const since = Type.Optional(
  Type.String({
    pattern: '^[0-9a-f]{40}$',
    description: 'The full sha of a commit to compare with in the place of the default branch',
  }),
)
export const path = Type.String({
  pattern: relativePath,
  description: 'A path relative to the top of the repository',
  examples: ['src/index.ts'],
})
/** A file of a list, whose name may have a backslash or be no UTF-8. */
export const namedFile = {
  path: Type.Optional(path),
  pathBase64: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9+/]{1,6000}={0,2}$',
      description: 'Instead of `path`: the bytes of a path that has a backslash or is not UTF-8',
      examples: ['Y2Fm6S50eHQ='],
    }),
  ),
}
/** The path of a file in an answer. */
export const pathFields = {
  path: Type.Optional(Type.String()),
  pathBase64: Type.Optional(Type.String({ description: 'Instead of path, if it is not UTF-8' })),
}
export const changedPathFields = {
  ...pathFields,
  previousPath: Type.Optional(Type.String({ description: 'Of a renamed file: its path before' })),
  previousPathBase64: Type.Optional(Type.String({ description: 'Instead of previousPath, if it is not UTF-8' })),
}
export const taskId = Type.Optional(
  Type.String({
    description: 'A task that an agent is working on: its files as they are now, and neither `ref` nor `since`',
  }),
)
