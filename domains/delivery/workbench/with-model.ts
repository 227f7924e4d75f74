import { askModel, type HarnessModel, harnessModelOf, type PlainQuestion } from '../../../execution/harness/index.ts'
import { modelRoute } from '../../../execution/models/index.ts'
import { type CallJudge, openStepLedger, type RunPayer } from '../../agents/spending/index.ts'
import type { CycleParts } from './parts.ts'
import { withEgress } from '../../../execution/packages/index.ts'

export type Ask = (question: PlainQuestion) => ReturnType<typeof askModel>

/** Lends a way to ask a model from the server itself, whose calls are counted and bounded as those of an agent. */
export const withModel = <T>(
  parts: Pick<CycleParts, 'database' | 'gateway' | 'socketFolder'>,
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
