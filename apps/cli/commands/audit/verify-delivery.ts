import { verifyDelivery } from '../../../../domains/billing/proof/index.ts'
import { failed } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { counted, printable } from '../../terminal/text.ts'
import { originOf, readProof } from '../../files/verified-file.ts'
import { readKey } from './verify.ts'

const proofOfDelivery = { name: 'the proof of a delivery', code: 'delivery_broken', mostBytes: 67_108_864 }

const limits = [
  'Not proved: that this is all that was done, whose the keys are, that people read what they signed, and that the times are',
  'right. A server with its audit key can sign another log: compare the checkpoint with one that reached you before.',
]

/** `atelier verify delivery <file>`: checks the proof of a delivery from its file, without a server. */
export const verifyDeliveryFile = async (
  session: Session,
  path: string,
  { key, origin }: { readonly key: readonly string[]; readonly origin?: string },
): Promise<void> => {
  const { output, cwd } = session
  const verifiers = await Promise.all(key.map((one) => readKey(cwd, one)))
  const at = origin === undefined ? undefined : originOf(origin)
  const verdict = await verifyDelivery(await readProof(cwd, path, proofOfDelivery), { verifiers, origin: at })
  if ('fault' in verdict) throw failed('delivery_broken', verdict.fault)
  const isProved = 'proved' in verdict
  const delivery = isProved ? verdict.proved : verdict.unproved
  const { subject, workspace, signedRows, proved, open, gap, letter, keysSha256 } = delivery
  output.document({ ok: isProved, subject, workspace, signedRows, proved, open, letter, keysSha256 })
  const result = isProved ? 'The proof holds' : 'Not proved'
  output.print(printable(gap === undefined ? `${result}.` : `${result}${isProved ? ', but' : ''}: ${gap}`))
  for (const sentence of letter) output.print(printable(sentence))
  output.print(
    `It is about ${subject.name} SHA-256 ${subject.digest.sha256}, in a log of ${counted(signedRows, 'row')}.`,
  )
  output.print('✓ is proved by the log that was signed; ○ is not: the file says why, and nothing in it contradicts.')
  for (const sentence of proved) output.print(`✓ ${printable(sentence)}`)
  for (const sentence of open) output.print(`○ ${printable(sentence)}`)
  for (const one of keysSha256) output.print(`Signed with the key SHA-256 ${one}`)
  for (const line of limits) output.say(line)
  if (!isProved) throw failed('delivery_unproved', gap!)
}
