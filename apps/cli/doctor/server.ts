import type { Configuration } from '../../../platform/configuration/index.ts'
import { callableModels } from '../client/callable-models.ts'
import { atelier } from '../program/command.ts'
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
    const { workspaceName, models } = await callableModels(await session.client())
    return [fine('server', `It answers, for the workspace “${printable(workspaceName)}”.`), ofModels(models)]
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const remedy = `Start it with bin/start, then run: ${atelier} login`
    return [warning('server', error.message, remedy), ofSettings(model)]
  }
}

const noModel = warning(
  'model',
  'No model is configured. The built-in offline model cannot write code.',
  `Set ATELIER_MODEL_BASE_URL, ATELIER_MODEL_NAME and ATELIER_MODEL_API_KEY, or choose one of this machine: ${atelier} models found`,
)

const ofModels = (models: readonly { readonly id: string }[]): Check => {
  const [first] = models
  if (!first) return noModel
  return fine('model', `The workspace has ${counted(models.length, 'model')}, such as ${printable(first.id)}.`)
}

const ofSettings = ({ baseUrl, name }: Configuration['model']): Check =>
  baseUrl
    ? fine('model', `${name} at ${new URL(baseUrl).host} is configured. Test it with: ${atelier} model test`)
    : noModel
