import { verifyDelivery } from '../../../../domains/billing/proof/index.ts'
import { failed } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { counted, printable } from '../../terminal/text.ts'
import { originOf, readProof } from '../../verified-file.ts'
import { readKey } from './verify.ts'

const proofOfDelivery = { name: 'the proof of a delivery', code: 'delivery_broken', mostBytes: 67_108_864 }

interface VerifyDeliveryOptions {
  readonly key: readonly string[]
  readonly origin?: string
}

const limits = [
  'Not proved: that this is all that was done, whose the keys are, that people read what they signed, and that the times are',
  'right. A server with its audit key can sign another log: compare the checkpoint with one that reached you before.',
]

/** `atelier verify delivery <file>`: reads the file alone, and asks no server. */
export const verifyDeliveryFile = async (
  session: Session,
  path: string,
  { key, origin }: VerifyDeliveryOptions,
): Promise<void> => {
  const { output, cwd } = session
  const verifiers = await Promise.all(key.map((one) => readKey(cwd, one)))
  const at = origin === undefined ? undefined : originOf(origin)
  const verdict = await verifyDelivery(await readProof(cwd, path, proofOfDelivery), { verifiers, origin: at })
  if ('fault' in verdict) throw failed('delivery_broken', verdict.fault)
  const { subject, workspace, signedRows, proved, open, keysSha256 } = verdict.proved
  output.document({ ok: true, subject, workspace, signedRows, proved, open, keysSha256 })
  output.print(
    `The proof holds: ${subject.name} SHA-256 ${subject.digest.sha256}, in a log of ${counted(signedRows, 'row')}.`,
  )
  for (const sentence of proved) output.print(`✓ ${printable(sentence)}`)
  for (const sentence of open) output.print(`○ ${printable(sentence)}`)
  for (const one of keysSha256) output.print(`Signed with the key SHA-256 ${one}`)
  for (const line of limits) output.say(line)
}
