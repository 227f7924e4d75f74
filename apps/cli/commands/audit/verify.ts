import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { atelier } from '../../program/command.ts'
import { ExportUnreadable, openExport } from '../../../../platform/audit/export.ts'
import { verifierOf, type Verifier, currentOrigin } from '../../../../platform/audit/note.ts'
import { verifyChain, type Verdict } from '../../../../platform/audit/verify.ts'
import { absent, failed, usage } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { counted } from '../../terminal/text.ts'
import { proofCheckOf } from './verify-proof.ts'

/** `atelier audit verify <file> --key <key>`: checks an audit export or proof from files, without a server. */
export const auditVerify = async (
  { output, cwd, signal }: Session,
  file: string,
  options: { readonly key: readonly string[]; readonly checkpoint: readonly string[] },
): Promise<void> => {
  const verifiers = await Promise.all(options.key.map((key) => readKey(cwd, key)))
  const kept = await Promise.all(options.checkpoint.map((path) => readSmall(cwd, path)))
  const checkProof = await proofIn(resolve(cwd, file))
  if (checkProof) checkProof(output, { verifiers, kept })
  else await verifyLog({ output, cwd, signal }, file, verifiers, kept)
}

const verifyLog = async (
  { output, cwd, signal }: Pick<Session, 'output' | 'cwd' | 'signal'>,
  file: string,
  verifiers: readonly Verifier[],
  kept: readonly string[],
) => {
  const verdict = await verifyFile(resolve(cwd, file), verifiers, kept, signal).catch((error: unknown) =>
    unreadable(file, error),
  )
  const { rows, checkpoints, erased, signed } = verdict
  const head = { position: verdict.head.position, hash: verdict.head.hash.toString('hex') }
  const facts = { rows, checkpoints, erased, signed, head }
  if (verdict.broken) throw failed('audit_broken', brokenText(verdict), { ...facts, broken: verdict.broken })
  if (signed === 0) throw failed('audit_unsigned', unsignedText, facts)
  output.show({ ok: true, ...facts }, holdsText(verdict))
}

// A larger file is an export: a proof has one row, or the hashes between two checkpoints.
const proofMostBytes = 16 * 1024 * 1024

/** The check of a proof, if the file is one. */
const proofIn = async (path: string) => {
  const { size } = await stat(path).catch(() => ({ size: Infinity }))
  return size > proofMostBytes ? undefined : proofCheckOf(await readFile(path, 'utf8').catch(() => ''))
}

const verifyFile = async (
  path: string,
  verifiers: readonly Verifier[],
  kept: readonly string[],
  signal: AbortSignal,
) => {
  const { head, items } = await openExport(linesIn(createReadStream(path, { encoding: 'utf8', signal })))
  const origin = verifiers[0]!.name
  if (verifiers.some(({ name }) => name !== origin))
    throw usage('The keys are of different logs. Give keys of one log: what stands before the first + is the same.')
  if (currentOrigin(head.origin) !== origin || !origin.endsWith(`/${head.workspaceId}`))
    throw failed(
      'another_log',
      `The export is of ${head.origin}, and the key of ${origin}. Take the key of the same workspace.`,
    )
  const { position, hash } = head.head
  return verifyChain(items, { origin, verifiers, kept, head: { position, hash: Buffer.from(hash, 'hex') } })
}

const lineMostChars = 8 * 1024 * 1024

/** A line at a time; an endless line is not an export. */
export async function* linesIn(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  let number = 1
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield line
    number += lines.length
    if (rest.length > lineMostChars) throw new ExportUnreadable(number)
  }
  if (rest !== '') yield rest
}

/** The key in a text, or in the file that it names. */
export const readKey = async (cwd: string, text: string): Promise<Verifier> => {
  const verifier = verifierOf(text) ?? verifierOf(await readSmall(cwd, text).catch(() => ''))
  if (verifier) return { ...verifier, name: currentOrigin(verifier.name) }
  throw usage(
    `“${text}” is neither a key nor a file with one. A key looks like atelier/tree/<workspace>+<8 digits>+<base64>; ${atelier} audit checkpoint shows it.`,
  )
}

export const readSmall = (cwd: string, path: string): Promise<string> =>
  readFile(resolve(cwd, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw absent('no_file', `${path} cannot be read: ${error.message}.`)
  })

export const unreadable = (file: string, error: unknown): never => {
  if (error instanceof ExportUnreadable)
    throw failed(
      'not_an_export',
      `Line ${error.line} of ${file} is none of an audit export. Export again: ${atelier} audit export --out <file>`,
    )
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
    throw absent('no_file', `${file} cannot be read: ${message}.`)
  throw error
}

const brokenText = ({ broken, rows }: Verdict) =>
  `The audit log does not hold. ${broken!.message}\n${counted(rows, 'row')} from the first hold. ` +
  'Compare with a backup from before, and keep this file as it is.'

const unsignedText =
  'The rows follow one another, but no checkpoint in the file is signed by this key: nothing says that they were not ' +
  'all computed anew. Export again, or give a checkpoint that was kept: --checkpoint <file>'

const holdsText = ({ rows, checkpoints, erased, signed, head }: Verdict) =>
  [
    `The audit log holds: ${counted(rows, 'row')}, ${counted(checkpoints, 'checkpoint')}.`,
    ...(erased > 0 ? [`The details of ${counted(erased, 'row')} were erased; the rows themselves hold.`] : []),
    ...(signed < head.position
      ? [`${counted(head.position - signed, 'row')} at the end came after the last checkpoint.`]
      : []),
    `Head: ${head.position} ${head.hash.toString('hex')}`,
  ].join('\n')
