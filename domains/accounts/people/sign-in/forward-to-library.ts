import type { Operation } from '../../../../platform/contract/index.ts'
import type { Handler } from '../../../../platform/handler/index.ts'
import { callLibrary, type SignInContext } from './call-library.ts'
import type { SignInParts } from './parts.ts'

type Plain = SignInContext & { readonly ok: (body: unknown) => never }

/** An operation whose request and answer are the library's own; what its reply does not declare stays here. */
export const forwardToLibrary = <Op extends Operation>(parts: SignInParts, operation: Op): Handler<Op> => ({
  operation,
  run: async (context: never) => {
    const forwarded: Plain = context
    return forwarded.ok(await callLibrary(parts, operation, forwarded))
  },
})
