import { Type, type Static } from 'typebox'
import { moreSandboxes } from './sandbox-holders.ts'

const SandboxUse = Type.Object(
  {
    active: Type.Integer({ description: 'Sandboxes in use, of those that this request could have had.' }),
    limit: Type.Integer({ description: 'Sandboxes that this request could have had.' }),
    runs: Type.Integer({ description: 'Sandboxes that runs have.' }),
    requests: Type.Integer({ description: 'Sandboxes that requests have, such as pushes and imports.' }),
    people: Type.Integer({ description: 'Sandboxes that people work in, at a terminal or a desktop.' }),
  },
  { title: 'WorkspaceBudgetError' },
)
export type SandboxUse = Static<typeof SandboxUse>

/** The 503 of an instance whose sandboxes are all in use. */
export const sandboxesInUse = {
  status: 503,
  code: 'sandbox_budget',
  message: `No sandbox is free for this request. Try again when one of them is; nothing was changed. ${moreSandboxes}`,
  retryAfterSeconds: 5,
  details: SandboxUse,
} as const
