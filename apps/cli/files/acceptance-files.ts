import { readFile, realpath } from 'node:fs/promises'
import { basename, dirname, relative, resolve, sep } from 'node:path'
import { acceptance } from '../../../domains/delivery/acceptance/contract.ts'
import type { Client } from '../client/client.ts'
import { usage } from '../failure.ts'
import { findRepository } from '../repository/find-repository.ts'
import type { Session } from '../session.ts'
import { counted, printable } from '../terminal/text.ts'

interface AcceptanceFile {
  readonly path: string
  readonly content: string
}

/** Reads tests of a person before anything is proposed: in a checkout at their place there, else by their name. */
export const acceptanceFiles = ({ cwd }: Pick<Session, 'cwd'>, named: readonly string[]): Promise<AcceptanceFile[]> =>
  Promise.all(
    named.map(async (name) => {
      const at = resolve(cwd, name)
      const content = await readFile(at, 'utf8').catch(() => undefined)
      if (content === undefined) throw usage(`${name} cannot be read. Name a file with tests.`)
      const repository = await findRepository(dirname(at))
      if (repository?.workTree === undefined) return { path: basename(at), content }
      return { path: relative(repository.workTree, await realpath(at)).replaceAll(sep, '/'), content }
    }),
  )

/** Adds acceptance tests to a cycle, before a run begins. */
export const giveAcceptance = async (
  { output }: Session,
  client: Client,
  id: string,
  files: readonly AcceptanceFile[],
): Promise<void> => {
  if (files.length === 0) return
  await client.call(acceptance.setCycleAcceptanceTests, { params: { id }, body: { files: [...files] } })
  output.say(
    `${counted(files.length, 'acceptance test file')} given, which no agent sees: ${files.map(({ path }) => printable(path)).join(', ')}`,
  )
}
