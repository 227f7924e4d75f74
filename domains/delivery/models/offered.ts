import type { ModelCatalog, ModelGateway } from '../../../execution/models/index.ts'
import type { OfferedModels, OtherModel } from './choice.ts'

export interface ModelParts {
  readonly gateway: ModelGateway
  /** Models that the operator allows beside the one of the settings, with their prices. */
  readonly otherModels: readonly OtherModel[]
}

export interface CatalogParts extends ModelParts {
  readonly catalog: ModelCatalog
}

/** The models that may be chosen on this instance. */
export const offeredBy = ({ gateway, otherModels }: ModelParts): OfferedModels => ({
  own: gateway.provider,
  others: otherModels,
})
