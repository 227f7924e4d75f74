import { getCycle, listCycles } from '../cycles/contract.ts'
import { markedData, replyOf } from './marked-data.ts'
import { isRefusal, patchesOf, readEvidence, type Evidence } from './read-evidence.ts'
import type { ToolContext } from './tool.ts'

const cyclesMost = 20

/** The resources that clients can read by address, for the cycle of an id. */
export const resourceTemplates = [
  { name: 'cycle', uriTemplate: 'atelier://cycles/{id}', description: 'A cycle with its tasks' },
  { name: 'diff', uriTemplate: 'atelier://cycles/{id}/diff', description: 'What a cycle changed' },
  { name: 'log', uriTemplate: 'atelier://cycles/{id}/log', description: 'What the checks of a cycle printed' },
]

/** The newest cycles that the caller may view; none if the operation refuses. */
export const listResources = async ({ api }: ToolContext) => {
  const { status, body } = await api.call(listCycles, { query: { limit: cyclesMost } })
  if (status !== 200) return []
  return (body as readonly { readonly id: string; readonly handle: string; readonly title: string }[]).map((cycle) => ({
    uri: `atelier://cycles/${cycle.id}`,
    name: cycle.handle,
    title: oneLine(cycle.title),
    mimeType: 'text/plain',
  }))
}

/** A title was written by people or agents: it is shown in a list, as one short line. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 100).toWellFormed()

const form = /^atelier:\/\/cycles\/([0-9a-f-]{36})(?:\/(diff|log))?$/i

/** The text of a resource, marked as data, or the refusal of the operation that reads it; undefined for other addresses. */
export const readResource = async (uri: string, { api }: ToolContext): Promise<string | undefined> => {
  const [, id, part] = form.exec(uri) ?? []
  if (id === undefined) return undefined
  if (part === undefined) return replyOf(await api.call(getCycle, { params: { id } })).text
  const evidence = await readEvidence(api, id)
  if (isRefusal(evidence)) return replyOf(evidence).text
  return part === 'diff'
    ? markedData(patchesOf(evidence), 'Patches.')
    : markedData(checksOf(evidence), 'Results of checks.')
}

const checksOf = (evidence: readonly Evidence[]) =>
  evidence.flatMap(({ taskId, checks }) => checks.map((check) => JSON.stringify({ taskId, ...check }))).join('\n')
