import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { isOnCodeHost } from '../../repository-records/rules.ts'
import { primaryRepository } from '../../repository-records/index.ts'
import { openSecrets } from '../../secrets/index.ts'
import { getProjectProtectedFiles } from '../contract.ts'
import { headRevision } from '../store.ts'

export default ({ vault }: { readonly vault: Vault }) =>
  handle(getProjectProtectedFiles, async ({ tx, params, fail, ok }) => {
    const repository = await primaryRepository(tx, params.id)
    const head = await headRevision(tx, params.id)
    if (isOnCodeHost(repository)) return fail.repositoryBacked()
    if (!vault.available) return fail.noVault()
    const { files, entries } = await openSecrets(tx, vault, params.id)
    const protectedFiles = files.map(({ path, mode, sha256, content }) => ({
      path,
      mode,
      sha256,
      contentBase64: content.toString('base64'),
    }))
    const metadata = { revisionId: head?.id ?? null, paths: files.map(({ path }) => path), entries: entries.length }
    return ok(
      {
        projectId: params.id,
        revisionId: head?.id ?? null,
        generation: head?.generation ?? null,
        protectedFiles,
        secrets: { entries },
      },
      { resource: ['project', params.id], metadata },
    )
  })
