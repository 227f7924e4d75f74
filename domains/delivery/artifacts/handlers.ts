import { pageMost, type Static } from '../../../platform/contract/index.ts'
import { cursorOf, pageOf } from '../../../platform/db/page.ts'
import { handle, type Context } from '../../../platform/handler/index.ts'
import * as contract from './contract.ts'
import type { FileParts, LinkParts } from './links.ts'
import { fileNameOf, objectKey } from './rules.ts'
import { findArtifact, cycleArtifacts, projectArtifacts } from './store.ts'
import type { ArtifactRow } from './tables.ts'

/** An address that serves one file for a few minutes; undefined if addresses cannot be signed. */
const signedAddress = (
  { artifactLinks, linkTo }: LinkParts,
  { workspace, id, now }: { readonly workspace: string; readonly id: string; readonly now: Date },
) => {
  const signed = artifactLinks.sign({ workspaceId: workspace, id }, now)
  return signed && { url: linkTo(`/v1/api/artifacts/${signed.token}`), expiresAt: signed.expiresAt }
}

const presentArtifact = ({
  path,
  checkName,
  isMasked,
  ...row
}: ArtifactRow): Static<typeof contract.StoredArtifact> => ({
  ...row,
  filename: path,
  check: checkName,
  masked: isMasked,
})

const downloadArtifact = ({ database, objects, artifactLinks }: FileParts & LinkParts) =>
  handle(contract.downloadArtifact, async ({ params, now, fail, ok }) => {
    const { workspaceId, id } = artifactLinks.read(params.token, now) ?? fail.linkOver()
    const file = (await database.reading(workspaceId, (tx) => findArtifact(tx, { id }))) ?? fail.linkOver()
    const { content } = (await objects.open(objectKey(file))) ?? fail.linkOver()
    return ok({ mediaType: file.contentType, fileName: fileNameOf(file.path), content })
  })

type ArtifactList = typeof cycleArtifacts

const addressOf = async (
  parts: LinkParts,
  { tx, params, workspace, now, absent }: Omit<Context<typeof contract.getCycleArtifactUrl>, 'ok' | 'fail'>,
  { named }: ArtifactList,
) => {
  const { id } = (await named(tx, { of: params.id, path: params.filename })) ?? absent()
  return signedAddress(parts, { workspace, id, now })
}

const getCycleArtifactUrl = (parts: LinkParts) =>
  handle(contract.getCycleArtifactUrl, async (context) =>
    context.ok((await addressOf(parts, context, cycleArtifacts)) ?? context.fail.noRootKey()),
  )

const getProjectArtifactUrl = (parts: LinkParts) =>
  handle(contract.getProjectArtifactUrl, async (context) =>
    context.ok((await addressOf(parts, context, projectArtifacts)) ?? context.fail.noRootKey()),
  )

const artifactPage = async (
  { tx, params, query, next }: Omit<Context<typeof contract.listCycleArtifacts>, 'ok' | 'fail'>,
  { page }: ArtifactList,
) => {
  const { cursor, limit = pageMost } = query
  const found = pageOf(await page(tx, { of: params.id, ...cursorOf(cursor), rows: limit + 1 }), limit)
  next(found.next)
  return found.rows.map(presentArtifact)
}

const listCycleArtifacts = handle(contract.listCycleArtifacts, async (context) =>
  context.ok(await artifactPage(context, cycleArtifacts)),
)

const listProjectArtifacts = handle(contract.listProjectArtifacts, async (context) =>
  context.ok(await artifactPage(context, projectArtifacts)),
)

export default (parts: LinkParts & FileParts) => ({
  listProjectArtifacts,
  getProjectArtifactUrl: getProjectArtifactUrl(parts),
  listCycleArtifacts,
  getCycleArtifactUrl: getCycleArtifactUrl(parts),
  downloadArtifact: downloadArtifact(parts),
})
