interface OriginRequest {
  readonly fullName?: string
  readonly empty?: true
  readonly scanId?: string
}

/** Where an attached repository comes from. */
export type Origin =
  | { readonly from: 'codehost'; readonly fullName: string }
  | { readonly from: 'empty' }
  | { readonly from: 'scan'; readonly scanId: string }

/** The only origin of a request; undefined unless it names exactly one. */
export const originOf = ({ fullName, empty, scanId }: OriginRequest): Origin | undefined => {
  const named: Origin[] = [
    ...(fullName === undefined ? [] : [{ from: 'codehost', fullName } as const]),
    ...(empty === undefined ? [] : [{ from: 'empty' } as const]),
    ...(scanId === undefined ? [] : [{ from: 'scan', scanId } as const]),
  ]
  return named.length === 1 ? named[0] : undefined
}

interface DetachContext {
  readonly isPrimary: boolean
  /** How many other repositories the project was given. */
  readonly others: number
  /** It has the newest revision. */
  readonly holdsHead: boolean
}

/** Why a repository cannot be detached: what stays would have no head, or no primary repository among several. */
export const detachObstacle = ({ isPrimary, others, holdsHead }: DetachContext) => {
  if (holdsHead) return 'holdsHead'
  return isPrimary && others > 0 ? 'isPrimary' : undefined
}
