import type { Operation } from '../../../../platform/contract/index.ts'
import type { Handler } from '../../../../platform/handler/index.ts'
import { passOn, type Passed } from './pass-on.ts'
import type { SignInParts } from './parts.ts'

type Plain = Passed & { readonly ok: (body: unknown) => never }

/** An operation whose request and answer are the library's own; what its reply does not declare stays here. */
export const passPlainly = <Op extends Operation>(parts: SignInParts, operation: Op): Handler<Op> => ({
  operation,
  run: async (context: never) => {
    const passed: Plain = context
    return passed.ok(await passOn(parts, operation, passed))
  },
})
