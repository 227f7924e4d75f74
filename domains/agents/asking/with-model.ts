import { askModel, type HarnessModel, harnessModelOf, type PlainQuestion } from '../../../execution/harness/index.ts'
import { modelRoute, type ModelGateway } from '../../../execution/models/index.ts'
import { withEgress } from '../../../execution/packages/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type CallJudge, openStepLedger, type RunPayer } from '../spending/index.ts'

interface AskingParts {
  readonly database: Database
  readonly gateway: ModelGateway
  /** Where the sockets of the egress broker are made. */
  readonly socketFolder: string
}

export type Ask = (question: PlainQuestion) => ReturnType<typeof askModel>

/** Lends a way to ask a model from the server itself, whose calls are counted and limited like an agent's. */
export const withModel = <T>(
  parts: AskingParts,
  identity: RunPayer,
  work: (ask: Ask) => Promise<T>,
  { judge, ...bounds }: Partial<Pick<HarnessModel, 'maxOutputTokens'>> & { readonly judge?: CallJudge } = {},
): Promise<T> => {
  const routes = {
    'model.atelier.internal': modelRoute(parts.gateway, openStepLedger(parts.database, identity, undefined, judge)),
  }
  const model = { ...harnessModelOf(parts.gateway.provider), ...bounds }
  return withEgress(parts, { routes }, (socket) => work((question) => askModel(model, socket!, question)))
}
