import { workspaceSettings } from '../../../domains/accounts/workspaces/contract.ts'
import { models } from '../../../domains/agents/models/contract.ts'
import type { Configuration } from '../../../platform/configuration/index.ts'
import { atelier } from '../command.ts'
import { Failure } from '../failure.ts'
import type { Session } from '../session.ts'
import { counted, printable } from '../terminal/text.ts'
import { fine, warning, type Check } from './check.ts'

/** Whether the server that commands talk to answers, and with which models it works. */
export const checkServer = async (
  session: Pick<Session, 'client'>,
  { model }: Pick<Configuration, 'model'>,
): Promise<Check[]> => {
  try {
    const client = await session.client()
    const { workspaceId, name } = await client.call(workspaceSettings.getWorkspaceSettings)
    const { data } = await client.call(models.listAiModels, { params: { workspaceId } })
    return [fine('server', `It answers, for the workspace “${printable(name)}”.`), ofModels(data)]
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const remedy = `Start it with bin/start, then run: ${atelier} login`
    return [warning('server', error.message, remedy), ofSettings(model)]
  }
}

const noModel = warning(
  'model',
  'No model is configured. The built-in offline model cannot write code.',
  `Set ATELIER_MODEL_BASE_URL, ATELIER_MODEL_NAME and ATELIER_MODEL_API_KEY, or run: ${atelier} models endpoints add`,
)

const ofModels = (listed: readonly { readonly id: string; readonly owned_by: string }[]): Check => {
  const real = listed.filter(({ owned_by: owner }) => owner !== 'offline')
  const [first] = real
  if (!first) return noModel
  return fine('model', `The workspace has ${counted(real.length, 'model')}, such as ${printable(first.id)}.`)
}

const ofSettings = ({ baseUrl, name }: Configuration['model']): Check =>
  baseUrl
    ? fine('model', `${name} at ${new URL(baseUrl).host} is configured. Test it with: ${atelier} model test`)
    : noModel
