import { handle } from '../../../../platform/handler/index.ts'
import { scanFetched, type ImportScanParts } from '../../imports/index.ts'
import { scanCodeHostRepository } from '../contract.ts'
import type { CodeHostParts } from '../parts.ts'
import { repositoryNameProblem } from '../rules.ts'
import { findCodeHost } from '../store.ts'
import { openedAccess } from '../token.ts'

export default (parts: CodeHostParts & ImportScanParts) =>
  handle(scanCodeHostRepository, async ({ params, body, read, absent, invalid, ...context }) => {
    const host = (await read((tx) => findCodeHost(tx, params.id))) ?? absent()
    const { fullName, branch } = body
    const problem = repositoryNameProblem(host.kind, fullName)
    if (problem !== undefined) return invalid([{ path: 'fullName', message: problem, rule: 'repository_name' }])
    if (!parts.vault.available) return context.fail.noVault()
    const access = await read((tx) => openedAccess(tx, parts.vault, host))
    const places = [{ host: access, fullName }]
    return scanFetched(parts, context, { places, branch, from: { codeHostId: host.id, fullName } })
  })
