import { pageMost, type Static } from '../../../platform/contract/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import { handle } from '../../../platform/handler/index.ts'
import * as contract from './contract.ts'
import type { StoredArtifact } from './contract.ts'
import type { ArtifactLinks, FileParts, LinkParts } from './links.ts'
import { fileNameOf, objectKey } from './rules.ts'
import {
  findArtifact,
  cycleArtifactNamed,
  projectArtifactNamed,
  cycleArtifactPage,
  projectArtifactPage,
} from './store.ts'
import type { ArtifactRow } from './tables.ts'

/** An address that serves one file for a few minutes; undefined if addresses cannot be signed. */
const signedAddress = (
  { artifactLinks, linkTo }: LinkParts,
  { workspace, id, now }: { readonly workspace: string; readonly id: string; readonly now: Date },
) => {
  const signed = artifactLinks.sign({ workspaceId: workspace, id }, now)
  return signed && { url: linkTo(`/v1/api/artifacts/${signed.token}`), expiresAt: signed.expiresAt }
}

const presentArtifact = ({ path, checkName, isMasked, ...row }: ArtifactRow): Static<typeof StoredArtifact> => ({
  ...row,
  filename: path,
  check: checkName,
  masked: isMasked,
})

const downloadArtifact = ({
  database,
  objects,
  artifactLinks,
}: FileParts & { readonly artifactLinks: ArtifactLinks }) =>
  handle(contract.downloadArtifact, async ({ params, now, fail, ok }) => {
    const { workspaceId, id } = artifactLinks.read(params.token, now) ?? fail.linkOver()
    const file = (await database.reading(workspaceId, (tx) => findArtifact(tx, { id }))) ?? fail.linkOver()
    const { content } = (await objects.open(objectKey(file))) ?? fail.linkOver()
    return ok({ mediaType: file.contentType, fileName: fileNameOf(file.path), content })
  })

const getCycleArtifactUrl = (parts: LinkParts) =>
  handle(contract.getCycleArtifactUrl, async ({ tx, params, workspace, now, absent, fail, ok }) => {
    const { id } = (await cycleArtifactNamed(tx, { cycleId: params.id, path: params.filename })) ?? absent()
    return ok(signedAddress(parts, { workspace, id, now }) ?? fail.noRootKey())
  })

const getProjectArtifactUrl = (parts: LinkParts) =>
  handle(contract.getProjectArtifactUrl, async ({ tx, params, workspace, now, absent, fail, ok }) => {
    const { id } = (await projectArtifactNamed(tx, { projectId: params.id, path: params.filename })) ?? absent()
    return ok(signedAddress(parts, { workspace, id, now }) ?? fail.noRootKey())
  })

const listCycleArtifacts = handle(contract.listCycleArtifacts, async ({ tx, params, query, next, ok }) => {
  const { cursor, limit = pageMost } = query
  const page = await cycleArtifactPage(tx, params.id, cursorOf(cursor), limit)
  next(page.next)
  return ok(page.rows.map(presentArtifact))
})

const listProjectArtifacts = handle(contract.listProjectArtifacts, async ({ tx, params, query, next, ok }) => {
  const { cursor, limit = pageMost } = query
  const page = await projectArtifactPage(tx, params.id, cursorOf(cursor), limit)
  next(page.next)
  return ok(page.rows.map(presentArtifact))
})

export default (parts: LinkParts & FileParts) => ({
  listProjectArtifacts,
  getProjectArtifactUrl: getProjectArtifactUrl(parts),
  listCycleArtifacts,
  getCycleArtifactUrl: getCycleArtifactUrl(parts),
  downloadArtifact: downloadArtifact(parts),
})
