import type { LinkParts } from './parts.ts'

/** An address that gives one file for a few minutes; undefined if addresses cannot be signed. */
export const signedAddress = (
  { artifactLinks, linkTo }: LinkParts,
  { workspace, id, now }: { readonly workspace: string; readonly id: string; readonly now: Date },
) => {
  const signed = artifactLinks.sign({ workspaceId: workspace, id }, now)
  return signed && { url: linkTo(`/v1/api/artifacts/${signed.token}`), expiresAt: signed.expiresAt }
}
