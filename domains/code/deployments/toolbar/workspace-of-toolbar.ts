import type { Database } from '../../../../platform/db/database.ts'
import { placeOfLabel } from '../store-hosts.ts'
import type { PreviewTokens, PreviewVisitor, ToolbarTokenUse } from '../tokens.ts'

/** The workspace that the label in a token of a toolbar belongs to; whether the token is good is decided there. */
export const workspaceOfToolbar = async (database: Database, token: string): Promise<string | undefined> => {
  const label = token.split('.', 3)[1]
  return label === undefined ? undefined : (await database.identity((tx) => placeOfLabel(tx, { label })))?.workspaceId
}

/** A person, or a share link, who looks at a preview with its toolbar. */
export interface ToolbarVisitor extends PreviewVisitor {
  /** Whether they came by a share link, without an account; `userId` is the id of the link then. */
  readonly isShared: boolean
}

const marks: Readonly<Record<ToolbarTokenUse, string>> = { toolbar: 'p', 'shared-toolbar': 's' }

/** The token of a toolbar in its frame: its use, the label and the signed part. */
export const toolbarTokenOf = (use: ToolbarTokenUse, label: string, signed: string): string =>
  `${marks[use]}.${label}.${signed}`

/** The holder of a toolbar; undefined for a token that is expired, for anything else, or no token. */
export const readToolbarToken = (tokens: PreviewTokens, token: string, now: Date): ToolbarVisitor | undefined => {
  const [mark, label, signed, ...others] = token.split('.')
  if (label === undefined || signed === undefined || others.length > 0) return undefined
  const use = (['toolbar', 'shared-toolbar'] as const).find((one) => marks[one] === mark)
  const visitor = use && tokens.read(use, label, signed, now)
  return visitor && { ...visitor, isShared: use === 'shared-toolbar' }
}
