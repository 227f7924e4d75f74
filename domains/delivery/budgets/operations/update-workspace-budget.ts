import { handle } from '../../../../platform/handler/index.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import { capsOfProjects, changeWorkspaceCaps } from '../../../code/projects/index.ts'
import type { InstanceCaps } from '../../../code/projects/rules/caps.ts'
import { capWorkspace } from '../../cycles/index.ts'
import { updateWorkspaceBudget } from '../contract.ts'
import { budgetOfWorkspace } from '../present.ts'
import { capsAfter } from '../rules-caps.ts'

interface Parts {
  readonly caps: InstanceCaps
  readonly everyDomain: Pick<EveryDomain, 'changeProject'>
}

export default ({ caps, everyDomain }: Parts) =>
  handle(updateWorkspaceBudget, async ({ tx, workspace, body, ok }) => {
    const said = await changeWorkspaceCaps(tx, (before) => capsAfter(before, body))
    await capWorkspace(tx, caps, workspace, said)
    // Projects that wait for a cap to be raised look again.
    for (const { id, autonomousSince } of await capsOfProjects(tx))
      if (autonomousSince) await everyDomain.changeProject(tx, id)
    return ok(await budgetOfWorkspace(tx, workspace, said, caps), {
      resource: ['budget', workspace],
      metadata: { scope: 'workspace', ...body },
    })
  })
