import { setTimeout as pause } from 'node:timers/promises'
import { startGrowthDrafts } from '../../../../domains/growth/drafts/contract.ts'
import { isWriting } from '../../../../domains/growth/drafts/rules.ts'
import { getGrowthProject, updateGrowthPlay } from '../../../../domains/growth/plays/contract.ts'
import { listGrowthLookups, startGrowthLookup } from '../../../../domains/growth/providers/contract.ts'
import { isPassAtWork } from '../../../../domains/growth/providers/rules.ts'
import { createGrowthProject, startGrowthRun } from '../../../../domains/growth/research/contract.ts'
import { isAtWork } from '../../../../domains/growth/research/rules.ts'
import { getGrowthPlay } from '../../../../domains/growth/sending/contract.ts'
import { defined, type Reply } from '../../client/client.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'
import { needTexts, playText, priceText, usd } from './texts.ts'

type Project = Reply<typeof createGrowthProject>

const lookEveryMs = 1_000

interface WaitOptions {
  readonly wait?: boolean
}

/** `atelier growth research`: reads the website of a new growth project, or reads it again, and shows the brain. */
export const research = async (
  { client, output }: Session,
  target: string,
  { notes, wait = true }: WaitOptions & { readonly notes?: string },
): Promise<void> => {
  const api = await client()
  const isWebsite = /^https?:\/\//i.test(target)
  if (!isWebsite) await api.call(startGrowthRun, { params: { projectId: target }, body: defined({ notes }) })
  let project: Project = isWebsite
    ? await api.call(createGrowthProject, { body: defined({ websiteUrl: target, notes }) })
    : await api.call(getGrowthProject, { params: { projectId: target } })
  const params = { projectId: project.id }
  while (wait && isAtWork(project.lastRun?.status)) {
    await pause(lookEveryMs)
    project = await api.call(getGrowthProject, { params })
  }
  output.show(project, projectLines(project))
}

const projectLines = ({ id, brain, lastRun }: Project): readonly string[] => [
  `${id}  ${lastRun?.status ?? 'never read'}`,
  ...(lastRun?.failure ? [printable(lastRun.failure.message)] : []),
  ...(lastRun && !isAtWork(lastRun.status)
    ? [`${lastRun.pagesRead} pages read, ${lastRun.statementsDropped} statements left out without their words`]
    : []),
  ...(brain?.statements ?? []).map(
    ({ kind, text, pageUrl }) => `${kind.padEnd(8)}  ${printable(text)}  [${printable(pageUrl ?? 'by a person')}]`,
  ),
]

/** `atelier growth lookup`: looks up the new leads of a growth project, and reports the result. */
export const lookUp = async ({ client, output }: Session, projectId: string, { wait = true }: WaitOptions) => {
  const api = await client()
  const params = { projectId }
  let pass = await api.call(startGrowthLookup, { params })
  while (wait && isPassAtWork(pass.status)) {
    await pause(lookEveryMs)
    const passes = await api.call(listGrowthLookups, { params })
    pass = passes.find(({ id }) => id === pass.id) ?? pass
  }
  output.document(pass)
  const { id, status, reason, leads, waiting, found, costUsd } = pass
  output.print(`${id}  ${status}${reason === null ? '' : ` (${reason})`}`)
  output.print(`${leads} leads, ${waiting} left, ${found} look-ups found something, ${priceText(costUsd)}`)
}

/** `atelier growth drafts`: writes the mails of a play for its leads. */
export const writeDrafts = async ({ client, output }: Session, playId: string, { wait = true }: WaitOptions) => {
  const api = await client()
  const params = { playId }
  let run = await api.call(startGrowthDrafts, { params, body: {} })
  while (wait && isWriting(run.status)) {
    await pause(lookEveryMs)
    const { lastDraftRun } = await api.call(getGrowthPlay, { params })
    run = lastDraftRun ?? run
  }
  output.show(run, `${run.id}  ${run.status}${run.failure === null ? '' : `: ${printable(run.failure.message)}`}`)
  const left = `${run.leadsSkipped} leads skipped, ${run.sentencesDropped} sentences left out`
  output.print(`${run.leads} leads, ${run.drafts} drafts, ${left}, ${usd(run.costUsd)}`)
}

/** `atelier growth plays launch`; it names all that is missing before it tries. */
export const launchPlay = async (
  { client, output }: Session,
  playId: string,
  { acknowledgeGdpr = false }: { readonly acknowledgeGdpr?: boolean },
): Promise<void> => {
  const api = await client()
  const params = { playId }
  const { missing } = await api.call(getGrowthPlay, { params })
  for (const need of missing)
    if (need !== 'acknowledgement' || !acknowledgeGdpr) output.say(`The play lacks ${needTexts[need]}.`)
  const body = { status: 'active' as const, ...(acknowledgeGdpr && { acknowledgesGdpr: true as const }) }
  const play = await api.call(updateGrowthPlay, { params, body })
  output.show(play, playText(play))
}
