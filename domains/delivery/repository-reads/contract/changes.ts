import { Type } from 'typebox'
import { maybe, namedObject, oneOf } from '../../../../platform/contract/schema.ts'
import { changeKinds } from '../rules.ts'

const pathFields = {
  path: Type.Optional(Type.String()),
  pathBase64: Type.Optional(Type.String({ description: 'Instead of path, if it is not UTF-8' })),
}

export const Change = namedObject('ProjectChange', {
  ...pathFields,
  previousPath: Type.Optional(Type.String({ description: 'Of a renamed file: its path before' })),
  previousPathBase64: Type.Optional(Type.String({ description: 'Instead of previousPath, if it is not UTF-8' })),
  kind: Type.Unsafe<(typeof changeKinds)[number]>({
    ...oneOf(changeKinds),
    description: 'What happened to the file; untracked: git does not know it yet',
  }),
  additions: maybe(Type.Integer({ description: 'Lines; null if they were not counted, as in binary files' })),
  deletions: maybe(Type.Integer({ description: 'Lines; null if they were not counted, as in binary files' })),
})

export const truncatedChanges = Type.Boolean({ description: 'Whether more files changed than are listed' })

export const ChangeFilePatch = namedObject('ChangeFilePatch', {
  ...pathFields,
  patch: maybe(Type.String({ description: 'The change as a unified diff; null for a binary or too long file' })),
  binary: Type.Boolean(),
})
