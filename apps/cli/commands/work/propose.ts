import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { acceptanceFiles, giveAcceptance } from '../../files/acceptance-files.ts'
import { attachFiles, filesNamed } from '../../files/attach-files.ts'
import { atelier } from '../../program/command.ts'
import { cycles } from '../../../../domains/delivery/cycles/contract.ts'
import { planning } from '../../../../domains/delivery/planning/contract.ts'
import { titleMostChars } from '../../../../domains/delivery/cycles/rules.ts'
import type { Reply } from '../../client/client.ts'
import { usage } from '../../failure.ts'
import { chooseCycle, chooseProject } from '../../project.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

export interface ProposeOptions {
  readonly title?: string
  readonly file?: string
  readonly targetBranch?: string
  readonly project?: string
  readonly attach?: readonly string[]
  readonly acceptance?: readonly string[]
}

/** `atelier propose "<change>"` */
export const propose = async (session: Session, change: string | undefined, options: ProposeOptions): Promise<void> => {
  printProposed(session, await proposeChange(session, change, options))
}

/** `atelier revert [cycle]`: proposes a cycle that undoes the delivery of this cycle. */
export const revert = async (session: Session, named: string | undefined): Promise<void> => {
  const cycleId = await chooseCycle(session, named)
  const client = await session.client()
  const { cycle } = await client.call(cycles.getCycle, { params: { id: cycleId } })
  printProposed(session, await client.call(planning.goBack, { params: { id: cycle.projectId }, body: { cycleId } }))
}

export const printProposed = ({ output }: Session, { cycle, adopted }: Reply<typeof planning.proposeCycle>): void => {
  const next = adopted
    ? `The project takes it up when it is its turn: ${atelier} roadmap`
    : `Next: ${atelier} run ${cycle.handle}`
  output.show({ cycle, adopted }, `Proposed “${printable(cycle.title)}”\nCycle ${cycle.handle}\n${next}`)
}

export const proposeChange = async (session: Session, change: string | undefined, options: ProposeOptions) => {
  const described = await describe(session, change, options)
  const files = await filesNamed(session, options.attach ?? [])
  const tests = await acceptanceFiles(session, options.acceptance ?? [])
  const client = await session.client()
  const projectId = await chooseProject(session, options.project)
  const body = { ...described, projectId, ...(options.targetBranch && { targetBranch: options.targetBranch }) }
  const proposed = await client.call(planning.proposeCycle, { body })
  await giveAcceptance(session, client, proposed.cycle.id, tests)
  await attachFiles(session, client, files, { cycleId: proposed.cycle.id })
  return proposed
}

/** The words on the command line, or a file, or both: then the words are the title. */
export const describe = async (
  { cwd }: Pick<Session, 'cwd'>,
  change: string | undefined,
  { title, file }: ProposeOptions,
) => {
  const written = file === undefined ? undefined : await readDescription(resolve(cwd, file), file)
  const words = change?.trim() ?? ''
  const description = (written ?? words).trim()
  if (description === '')
    throw usage(
      `What should change? Say it in words: ${atelier} propose "<change>", or in a file: --file <description.md>`,
    )
  return { title: title ?? titleOf(words === '' ? description : words), description }
}

const readDescription = (path: string, file: string) =>
  readFile(path, 'utf8').catch(() => {
    throw usage(`${file} cannot be read. Name a text file with the description.`)
  })

/** The first line of a description without the marks of a heading, cut at a word. */
export const titleOf = (description: string): string => {
  const line = description
    .split('\n')[0]!
    .replace(/^#+\s+/, '')
    .trim()
  const characters = Array.from(line)
  if (characters.length <= titleMostChars) return line
  const cut = characters.slice(0, titleMostChars - 1).join('')
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), titleMostChars / 2)).trimEnd()}…`
}
