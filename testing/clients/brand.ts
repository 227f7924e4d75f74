import { saveWorkspaceBrandKit } from '../../domains/accounts/brand/contract.ts'
import type { Scene } from '../scene.ts'

/** A drawing in base64 that differs by its number. */
export const drawingBase64 = (number: number): string =>
  Buffer.from(`<svg viewBox="0 0 9 9"><path d="M0 ${number}h9"/></svg>`).toString('base64')

let portals = 0
/** A name that no other portal of this run has. */
export const newSlug = (): string => `agency-${process.pid}-${(portals += 1)}`

/** A picture of the workspace's own brand, which no other has: the id of a picture is its digest. */
export const pictureOf = async ({ owner, workspace }: Scene): Promise<string> => {
  const draft = { logo: { contentBase64: drawingBase64(Number.parseInt(workspace.slice(-8), 16)) } }
  return (await owner.call(saveWorkspaceBrandKit, { body: { draft } })).body.draft.logo.id as string
}
