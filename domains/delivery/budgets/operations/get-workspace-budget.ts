import { handle } from '../../../../platform/handler/index.ts'
import { workspaceDefaults } from '../../../code/projects/index.ts'
import type { InstanceCaps } from '../../../code/projects/rules/caps.ts'
import { getWorkspaceBudget } from '../contract.ts'
import { budgetOfWorkspace } from '../present.ts'

export default ({ caps }: { readonly caps: InstanceCaps }) =>
  handle(getWorkspaceBudget, async ({ tx, workspace, ok }) =>
    ok(await budgetOfWorkspace(tx, workspace, await workspaceDefaults(tx), caps)),
  )
