import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import { lockClient } from '../store-seats.ts'
import { createProject, joinAccount, shareWith } from '../../../code/projects/index.ts'
import { nameFor } from '../../../code/projects/rules.ts'
import { createPortalProject } from '../contract/portals.ts'
import { clientAccessOf } from '../portal.ts'
import { proposalOf } from '../rules.ts'

export default (everyDomain: Pick<EveryDomain, 'beginProject'>) =>
  handle(createPortalProject, async ({ tx, caller, body, now, fail, absent, invalid, created }) => {
    const { userId, role } = caller
    if (role !== 'client') return fail.notGranted()
    await lockClient(tx, userId)
    const access = (await clientAccessOf(tx, userId)) ?? fail.notGranted()
    const proposal = proposalOf({ ...access, named: body.clientAccountId })
    if (proposal === 'absent') return absent()
    if (proposal === 'notGranted') return fail.notGranted()
    if (proposal === 'ambiguous')
      return invalid([
        { path: 'clientAccountId', message: 'is needed: you may create projects in several', rule: 'required' },
      ])
    const accountId = proposal === 'agency' ? null : proposal.clientAccountId
    const { brief, name = nameFor(brief) } = body
    const project = await createProject(tx, { id: uuidv7(), name, brief, createdAt: now, createdBy: userId })
    await everyDomain.beginProject(tx, project)
    if (accountId) await joinAccount(tx, project.id, accountId)
    await shareWith(tx, { userId, accountId }, project.id, 'steer', now)
    return created(
      {
        id: project.id,
        name: project.name,
        brief,
        clientAccountId: accountId,
        canSteer: true,
        createdAt: now,
      },
      {
        resource: ['project', project.id],
        metadata: { name: project.name, projectId: project.id, ...(accountId && { clientAccountId: accountId }) },
      },
    )
  })
