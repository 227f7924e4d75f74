import { handle } from '../../../../platform/handler/index.ts'
import { downloadArtifact } from '../contract.ts'
import type { ArtifactLinks } from '../links.ts'
import type { FileParts } from '../parts.ts'
import { fileNameOf, objectKey } from '../rules.ts'
import { findArtifact } from '../store.ts'

export default ({ database, objects, artifactLinks }: FileParts & { readonly artifactLinks: ArtifactLinks }) =>
  handle(downloadArtifact, async ({ params, now, fail, ok }) => {
    const { workspaceId, id } = artifactLinks.read(params.token, now) ?? fail.linkOver()
    const file = (await database.reading(workspaceId, (tx) => findArtifact(tx, id))) ?? fail.linkOver()
    const { content } = (await objects.open(objectKey(file))) ?? fail.linkOver()
    return ok({ mediaType: file.contentType, fileName: fileNameOf(file.path), content })
  })
