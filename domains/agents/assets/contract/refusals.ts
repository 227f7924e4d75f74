import { Type } from 'typebox'
import { conflict } from '../../../../platform/contract/index.ts'
import { exampleText, oneOf } from '../../../../platform/contract/schema.ts'

/** The rules by which an operation of the AI capabilities refuses its input. */
const inputRules = [
  'blocked_address',
  'unknown_artifact',
  'not_readable',
  'too_large',
  'policy',
  'capability',
  'price_unknown',
  'budget',
] as const
export type InputRule = (typeof inputRules)[number]

export const assetsFull = conflict({
  code: 'ai_assets_full',
  message: 'The files of this workspace take up all space that it has. Nothing was stored.',
})

/** Refusals that operations of the AI capabilities have in common. */
export const aiErrors = {
  noProject: { status: 404, code: 'project_not_found', message: 'There is no such project in this workspace.' },
  refused: {
    status: 422,
    code: 'ai_input_refused',
    message: 'This input is not taken. Nothing was stored or billed.',
    details: Type.Object({
      rule: oneOf(inputRules, { description: 'The rule that refused the input.' }),
      reason: exampleText('What to change.', 'The file is too large.'),
    }),
  },
  upstream: {
    status: 502,
    code: 'ai_upstream_failed',
    message: 'The service that was asked did not answer as it should. Nothing was stored or billed. Try again later.',
    retryAfterSeconds: 10,
  },
  disabled: {
    status: 503,
    code: 'ai_capability_disabled',
    message:
      'Nothing here can do this. An administrator connects a model for it in Settings, Models; docs/media.md and docs/documents.md name the programs that an operator can install for it.',
  },
} as const
