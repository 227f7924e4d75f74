import { models as contract } from '../../../../domains/agents/models/contract.ts'
import { defined, type Reply } from '../../client/client.ts'
import type { Session } from '../../session.ts'
import { usage } from '../../failure.ts'
import { printable } from '../../terminal/text.ts'

type Preference = Reply<typeof contract.getModelPreference>

/** `atelier models`: prints the roles that work with a model of their own. */
export const listModels = async ({ client, output }: Session): Promise<void> => {
  const rows = await (await client()).call(contract.listModelPreferences)
  output.document(rows)
  if (rows.length === 0) output.print('Every role works with the model of the instance.')
  for (const row of rows) output.print(lineOf(row))
}

/** `atelier models set`: sets the model of a role. */
export const setModel = async (
  { client, output }: Session,
  role: string,
  modelIdentifier: string,
  { temperature, maxTokens }: { readonly temperature?: string; readonly maxTokens?: string },
): Promise<void> => {
  const body = defined({
    modelIdentifier,
    temperature: numberIn('--temperature', temperature),
    maxTokens: numberIn('--max-tokens', maxTokens),
  })
  const row = await (await client()).call(contract.setModelPreference, { params: { role }, body })
  output.show(row, lineOf(row))
}

/** `atelier models clear`: resets a role to the model of the instance. */
export const clearModel = async ({ client, output }: Session, role: string): Promise<void> => {
  const reply = await (await client()).call(contract.clearModelPreference, { params: { role } })
  output.show(reply, `The ${printable(role)} works with the model of the instance.`)
}

/** `atelier models catalog`: prints models from the workspace's endpoints and the configured router. */
export const listCatalog = async ({ client, output }: Session): Promise<void> => {
  const catalog = await (await client()).call(contract.listModelCatalog)
  output.document(catalog)
  if (catalog.failure !== null) output.say(printable(catalog.failure))
  if (catalog.isStale && catalog.fetchedAt) output.say(`This is of ${catalog.fetchedAt.slice(0, 16)}.`)
  for (const { id, contextTokens, inputUsdPerMillion, outputUsdPerMillion, canBeChosen } of catalog.models) {
    const price = `$${inputUsdPerMillion ?? '?'} / $${outputUsdPerMillion ?? '?'}`
    output.print(`${printable(id)} · ${contextTokens} tokens · ${price}${canBeChosen ? '' : ' · not on this instance'}`)
  }
}

const lineOf = ({ role, modelIdentifier, temperature, maxTokens, reason }: Preference) => {
  const facts = [
    ...(temperature === null ? [] : [`temperature ${temperature}`]),
    ...(maxTokens === null ? [] : [`at most ${maxTokens} tokens`]),
    ...(reason === null ? [] : [`without effect: ${printable(reason)}`]),
  ]
  return `${role.padEnd(8)}  ${[printable(modelIdentifier), ...facts].join(' · ')}`
}

const numberIn = (option: string, text: string | undefined) => {
  if (text === undefined) return undefined
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) throw usage(`${option} takes a number.`)
  return number
}
