import { handle } from '../../../../platform/handler/index.ts'
import { scanFetched, type ImportScanParts } from '../../imports/index.ts'
import { scanCodeHostRepository } from '../contract.ts'
import type { CodeHostParts } from '../parts.ts'
import { repositoryNameProblem } from '../rules.ts'
import { findCodeHost } from '../store.ts'
import { openedAccess } from '../token.ts'

export default (parts: CodeHostParts & ImportScanParts) =>
  handle(
    scanCodeHostRepository,
    async ({ workspace, params, body, caller, signal, read, commit, fail, absent, invalid }) => {
      const host = (await read((tx) => findCodeHost(tx, params.id))) ?? absent()
      const { fullName, branch } = body
      const problem = repositoryNameProblem(host.kind, fullName)
      if (problem !== undefined) return invalid([{ path: 'fullName', message: problem, rule: 'repository_name' }])
      if (!parts.vault.available) return fail.noVault()
      const access = await read((tx) => openedAccess(tx, parts.vault, host))
      return scanFetched(
        parts,
        {
          workspace,
          userId: caller.userId,
          signal,
          fail,
          commit: (record) =>
            commit(async ({ tx, now, created }) => {
              const { scan, subject } = await record(tx, now)
              const from = { codeHostId: host.id, fullName }
              return created(scan, { ...subject, metadata: { ...subject.metadata, ...from } })
            }),
        },
        { places: [{ host: access, fullName }], branch },
      )
    },
  )
