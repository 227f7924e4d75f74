import { handle } from '../../../../platform/handler/index.ts'
import { headRevision } from '../../revisions/index.ts'
import { startProjectDesktop } from '../contract.ts'
import type { DesktopOperationParts } from '../desktops.ts'
import { desktopPath, unusableDesktop } from '../rules.ts'

export default ({ desktops, linkTo }: DesktopOperationParts) =>
  handle(startProjectDesktop, async ({ tx, params: { id }, caller, ok }) => {
    const resource = ['project', id] as const
    const unavailable = (reason: string) =>
      ok({ available: false, reason }, { resource, metadata: { available: false, reason } })
    if (desktops.unavailable !== undefined) return unavailable(desktops.unavailable)
    if (!(await headRevision(tx, id))) return unavailable(unusableDesktop.noRevision)
    const reserved = await desktops.start(tx, id)
    if (reserved !== 'reserved') return unavailable(unusableDesktop.inUse(reserved))
    const credential = await desktops.mint(caller, id, true)
    const desktopUrl = linkTo(desktopPath(credential, true))
    return ok({ available: true, desktopUrl }, { resource, metadata: { available: true } })
  })
