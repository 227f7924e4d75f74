import { isInScope } from '../../../platform/access/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import { findProject } from '../projects/index.ts'
import { headRevision } from '../revisions/index.ts'
import * as contract from './contract.ts'
import type { DesktopOperationParts } from './desktops.ts'
import { desktopPath, unusableDesktop, knownHostsLine, sshCommand } from './rules.ts'
import type { People } from './sessions.ts'
import { newestImageBuilds } from './store-image-builds.ts'
import type { ImageBuildRow } from './tables.ts'
import type { Terminals } from './terminals.ts'

const getProjectDesktop = ({ desktops, linkTo }: DesktopOperationParts) =>
  handle(contract.getProjectDesktop, async ({ tx, params: { id }, caller, level, absent, ok }) => {
    const project = (await findProject(tx, id)) ?? absent()
    const reason = desktops.unavailable ?? (project.archivedAt ? unusableDesktop.archived : undefined)
    if (reason !== undefined) return ok({ available: false, reason })
    const state = await desktops.state(caller.workspaceId, id)
    if (state === 'none') return ok({ available: false, reason: unusableDesktop.notStarted })
    if (state === 'sandbox') return ok({ available: true })
    // Keys and pointer can run anything, as a shell can.
    const canSteer = level !== 'view' && isInScope(caller.scopes, 'write')
    return ok({ available: true, desktopUrl: linkTo(desktopPath(await desktops.mint(caller, id, canSteer), canSteer)) })
  })

const getProjectTerminal = (terminals: Terminals) =>
  handle(contract.getProjectTerminal, async ({ tx, params: { id }, caller, fail, absent, ok }) => {
    const address = terminals.address() ?? fail.off()
    const project = (await findProject(tx, id)) ?? absent()
    if (project.archivedAt) return fail.archived()
    if (!(await headRevision(tx, id))) return fail.noHead()
    const minted = await terminals.mint(tx, caller, project)
    if ('limit' in minted) return fail.sandboxesInUse(minted)
    const { host, port, publicKey, fingerprint } = address
    const { user, password, expiresAt } = minted
    const access = {
      command: sshCommand({ user, host, port }),
      user,
      password,
      host,
      port,
      fingerprint,
      knownHosts: knownHostsLine(address, publicKey),
      expiresAt,
    }
    return ok(access, { resource: ['project', id], metadata: { user, expiresAt: expiresAt.toISOString() } })
  })

const listProjectImageBuilds = handle(contract.listProjectImageBuilds, async ({ tx, params, ok }) =>
  ok((await newestImageBuilds(tx, { projectId: params.id })).map(present)),
)

const present = ({ projectId: _, repositoryId, usedAt, ...row }: ImageBuildRow) => ({
  ...row,
  repoId: repositoryId,
  lastUsedAt: usedAt,
})

const startProjectDesktop = ({ desktops, linkTo }: DesktopOperationParts) =>
  handle(contract.startProjectDesktop, async ({ tx, params: { id }, caller, ok }) => {
    const resource = ['project', id] as const
    const unavailable = (reason: string) =>
      ok({ available: false, reason }, { resource, metadata: { available: false, reason } })
    if (desktops.unavailable !== undefined) return unavailable(desktops.unavailable)
    if (!(await headRevision(tx, id))) return unavailable(unusableDesktop.noRevision)
    const reserved = await desktops.start(tx, id)
    if (reserved !== 'reserved') return unavailable(unusableDesktop.inUse(reserved))
    const desktopUrl = linkTo(desktopPath(await desktops.mint(caller, id, true), true))
    return ok({ available: true, desktopUrl }, { resource, metadata: { available: true } })
  })

export interface SandboxesParts extends DesktopOperationParts {
  readonly terminals: Terminals
  readonly people: People
}

export default (parts: SandboxesParts) => ({
  getProjectDesktop: getProjectDesktop(parts),
  startProjectDesktop: startProjectDesktop(parts),
  listProjectImageBuilds,
  getProjectTerminal: getProjectTerminal(parts.terminals),
})
