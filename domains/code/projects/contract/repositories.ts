import { Type } from 'typebox'
import { Id, maybe, namedObject, nameText, oneOf, text } from '../../../../platform/contract/schema.ts'

export const Repository = namedObject('Repository', {
  id: Id,
  host: oneOf(['native-repos', 'codehost']),
  fullName: maybe(Type.String()),
  label: maybe(Type.String()),
  defaultBranch: Type.String({ examples: ['main'] }),
  primary: Type.Boolean(),
})

export const repositoriesMost = 50

const branchName = text(1, 200, { pattern: '^(?!-)[^\\s~^:?*\\[\\\\\\x00-\\x1f\\x7f]+$' })
const fullName = Type.String({
  pattern: '^(?!\\.{1,2}/)[\\w.-]{1,99}/(?!\\.{1,2}$)[\\w.-]{1,99}$',
  examples: ['acme/shop'],
})

/** A repository of a code host for a project. */
export const CodeHostRepository = { fullName, branch: Type.Optional(branchName), label: Type.Optional(nameText(100)) }
