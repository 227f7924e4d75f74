import { conflict } from '../../../../platform/contract/index.ts'
import { aiErrors } from '../../assets/contract/refusals.ts'

/** Refusals of operations that make media. */
export const makingErrors = {
  ...aiErrors,
  full: conflict({
    code: 'ai_assets_full',
    message: 'The files of this workspace take up all space that it has. Nothing was stored.',
  }),
} as const
