import { Type } from 'typebox'
import { conflict } from '../../../../platform/contract/index.ts'
import { oneOf } from '../../../../platform/contract/schema.ts'
import { aiErrors, inputRules } from '../../assets/contract/refusals.ts'

/** Refusals of operations that make or understand media. */
export const mediaErrors = {
  noProject: aiErrors.noProject,
  refused: {
    ...aiErrors.refused,
    details: Type.Object({
      rule: Type.Unsafe<(typeof inputRules)[number]>({
        ...oneOf(inputRules),
        description: 'The rule that refused the request.',
      }),
      reason: Type.String({ examples: ['The file is too large.'], description: 'What to change.' }),
    }),
  },
  upstream: aiErrors.upstream,
  disabled: aiErrors.disabled,
} as const
export const makingErrors = {
  ...mediaErrors,
  full: conflict({
    code: 'ai_assets_full',
    message: 'The files of this workspace take up all space that it has. Nothing was stored.',
  }),
} as const
