import type { InvalidField } from '../../../platform/contract/errors.ts'
import { isIdentifier, type Identifier } from './rules/identifiers.ts'

interface Identified {
  readonly endpoint: Identifier | null
  readonly legalId: Identifier | null
}

/** The identifiers of a billing identity that their scheme cannot have given. */
export const identifierFaults = (electronic: Identified | null | undefined): readonly InvalidField[] =>
  (['endpoint', 'legalId'] as const).flatMap((field) => {
    const identifier = electronic?.[field]
    if (!identifier || isIdentifier(identifier)) return []
    const message = `is no number of the scheme ${identifier.scheme}: compare its digits with your papers`
    return [{ path: `electronic.${field}.value`, message, rule: 'identifier' }]
  })
