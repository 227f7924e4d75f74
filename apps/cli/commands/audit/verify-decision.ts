import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { deliverables } from '../../../../domains/delivery/deliverables/contract.ts'
import { verifyDecision } from '../../../../domains/delivery/deliverables/index.ts'
import { atelier } from '../../program/command.ts'
import { failed } from '../../failure.ts'
import { chooseId } from '../../ids.ts'
import { chooseCycle } from '../../project.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'
import { originOf, readProof } from '../../files/verified-file.ts'

const proofOfDecision = { name: 'a decision', code: 'decision_broken', mostBytes: 1_048_576 }

const limits = [
  'Not proved: that this key is the person’s (compare its SHA-256 with one that they gave you), that they read what was hashed,',
  'and that nothing was left out, such as a later withdrawal. The time is the server’s word.',
]

/** `atelier verify decision <file>`: checks a signed decision from its file, without a server. */
export const verifySignedDecision = async (
  { output, cwd }: Session,
  path: string,
  { origin, key }: { readonly origin: string; readonly key?: string },
): Promise<void> => {
  const at = originOf(origin)
  const verdict = await verifyDecision(await readProof(cwd, path, proofOfDecision), at)
  if ('fault' in verdict) throw failed('decision_broken', verdict.fault)
  const { stated, text, keySha256, isSynced } = verdict.proved
  if (key !== undefined && key.toLowerCase() !== keySha256)
    throw failed('other_key', `It was signed, but with another key: SHA-256 ${keySha256}.`)
  const { title: _title, comment, ...facts } = stated
  output.show({ ok: true, text, comment, keySha256, isSynced, origin: at, ...facts }, printable(text))
  if (comment !== null) output.print(`“${printable(comment)}”`)
  output.print(`Signed at ${at} for ${stated.reviewerId}, ${stated.time} by the server’s clock.`)
  if (stated.commitSha !== null) output.print(`Commit ${stated.commitSha}`)
  output.print(`Key SHA-256 ${keySha256}${isSynced ? ', which syncs between devices' : ''}`)
  for (const line of limits) output.say(line)
}

export interface SaveOptions {
  readonly decision: string
  readonly out?: string | undefined
}

/** `atelier deliverable [cycle] --decision <request> --out <file>`: saves a signed decision. */
export const saveDecision = async (
  session: Session,
  cycle: string | undefined,
  { decision, out = 'decision.json' }: SaveOptions,
): Promise<void> => {
  const cycleId = await chooseCycle(session, cycle)
  const client = await session.client()
  const approvals = client.every(deliverables.listDeliverableApprovals, { params: { cycleId } })
  const approvalId = await chooseId(decision, approvals, {
    one: 'decision',
    list: `${atelier} deliverable`,
    describe: ({ status, reviewerName }) => `${status}, ${reviewerName ?? ''}`,
  })
  const signed = await client.call(deliverables.getDeliverableDecision, { params: { cycleId, approvalId } })
  await writeFile(resolve(session.cwd, out), `${JSON.stringify(signed)}\n`)
  session.output.show(
    { file: out, approvalId },
    `${printable(out)} holds the decision. Check it: ${atelier} verify decision ${printable(out)}`,
  )
}
