import { isInScope } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findProject } from '../../projects/index.ts'
import { getProjectDesktop } from '../contract.ts'
import type { DesktopOperationParts } from '../desktops.ts'
import { desktopPath, unusableDesktop } from '../rules.ts'

export default ({ desktops, linkTo }: DesktopOperationParts) =>
  handle(getProjectDesktop, async ({ tx, params: { id }, caller, level, absent, ok }) => {
    const project = (await findProject(tx, id)) ?? absent()
    const reason = desktops.unavailable ?? (project.archivedAt ? unusableDesktop.archived : undefined)
    if (reason !== undefined) return ok({ available: false, reason })
    const state = await desktops.state(caller.workspaceId, id)
    if (state === 'none') return ok({ available: false, reason: unusableDesktop.notStarted })
    if (state === 'sandbox') return ok({ available: true })
    // Keys and pointer can run anything, as a shell can.
    const canSteer = level !== 'view' && isInScope(caller.scopes, 'write')
    const credential = await desktops.mint(caller, id, canSteer)
    return ok({ available: true, desktopUrl: linkTo(desktopPath(credential, canSteer)) })
  })
