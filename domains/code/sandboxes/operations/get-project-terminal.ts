import { handle } from '../../../../platform/handler/index.ts'
import { findProject } from '../../projects/index.ts'
import { headRevision } from '../../revisions/index.ts'
import { getProjectTerminal } from '../contract.ts'
import { knownHostsLine, sshCommand } from '../rules.ts'
import type { Terminals } from '../terminals.ts'

export default (terminals: Terminals) =>
  handle(getProjectTerminal, async ({ tx, params: { id }, caller, fail, absent, ok }) => {
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
