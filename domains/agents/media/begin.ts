import type { Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isReached } from '../../code/projects/index.ts'
import { hasAssetRoom } from '../assets/index.ts'
import type { ListedModel } from '../models/index.ts'
import type { NoModel } from './choose-model.ts'
import { MediaRefusal } from './refusal.ts'

/** Fields that the schema cannot judge. */
const modelFault = { path: 'model', message: 'is no name of the table of models', rule: 'model' }

/** The needs of a request before a call: its project, room for files, and a model. */
interface MediaNeeds<Model = ListedModel | NoModel> {
  readonly hasProject: boolean
  readonly hasRoom: boolean
  readonly model: Model
}

/** Looks it all up in one transaction, which decides about access too. */
export const beginMedia =
  <Model>(caller: Pick<Caller, 'projectIds'>, projectId: string | null, choose: (tx: Transaction) => Promise<Model>) =>
  async (tx: Transaction): Promise<MediaNeeds<Model>> => ({
    hasProject: await mayUse(tx, caller, projectId),
    hasRoom: await hasAssetRoom(tx),
    model: await choose(tx),
  })

/** Asked before a call, and again with its result, since access to a project may end in between. */
export const mayUse = async (tx: Transaction, caller: Pick<Caller, 'projectIds'>, projectId: string | null) =>
  projectId === null || (await isReached(tx, caller, projectId))

interface Refuse {
  readonly fail: { noProject(): never; full(): never; disabled(): never }
  readonly invalid: (fields: readonly [typeof modelFault]) => never
}

/** The model of a request whose needs are met; `name` is its choice. All else is refused. */
export const readyModel = <Model>(
  { hasProject, hasRoom, model }: MediaNeeds<Model>,
  { fail, invalid }: Refuse,
  name: string | undefined,
): Exclude<Model, NoModel> => {
  if (!hasProject) return fail.noProject()
  if (!hasRoom) return fail.full()
  if (model === 'unknown') return invalid([modelFault])
  if (model === 'disabled') return fail.disabled()
  if (model === 'incapable')
    throw new MediaRefusal('capability', `The model ${name ?? 'of this server'} cannot do this: choose another.`)
  return model as Exclude<Model, NoModel>
}

/** The time that a call of media may take: as long as any call of the instance. */
export const boundedBy = (signal: AbortSignal, callMs: number): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(callMs)])
