import { proof } from '../../../../domains/billing/proof/contract.ts'
import { deliverables } from '../../../../domains/delivery/deliverables/contract.ts'
import { atelier } from '../../program/command.ts'
import { download } from '../../files/download.ts'
import { absent } from '../../failure.ts'
import { chooseCycle } from '../../project.ts'
import { saveChecked } from '../../files/save-checked.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

export interface FileOptions {
  readonly file: string
  readonly out?: string | undefined
}

/** `atelier deliverable [cycle] --file <name>`: saves a file of the newest snapshot after a check of its hash. */
export const saveDeliverableFile = async (
  session: Session,
  cycle: string | undefined,
  { file: filename, out }: FileOptions,
): Promise<void> => {
  const cycleId = await chooseCycle(session, cycle)
  const client = await session.client()
  const { artifacts, submittedRevision } = await client.call(deliverables.getDeliverable, { params: { cycleId } })
  const named = artifacts.find(({ name }) => name === filename)
  if (!named)
    throw absent('no_artifact', `It names no file ${printable(filename)}. See which it names: ${atelier} deliverable`)
  const { sha256 } = named
  const input = { params: { cycleId, filename }, query: { revision: submittedRevision } }
  const content = await client.open(deliverables.downloadDeliverableArtifact, input)
  const path = await saveChecked(session, content, { name: filename, sha256, out })
  const saved = { ...named, revision: submittedRevision, path }
  session.output.show(saved, `Saved as ${printable(path)}, SHA-256 ${sha256}`)
}

/** `atelier deliverable [cycle] --proof`: saves the signed proof of the newest snapshot. */
export const saveDeliverableProof = async (session: Session, cycle: string | undefined, out = 'proof.json') => {
  const cycleId = await chooseCycle(session, cycle)
  const client = await session.client()
  const content = await client.open(proof.getDeliverableProof, { params: { cycleId } })
  await download(session, client.url, content, out)
  session.output.print(`Check it: ${atelier} verify delivery ${printable(out)} --key <key> --origin <address>`)
}
